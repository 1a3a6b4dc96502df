import { untyped } from '../../../store/store.ts';
import { type DetailTable, normalOf } from '../../common/detail-kinds.ts';
import { detailsOf } from '../../contact-rows/details.ts';
import type { Context } from '../../runtime/context.ts';
import { HANGING_TABLES, type HangingTable } from '../../undo-records/hanging-tables.ts';

/** Moves all data of the others to the survivor, and drops duplicates. `others` are oldest first. */
export async function moveEverything(context: Context, survivor: string, others: string[]): Promise<void> {
  for (const table of ['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses'] as const) {
    await moveDetails(context, table, survivor, others);
  }
  for (const other of others) {
    for (const link of LINKS) await moveLinks(context, link, survivor, other);
    await moveNotes(context, survivor, other);
    await moveRelations(context, survivor, other);
  }
}

/** Moves details: the survivor's first, then those of each other contact, with consecutive rankings. */
async function moveDetails(context: Context, table: DetailTable, survivor: string, others: string[]): Promise<void> {
  const { db, user } = context;
  const kept = await detailsOf(context, table, survivor);
  // Normalized again, because stored values may be older than the current rules or the user's country.
  const samenessOf = (row: (typeof kept)[number]) => [row.normal, normalOf(table, { ...row }, user.country)];
  const known = new Set(kept.flatMap(samenessOf));
  for (const other of others) {
    for (const row of await detailsOf(context, table, other)) {
      const sameness = samenessOf(row);
      if (sameness.some((one) => known.has(one))) continue;
      for (const one of sameness) known.add(one);
      kept.push(row);
    }
  }
  for (const [ranking, row] of kept.entries()) {
    await db
      .updateTable(table)
      .set({ contact_id: survivor, ...(table !== 'legacy_contact_addresses' && { ranking }) })
      .where('user_id', '=', user.user_id)
      .where('id', '=', row.id)
      .execute();
  }
}

/** The tables whose rows move unchanged. Details get new rankings, and notes keep their origin. */
const LINKS = HANGING_TABLES.filter(({ table, same }) => same !== 'normal' && table !== 'timeline_items_contacts');

async function moveLinks(
  { db, user }: Context,
  { table, same }: HangingTable,
  survivor: string,
  other: string,
): Promise<void> {
  const rows = untyped(db);
  const held = rows
    .selectFrom(table)
    .select(same)
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', survivor);
  await rows
    .updateTable(table)
    .set({ contact_id: survivor })
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', other)
    .where(same, 'not in', held)
    .execute();
}

/** A note that is linked to both keeps one link, which is the origin if either was. */
async function moveNotes({ db, user }: Context, survivor: string, other: string): Promise<void> {
  const links = () => db.updateTable('timeline_items_contacts').where('user_id', '=', user.user_id);
  const heldBy = (contactId: string) =>
    db
      .selectFrom('timeline_items_contacts as held')
      .select('held.timeline_item_id')
      .where('held.user_id', '=', user.user_id)
      .where('held.contact_id', '=', contactId);
  await links()
    .set({ is_origin: 1 })
    .where('contact_id', '=', survivor)
    .where('timeline_item_id', 'in', heldBy(other).where('held.is_origin', '=', 1))
    .execute();
  await links()
    .set({ contact_id: survivor })
    .where('contact_id', '=', other)
    .where('timeline_item_id', 'not in', heldBy(survivor))
    .execute();
}

/** Moves both ends. Duplicate relations, and relations of the survivor to itself, are deleted with the contact. */
async function moveRelations({ db, user }: Context, survivor: string, other: string): Promise<void> {
  for (const [side, far] of [
    ['source', 'destination'],
    ['destination', 'source'],
  ] as const) {
    const held = db
      .selectFrom('contact_relations')
      .select(far)
      .where('user_id', '=', user.user_id)
      .where(side, '=', survivor);
    await db
      .updateTable('contact_relations')
      .set({ [side]: survivor })
      .where('user_id', '=', user.user_id)
      .where(side, '=', other)
      .where(far, '!=', survivor)
      .where(far, 'not in', held)
      .execute();
  }
}
