import type { Client } from '../../client/client.ts';
import { KithError } from '../../contract/error.ts';
import { withLinkNames } from '../replies/contact-names.ts';
import { cutToFit, replyBytes } from '../replies/reply-size.ts';
import { trimReply } from '../replies/trim-reply.ts';
import { type Address, type PageKind, readAddress } from './address.ts';
import { readAgenda, readEmails, readTimeline } from './agenda.ts';
import { markdownOf } from './markdown.ts';
import { type Data, fittingPage, today } from './page.ts';

/** What a resource holds: text, or bytes in base64. */
export type ResourceContents = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

/** Reads a `kith://` address; undefined when there is nothing there. */
export async function readResource(client: Client, uri: string): Promise<ResourceContents | undefined> {
  const address = readAddress(uri);
  if (!address) return undefined;
  const { kind } = address;
  if (kind === 'photo') return readPhoto(client, uri, address);
  try {
    const data = cutToFit(await READERS[kind](client, address), replyBytes());
    if (address.format === 'md') return { uri, mimeType: 'text/markdown', text: markdownOf(kind, data) };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  } catch (error) {
    if (error instanceof KithError && error.status === 404 && address.id) return undefined;
    throw error;
  }
}

/** A photo has the bound it is kept within; none is cut to fit. */
async function readPhoto(client: Client, uri: string, { id }: Address): Promise<ResourceContents | undefined> {
  const photo = await client.photo(id!);
  return photo && { uri, mimeType: photo.mediaType, blob: Buffer.from(photo.bytes).toString('base64') };
}

const READERS: Record<PageKind, (client: Client, address: Address) => Promise<Data>> = {
  contacts: (client) =>
    fittingPage('contacts', 500, (take) => client.call('list_contacts', { take, select: LIST_FIELDS })),
  contact: async (client, { id }) =>
    withLinkNames(client, trimReply((await client.call('get_contact', { contactId: id! })).data)),
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
