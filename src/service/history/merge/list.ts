import { MAX_LISTED_MERGES } from '../../../contract/merges.ts';
import { chunked } from '../../../shared/lists.ts';
import { missingSources, undoableGroupMerges } from '../../groups/merge-records.ts';
import type { Context } from '../../runtime/context.ts';
import { undoableMerges } from '../../undo-records/merge-records.ts';

interface Listed {
  id: string;
  merged_at: string;
  /** The name of the survivor. */
  name: string;
  merged: { id: string; name: string }[];
}

/** A merge of contacts, which can be undone on its survivor. */
export interface ListedContactMerge extends Listed {
  contact_id: string;
  /** The contact that the survivor was merged into later. That merge must be undone first. */
  later_merged_into?: string;
}

/** A merge of groups, listed by its destination. */
export interface ListedGroupMerge extends Listed {
  group_id: string;
}

export type ListedMerge = ListedContactMerge | ListedGroupMerge;

/** Lists up to 200 merges that can be undone, latest first. */
export async function listMerges(context: Context): Promise<ListedMerge[]> {
  const merges = [...(await contactMerges(context)), ...(await groupMerges(context))];
  const latestFirst = merges.sort((a, b) => (a.merged_at === b.merged_at ? 0 : a.merged_at < b.merged_at ? 1 : -1));
  return latestFirst.slice(0, MAX_LISTED_MERGES);
}

async function contactMerges(context: Context): Promise<ListedContactMerge[]> {
  const { db, user } = context;
  const merges = await undoableMerges(context, MAX_LISTED_MERGES);
  const survivors = new Map<string, string>();
  for (const ids of chunked(merges.map(({ survivor_id }) => survivor_id))) {
    const away = await db
      .selectFrom('merged_contacts')
      .select(['contact_id', 'survivor_id'])
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', ids)
      .execute();
    for (const { contact_id, survivor_id } of away) survivors.set(contact_id, survivor_id);
  }
  return merges.map(({ id, survivor_id, created_at, images }) => {
    const people = (images.contacts ?? []).map((row) => ({ id: String(row.id), name: String(row.full_name ?? '') }));
    const later = survivors.get(survivor_id);
    return {
      id,
      merged_at: created_at,
      contact_id: survivor_id,
      name: people.find((person) => person.id === survivor_id)?.name ?? '',
      merged: people.filter((person) => person.id !== survivor_id),
      ...(later && { later_merged_into: later }),
    };
  });
}

async function groupMerges(context: Context): Promise<ListedGroupMerge[]> {
  const merges = await undoableGroupMerges(context, { limit: MAX_LISTED_MERGES });
  const gone = await missingSources(context, merges);
  return merges
    .filter(({ change }) => !change.sources.some(({ id }) => gone.has(id)))
    .map(({ id, destination_id, created_at, change: { after, sources } }) => ({
      id,
      merged_at: created_at,
      group_id: destination_id,
      name: after.name,
      merged: sources.map((source) => ({ id: source.id, name: source.name })),
    }));
}
