import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import { readAgenda, readEmails, readTimeline } from './agenda-resources.ts';
import { cutToFit, replyBytes } from './budget.ts';
import { withLinkNames } from './link-names.ts';
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
    const data = cutToFit(await READERS[address.kind](client, address), replyBytes());
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
  return fittingPage('contacts', 200, async (take) => {
    const { contacts, pagination } = (await client.call('list_group_contacts', { groupId, take })).data;
    return { data: { group, contacts: contacts.map((contact) => pick(contact, MEMBER_FIELDS)), pagination } };
  });
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
  return fittingPage('reminders', 200, async (take) => {
    const { data } = await client.call('list_reminders', { isComplete: false, dueBefore, take });
    return { data: await withLinkNames(client, data) };
  });
}
