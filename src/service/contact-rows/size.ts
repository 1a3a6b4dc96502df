import { type Compilable, type RawBuilder, sql } from 'kysely';
import {
  ADDRESS_FIELDS,
  MESSAGE_TEXT_FIELDS,
  PROFILE_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  TEXT_FIELDS,
} from '../../contract/contact-fields.ts';
import { chunked } from '../../shared/lists.ts';
import { runCompiled } from '../../store/compiled-queries.ts';
import {
  bytesOf,
  cutToFit,
  type FittingRecords,
  firstFitting,
  omissionWarning,
  type Size,
  type Sizes,
} from '../common/answer-size.ts';
import type { Context } from '../runtime/context.ts';
import { type RelationField, relationsKey, sizeColumns, sizeOfRelations } from './relation-fields.ts';

/** Bytes of a contact in an answer without its long texts. Most of them are field names. */
const BYTES = 2_500;

const LONG_FIELDS = [
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  ...PROFILE_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  'linkedin_data',
  'web_search_summary',
];

/** The bytes of a contact row's long texts. */
export const ownBytes = () => bytesOf(LONG_FIELDS.map((field) => `contacts.${field}`));
export const withFieldNames = (bytes: number | string): number => BYTES + Number(bytes);

/** Measures contacts in an answer with these relations. */
export function sizesOfContacts({ db, user }: Context, wanted: ReadonlySet<RelationField>): Sizes {
  return {
    rowBytes: 100,
    cutWarning: (maxRows) =>
      omissionWarning(
        `Lists inside a contact stop after ${maxRows} rows`,
        'Use the operation for the list, such as list_notes with contactId, to get the rest.',
      ),
    async measure(ids, maxRows) {
      const sizes = new Map<string, Size>();
      for (const part of chunked(ids)) {
        const rows = await runCompiled(
          db,
          `contact sizes ${relationsKey(wanted)}`,
          (db, userId, ids, maxRows): Compilable<SizeRow> =>
            db
              .selectFrom('contacts')
              .select(['contacts.id', ownBytes().as('own')])
              .select((contacts) => sizeColumns(contacts, db, userId, wanted, maxRows))
              .where('contacts.user_id', '=', userId)
              .where('contacts.id', 'in', ids),
          [user.user_id, part, String(maxRows)],
        );
        for (const row of rows) {
          const relations = sizeOfRelations(row, wanted, maxRows);
          sizes.set(row.id, { bytes: withFieldNames(row.own) + relations.bytes, isCut: relations.isCut });
        }
      }
      return sizes;
    },
  };
}

interface SizeRow extends Record<string, unknown> {
  id: string;
  own: number | string;
}

/** The first of these contacts that fit in one answer. */
export const firstContacts = (
  context: Context,
  ids: string[],
  wanted: ReadonlySet<RelationField>,
): Promise<FittingRecords> => firstFitting(ids, sizesOfContacts(context, wanted));

/** Row limit for these contacts' relations, so that all contacts fit in one answer. */
export const cutOfContacts = (
  context: Context,
  ids: string[],
  wanted: ReadonlySet<RelationField>,
): Promise<Omit<FittingRecords, 'ids'>> => cutToFit(ids, sizesOfContacts(context, wanted));

interface LinkedKind {
  table: 'timeline_items' | 'reminders';
  links: 'timeline_items_contacts' | 'reminders_contacts';
  /** The link column with the record's id. */
  column: 'timeline_item_id' | 'reminder_id';
  /** Whether each link contains its contact. */
  withContacts: boolean;
  /** Bytes of a record without its texts and links, and of a link without its contact. */
  bytes: number;
  linkBytes: number;
  texts: RawBuilder<number>;
  cutWarning: Sizes['cutWarning'];
}

/** Measures records with links to contacts, such as notes and reminders. */
export function sizesOfLinked({ db, user }: Context, kind: LinkedKind): Sizes {
  const { table, links, column, withContacts } = kind;
  return {
    rowBytes: withContacts ? BYTES : kind.linkBytes,
    cutWarning: kind.cutWarning,
    async measure(ids, maxRows) {
      const own = sql`from ${sql.table(links)} as link
        where link.user_id = ${user.user_id} and link.${sql.ref(column)} = record.id`;
      const limit = sql`limit cast(${String(maxRows)} as integer)`;
      const contact = sql`(select ${ownBytes()} from contacts
        where contacts.user_id = ${user.user_id} and contacts.id = link.contact_id)`;
      const rows = await db
        .selectFrom(sql<{ user_id: string; id: string }>`${sql.table(table)}`.as('record'))
        .select(['record.id', kind.texts.as('texts')])
        .select(sql<number>`(select count(*) from (select 1 ${own} ${limit}) as counted)`.as('links'))
        .$if(withContacts, (query) =>
          query.select(
            sql<number>`(select sum(bytes) from (select ${contact} as bytes ${own} ${limit}) as counted)`.as(
              'contacts',
            ),
          ),
        )
        .where('record.user_id', '=', user.user_id)
        .where('record.id', 'in', ids)
        .execute();
      return new Map(
        rows.map(({ id, texts, links, contacts }) => {
          const count = Number(links);
          const linked = count * (kind.linkBytes + (withContacts ? BYTES : 0)) + Number(contacts ?? 0);
          return [id, { bytes: kind.bytes + Number(texts) + linked, isCut: count >= maxRows }];
        }),
      );
    },
  };
}
