import { sql } from 'kysely';
import { type Fields, list, shownAs } from '../../contract/contact-markdown.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { MAX_PASSAGE, type SearchKind } from '../../contract/search.ts';
import { fold, words } from '../../shared/text/fold.ts';
import { untyped } from '../../store/store.ts';
import { readContacts } from '../contact-rows/read.ts';
import type { RelationField } from '../contact-rows/relation-fields.ts';
import type { Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import { askedFacts, SEPARATOR } from './asked-facts.ts';
import type { Hit } from './hits.ts';
import { passageOf, titleOf } from './passage.ts';
import { formsOf, qualityOf } from './word-forms.ts';

export type Result = DataOf<Operations['search']>['results'][number];
type Shown = Pick<Result, 'title' | 'text' | 'contacts'>;

const MAX_CONTACTS = 10;
/** Characters of a note that are searched for the matching passage. */
const TEXT_READ = 20_000;

/** Converts hits to API results. Records deleted in the meantime are omitted. */
export async function viewHits(context: Context, hits: readonly Hit[], question: Question): Promise<Result[]> {
  const weightOfWord = wantedWords(question);
  const shown = new Map<string, Shown>();
  for (const kind of ['person', 'note', 'reminder', 'group', 'tag'] as const) {
    const ids = hits.filter((hit) => hit.kind === kind && !hit.shown).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, one] of await VIEWS[kind](context, ids, weightOfWord, question)) shown.set(id, one);
  }
  const byAddress = await contactsByAddress(
    context,
    hits.flatMap(({ shown }) => shown?.addresses ?? []),
  );
  return hits.flatMap((hit): Result[] => {
    const { kind, id, score, date, trashed, archived = false } = hit;
    const given = hit.shown ?? shown.get(id);
    if (!given) return [];
    const { title, text } = given;
    const contacts =
      'contacts' in given ? given.contacts : (hit.shown?.addresses ?? []).flatMap((one) => byAddress.get(one) ?? []);
    const few = [...new Map(contacts.map((contact) => [contact.id, contact])).values()].slice(0, MAX_CONTACTS);
    return [
      {
        id,
        kind,
        title,
        text,
        url: urlOf(kind, id),
        date,
        contacts: few,
        archived,
        ...(trashed && { trashed }),
        score,
      },
    ];
  });
}

/** The record's MCP resource URI. */
export function urlOf(kind: SearchKind, id: string): string {
  if (kind === 'person') return `kith://contacts/${id}`;
  if (kind === 'group') return `kith://groups/${id}/contacts`;
  return `kith://records/${encodeURIComponent(id)}`;
}

type WeightOfWord = (word: string) => number;

/**
 * Returns a function that weighs a word's relevance to the question, 0 to 1. It matches the word itself, inflected
 * forms, and synonyms.
 */
export function wantedWords(question: Question): WeightOfWord {
  const forms = formsOf(question);
  return (word) => forms.reduce((most, one) => Math.max(most, qualityOf(one, word)), 0);
}

type View = (
  context: Context,
  ids: string[],
  weightOfWord: WeightOfWord,
  question: Question,
) => Promise<Map<string, Shown>>;

