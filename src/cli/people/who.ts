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
/** So many are told of when several people are meant. */
const TOLD = 8;

/** What tells people apart in a list. */
export const INCLUDE = { contact_emails: true, contact_phone_numbers: true } as const;

/**
 * The one person that words mean: by id, e-mail, number, or words of the name. Whoever is called exactly that comes
 * before those who only have the words in their name. Throws a 404 when there is nobody, and a 409 for several.
 */
export async function onePerson(client: Client, who: string): Promise<Person> {
  if (UUID.test(who)) return (await client.call('get_contact', { contactId: who })).data.contact;
  const query = textOf('The name of a person', [who]);
  const current = await peopleCalled(client, who, { query, archived: false });
  // An archived person is meant only if nobody else is.
  const { people, all } =
    current.people.length > 0 ? current : await peopleCalled(client, who, { query, archived: true });
  const { near } = current;
  const called = people.filter(({ full_name }) => fold(full_name ?? '') === fold(who));
  // Where not all were looked at, another may be called the same.
  const [one, ...others] = called.length > 1 || (called.length === 1 && all) ? called : people;
  if (!one) throw nobody(who, near);
  if (others.length === 0) return one;
  const told = [one, ...others].slice(0, TOLD).map((person) => `  ${apart(person)}`);
  const more = others.length >= TOLD ? 'more than ' : '';
  throw new KithError(
    'Conflict',
    `${who} may be ${more}${counted(told.length, 'person', 'people')}:\n${told.join('\n')}`,
    {
      hint: 'Give more of the name, an e-mail, or the id.',
    },
  );
}

/** Who has the words, and who only comes near, among all people or among the archived. */
async function peopleCalled(client: Client, who: string, { query, archived }: { query: string; archived: boolean }) {
  const { people: near, all } = await found(client, query, archived);
  // A search also lists who only comes near. Nobody is taken for somebody else.
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
  const hint = nearest ? `Did you mean ${apart(nearest)}?` : 'kith find looks for people.';
  return new KithError('NotFound', `No person matches “${who}”.`, { hint });
}

const PAGE = 500;
const MOST_PAGES = 4;

/** Who is found by words, and whether these are all of them. */
async function found(
  client: Client,
  searchQuery: string,
  archived: boolean,
): Promise<{ people: Person[]; all: boolean }> {
  const people: Person[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
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

const apart = (person: Person): string => {
  const { id, company, job_title, contact_emails } = person;
  return [nameOf(person), company ?? job_title, contact_emails?.[0]?.email, id].filter(Boolean).join(', ');
};

export const nameOf = (person: Person): string => contactTitle(person) ?? person.id;
