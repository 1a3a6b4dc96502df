import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { PRESENCE_FIELDS, parseAgo, RANGE_FIELDS, SEARCHED_FIELDS, type Where } from '../../contract/contact-filter.ts';
import { badRequest } from '../../shared/error.ts';
import { fold } from '../../shared/text/fold.ts';
import { normalPhone, phoneTerms } from '../../shared/text/phones.ts';
import { lastMomentOf, toText } from '../../shared/zones.ts';
import { type Db, onPostgres } from '../../store/store.ts';
import type { Tables, UserRow } from '../../store/tables.ts';
import { matching } from '../../store/word-index.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import { afterIntervals } from '../common/frequency.ts';
import type { Context } from '../runtime/context.ts';

type Builder = ExpressionBuilder<Tables, 'contacts'>;
type Condition = Expression<SqlBool>;

/** Ids of tags and groups with so many contacts that checking each contact finds a page faster. */
export type WideSets = Pick<ReadonlySet<string>, 'has'>;
/** Treats all tags and groups as wide: each contact is checked, and no set is collected first. */
export const EACH_CONTACT: WideSets = { has: () => true };
export const NONE_WIDE: WideSets = new Set();
const WIDE = 2_000;

/** The wide tags and groups of a filter. Empty on PostgreSQL, whose planner makes this decision. */
export async function wideSets({ db, user }: Context, where: Where): Promise<WideSets> {
  const wide = new Set<string>();
  if (onPostgres(db)) return wide;
  const isWide = async (table: LinkTable, column: 'tag_id' | 'group_id', id: string) =>
    (await db
      .selectFrom(table)
      .select('contact_id')
      .where('user_id', '=', user.user_id)
      .where(sql.ref(column), '=', id)
      .limit(1)
      .offset(WIDE)
      .executeTakeFirst()) !== undefined;
  for (const { tags, groups } of [where, ...allAlternatives(where)]) {
    for (const id of [...(tags?.any ?? []), ...(tags?.all ?? [])]) {
      if (await isWide('tags_contacts', 'tag_id', id)) wide.add(id);
    }
    for (const id of [...(groups?.any ?? []), ...(groups?.all ?? [])]) {
      if (await isWide('groups_contacts', 'group_id', id)) wide.add(id);
    }
  }
  return wide;
}

const allAlternatives = (where: Where): Where[] =>
  (where.or ?? []).flatMap((other) => [other, ...allAlternatives(other)]);

interface FilterScope {
  db: Db;
  user: UserRow;
  wide: WideSets;
  /** Relative days refer to it. */
  now: string;
}

/** Converts an API filter to a condition on contacts. Excludes archived ones unless the filter mentions them. */
export function contactConditions(
  builder: Builder,
  { db, user, now }: Context,
  where: Where,
  wide: WideSets = NONE_WIDE,
): Condition {
  const conditions = conditionsOf(builder, { db, user, wide, now }, where, 'where');
  if (!mentionsArchived(where)) conditions.push(builder('contacts.is_archived', '=', 0));
  return builder.and(conditions);
}

const mentionsArchived = (where: Where): boolean =>
  where.is_archived !== undefined || !!where.or?.some(mentionsArchived);

function conditionsOf(builder: Builder, asker: FilterScope, where: Where, path: string): Condition[] {
  const { user, now } = asker;
  const found: Condition[] = [...scalarConditions(builder, where, now), ...linkConditions(builder, asker, where)];
  for (const field of SEARCHED_FIELDS) {
    const text = where[field];
    if (text !== undefined) found.push(like(`contacts.folded_${field}`, containing(text)));
  }
  for (const field of PRESENCE_FIELDS) {
    const wanted = where[field];
    if (wanted === undefined) continue;
    found.push(wanted ? isPresent(builder, user, field) : builder.not(isPresent(builder, user, field)));
    // Redundant, but lets SQLite use the index on contacts without notes.
    if (field === 'has_notes' && !wanted) found.push(sql<SqlBool>`${sql.ref('contacts.has_notes')} = 0`);
  }
  for (const [index, condition] of (where.custom_fields ?? []).entries()) {
    found.push(customFieldCondition(builder, asker, condition, `${path}.custom_fields[${index}]`));
  }
  if (where.or) {
    const alternatives = where.or.map((other, index) =>
      builder.and(conditionsOf(builder, asker, other, `${path}.or[${index}]`)),
    );
    found.push(builder.or(alternatives));
  }
  return found;
}

