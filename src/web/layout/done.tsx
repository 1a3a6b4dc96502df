import type { Child } from 'hono/jsx';
import { contactTitle } from '../../client/contact-names.ts';
import type { Contact } from '../edit/contact-values.ts';
import { DONE, type Logged, UNDO } from '../words/done.ts';
import type { Message } from './page.tsx';
import { Day, DayOf, NAMELESS, OneButton } from './parts.tsx';

type Query = Record<string, string>;

interface Undo {
  to: string;
  sends?: string[];
}

/** The person that a message names. Without `next`, the message about a changed frequency says that there is no reminder. */
export interface MessageAbout {
  name: Child;
  /** The next day to be in touch. */
  next?: Child;
}

/** For messages about a contact. */
export const aboutPerson = (contact: Contact, zone: string): MessageAbout => ({
  name: contactTitle(contact) ?? NAMELESS,
  next: contact.next_reminder_at && !contact.never_keep_in_touch && <DayOf at={contact.next_reminder_at} zone={zone} />,
});

const LOGGED = ['of', 'others', 'note', 'reminder', 'due'];

/** The form that undoes each change: its path, with ids from the address, and the query parameters that it sends. */
const UNDO_FORMS: Partial<Record<DoneName, Undo>> = {
  logged: { to: '/log/undo', sends: [...LOGGED, 'was'] },
  unlogged: { to: '/log/restore', sends: LOGGED },
  'note-deleted': { to: '/people/:of/notes/:note/restore' },
  untagged: { to: '/people/:of/tags/:tag/back' },
  ungrouped: { to: '/people/:of/groups/:group/back' },
  unrelated: { to: '/people/:of/relations/back', sends: ['other', 'leads', 'mine', 'theirs'] },
  rhythm: { to: '/people/:of/rhythm/back', sends: ['was'] },
  contacted: { to: '/people/:of/rhythm/back', sends: ['was'] },
  photo: { to: '/people/:of/photo/back', sends: ['was'] },
  'reminder-done': { to: '/reminders/:reminder/open', sends: ['last'] },
  'reminder-moved': { to: '/reminders/:reminder/move', sends: ['was'] },
  'reminder-deleted': { to: '/reminders/:reminder/restore' },
  'view-deleted': { to: '/people/views/:view/restore' },
  'tag-deleted': { to: '/people/tags/:tag/restore' },
  'group-deleted': { to: '/people/groups/:group/restore' },
};

export type DoneName = keyof typeof DONE;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The address of a page that shows a message about a change. Undo needs nothing else, so it works in any window. */
export function doneAt(page: string, done: DoneName, fields: Record<string, string | null | undefined> = {}): string {
  const [path, hash = ''] = page.split('#');
  const given = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string');
  return `${path}?${new URLSearchParams([['done', done], ...given])}${hash && `#${hash}`}`;
}

/** The message for a `done` query parameter; `back` is the page that Undo returns to. */
export function messageOf(query: Query, back: string, about?: MessageAbout): Message | undefined {
  const { done = '' } = query;
  if (!Object.hasOwn(DONE, done)) return undefined;
  const text = DONE[done as DoneName](about && <bdi>{about.name}</bdi>, about?.next, loggedIn(query));
  const undo = UNDO_FORMS[done as DoneName];
  const action = undo && filled(undo.to, query);
  if (!undo || !action) return { kind: 'success', text: <span>{text}</span> };
  const sent = (undo.sends ?? []).filter((name) => query[name] !== undefined);
  const fields = { back, ...Object.fromEntries(sent.map((name) => [name, query[name]!])) };
  return {
    kind: 'success',
    text: (
      <div class="beside undo">
        <span>{text}</span>
        <OneButton action={action} fields={fields}>
          {UNDO}
        </OneButton>
      </div>
    ),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const loggedIn = ({ note, reminder, others = '', due = '' }: Query): Logged => ({
  isNote: Boolean(note),
  isReminder: Boolean(reminder),
  others: /^\d{1,3}$/.test(others) ? Number(others) : 0,
  due: DAY.test(due) ? <Day day={due} /> : undefined,
});

/** Fills ids into a path; undefined if the address has anything else in their place. */
function filled(path: string, query: Query): string | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  if (!names.every((name) => UUID.test(query[name] ?? ''))) return undefined;
  return path.replace(/:(\w+)/g, (_, name: string) => query[name]!);
}
