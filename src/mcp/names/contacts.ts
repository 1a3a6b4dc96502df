import { BOUNDS } from '../../contract/schema/limits.ts';
import { email as emailAddress } from '../../contract/schema/primitives.ts';
import { KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import { ARCHIVED_TOO, candidate, type FilteredContact, filterContacts, PAGE } from './filter-contacts.ts';
import { asCompared, type LookupContext, type NameArgument, type NameCandidate, type NameMatch } from './name.ts';
import { findContactsByPhone } from './phones.ts';

/** Finds contacts by email address, phone number or full name, including archived ones. */
export async function findContacts(
  look: LookupContext,
  names: readonly NameArgument[],
): Promise<Map<NameArgument, NameMatch>> {
  const by = (way: LookupKind) => names.filter(({ given }) => lookupKindOf(given) === way);
  const all = await Promise.all([
    byEmail(look, by('email')),
    findContactsByPhone(look, by('phone')),
    byName(look, by('name')),
  ]);
  const found = new Map(all.flatMap((some) => [...some]));
  await addDistinguishingDetails(look, found);
  return found;
}

type LookupKind = 'email' | 'phone' | 'name';

/** Returns whether a string looks like an email address, a phone number or a name. */
export function lookupKindOf(given: string): LookupKind {
  if (addressIn(given) !== undefined) return 'email';
  return /^[+(]?[\d\s().\-/–]+$/.test(given) && given.replace(/\D/g, '').length >= 5 ? 'phone' : 'name';
}

/** Normalized address in `ada@example.com` or `Ada Lovelace <ada@example.com>`. */
function addressIn(given: string): string | undefined {
  const address = (/<([^<>\s]+)>$/.exec(given)?.[1] ?? given).toLowerCase();
  return emailAddress().safeParse(address).success ? address : undefined;
}

const EMAIL_BATCH_SIZE = 100;

async function byEmail(
  { client, signal }: LookupContext,
  names: readonly NameArgument[],
): Promise<[NameArgument, NameMatch][]> {
  const holders = new Map<string, FilteredContact[]>();
  for (const some of chunked(names, EMAIL_BATCH_SIZE)) {
    const emails = some.map(({ given }) => addressIn(given)!);
    const args = { emails, include: { contact_emails: true } };
    const { contacts } = (await client.call('find_contacts_by_email', args, { signal })).data;
    for (const contact of contacts) {
      const own = (contact.contact_emails ?? []).map(({ email }) => email.trim().toLowerCase());
      for (const email of new Set(own)) holders.set(email, [...(holders.get(email) ?? []), contact]);
    }
  }
  return names.map((name) => [name, { matches: (holders.get(addressIn(name.given)!) ?? []).map(candidate) }]);
}

const NAME_BATCH_SIZE = 20;
/** Maximum number of names looked up one at a time, when a combined lookup matches too many contacts. */
const ALONE = 20;
/** Maximum number of further pages read per call, across all lookups. */
const MORE_PAGES = 60;

async function byName(look: LookupContext, names: readonly NameArgument[]): Promise<[NameArgument, NameMatch][]> {
  const called = new Map<string, FilteredContact[]>();
  const unsure: string[] = [];
  const wanted = new Set(names.map(({ given }) => asCompared(given)));
  // Stored names are never longer, and the filter rejects longer ones.
  const folded = [...wanted].filter((name) => name !== '' && name.length <= BOUNDS.name);
  const budget = { more: MORE_PAGES };
  const ask = async (some: readonly string[]): Promise<boolean> => {
    const where = { or: some.map((name) => ({ name, ...ARCHIVED_TOO })) };
    const { contacts, all } = await filterContacts(look, where, { budget });
    for (const contact of contacts) {
      for (const name of wholeNames(contact)) {
        const known = called.get(name) ?? [];
        if (!known.some(({ id }) => id === contact.id)) called.set(name, [...known, contact]);
      }
    }
    return all;
  };
  let alone = 0;
  for (const some of chunked(folded, NAME_BATCH_SIZE)) {
    if (await ask(some)) continue;
    for (const name of some) if (some.length === 1 || ++alone > ALONE || !(await ask([name]))) unsure.push(name);
  }
  const found = names.map((name): [NameArgument, NameMatch] => {
    const folded = asCompared(name.given);
    const matches = (called.get(folded) ?? []).map(candidate);
    return [name, { matches, ...(unsure.includes(folded) && { unsure: true }) }];
  });
  const unknown = found.filter(([, { matches, unsure }]) => matches.length === 0 && !unsure);
  for (const [{ given }, what] of unknown.slice(0, MAX_UNKNOWN)) {
    what.nearest = await alike(look, given);
  }
  return found;
}

/** A contact's full name can differ from its first and last name. */
const wholeNames = ({ full_name, first_name, last_name }: FilteredContact): Set<string> =>
  new Set([full_name, [first_name, last_name].filter(Boolean).join(' ')].map((name) => asCompared(name ?? '')));

/** Maximum number of unknown names that get suggestions. Each costs a call. */
const MAX_UNKNOWN = 3;
const SUGGESTIONS = 5;
/** Minimum share of the words that a suggestion must match. */
const NEAR = 0.5;

/** People that `search` finds by name, including archived ones; none if the server has no such operation. */
async function alike({ client, signal }: LookupContext, given: string): Promise<NameCandidate[]> {
  // Quotes would require an exact phrase.
  const query = given.replaceAll('"', ' ').slice(0, BOUNDS.name).trim();
  if (query === '') return [];
  try {
    const { data } = await client.call('search', { query, kinds: ['person'], take: SUGGESTIONS }, { signal });
    return data.results.flatMap(({ id, title, score, trashed }) =>
      score >= NEAR ? [{ id, name: title, ...(trashed && { in_trash: true }) }] : [],
    );
  } catch (error) {
    if (error instanceof KithError && error.code === 'NotFound') return [];
    throw error;
  }
}

/** Maximum number of contacts with the same name that get distinguishing details. */
const MAX_DISTINGUISHED = 20;

/** Adds details that distinguish contacts with the same name, and those with similar names. */
async function addDistinguishingDetails(
  { client, signal }: LookupContext,
  found: Map<NameArgument, NameMatch>,
): Promise<void> {
  const unclear = [...found.values()].flatMap(({ matches, nearest = [] }) =>
    matches.length > 1 ? matches.slice(0, MAX_DISTINGUISHED) : nearest.filter((one) => !one.in_trash),
  );
  const ids = [...new Set(unclear.map(({ id }) => id))].slice(0, PAGE);
  if (ids.length === 0) return;
  const where = { in: ids, ...ARCHIVED_TOO };
  const include = { contact_emails: true, legacy_contact_addresses: true };
  const { contacts } = (await client.call('filter_contacts', { where, take: PAGE, include }, { signal })).data;
  const about = new Map(contacts.map((contact) => [contact.id, detailsOf(contact)]));
  for (const one of unclear) Object.assign(one, about.get(one.id));
}

const detailsOf = (contact: FilteredContact) => ({
  company: contact.company,
  job_title: contact.job_title,
  email: contact.contact_emails?.[0]?.email,
  city: contact.legacy_location ?? contact.legacy_contact_addresses?.find(({ city }) => city)?.city,
  last_seen: contact.last_seen_at?.slice(0, 10),
  ...(contact.is_archived && { is_archived: true }),
});