const like = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;

/** Escapes `%`, `_`, and `\`. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string) => `%${escapeLike(fold(text))}%`;

/** A relative day as a date. In a month without that day, returns its last day. */
function dayOf(value: string, now: string): string {
  const ago = parseAgo(value);
  return ago ? toText(afterIntervals(now, `${ago.count} ${ago.unit}`, -1)).slice(0, 10) : value;
}

function scalarConditions(builder: Builder, where: Where, now: string): Condition[] {
  const found: Condition[] = [];
  if (where.in) found.push(builder('contacts.id', 'in', where.in));
  if (where.not_in?.length) found.push(builder('contacts.id', 'not in', where.not_in));
  for (const flag of ['starred', 'is_archived', 'ignore_merge', 'never_keep_in_touch'] as const) {
    if (where[flag] !== undefined) found.push(builder(`contacts.${flag}`, '=', where[flag] ? 1 : 0));
  }
  if (where.source !== undefined) found.push(builder('contacts.source', '=', where.source));
  if (where.frequency !== undefined) found.push(builder('contacts.frequency', '=', where.frequency));
  if (where.priority_tier !== undefined) found.push(builder('contacts.priority_tier', '=', where.priority_tier));
  if (where.birthday) {
    // Stored as YYYY-MM-DDT…, so month and day have fixed positions.
    const { month, day } = where.birthday;
    const two = (value: number | undefined) => (value === undefined ? '__' : String(value).padStart(2, '0'));
    found.push(like('contacts.birthday', `____-${two(month)}-${two(day)}T%`));
  }
  for (const field of RANGE_FIELDS) {
    const range = where[field];
    if (range === null) found.push(builder(`contacts.${field}`, 'is', null));
    if (range?.gte) found.push(builder(`contacts.${field}`, '>=', dayOf(range.gte, now)));
    if (range?.lte) found.push(builder(`contacts.${field}`, '<=', lastMomentOf(dayOf(range.lte, now))));
    if (range) found.push(builder(`contacts.${field}`, 'is not', null));
  }
  return found;
}

type LinkTable = 'tags_contacts' | 'groups_contacts';

function linkConditions(builder: Builder, asker: FilterScope, where: Where): Condition[] {
  const { user, wide } = asker;
  const found: Condition[] = [];
  for (const [links, table] of [
    [where.tags, 'tags_contacts'],
    [where.groups, 'groups_contacts'],
  ] as const) {
    const all = [...new Set(links?.all)];
    for (const ids of [links?.any, all.length > 0 ? all : undefined]) {
      if (!ids) continue;
      const held = holders(builder, user, table, ids);
      // One subquery for all ids, because PostgreSQL takes too long to plan one for each.
      const rows = ids === all && all.length > 1 ? holdersOfAll(held, all.length) : held;
      const asked = ids.some((id) => wide.has(id));
      found.push(asked ? builder.exists(onContact(rows)) : builder('contacts.id', 'in', rows));
    }
    if (links?.none) {
      found.push(builder.not(builder.exists(onContact(holders(builder, user, table, links.none)))));
    }
  }
  if (where.email !== undefined) found.push(hasDetail(builder, user, 'contact_emails', normalEmail(where.email)));
  if (where.phone !== undefined) found.push(hasPhone(builder, asker, where.phone));
  return found;
}

/** Matches equal numbers, and with enough digits also numbers with this ending (docs/api/filters.md#phone-numbers). */
function hasPhone(builder: Builder, { db, user }: FilterScope, number: string): Condition {
  const same = hasDetail(builder, user, 'contact_phone_numbers', normalPhone(number, user.country));
  const [first, ...more] = phoneTerms(number, user.country);
  if (!first) return same;
  const found = db.selectFrom(matching(db, 'contact', user.user_id, { terms: [{ ...first, or: more }] }).as('found'));
  return builder.or([same, builder('contacts.id', 'in', found.select('found.id'))]);
}

/** The contacts with all `count` links. A contact has each link at most once. */
const holdersOfAll = (held: ReturnType<typeof holders>, count: number) =>
  held.groupBy('held.contact_id').having((row) => row.fn.countAll(), '=', count);

