import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import { cutTexts, replyBytes, rowsThatFit } from './budget.ts';
import { contactListMarkdown, contactMarkdown } from './markdown.ts';
import { trimReply } from './reply.ts';

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}

const MOST_CONTACTS = 500;
const COMPLETIONS = 20;
const ENDS_IN_ID = /(?:^|\.)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Reads a `kith://` address; undefined when there is nothing there. */
export async function readResource(client: Client, uri: string): Promise<ResourceText | undefined> {
  const match = /^kith:\/\/contacts(?:\/([^/?]+))?(?:\?format=(md|json))?$/.exec(uri);
  if (!match) return undefined;
  const [, contact, format] = match;
  const data = contact === undefined ? await readContacts(client) : await readContact(client, contact);
  if (!data) return undefined;
  if (format === 'md') {
    const text = contact === undefined ? contactListMarkdown(data) : contactMarkdown(data);
    return { uri, mimeType: 'text/markdown', text };
  }
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

async function readContacts(client: Client): Promise<Record<string, unknown>> {
  const page = async (take: number) =>
    trimReply((await client.call('list_contacts', { take, select: LIST_FIELDS })).data);
  const data = await page(MOST_CONTACTS);
  const fitting = rowsThatFit(data, 'contacts', replyBytes());
  return fitting < (data.contacts as unknown[]).length ? page(fitting) : data;
}

const LIST_FIELDS = {
  full_name: true,
  job_title: true,
  company: true,
  last_seen_at: true,
  next_reminder_at: true,
  starred: true,
};

async function readContact(client: Client, contact: string): Promise<Record<string, unknown> | undefined> {
  const contactId = ENDS_IN_ID.exec(decodeURIComponent(contact))?.[1];
  if (!contactId) return undefined;
  try {
    return cutTexts(trimReply((await client.call('get_contact', { contactId })).data), replyBytes());
  } catch (error) {
    if (error instanceof KithError && error.status === 404) return undefined;
    throw error;
  }
}

/** Readable names that end in the id, for people whose names begin with what was typed. */
export async function completeContact(client: Client, typed: string): Promise<string[]> {
  const searchQuery = typed.replace(/\.[0-9a-f-]*$/i, '').replace(/-/g, ' ');
  const { data } = await client.call('list_contacts', {
    searchQuery,
    take: COMPLETIONS,
    sort: 'full_name',
    order: 'asc',
    select: { full_name: true },
  });
  return data.contacts.map(({ id, full_name }) => [readableName(full_name ?? ''), id].filter(Boolean).join('.'));
}

/** `Ada Lovelace` as `ada-lovelace`. Letters of any script stay; nothing in it needs escaping. */
const readableName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.join('-') ?? '';
