import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import { readAgenda, readEmails, readTimeline } from './agenda-resources.ts';
import { cutTexts, replyBytes } from './budget.ts';
import { markdownOf } from './markdown.ts';
import { trimReply } from './reply.ts';
import { type Address, type ResourceKind, readAddress } from './resource-address.ts';
import { type Data, fittingPage, today } from './resource-page.ts';

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}

/** Reads a `kith://` address; undefined when there is nothing there. */
export async function readResource(client: Client, uri: string): Promise<ResourceText | undefined> {
  const address = readAddress(uri);
  if (!address) return undefined;
  try {
    const data = cutTexts(await READERS[address.kind](client, address), replyBytes());
    if (address.format === 'md') return { uri, mimeType: 'text/markdown', text: markdownOf(address, data) };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  } catch (error) {
    if (error instanceof KithError && error.status === 404 && address.id) return undefined;
    throw error;
  }
}

const READERS: Record<ResourceKind, (client: Client, address: Address) => Promise<Data>> = {
  contacts: (client) =>
    fittingPage('contacts', 500, (take) => client.call('list_contacts', { take, select: LIST_FIELDS })),
  contact: async (client, { id }) => trimReply((await client.call('get_contact', { contactId: id! })).data),
  timeline: readTimeline,
  group: readGroup,
  favorites: readFavorites,
  reminders: readReminders,
  agenda: readAgenda,
  emails: readEmails,
};

const LIST_FIELDS = {
  full_name: true,
  job_title: true,
  company: true,
  last_seen_at: true,
  next_reminder_at: true,
  starred: true,
};

async function readGroup(client: Client, { id }: Address): Promise<Data> {
  const groupId = id!;
  const { group } = (await client.call('get_group', { groupId })).data;
  const members = await fittingPage('contacts', 200, async (take) => {
    const { contacts, pagination } = (await client.call('list_group_contacts', { groupId, take })).data;
    return { data: { contacts: contacts.map((contact) => pick(contact, MEMBER_FIELDS)), pagination } };
  });
  return { ...trimReply({ group }), ...members };
}

const MEMBER_FIELDS = ['id', ...Object.keys(LIST_FIELDS)];

/** What each favorite points at, by name. */
async function readFavorites(client: Client): Promise<Data> {
  const { favorites } = (await client.call('list_favorites', {})).data;
  return trimReply({
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
}

const pick = (record: Data, names: string[]): Data => Object.fromEntries(names.map((name) => [name, record[name]]));

/** Open reminders due by the end of the user's day, each link with the name of its contact. */
async function readReminders(client: Client): Promise<Data> {
  const dueBefore = await today(client);
  const data = await fittingPage('reminders', 200, (take) =>
    client.call('list_reminders', { isComplete: false, dueBefore, take }),
  );
  const links = (data.reminders as { reminders_contacts?: Data[] }[]).flatMap(
    ({ reminders_contacts = [] }) => reminders_contacts,
  );
  const names = await namesOf(client, [...new Set(links.map(({ contact_id }) => contact_id as string))]);
  for (const link of links) {
    const full_name = names.get(link.contact_id as string);
    if (full_name) link.contacts = { full_name };
  }
  return data;
}

const MOST_NAMES = 200;

/** Names of contacts by id, archived ones too. */
async function namesOf(client: Client, ids: string[]): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  if (ids.length === 0) return names;
  for (const is_archived of [false, true]) {
    const where = { in: ids.slice(0, MOST_NAMES), is_archived };
    const { data } = await client.call('filter_contacts', { where, take: MOST_NAMES, select: { full_name: true } });
    for (const { id, full_name } of trimReply(data).contacts as { id: string; full_name?: string }[]) {
      names.set(id, full_name ?? null);
    }
  }
  return names;
}
