import type { OperationName } from '../../contract/operations.ts';
import { readTagName, TAG_NAME_LENGTH } from '../../contract/tags.ts';
import { KithError, notFound } from '../../shared/error.ts';
import { chunked, inOrderOf } from '../../shared/lists.ts';
import { newId } from '../../store/ids.ts';
import { bulkResult, partByOwner } from '../common/bulk.ts';
import { pageByName } from '../common/name-pages.ts';
import { ownedIds, requireOwned } from '../common/owned.ts';
import { archivedIds } from '../contact-rows/archived.ts';
import { linkTags } from '../contact-rows/associations.ts';
import { markChanged } from '../runtime/changes.ts';
import type { Context } from '../runtime/context.ts';
import { countLinks, deleteCounts, storedCounts } from '../runtime/counts.ts';
import type { Handlers } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';

type Names = Extract<
  OperationName,
  | 'list_tags'
  | 'create_tag'
  | 'create_tag_v1'
  | 'bulk_create_tags'
  | 'update_tag'
  | 'delete_tag'
  | 'tag_contacts'
  | 'untag_contacts'
>;

export const tagHandlers: Handlers<Names> = {
  async list_tags(context, { query }) {
    const { ids, pageFields } = await pageByName(context, 'tags', query);
    return { tags: await viewTags(context, ids), ...pageFields };
  },

  create_tag: async (context, { body }) => ({ tag: await findOrCreate(context, body.name) }),
  create_tag_v1: async (context, { body }) => ({ tag: await findOrCreate(context, body.name) }),

  async bulk_create_tags(context, { body }) {
    // Report each name exactly as sent, so that the caller can match it.
    const failed = [...new Set(body.names)].flatMap((name) => {
      const message = nameProblem(readTagName(name));
      return message ? [{ name, error: { code: 'BadRequest', message } }] : [];
    });
    const good = [...new Set(body.names.map(readTagName))].filter((name) => !nameProblem(name));
    const ids: string[] = [];
    for (const name of good) ids.push(await findOrCreateId(context, name));
    const tags = await viewTags(context, ids);
    return { tags, pagination: { nextCursor: null, count: tags.length }, failed };
  },

  async update_tag(context, { path, body }) {
    const { db, user } = context;
    const id = path.tagId!;
    await requireTag(context, id);
    if (body.name !== undefined) {
      const taken = await tagNamed(context, body.name);
      if (taken && taken !== id) {
        throw new KithError('Conflict', 'Another tag has this name.', { details: { id: taken } });
      }
      markChanged(context, 'contact', await carriersOf(context, [id]));
      await db
        .updateTable('tags')
        .set({ name: body.name })
        .where('user_id', '=', user.user_id)
        .where('id', '=', id)
        .execute();
    }
    return { tag: (await viewTags(context, [id]))[0]! };
  },

  async delete_tag(context, { path }) {
    const { db, user } = context;
    const id = path.tagId!;
    await requireTag(context, id);
    markChanged(context, 'contact', await carriersOf(context, [id]));
    await moveToTrash(context, 'tag', [id], () =>
      db.deleteFrom('tags').where('user_id', '=', user.user_id).where('id', '=', id).execute(),
    );
    await deleteCounts(context, 'tag', [id]);
    return { affected: 1, ids: [id] };
  },

  async tag_contacts(context, { body }) {
    const tagIds = [...new Set(body.tagIds)];
    await requireOwned(context, 'tags', tagIds, (index) => `tagIds[${body.tagIds.indexOf(tagIds[index]!)}]`);
    const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
    await linkTags(context, found, tagIds);
    return bulkResult(found, missing);
  },

  async untag_contacts(context, { body }) {
    const { db, user } = context;
    await requireOwned(context, 'tags', body.tagIds, (index) => `tagIds[${index}]`);
    const { found, missing } = await partByOwner(context, 'contacts', body.contactIds);
    markChanged(context, 'contact', found);
    const taken = await db
      .deleteFrom('tags_contacts')
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', found)
      .where('tag_id', 'in', body.tagIds)
      .returning(['contact_id', 'tag_id as name'])
      .execute();
    await countLinks(context, 'tag', taken, -1);
    return bulkResult(found, missing);
  },
};

function nameProblem(name: string): string | undefined {
  if (name === '') return 'The name is blank.';
  return name.length > 2 * TAG_NAME_LENGTH || [...name].length > TAG_NAME_LENGTH
    ? `The name is longer than ${TAG_NAME_LENGTH} characters.`
    : undefined;
}

async function tagNamed({ db, user }: Context, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.id;
}

/** Finds or creates the tag with this name and returns its id. */
export async function findOrCreateId(context: Context, name: string): Promise<string> {
  const known = await tagNamed(context, name);
  if (known) return known;
  const { db, user, now } = context;
  const id = newId();
  await db
    .insertInto('tags')
    .values({ user_id: user.user_id, id, workspace_id: null, name, created_at: now })
    .execute();
  return id;
}

const findOrCreate = async (context: Context, name: string) =>
  (await viewTags(context, [await findOrCreateId(context, name)]))[0]!;

async function carriersOf({ db, user }: Context, tagIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('tags_contacts')
    .select('contact_id')
    .where('user_id', '=', user.user_id)
    .where('tag_id', 'in', tagIds)
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

async function requireTag(context: Context, id: string): Promise<void> {
  if (!(await ownedIds(context, 'tags', [id])).has(id)) throw notFound('tag', id);
}

/** Formats tags for the API, in the order of `ids`. Counts exclude archived contacts. */
export async function viewTags(context: Context, ids: string[]) {
  const rows = await context.db
    .selectFrom('tags')
    .select(['id', 'user_id', 'workspace_id', 'name'])
    .where('user_id', '=', context.user.user_id)
    .where('id', 'in', ids)
    .execute();
  const counts = await countCarriers(context, ids);
  const tags = rows.map((tag) => ({ ...tag, _count: { tags_contacts: counts.get(tag.id) ?? 0 } }));
  return inOrderOf(ids, tags);
}

/** The number of unarchived contacts with each of these tags, without unused tags. */
export const countCarriers = async (context: Context, tagIds: string[]): Promise<Map<string, number>> =>
  (await storedCounts(context, 'tag', tagIds)) ?? countedCarriers(context, tagIds);

async function countedCarriers(context: Context, tagIds: string[]): Promise<Map<string, number>> {
  const { db, user } = context;
  const counts = new Map<string, number>();
  for (const part of chunked(tagIds)) {
    const rows = await db
      .selectFrom('tags_contacts')
      .select(['tag_id', ({ fn }) => fn.countAll<number>().as('contacts')])
      .where('user_id', '=', user.user_id)
      .where('tag_id', 'in', part)
      .where('contact_id', 'not in', archivedIds(context))
      .groupBy('tag_id')
      .execute();
    for (const { tag_id, contacts } of rows) counts.set(tag_id, Number(contacts));
  }
  return counts;
}
