import { BOUNDS } from '../../contract/schema/limits.ts';
import { email as emailAddress } from '../../contract/schema/primitives.ts';
import { KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import { ARCHIVED_TOO, type Contact, candidate, filtered, PAGE } from './filtered.ts';
import { asCompared, type Candidate, type Found, type LookUp, type Name } from './name.ts';
import { findByPhone } from './phones.ts';

/** Contacts by e-mail address, phone number or whole name, archived ones too. */
export async function findContacts(look: LookUp, names: readonly Name[]): Promise<Map<Name, Found>> {
  const by = (way: Way) => names.filter(({ given }) => wayOf(given) === way);
  const all = await Promise.all([byEmail(look, by('email')), findByPhone(look, by('phone')), byName(look, by('name'))]);
  const found = new Map(all.flatMap((some) => [...some]));
  await tellApart(look, found);
  return found;
}

type Way = 'email' | 'phone' | 'name';

/** Whether a text can be the e-mail address, the phone number or the name of a contact. */
export function wayOf(given: string): Way {
  if (addressIn(given) !== undefined) return 'email';
  return /^[+(]?[\d\s().\-/–]+$/.test(given) && given.replace(/\D/g, '').length >= 5 ? 'phone' : 'name';
}

/** The address in `ada@example.com` or `Ada Lovelace <ada@example.com>`, as it is compared. */
function addressIn(given: string): string | undefined {
  const address = (/<([^<>\s]+)>$/.exec(given)?.[1] ?? given).toLowerCase();
  return emailAddress().safeParse(address).success ? address : undefined;
}

const EMAILS_AT_ONCE = 100;

async function byEmail({ client, signal }: LookUp, names: readonly Name[]): Promise<[Name, Found][]> {
  const holders = new Map<string, Contact[]>();
  for (const some of chunked(names, EMAILS_AT_ONCE)) {
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

const NAMES_AT_ONCE = 20;
/** How many names are asked for alone, where those asked for together come near too many contacts. */
const ALONE = 20;
/** How many pages one call reads beyond the first of each question, however many names it has. */
const MORE_PAGES = 60;

async function byName(look: LookUp, names: readonly Name[]): Promise<[Name, Found][]> {
  const called = new Map<string, Contact[]>();
  const unsure: string[] = [];
  const wanted = new Set(names.map(({ given }) => asCompared(given)));
  // No name is longer as it is stored, and a filter takes none that is.
  const folded = [...wanted].filter((name) => name !== '' && name.length <= BOUNDS.name);
  const budget = { more: MORE_PAGES };
  const ask = async (some: readonly string[]): Promise<boolean> => {
    const where = { or: some.map((name) => ({ name, ...ARCHIVED_TOO })) };
    const { contacts, all } = await filtered(look, where, { budget });
    for (const contact of contacts) {
      for (const name of wholeNames(contact)) {
        const known = called.get(name) ?? [];
        if (!known.some(({ id }) => id === contact.id)) called.set(name, [...known, contact]);
      }
    }
    return all;
  };
  let alone = 0;
  for (const some of chunked(folded, NAMES_AT_ONCE)) {
    if (await ask(some)) continue;
    for (const name of some) if (some.length === 1 || ++alone > ALONE || !(await ask([name]))) unsure.push(name);
  }
  const found = names.map((name): [Name, Found] => {
    const folded = asCompared(name.given);
    const matches = (called.get(folded) ?? []).map(candidate);
    return [name, { matches, ...(unsure.includes(folded) && { unsure: true }) }];
  });
  const unknown = found.filter(([, { matches, unsure }]) => matches.length === 0 && !unsure);
  for (const [{ given }, what] of unknown.slice(0, UNKNOWN_TOLD)) {
    what.nearest = await alike(look, given);
  }
  return found;
}

/** A contact may go by a full name that is not just its first and last name. */
const wholeNames = ({ full_name, first_name, last_name }: Contact): Set<string> =>
  new Set([full_name, [first_name, last_name].filter(Boolean).join(' ')].map((name) => asCompared(name ?? '')));

/** How many unknown names are told what is near them: each takes a call. */
const UNKNOWN_TOLD = 3;
const SUGGESTIONS = 5;
/** The least part of the words that a suggestion accounts for. */
const NEAR = 0.5;

/** The people whom `search` finds by a name, archived ones too; none if the server has no such operation. */
async function alike({ client, signal }: LookUp, given: string): Promise<Candidate[]> {
  // Quoted words would have to occur as they are written.
  const query = given.replaceAll('"', ' ').slice(0, BOUNDS.name).trim();
  if (query === '') return [];
  try {
    const { data } = await client.call('search', { query, kinds: ['person'], take: SUGGESTIONS }, { signal });
    return data.results.flatMap(({ id, title, score }) => (score >= NEAR ? [{ id, name: title }] : []));
  } catch (error) {
    if (error instanceof KithError && error.code === 'NotFound') return [];
    throw error;
  }
}

/** How many contacts of one name are told apart. */
const TOLD_APART = 20;

/** Adds to contacts that share a name what a person knows them by. */
async function tellApart({ client, signal }: LookUp, found: Map<Name, Found>): Promise<void> {
  const unclear = [...found.values()].filter(({ matches }) => matches.length > 1);
  const ids = unclear.flatMap(({ matches }) => matches.slice(0, TOLD_APART).map(({ id }) => id));
  if (ids.length === 0) return;
  const where = { in: ids.slice(0, PAGE), ...ARCHIVED_TOO };
  const include = { contact_emails: true, legacy_contact_addresses: true };
  const { contacts } = (await client.call('filter_contacts', { where, take: PAGE, include }, { signal })).data;
  const about = new Map(contacts.map((contact) => [contact.id, detailsOf(contact)]));
  for (const { matches } of unclear) for (const match of matches) Object.assign(match, about.get(match.id));
}

const detailsOf = (contact: Contact) => ({
  company: contact.company,
  job_title: contact.job_title,
  email: contact.contact_emails?.[0]?.email,
  city: contact.legacy_location ?? contact.legacy_contact_addresses?.find(({ city }) => city)?.city,
  last_seen: contact.last_seen_at?.slice(0, 10),
  ...(contact.is_archived && { is_archived: true }),
});
