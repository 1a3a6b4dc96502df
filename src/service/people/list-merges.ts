import type { Context } from '../context.ts';
import { standingMerges } from './merge-records.ts';

export interface ListedMerge {
  id: string;
  merged_at: string;
  /** Where it can be taken back from: the contact that remained then. */
  contact_id: string;
  name: string;
  merged: { id: string; name: string }[];
  /** The contact that it went into since: that merge has to be taken back first. */
  later_merged_into?: string;
}

/** The merges that can be taken back, latest first. */
export async function listMerges(context: Context): Promise<ListedMerge[]> {
  const { db, user } = context;
  const away = await db
    .selectFrom('merged_contacts')
    .select(['contact_id', 'survivor_id'])
    .where('user_id', '=', user.user_id)
    .execute();
  const survivors = new Map(away.map(({ contact_id, survivor_id }) => [contact_id, survivor_id]));
  const merges = await standingMerges(context);
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
