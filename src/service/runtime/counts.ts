import { type SqlBool, sql } from 'kysely';
import { append, chunked, groupBy } from '../../shared/lists.ts';
import type { CountKind } from '../../store/count-tables.ts';
import { insertRows } from '../../store/insert.ts';
import { type Db, untyped } from '../../store/store.ts';
import type { ContactRow, UserRow } from '../../store/tables.ts';

// Stored counts of contacts, updated in the transaction of each change, so that no request counts a whole address book.
// Archived contacts are not counted. Code that adds, deletes, or archives contacts, or changes their tags, groups, or
// companies, calls these functions. One user's writes never run concurrently.

interface UserDb {
  db: Db;
  user: Pick<UserRow, 'user_id'>;
}

/** A change of a count by `contacts`, which may be negative. */
export interface Count {
  kind: CountKind;
  name: string;
  contacts: number;
}

/** Companies with longer names, in characters, are counted together, because index keys have a maximum length. */
const MAX_COMPANY_LENGTH = 200;

const isLong = (text: string) => text.length > MAX_COMPANY_LENGTH && [...text].length > MAX_COMPANY_LENGTH;

/** The counts that an unarchived contact is part of, except those of tags and groups. */
export function countsOfContact({ folded_company = '' }: Partial<ContactRow>, contacts = 1): Count[] {
  const all: Count = { kind: 'all', name: '', contacts };
  return [all, ...countsOfCompany(folded_company, contacts)];
}

/** The count of a company, by its folded name. None for an empty name. */
export function countsOfCompany(folded: string, contacts: number): Count[] {
  if (folded === '') return [];
  return [isLong(folded) ? { kind: 'long company', name: '', contacts } : { kind: 'company', name: folded, contacts }];
}

export async function addToCounts({ db, user }: UserDb, counts: Iterable<Count>): Promise<void> {
  const sums = new Map<string, Count>();
  for (const { kind, name, contacts } of counts) {
    const key = `${kind} ${name}`;
    sums.set(key, { kind, name, contacts: contacts + (sums.get(key)?.contacts ?? 0) });
  }
  const changed = [...sums.values()].filter(({ contacts }) => contacts !== 0);
  await insertRows(
    db,
    'kept_counts',
    changed.map((count) => ({ user_id: user.user_id, ...count })),
    { key: ['user_id', 'kind', 'name'], add: ['contacts'] },
  );
  const fewer = changed.filter(({ contacts }) => contacts < 0);
  for (const [kind, some] of groupBy(fewer, (count) => count.kind))
    for (const part of chunked(some.map(({ name }) => name)))
      await db
        .deleteFrom('kept_counts')
        .where('user_id', '=', user.user_id)
        .where('kind', '=', kind)
        .where('name', 'in', part)
        .where('contacts', '=', 0)
        .execute();
}

/** Counts links of contacts to tags or groups that were added (`by` 1) or removed (`by` -1). */
export async function countLinks(
  asker: UserDb,
  kind: 'tag' | 'group',
  links: readonly { contact_id: string; name: string }[],
  by: 1 | -1,
): Promise<void> {
  const there = new Set<string>();
  for (const part of chunked([...new Set(links.map(({ contact_id }) => contact_id))]))
    for (const { id } of await selectCounted(asker, part)) there.add(id);
  const counted = links.filter(({ contact_id }) => there.has(contact_id));
  await addToCounts(
    asker,
    counted.map(({ name }) => ({ kind, name, contacts: by })),
  );
}

/** Deletes the counts of deleted tags or groups. */
export async function deleteCounts({ db, user }: UserDb, kind: 'tag' | 'group', ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('kept_counts')
    .where('user_id', '=', user.user_id)
    .where('kind', '=', kind)
    .where('name', 'in', ids)
    .execute();
}

/** Runs `work`, which may add, delete, archive, or change these contacts, and updates all counts they are part of. */
export async function recountAfter<T>(
  asker: UserDb,
  contactIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await countsOf(asker, contactIds, -1);
  const result = await work();
  await addToCounts(asker, [...before, ...(await countsOf(asker, contactIds, 1))]);
  return result;
}

const LINKS = [
  { kind: 'tag', table: 'tags_contacts', column: 'tag_id' },
  { kind: 'group', table: 'groups_contacts', column: 'group_id' },
] as const;

