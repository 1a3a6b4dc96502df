import type { Client } from '../../client/client.ts';
import { contactTitle } from '../../client/contact-names.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { counted } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { fold } from '../../shared/text/fold.ts';
import { matchesPrefixes } from '../../shared/text/matches-prefixes.ts';
import { textOf } from '../input/arguments.ts';

export type Person = DataOf<Operations['list_contacts']>['contacts'][number];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Maximum number of people listed for an ambiguous name. */
const MAX_LISTED = 8;

/** Parts that distinguish people in a list. */
export const INCLUDE = { contact_emails: true, contact_phone_numbers: true } as const;

/**
 * Finds the person by id, email, number, or words in the name. An exact name match takes precedence over partial matches.
 * Throws a 404 if no one matches, and a 409 if several people do.
 */
export async function onePerson(client: Client, who: string): Promise<Person> {
  if (UUID.test(who)) return (await client.call('get_contact', { contactId: who })).data.contact;
  const query = textOf('The name of a person', [who]);
  const current = await peopleCalled(client, who, { query, archived: false });
  // Archived people are considered only if no one else matches.
  const { people, all } =
    current.people.length > 0 ? current : await peopleCalled(client, who, { query, archived: true });
  const { near } = current;
  const called = people.filter(({ full_name }) => fold(full_name ?? '') === fold(who));
  // If not all results were read, someone else may have the same name.
  const [one, ...others] = called.length > 1 || (called.length === 1 && all) ? called : people;
  if (!one) throw nobody(who, near);
  if (others.length === 0) return one;
  const listed = [one, ...others].slice(0, MAX_LISTED).map((person) => `  ${describe(person)}`);
  const more = others.length >= MAX_LISTED ? 'more than ' : '';
  throw new KithError(
    'Conflict',
    `"${who}" matches ${more}${counted(listed.length, 'person', 'people')}:\n${listed.join('\n')}`,
    {
      hint: 'Use more of the name, an email, or the id.',
    },
  );
}

/** Returns exact and near matches among current or archived people. */
async function peopleCalled(client: Client, who: string, { query, archived }: { query: string; archived: boolean }) {
  const { people: near, all } = await found(client, query, archived);
  // A search also returns near matches, which must not be mistaken for the person.
  const people = HAS_LETTERS.test(who) ? near.filter((person) => matchesPrefixes(textsOf(person), who)) : near;
  return { people, near, all };
}

const HAS_LETTERS = /\p{L}/u;

const textsOf = ({ full_name, first_name, last_name, company, job_title, contact_emails }: Person) => [
  ...[full_name, first_name, last_name, company, job_title],
  ...(contact_emails ?? []).map(({ email }) => email),
];

function nobody(who: string, near: readonly Person[]): KithError {
  const [nearest] = near;
  const hint = nearest ? `Did you mean ${describe(nearest)}?` : 'Search with kith find.';
  return new KithError('NotFound', `No person matches “${who}”.`, { hint });
}

const PAGE = 500;
const MAX_PAGES = 4;

/** Returns the people that match the words, and whether the list is complete. */
async function found(
  client: Client,
  searchQuery: string,
  archived: boolean,
): Promise<{ people: Person[]; all: boolean }> {
  const people: Person[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data } = await client.call('list_contacts', {
      searchQuery,
      archived,
      take: PAGE,
      cursor,
      include: INCLUDE,
    });
    append(people, data.contacts);
    cursor = data.pagination.nextCursor ?? undefined;
    if (!cursor) return { people, all: true };
  }
  return { people, all: false };
}

const describe = (person: Person): string => {
  const { id, company, job_title, contact_emails } = person;
  return [nameOf(person), company ?? job_title, contact_emails?.[0]?.email, id].filter(Boolean).join(', ');
};

export const nameOf = (person: Person): string => contactTitle(person) ?? person.id;
