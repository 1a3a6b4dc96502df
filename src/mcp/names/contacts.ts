import type { ArgumentsOf, DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { email as emailAddress } from '../../contract/schema/primitives.ts';
import { chunked } from '../../shared/lists.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Candidate, Found, LookUp, Name } from './name.ts';
import { nearest } from './nearest.ts';

type Contact = DataOf<Operations['get_contact']>['contact'];
type Where = NonNullable<ArgumentsOf<Operations['filter_contacts']>['where']>;

/** Contacts by e-mail address, phone number or whole name, archived ones too. */
export async function findContacts(look: LookUp, names: readonly Name[]): Promise<Map<Name, Found>> {
  const by = (way: Way) => names.filter(({ given }) => wayOf(given) === way);
  const all = await Promise.all([byEmail(look, by('email')), byPhone(look, by('phone')), byName(look, by('name'))]);
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

/** Numbers are rare and the service alone knows how they compare, so each is asked for by itself. */
async function byPhone(look: LookUp, names: readonly Name[]): Promise<[Name, Found][]> {
  return Promise.all(
    names.map(async (name): Promise<[Name, Found]> => {
      const contacts = await filtered(look, { phone: name.given, ...ARCHIVED_TOO });
      return [name, { matches: contacts.map(candidate) }];
    }),
  );
}

/** A filter leaves archived contacts out unless it speaks of them. */
const ARCHIVED_TOO = { or: [{ is_archived: false }, { is_archived: true }] };
const NAMES_AT_ONCE = 20;

async function byName(look: LookUp, names: readonly Name[]): Promise<[Name, Found][]> {
  const called = new Map<string, Contact[]>();
  const folded = [...new Set(names.map(({ given }) => fold(given)))].filter((name) => name !== '');
  for (const some of chunked(folded, NAMES_AT_ONCE)) {
    const contacts = await filtered(look, { or: some.map((name) => ({ name, ...ARCHIVED_TOO })) });
    for (const contact of contacts) {
      for (const name of wholeNames(contact)) called.set(name, [...(called.get(name) ?? []), contact]);
    }
  }
  const found = names.map((name): [Name, Found] => {
    return [name, { matches: (called.get(fold(name.given)) ?? []).map(candidate) }];
  });
  for (const [{ given }, what] of found.filter(([, { matches }]) => matches.length === 0).slice(0, UNKNOWN_TOLD)) {
    what.nearest = nearest((await alike(look, given)).map(candidate), given);
  }
  return found;
}

/** A contact may go by a full name that is not just its first and last name. */
const wholeNames = ({ full_name, first_name, last_name }: Contact): Set<string> =>
  new Set([full_name, [first_name, last_name].filter(Boolean).join(' ')].map((name) => fold(name ?? '')));

/** How many unknown names are told what is near them: each takes a call. */
const UNKNOWN_TOLD = 3;
const BEGINNING = 3;

/** Contacts with a word in their names that begins, or holds what begins, as one of these words does. */
async function alike(look: LookUp, given: string): Promise<Contact[]> {
  const words = fold(given).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const beginnings = [...new Set(words.map((word) => word.slice(0, BEGINNING)))].slice(0, NAMES_AT_ONCE);
  if (beginnings.length === 0) return [];
  return filtered(look, { or: beginnings.map((name) => ({ name, ...ARCHIVED_TOO })) }, 1);
}

const PAGE = 200;
/** So many contacts may have a name as part of theirs; whoever is behind them must be given by id. */
const MOST_PAGES = 10;
const NAMES = { full_name: true, first_name: true, last_name: true };

async function filtered({ client, signal }: LookUp, where: Where, pages = MOST_PAGES): Promise<Contact[]> {
  const found: Contact[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const args: ArgumentsOf<Operations['filter_contacts']> = { where, take: PAGE, select: NAMES, cursor };
    const { contacts, pagination } = (await client.call('filter_contacts', args, { signal })).data;
    found.push(...contacts);
    cursor = pagination.nextCursor ?? undefined;
    if (!cursor) break;
  }
  return found;
}

const candidate = ({ id, full_name, first_name, last_name }: Contact): Candidate => ({
  id,
  name: full_name || [first_name, last_name].filter(Boolean).join(' '),
});

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
