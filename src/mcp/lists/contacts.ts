import { SEARCHED_FIELDS } from '../../contract/contact-filter.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { isRecord } from '../../shared/records.ts';
import { type Ask, type Fields, isEmpty } from './ask.ts';
import { matchesOfWords } from './words.ts';

type Where = NonNullable<ArgumentsOf<Operations['count_contacts']>['where']>;

const TO_LIST = 'is_archived: true in where finds them';

/** Counts the archived people who match the same conditions; for an empty list also other records with its words. */
export function archivedMatches(ask: Ask, { where = {}, near }: { where?: Where | undefined; near?: unknown }) {
  const isPlain = near === undefined && !mentionsArchived(where);
  const counting = isPlain && Object.keys(where).length > 0 ? archived(ask, where) : undefined;
  return async (reply: Fields): Promise<string | undefined> => {
    const words = isEmpty(reply) ? wordsIn(where) : '';
    const count = await (counting ?? (isPlain && isEmpty(reply) ? archived(ask, where) : undefined));
    const others = words && (await matchesOfWords(ask, { query: words, shown: { kind: 'person' } })(reply));
    return [count && `${count}; ${TO_LIST}`, others].filter(Boolean).join('. ') || undefined;
  };
}

/** Counts the archived members of a group. */
export function archivedMembers(
  ask: Ask,
  { groupId, includeSubgroups }: { groupId: string; includeSubgroups?: unknown },
) {
  const counting = includeSubgroups ? undefined : archived(ask, { groups: { any: [groupId] } });
  return async (): Promise<string | undefined> => {
    const count = await counting;
    return count && `${count}; filter_contacts with groups and is_archived: true finds them`;
  };
}

async function archived(ask: Ask, where: Where): Promise<string | undefined> {
  const count = (await ask('count_contacts', { where: { ...where, is_archived: true } }))?.count;
  return count ? `${count} archived` : undefined;
}

const mentionsArchived = (where: unknown): boolean =>
  Array.isArray(where)
    ? where.some(mentionsArchived)
    : isRecord(where) && ('is_archived' in where || mentionsArchived(where.or));

/** Words that a filter looks for in texts. */
const wordsIn = (where: Fields): string =>
  SEARCHED_FIELDS.map((field) => where[field])
    .filter((value) => typeof value === 'string')
    .join(' ')
    .trim();

/** Lists the email addresses that no contact has. */
export async function unknownAddresses(reply: Fields, emails: readonly unknown[]): Promise<string | undefined> {
  const rows = (reply.contacts ?? []) as { contact_emails?: { email: string }[] }[];
  const known = rows.flatMap(({ contact_emails = [] }) => contact_emails.map(({ email }) => asCompared(email)));
  const invalid = ((reply.failed ?? []) as { email: string }[]).map(({ email }) => asCompared(email));
  const found = new Set([...known, ...invalid]);
  const unknown = [...new Set(emails.map(String))].filter((email) => !found.has(asCompared(email)));
  const more = unknown.length - MAX_ADDRESSES;
  if (unknown.length === 0) return undefined;
  return `no contact has ${unknown.slice(0, MAX_ADDRESSES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MAX_ADDRESSES = 10;

const asCompared = (email: string): string => email.trim().normalize('NFC').toLowerCase();
