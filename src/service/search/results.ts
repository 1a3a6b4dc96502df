import { type Fields, list, shownAs } from '../../contract/contact-markdown.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { SearchKind } from '../../contract/search.ts';
import { fold } from '../../shared/text/fold.ts';
import { untyped } from '../../store/store.ts';
import { readContacts } from '../contact-rows/read.ts';
import type { RelationField } from '../contact-rows/relation-fields.ts';
import type { Question } from '../question/question.ts';
import type { Context } from '../runtime/context.ts';
import type { Hit } from './hits.ts';
import { passageOf, titleOf } from './passage.ts';

export type Result = DataOf<Operations['search']>['results'][number];
type Shown = Pick<Result, 'title' | 'text' | 'contacts'>;

const MOST_CONTACTS = 10;

/** The hits of a page as the API shows them. A record that was deleted meanwhile is left out. */
export async function viewHits(context: Context, hits: readonly Hit[], question: Question): Promise<Result[]> {
  const weightOfWord = wantedWords(question);
  const shown = new Map<string, Shown>();
  for (const kind of ['person', 'note', 'reminder', 'group', 'tag'] as const) {
    const ids = hits.filter((hit) => hit.kind === kind && !hit.shown).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, one] of await VIEWS[kind](context, ids, weightOfWord)) shown.set(id, one);
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
    const few = [...new Map(contacts.map((contact) => [contact.id, contact])).values()].slice(0, MOST_CONTACTS);
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

/** The address of a record, as resources have it. */
export function urlOf(kind: SearchKind, id: string): string {
  if (kind === 'person') return `kith://contacts/${id}`;
  if (kind === 'group') return `kith://groups/${id}/contacts`;
  return `kith://records/${encodeURIComponent(id)}`;
}

type WeightOfWord = (word: string) => number;

/** How much a word of a text says about the question. Words with its beginning count, as other forms do. */
export function wantedWords({ words }: Question): WeightOfWord {
  const telling = words.filter((word) => word.telling).map(({ word }) => word);
  const exact = new Set(telling);
  const stems = telling.filter((word) => word.length > 4).map((word) => word.slice(0, -1));
  return (word) => (exact.has(word) ? 1 : stems.some((stem) => word.startsWith(stem)) ? 0.8 : 0);
}

type View = (context: Context, ids: string[], weightOfWord: WeightOfWord) => Promise<Map<string, Shown>>;

const VIEWS: Record<'person' | 'note' | 'reminder' | 'group' | 'tag', View> = {
  async person(context, ids, weightOfWord) {
    const contacts: Fields[] = await readContacts(context, ids, REACHED_BY);
    return new Map(
      contacts.map((contact) => {
        const reached = [
          ...list(contact.contact_emails).map(({ email }) => email),
          ...list(contact.contact_phone_numbers).map(({ phone_number }) => phone_number),
        ];
        const work = [contact.job_title, contact.company].filter(Boolean).join(', ');
        const facts = [work, contact.legacy_location, ...reached.slice(0, 3), contact.education, contact.description];
        const text = passageOf(facts.filter(Boolean).join('\n'), weightOfWord);
        return [String(contact.id), { title: String(shownAs(contact)), text, contacts: [] }];
      }),
    );
  },

  async note(context, ids, weightOfWord) {
    const { db, user } = context;
    const rows = await db
      .selectFrom('timeline_items')
      .select(['id', 'note'])
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

const REACHED_BY: ReadonlySet<RelationField> = new Set(['contact_emails', 'contact_phone_numbers']);

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
    if (own.length < MOST_CONTACTS) own.push({ id, full_name });
    people.set(of, own);
  }
  return people;
}

/** The contacts that have an e-mail address of an event or e-mail. */
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
