import type { Client } from '../../client/client.ts';
import { betterValues, type ComparedContact, type MergeChoices, type MergedContact } from '../../client/merge-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import type { Counts, Duplicate } from '../pages/duplicates/duplicates.tsx';

// Data of the duplicates pages.

type Found = DataOf<Operations['find_duplicate_contacts']>;

const SHOWN_AT_ONCE = 40;
const COUNTED_AT_ONCE = 200;

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

export async function listed(client: Client, cursor: string | undefined) {
  const { data: page } = await client.call('find_duplicate_contacts', {
    take: SHOWN_AT_ONCE,
    ...(cursor && { cursor }),
    include: { contacts: true, contact_emails: true, contact_phone_numbers: true },
  });
  return { page, counts: cursor ? undefined : await countedFrom(client, page) };
}

async function countedFrom(client: Client, { duplicates, pagination: { nextCursor } }: Found): Promise<Counts> {
  const rest = nextCursor
    ? (await client.call('find_duplicate_contacts', { take: COUNTED_AT_ONCE, cursor: nextCursor })).data
    : undefined;
  const of = { certain: 0, likely: 0, possible: 0 };
  for (const { confidence } of [...duplicates, ...(rest?.duplicates ?? [])]) of[confidence]++;
  return { of, isMore: Boolean(rest?.pagination.nextCursor) };
}

/** Reasons for a suggestion, and the next suggestion. */
export async function around(
  client: Client,
  contacts: ComparedContact[],
): Promise<{ found?: Duplicate; next?: Duplicate }> {
  const nameOf = (ids: string[]) => [...ids].sort().join();
  const name = nameOf(contacts.map(({ id }) => id));
  const isThis = ({ contactIds }: Duplicate) => nameOf(contactIds) === name;
  const { data: all } = await client.call('find_duplicate_contacts', { take: COUNTED_AT_ONCE });
  const at = all.duplicates.findIndex(isThis);
  const next = all.duplicates[at + 1];
  if (at >= 0) return { found: all.duplicates[at]!, ...(next && { next }) };
  const { data: own } = await client.call('find_duplicate_contacts', { contactId: contacts[0]!.id });
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