const VIEWS: Record<'person' | 'note' | 'reminder' | 'group' | 'tag', View> = {
  async person(context, ids, weightOfWord, question) {
    const asked = askedFacts(question);
    const contacts: Fields[] = await readContacts(context, ids, new Set([...SHOWN_RELATIONS, ...asked.relations]));
    return new Map(
      contacts.map((contact) => {
        const reached = [
          ...list(contact.contact_emails)
            .slice(0, 2)
            .map(({ email }) => email),
          ...list(contact.contact_phone_numbers)
            .slice(0, 1)
            .map(({ phone_number }) => phone_number),
        ];
        const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
        const named = [
          ...list(contact.tags_contacts).map(({ tags }) => (tags as Fields).name),
          ...list(contact.groups_contacts).map(({ groups }) => (groups as Fields).name),
          ...list(contact.contacts_custom_fields).map(({ custom_fields, text_value, array_value }) =>
            [(custom_fields as Fields).name, text_value ?? list(array_value).join(', ')].join(': '),
          ),
        ];
        const own = [work, contact.legacy_location, ...reached, contact.education, contact.description];
        const matched = named.filter((fact) => words(String(fact)).some((word) => weightOfWord(word) > 0));
        const facts = asked.of(contact);
        const rest = [...matched, ...own.filter((fact) => !facts.includes(String(fact)))].filter(Boolean);
        const room = facts ? MAX_PASSAGE - facts.length - SEPARATOR.length : MAX_PASSAGE;
        const passage = passageOf(rest.join(SEPARATOR), weightOfWord, room);
        const text = [facts, passage].filter(Boolean).join(SEPARATOR);
        return [String(contact.id), { title: String(shownAs(contact)), text, contacts: [] }];
      }),
    );
  },

  async note(context, ids, weightOfWord) {
    const { db, user } = context;
    const rows = await db
      .selectFrom('timeline_items')
      .select(['id', sql<string | null>`substr(note, 1, ${sql.lit(TEXT_READ)})`.as('note')])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .execute();
    const people = await peopleOf(context, 'timeline_items_contacts', 'timeline_item_id', ids);
    return new Map(
      rows.map(({ id, note }) => {
        const text = note ?? '';
        return [id, { title: titleOf(text), text: passageOf(text, weightOfWord), contacts: people.get(id) ?? [] }];
      }),
    );
  },

  async reminder(context, ids, weightOfWord) {
    const { db, user } = context;
    const rows = await db
      .selectFrom('reminders')
      .select(['id', 'text'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .execute();
    const people = await peopleOf(context, 'reminders_contacts', 'reminder_id', ids);
    return new Map(
      rows.map(({ id, text: own }) => {
        const text = own ?? '';
        return [id, { title: titleOf(text), text: passageOf(text, weightOfWord), contacts: people.get(id) ?? [] }];
      }),
    );
  },

  async group({ db, user }, ids, weightOfWord) {
    const rows = await db
      .selectFrom('groups')
      .select(['id', 'name', 'description'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .execute();
    const view = ({ name, description }: (typeof rows)[number]): Shown => ({
      title: name,
      text: passageOf(description ?? '', weightOfWord),
      contacts: [],
    });
    return new Map(rows.map((row) => [row.id, view(row)]));
  },

  async tag({ db, user }, ids) {
    const rows = await db
      .selectFrom('tags')
      .select(['id', 'name'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, name }) => [id, { title: name, text: '', contacts: [] }]));
  },
};

const SHOWN_RELATIONS: ReadonlySet<RelationField> = new Set([
  'contact_emails',
  'contact_phone_numbers',
  'tags_contacts',
  'groups_contacts',
  'contacts_custom_fields',
]);

type People = Map<string, Shown['contacts']>;

async function peopleOf(
  { db, user }: Context,
  table: 'timeline_items_contacts' | 'reminders_contacts',
  column: 'timeline_item_id' | 'reminder_id',
  ids: string[],
): Promise<People> {
  const rows = await untyped(db)
    .selectFrom(table)
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', `${table}.user_id`).onRef('contacts.id', '=', `${table}.contact_id`),
    )
    .select([`${table}.${column} as of`, 'contacts.id', 'contacts.full_name'])
    .where(`${table}.user_id`, '=', user.user_id)
    .where(`${table}.${column}`, 'in', ids)
    .orderBy('contacts.id')
    .execute();
  const people: People = new Map();
  for (const { of, id, full_name } of rows as unknown as { of: string; id: string; full_name: string | null }[]) {
    const own = people.get(of) ?? [];
    if (own.length < MAX_CONTACTS) own.push({ id, full_name });
    people.set(of, own);
  }
  return people;
}

/** Contacts by the email addresses of events and emails. */
async function contactsByAddress({ db, user }: Context, addresses: string[]): Promise<People> {
  const normal = [...new Set(addresses.map(fold))].slice(0, 500);
  const people: People = new Map();
  if (normal.length === 0) return people;
  const rows = await db
    .selectFrom('contact_emails as email')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'email.user_id').onRef('contacts.id', '=', 'email.contact_id'),
    )
    .select(['email.normal', 'contacts.id', 'contacts.full_name'])
    .where('email.user_id', '=', user.user_id)
    .where('email.normal', 'in', normal)
    .orderBy('contacts.id')
    .execute();
  for (const { normal, id, full_name } of rows)
    for (const address of addresses.filter((one) => fold(one) === normal))
      people.set(address, [...(people.get(address) ?? []), { id, full_name }]);
  return people;
}
