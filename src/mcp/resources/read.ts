import type { PageKind } from '../../../tools/definition.ts';
import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import { parseResourceUri, type ResourceUri } from '../addresses/resource-uri.ts';
import { inAccountZone, type ZonedClient } from '../replies/account-zone.ts';
import { withContactNames } from '../replies/contact-names.ts';
import { fittedOverview } from '../replies/overview-size.ts';
import { fittingRows, replyBytes, truncateToFit } from '../replies/reply-size.ts';
import { withShownNames } from '../replies/shown-names.ts';
import { trimReply } from '../replies/trim-reply.ts';
import { markdownOf } from './markdown.ts';

/** Content of a resource: text, or base64. */
export type ResourceContents = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

/** Reads a `kith://` address; undefined if nothing is there. */
export async function readResource(plain: Client, uri: string): Promise<ResourceContents | undefined> {
  const address = parseResourceUri(uri);
  if (!address) return undefined;
  const { kind } = address;
  if (kind === 'photo') return readPhoto(plain, uri, address);
  const client = inAccountZone(plain);
  try {
    const data = truncateToFit(await READERS[kind](client, address), replyBytes());
    if (address.format === 'md')
      return { uri, mimeType: 'text/markdown', text: markdownOf(kind, data, await client.zone()) };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  } catch (error) {
    if (error instanceof KithError && error.status === 404 && address.id) return undefined;
    throw error;
  }
}

/** The service limits the size of photos, so they are never truncated. */
async function readPhoto(client: Client, uri: string, { id }: ResourceUri): Promise<ResourceContents | undefined> {
  const photo = await client.photo(id!);
  return photo && { uri, mimeType: photo.mediaType, blob: Buffer.from(photo.bytes).toString('base64') };
}

type Data = Record<string, unknown>;

const READERS: Record<PageKind, (client: ZonedClient, address: ResourceUri) => Promise<Data>> = {
  overview: async (client) => {
    const data = await trimReply((await client.call('overview', {})).data);
    return fittedOverview(await withShownNames(client, data));
  },
  contacts: (client) =>
    fittingPage('contacts', 500, async (take) => {
      const { data } = await client.call('list_contacts', { take, select: LIST_FIELDS });
      return { data: await withShownNames(client, data) };
    }),
  contact: async (client, { id }) =>
    withContactNames(client, await trimReply((await client.call('get_contact', { contactId: id! })).data)),
  timeline: readTimeline,
  group: readGroup,
  favorites: readFavorites,
  reminders: readReminders,
  agenda: readAgenda,
  emails: (client) => fittingPage('email_messages', 25, (limit) => client.call('search_emails', { limit })),
};

/** Returns a page with the rows that fit. Its cursor continues after the last one. */
async function fittingPage(list: string, most: number, ask: (take: number) => Promise<{ data: Data }>): Promise<Data> {
  const page = async (take: number) => trimReply((await ask(take)).data);
  return fittingRows(await page(most), list, replyBytes(), page);
}

const LIST_FIELDS = {
  full_name: true,
  job_title: true,
  company: true,
  last_seen_at: true,
  next_reminder_at: true,
  starred: true,
};

/** Notes, emails and events with a contact, newest first. */
async function readTimeline(client: ZonedClient, { id }: ResourceUri): Promise<Data> {
  const contactId = id!;
  // Without this check, the timeline of an unknown contact would be empty instead of missing.
  await client.call('get_contact', { contactId });
  return fittingPage('items', 50, (take) => client.call('list_timeline', { contactId, take }));
}

async function readGroup(client: ZonedClient, { id }: ResourceUri): Promise<Data> {
  const groupId = id!;
  const { group } = (await client.call('get_group', { groupId })).data;
  return fittingPage('contacts', 200, async (take) => {
    const { contacts, pagination } = (await client.call('list_group_contacts', { groupId, take })).data;
    const members = contacts.map((contact) => pick(contact, MEMBER_FIELDS));
    return { data: await withShownNames(client, { group, contacts: members, pagination }) };
  });
}

const MEMBER_FIELDS = ['id', ...Object.keys(LIST_FIELDS)];

/** The favorites, each with the name of its contact, group or view. */
async function readFavorites(client: ZonedClient): Promise<Data> {
  const { favorites } = (await client.call('list_favorites', {})).data;
  const named = await withShownNames(client, {
    favorites: favorites.map(({ id, ranking, contact_id, group_id, view_id, contacts, groups, views }) => ({
      id,
      ranking,
      contact_id,
      group_id,
      view_id,
      contacts: contacts && pick(contacts, ['id', 'full_name', 'job_title', 'company']),
      groups: groups && pick(groups, ['id', 'name', 'emoji']),
      views: views && pick(views, ['id', 'name', 'emoji']),
    })),
  });
  return trimReply(named);
}

const pick = (record: Data, names: string[]): Data => Object.fromEntries(names.map((name) => [name, record[name]]));

/** Open reminders due by the end of the user's day, with the names of their contacts. */
async function readReminders(client: ZonedClient): Promise<Data> {
  const dueBefore = await today(client);
  return fittingPage('reminders', 200, async (take) => {
    const { data } = await client.call('list_reminders', { isComplete: false, dueBefore, take });
    return { data: await withContactNames(client, data) };
  });
}

const WEEK = 7;

/** Calendar events of a day, or of today and the days after it. */
async function readAgenda(client: ZonedClient, { date }: ResourceUri): Promise<Data> {
  const start = date === 'today' || date === 'week' ? await today(client) : date!;
  const end = date === 'week' ? dayAfter(start, WEEK - 1) : start;
  return fittingPage('calendar_events', 250, async (limit) => {
    const { data } = await client.call('list_calendar_events', { dateRange: { start, end }, limit });
    return { data: { from: start, to: end, ...data } };
  });
}

/** The user's day as 2026-11-21. */
const today = async (client: ZonedClient): Promise<string> => dayIn(await client.zone(), new Date().toISOString());