async function countsOf(asker: UserDb, contactIds: readonly string[], contacts: 1 | -1): Promise<Count[]> {
  const counts: Count[] = [];
  for (const part of chunked([...new Set(contactIds)])) {
    const people = await selectCounted(asker, part);
    if (people.length === 0) continue;
    append(
      counts,
      people.flatMap((person) => countsOfContact(person, contacts)),
    );
    for (const { kind, table, column } of LINKS) {
      const links = await untyped(asker.db)
        .selectFrom(table)
        .select(column)
        .where('user_id', '=', asker.user.user_id)
        .where(
          'contact_id',
          'in',
          people.map(({ id }) => id),
        )
        .execute();
      append(
        counts,
        links.map((link) => ({ kind, name: String(link[column]), contacts })),
      );
    }
  }
  return counts;
}

const selectCounted = ({ db, user }: UserDb, ids: string[]) =>
  db
    .selectFrom('contacts')
    .select(['id', 'folded_company'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .where('is_archived', '=', 0)
    .execute();

/** The stored counts by name, without zeros. Undefined if they are not valid and the caller must count. */
export async function storedCounts(
  { db, user }: UserDb,
  kind: 'all' | 'tag' | 'group',
  names: readonly string[],
): Promise<Map<string, number> | undefined> {
  const counts = new Map<string, number>();
  for (const part of chunked(names)) {
    const rows = await selectValidCounters({ db, user })
      .leftJoin('kept_counts as kept', (join) =>
        join.on('kept.user_id', '=', user.user_id).on('kept.kind', '=', kind).on('kept.name', 'in', part),
      )
      .select(['kept.name', 'kept.contacts'])
      .execute();
    if (rows.length === 0) return undefined;
    for (const { name, contacts } of rows) if (name !== null) counts.set(name, Number(contacts));
  }
  return counts;
}

/** How many contacts have a company whose folded name matches the LIKE pattern. Undefined if the caller must count. */
export async function storedCompanyCount({ db, user }: UserDb, pattern: string): Promise<number | undefined> {
  const rows = await selectValidCounters({ db, user })
    .leftJoin('kept_counts as kept', (join) =>
      join
        .on('kept.user_id', '=', user.user_id)
        .on('kept.kind', 'in', ['company', 'long company'])
        .on(() => sql<SqlBool>`(kept.kind = 'long company' or kept.name like ${pattern} escape '\\')`),
    )
    .select(({ fn }) => ['kept.kind', fn.sum<number>('kept.contacts').as('contacts')])
    .groupBy('kept.kind')
    .execute();
  if (rows.length === 0 || rows.some(({ kind }) => kind === 'long company')) return undefined;
  return rows.reduce((sum, { contacts }) => sum + Number(contacts ?? 0), 0);
}

const selectValidCounters = ({ db, user }: UserDb) =>
  db
    .selectFrom('card_counters as counter')
    .where('counter.user_id', '=', user.user_id)
    .whereRef('counter.counted', '=', 'counter.change');

/** Replaces all stored counts of a user. */
export async function recount({ db, user }: UserDb): Promise<void> {
  const { user_id } = user;
  await db.deleteFrom('kept_counts').where('user_id', '=', user_id).execute();
  await sql`insert into kept_counts (user_id, kind, name, contacts) ${counted(user_id)}`.execute(db);
  await db
    .updateTable('card_counters')
    .set(({ ref }) => ({ counted: ref('change') }))
    .where('user_id', '=', user_id)
    .execute();
}

/** Selects all counts from the contacts. */
const counted = (userId: string) => sql`
  select user_id, 'all', '', count(*) from contacts where user_id = ${userId} and is_archived = 0 group by user_id
  union all
  select user_id, kind, name, count(*) from (
    select user_id,
      case when length(folded_company) > 200 then 'long company' else 'company' end as kind,
      case when length(folded_company) > 200 then '' else folded_company end as name
    from contacts where user_id = ${userId} and is_archived = 0 and folded_company <> ''
  ) as companies group by user_id, kind, name
  union all
  select user_id, 'tag', tag_id, count(*) from tags_contacts where user_id = ${userId}
    and contact_id in (select id from contacts where user_id = ${userId} and is_archived = 0)
    group by user_id, tag_id
  union all
  select user_id, 'group', group_id, count(*) from groups_contacts where user_id = ${userId}
    and contact_id in (select id from contacts where user_id = ${userId} and is_archived = 0)
    group by user_id, group_id`;