const holders = (builder: Builder, user: UserRow, table: LinkTable, ids: string[]) =>
  heldIn(builder, user, table).where(sql.ref(table === 'tags_contacts' ? 'held.tag_id' : 'held.group_id'), 'in', ids);

function hasDetail(
  builder: Builder,
  user: UserRow,
  table: 'contact_emails' | 'contact_phone_numbers',
  normal: string,
): Condition {
  const rows = heldIn(builder, user, table).where(sql.ref('held.normal'), '=', normal);
  return builder('contacts.id', 'in', rows);
}

/** The contact ids in one of these tables, which share the columns user_id and contact_id. */
const heldIn = (
  builder: Builder,
  user: UserRow,
  table: LinkTable | 'contact_emails' | 'contact_phone_numbers' | 'timeline_items_contacts',
) =>
  builder
    .selectFrom(sql<{ user_id: string; contact_id: string }>`${sql.table(table)}`.as('held'))
    .select('held.contact_id')
    .where('held.user_id', '=', user.user_id);

/**
 * Restricts rows to the current contact. If most contacts have such rows, this is faster than `in`, which would collect
 * the whole set first.
 */
const onContact = <Q extends { whereRef(left: 'held.contact_id', is: '=', right: 'contacts.id'): Q }>(rows: Q): Q =>
  rows.whereRef('held.contact_id', '=', 'contacts.id');

function isPresent(builder: Builder, user: UserRow, field: (typeof PRESENCE_FIELDS)[number]): Condition {
  switch (field) {
    case 'has_email':
      return builder.exists(onContact(heldIn(builder, user, 'contact_emails')));
    case 'has_phone':
      return builder.exists(onContact(heldIn(builder, user, 'contact_phone_numbers')));
    case 'has_notes':
      return builder.exists(onContact(heldIn(builder, user, 'timeline_items_contacts')));
    case 'has_relations':
      return builder.or([related(builder, user, 'source'), related(builder, user, 'destination')]);
    case 'has_linkedin':
    case 'has_twitter':
    case 'has_instagram':
    case 'has_frequency':
    case 'has_birthday': {
      const column = sql.ref(`contacts.${field.slice('has_'.length)}`);
      return builder.and([builder(column, 'is not', null), builder(column, '!=', '')]);
    }
    default:
      return builder(sql.ref(`contacts.folded_${field.slice('has_'.length)}`), '!=', '');
  }
}

/** Whether a relation has the contact at this end. */
const related = (builder: Builder, user: UserRow, end: 'source' | 'destination'): Condition =>
  builder.exists(
    builder
      .selectFrom('contact_relations')
      .select('contact_relations.id')
      .where('contact_relations.user_id', '=', user.user_id)
      .whereRef(`contact_relations.${end}`, '=', 'contacts.id'),
  );

type CustomFieldFilter = NonNullable<Where['custom_fields']>[number];

/** Compares text and list entries folded, and dates as stored. Contacts without a value match only absent and not_in. */
function customFieldCondition(
  builder: Builder,
  { user, wide }: FilterScope,
  filter: CustomFieldFilter,
  path: string,
): Condition {
  const { id, operator, value } = filter;
  const values = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) => fold(String(one)));
  const rows = builder
    .selectFrom('contacts_custom_fields')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .where('custom_field_id', '=', id);
  const held = (of: typeof rows) =>
    wide === EACH_CONTACT
      ? builder.exists(of.whereRef('contacts_custom_fields.contact_id', '=', 'contacts.id'))
      : builder('contacts.id', 'in', of);
  const equal = () =>
    rows.where((row) =>
      row.or(
        values.flatMap((one) => [row('folded_value', '=', one), like('folded_value', `%\n${escapeLike(one)}\n%`)]),
      ),
    );
  switch (operator) {
    case 'present':
      return held(rows);
    case 'absent':
      return builder.not(held(rows));
    case 'eq':
    case 'in':
      return held(equal());
    case 'not_in':
      return builder.not(held(equal()));
    case 'contains':
      return held(rows.where((row) => row.or(values.map((one) => like('folded_value', containing(one))))));
    default: {
      if (typeof value !== 'string') throw badRequest({ [`${path}.value`]: 'must be text or a date with gte and lte' });
      return held(rows.where('folded_value', operator === 'gte' ? '>=' : '<=', values[0]!));
    }
  }
}
