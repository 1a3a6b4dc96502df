import type { OperationName, Operations } from '../../contract/operations.ts';
import { rankingAfter } from '../../contract/schema/primitives.ts';
import { KithError, notFound } from '../../shared/error.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import { storedJson } from '../../store/json.ts';
import type { CustomFieldRow } from '../../store/tables.ts';
import { sizesOfTexts } from '../common/answer-size.ts';
import { inRow, itemError } from '../common/bulk.ts';
import { ownedIds } from '../common/owned.ts';
import { highestRanking, pageByRanking } from '../common/ranked-pages.ts';
import { indexContacts } from '../indexing/contact-index.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers, RequestOf } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';
import { type Field, fieldsById, setValue } from './values.ts';

type Names = Extract<
  OperationName,
  | 'list_custom_fields'
  | `${'create' | 'update' | 'delete'}_custom_field`
  | 'reorder_custom_fields'
  | 'set_custom_field_values'
  | 'set_custom_field_values_v1'
>;

export const customFieldHandlers: Handlers<Names> = {
  async list_custom_fields(context, { query }) {
    const { ids, pageFields } = await pageByRanking(context, 'custom_fields', query, sizesOfFields(context));
    return { custom_fields: await viewFields(context, ids), ...pageFields };
  },

  async create_custom_field(context, { body }) {
    const { db, user, now } = context;
    const row = {
      user_id: user.user_id,
      id: newId(),
      name: body.name,
      field_type: body.field_type,
      categories: categoriesText(body.categories ?? []),
      ranking: rankingAfter(Math.max(0, await highestRanking(context, 'custom_fields'))),
      created_at: now,
      updated_at: now,
    };
    await db.insertInto('custom_fields').values(row).execute();
    return { custom_field: viewField(row) };
  },

  async update_custom_field(context, { path, body }) {
    await requireField(context, path.customFieldId!);
    await saveField(context, path.customFieldId!, {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.categories && { categories: categoriesText(body.categories) }),
      updated_at: context.now,
    });
    return { custom_field: viewField(await requireField(context, path.customFieldId!)) };
  },

  async delete_custom_field(context, { path }) {
    const { db, user } = context;
    const { id } = await requireField(context, path.customFieldId!);
    await moveToTrash(context, 'custom_field', [id], () =>
      db.deleteFrom('custom_fields').where('user_id', '=', user.user_id).where('id', '=', id).execute(),
    );
    return { affected: 1, ids: [id] };
  },

  async reorder_custom_fields(context, { body }) {
    const rankings = new Map(body.updates.map(({ customFieldId, ranking }) => [customFieldId, ranking]));
    const rankOf = ({ id }: { id: string }) => rankings.get(id) ?? Number.POSITIVE_INFINITY;
    // The sort is stable: unlisted fields follow in their old order, and equal rankings keep theirs.
    const fields = (await fieldRankings(context)).sort((a, b) =>
      rankOf(a) < rankOf(b) ? -1 : rankOf(a) > rankOf(b) ? 1 : 0,
    );
    for (const [index, field] of fields.entries()) {
      if (field.ranking === index + 1) continue;
      await saveField(context, field.id, { ranking: index + 1, updated_at: context.now });
    }
    const { ids, pageFields } = await pageByRanking(context, 'custom_fields', {}, sizesOfFields(context));
    const { warnings } = pageFields;
    return { custom_fields: await viewFields(context, ids), ...(warnings && { warnings }) };
  },

  async set_custom_field_values(context, { body }) {
    const results = await setRows(context, body.custom_fields);
    const ids = results.flatMap(({ id, error }) => (error ? [] : [id]));
    const failed = results.flatMap(({ id, error }) => (error ? [{ id, error: itemError(error) }] : []));
    return { affected: ids.length, ids, failed };
  },

  async set_custom_field_values_v1(context, { body }) {
    const results = await setRows(context, body.custom_fields);
    const bad = results.find(({ error }) => error);
    if (bad) throw bad.error;
    return { count: results.length };
  },
};

type ValueRow = RequestOf<Operations['set_custom_field_values']>['body']['custom_fields'][number];

/** Sets each row independently. Each outcome has the id of its contact. */
async function setRows(context: Context, rows: ValueRow[]): Promise<{ id: string; error?: KithError }[]> {
  const fields = await fieldsById(
    context,
    rows.map((row) => row.custom_field_id),
  );
  const contacts = await ownedIds(
    context,
    'contacts',
    rows.map((row) => row.contact_id),
  );
  const results: { id: string; error?: KithError }[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await setRow(context, row, contacts, fields);
      results.push({ id: row.contact_id });
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      results.push({ id: row.contact_id, error: inRow(error, index, `custom_fields[${index}]`) });
    }
  }
  await touchContacts(
    context,
    results.flatMap(({ id, error }) => (error ? [] : [id])),
  );
  return results;
}

async function setRow(context: Context, row: ValueRow, contacts: Set<string>, fields: Map<string, Field>) {
  const { contact_id, custom_field_id, ...input } = row;
  const field = fields.get(custom_field_id);
  if (!contacts.has(contact_id)) throw notFound('contact', contact_id, { fields: { contact_id: 'not found' } });
  if (!field) throw notFound('custom field', custom_field_id, { fields: { custom_field_id: 'not found' } });
  await setValue(context, contact_id, field, input);
}

async function touchContacts({ db, user, now }: Context, ids: string[]): Promise<void> {
  for (const part of chunked([...new Set(ids)])) {
    await db
      .updateTable('contacts')
      .set({ updated_at: now })
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
  }
  await indexContacts(db, user.user_id, ids);
}

const fieldRankings = ({ db, user }: Context) =>
  db
    .selectFrom('custom_fields')
    .select(['id', 'ranking'])
    .where('user_id', '=', user.user_id)
    .orderBy('ranking', (by) => by.asc().nullsLast())
    .orderBy('id')
    .execute();

async function requireField({ db, user }: Context, id: string): Promise<CustomFieldRow> {
  const row = await db
    .selectFrom('custom_fields')
    .selectAll()
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('custom field', id);
  return row;
}

async function saveField({ db, user }: Context, id: string, columns: Partial<CustomFieldRow>): Promise<void> {
  await db.updateTable('custom_fields').set(columns).where('user_id', '=', user.user_id).where('id', '=', id).execute();
}

const categoriesText = (categories: { category: string }[]): string =>
  JSON.stringify([...new Set(categories.map(({ category }) => category))]);

/** The first custom fields in order. */
export async function firstFields(context: Context, take: number) {
  const { ids } = await pageByRanking(context, 'custom_fields', { take }, sizesOfFields(context));
  return viewFields(context, ids);
}

const sizesOfFields = (context: Context) => sizesOfTexts(context, 'custom_fields', 300, ['name', 'categories']);

/** Formats custom fields for the API, in the order of `ids`. */
async function viewFields({ db, user }: Context, ids: string[]) {
  const fields: ReturnType<typeof viewField>[] = [];
  for (const part of chunked(ids)) {
    const rows = await db
      .selectFrom('custom_fields')
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const row of inOrderOf(part, rows)) fields.push(viewField(row));
  }
  return fields;
}

const viewField = ({ id, user_id, name, field_type, categories, ranking }: CustomFieldRow) => ({
  id,
  user_id,
  name,
  field_type,
  categories: storedJson<string[]>('custom_fields', 'categories', categories, []),
  ranking,
});
