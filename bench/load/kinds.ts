import { randomUUID } from 'node:crypto';
import { contactNumber, noteNumber } from '../seed.ts';

/** A user as the loader knows one. */
export interface LoadedUser {
  key: string;
  contactIds: string[];
}

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
}

/** A number below the bound. */
export type Below = (bound: number) => number;

const anyOf = ({ contactIds }: LoadedUser, below: Below) => contactIds[below(contactIds.length)]!;
const tool = (name: string, args: object): Sent => ({
  ...{ method: 'POST', path: '/mcp' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});

/** What users do, each as one request. */
export const KINDS = {
  'read a contact': (user: LoadedUser, below: Below): Sent => ({
    ...{ method: 'GET', path: `/v2/contacts/${anyOf(user, below)}` },
  }),
  'list contacts': (): Sent => ({ method: 'GET', path: '/v2/contacts?take=20' }),
  'find by name': (_: LoadedUser, below: Below): Sent => ({
    ...{ method: 'GET', path: `/v2/contacts?take=20&searchQuery=ada%20${below(50)}` },
  }),
  'search notes': (_: LoadedUser, below: Below): Sent => ({
    ...{ method: 'GET', path: `/v2/timeline/notes/search?take=20&searchQuery=topic${below(50)}x` },
  }),
  briefing: (): Sent => ({ method: 'GET', path: '/v2/briefing' }),
  'write a note': (user: LoadedUser, below: Below): Sent => ({
    ...{ method: 'POST', path: '/v2/timeline/notes' },
    body: { note: noteNumber(below(1e6), anyOf(user, below)) },
  }),
  'change a contact': (user: LoadedUser, below: Below): Sent => ({
    ...{ method: 'PATCH', path: `/v2/contacts/${anyOf(user, below)}`, body: { job_title: `Title ${below(1e6)}` } },
  }),
  'create a contact': (_: LoadedUser, below: Below): Sent => ({
    ...{ method: 'POST', path: '/v2/contacts', body: contactNumber(1e6 + below(6e6)) },
  }),
  'import 100 contacts': (_: LoadedUser, below: Below): Sent => {
    const first = 1e6 + below(6e6);
    const contacts = Array.from({ length: 100 }, (_, index) => contactNumber(first + index));
    return { method: 'POST', path: '/v2/contacts/batch', body: { contacts } };
  },
  'set a reminder': (user: LoadedUser, below: Below, now: number): Sent => ({
    ...{ method: 'POST', path: '/v2/reminders' },
    body: { reminder: reminderNumber(below(1e6), anyOf(user, below), now) },
  }),
  'assistant: tool list': (): Sent => ({
    ...{ method: 'POST', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  }),
  'assistant: read': (user: LoadedUser, below: Below): Sent => tool('get_contact', { contactId: anyOf(user, below) }),
  'assistant: note': (user: LoadedUser, below: Below): Sent =>
    tool('create_note', noteNumber(below(1e6), anyOf(user, below))),
};

export type Kind = keyof typeof KINDS;

const reminderNumber = (number: number, contact_id: string, now: number) => ({
  text: `Call about topic ${number}`,
  due_at_time: new Date(now + (1 + (number % 24)) * 3_600_000).toISOString(),
  reminders_contacts: [{ contact_id }],
});

/** Of writes over REST; a tool's own client makes one. */
export const idempotencyKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
