import type { Client } from '../../client/client.ts';
import {
  betterValues,
  type ComparedContact,
  type MergeChoices,
  type MergedContact,
} from '../../client/merge-fields.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { disjoint, MAX_GROUPS } from '../duplicates/groups.ts';
import type { Around } from '../pages/duplicates/duplicate-pair.tsx';
import type { Duplicate } from '../pages/duplicates/duplicate-rows.tsx';
import type { FoundDuplicates } from '../pages/duplicates/duplicates.tsx';

// Data of the duplicates pages.

const SHOWN_AT_ONCE = 30;
const COUNTED_AT_ONCE = 200;
const MAX_COUNTED = MAX_GROUPS;

export interface Pair {
  /** Oldest first. */
  contacts: ComparedContact[];
  keep: string;
  merged: MergedContact;
  picks: MergeChoices;
}

export async function readPair(client: Client, ids: string[], params: URLSearchParams): Promise<Pair> {
  const read = await Promise.all(ids.map((contactId) => client.call('get_contact', { contactId })));
  const ageOf = ({ created_at = '', id }: ComparedContact) => `${created_at} ${id}`;
  const contacts = read.map(({ data }) => data.contact).sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
  const asked = params.get('keep');
  const keep = contacts.find(({ id }) => id === asked)?.id ?? contacts[0]!.id;
  const { data } = await client.call('merge_contacts', groupOf(ids, keep), { dryRun: true });
  for (const { error } of data.failed) throw new KithError(error.code, error.message);
  const merged = data.merged[0]!;
  const chosen = [...params].filter(([name]) => name.startsWith('of.'));
  const picks: MergeChoices = new Map([
    ...betterValues(contacts, merged),
    ...chosen.map(([name, id]): [string, string] => [name.slice('of.'.length), id]),
  ]);
  return { contacts, keep, merged, picks };
}

export const groupOf = (ids: string[], keep: string) => ({ contactIds: [{ contactIds: ids, primaryContactId: keep }] });

/** Finds each contact: its own id, the id of the contact it was merged into, or undefined. */
export const whereAre = (client: Client, ids: string[]): Promise<unknown[]> =>
  Promise.all(
    ids.map((contactId) =>
      client.call('get_contact', { contactId, select: { id: true } }).then(
        () => contactId,
        (error) => {
          if (error instanceof KithError && error.status === 404) return error.details?.merged_into;
          throw error;
        },
      ),
    ),
  );

export const isApart = async (client: Client, ids: string[]): Promise<boolean> =>
  (await whereAre(client, ids)).every((place, index) => place === ids[index]);

/** Reads suggestions and, for the first ones, their counts. */
export async function listed(client: Client, cursor: string | undefined): Promise<FoundDuplicates> {
  const { data: page } = await client.call('find_duplicate_contacts', {
    take: SHOWN_AT_ONCE,
    ...(cursor && { cursor }),
    include: { contacts: true, ...INCLUDE },
  });
  if (cursor) return { page, counts: undefined, certain: [] };
  const { nextCursor } = page.pagination;
  const all = nextCursor ? await firstDuplicates(client) : { duplicates: page.duplicates, isMore: false };
  const of = { certain: 0, likely: 0, possible: 0 };
  for (const { confidence } of all.duplicates) of[confidence]++;
  return { page, counts: { of, isMore: all.isMore }, certain: certainIn(all.duplicates) };
}

const INCLUDE = { contact_emails: true, contact_phone_numbers: true } as const;

/** Adds the contacts to suggestions. Omits suggestions whose contacts no longer exist. */
export async function withContacts(
  client: Client,
  found: readonly Omit<Duplicate, 'contacts'>[],
): Promise<Duplicate[]> {
  const ids = found.flatMap(({ contactIds }) => contactIds);
  if (ids.length === 0) return [];
  const { data } = await client.call('filter_contacts', { where: { in: ids }, take: ids.length, include: INCLUDE });
  const byId = new Map(data.contacts.map((contact) => [contact.id, contact]));
  return found
    .map((one) => ({ ...one, contacts: one.contactIds.flatMap((id) => byId.get(id) ?? []) }))
    .filter(({ contacts, contactIds }) => contacts.length === contactIds.length);
}

/** The certain suggestions. No contact is in two of them. */
export const certainGroups = async (client: Client): Promise<string[][]> =>
  certainIn((await firstDuplicates(client, 'certain')).duplicates);

const certainIn = (duplicates: readonly Duplicate[]): string[][] =>
  disjoint(duplicates.filter(({ confidence }) => confidence === 'certain').map(({ contactIds }) => contactIds));

async function firstDuplicates(client: Client, confidence: Duplicate['confidence'] = 'possible') {
  const duplicates: Duplicate[] = [];
  let cursor: string | undefined;
  do {
    const query = { take: COUNTED_AT_ONCE, confidence, ...(cursor && { cursor }) };
    const { data } = await client.call('find_duplicate_contacts', query);
    append(duplicates, data.duplicates);
    cursor = data.pagination.nextCursor ?? undefined;
  } while (cursor && duplicates.length < MAX_COUNTED);
  return { duplicates, isMore: cursor !== undefined };
}

/** Reasons for a suggestion, and the next suggestion. */
export async function around(client: Client, ids: readonly string[]): Promise<Around> {
  const nameOf = (group: readonly string[]) => [...group].sort().join();
  const name = nameOf(ids);
  const isThis = ({ contactIds }: Duplicate) => nameOf(contactIds) === name;
  const { data: all } = await client.call('find_duplicate_contacts', { take: COUNTED_AT_ONCE });
  const at = all.duplicates.findIndex(isThis);
  const next = all.duplicates[at + 1];
  if (at >= 0) return { found: all.duplicates[at]!, ...(next && { next }) };
  const { data: own } = await client.call('find_duplicate_contacts', { contactId: ids[0]! });
  const found = own.duplicates.find(isThis);
  return { ...(found && { found }), ...(next && { next }) };
}

/** A contact's name fields. Undefined if it was deleted. */
export async function contactOf(client: Client, contactId: string | undefined): Promise<ComparedContact | undefined> {
  if (!contactId) return undefined;
  try {
    return (await client.call('get_contact', { contactId })).data.contact;
  } catch (error) {
    if (error instanceof KithError && error.status < 500) return undefined;
    throw error;
  }
}
