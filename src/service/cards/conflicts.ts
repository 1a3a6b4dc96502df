import type { CardField } from '../../shared/cards/fields.ts';
import type { CardConflict } from '../../shared/cards/merge-card.ts';
import { newId } from '../../store/ids.ts';
import type { Context } from '../runtime/context.ts';

/** The encryption purpose of conflicts. */
export const PURPOSE = 'card conflict';

/** An edit of a field that was overridden by another one, until the user applies or dismisses it. */
export interface WaitingConflict {
  id: string;
  contactId: string;
  /** The device or synced address book that sent the edit. */
  device: string;
  /** ISO 8601 UTC. */
  at: string;
  field: CardField;
  /** The kept and the overridden value as text. Null for no value. */
  kept: string | null;
  lost: string | null;
}

type ConflictContent = Pick<WaitingConflict, 'field' | 'kept' | 'lost'>;

/** Encrypts and decrypts the content of a conflict. */
export const sealConflict = ({ secret }: Pick<Context, 'secret'>, { field, kept, lost }: ConflictContent): string =>
  secret.seal(PURPOSE, JSON.stringify({ field, kept, lost }));
export const openConflict = ({ secret }: Pick<Context, 'secret'>, sealed: string): ConflictContent =>
  JSON.parse(secret.open(PURPOSE, sealed));

/** Saves conflicts, and returns how many are new. A client may repeat an edit, so known conflicts are skipped. */
export async function saveConflicts(
  context: Context,
  contactId: string,
  device: string,
  conflicts: readonly CardConflict[],
): Promise<number> {
  if (conflicts.length === 0) return 0;
  const { db, user, now } = context;
  let noted = 0;
  const known = new Set((await conflictsOf(context, contactId)).map((one) => `${one.device} ${one.field} ${one.lost}`));
  for (const { field, kept, lost } of conflicts) {
    if (known.has(`${device} ${field} ${lost}`)) continue;
    const sealed = sealConflict(context, { field, kept, lost });
    await db
      .insertInto('card_conflicts')
      .values({ user_id: user.user_id, id: newId(), card_id: contactId, device, created_at: now, sealed })
      .execute();
    noted++;
  }
  return noted;
}

const rowsOf = ({ db, user }: Context) =>
  db
    .selectFrom('card_conflicts')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.user_id', '=', 'card_conflicts.user_id').onRef('contacts.id', '=', 'card_conflicts.card_id'),
    )
    .selectAll('card_conflicts')
    .where('card_conflicts.user_id', '=', user.user_id)
    .orderBy('card_conflicts.id');

async function opened(context: Context, rows: ReturnType<typeof rowsOf>): Promise<WaitingConflict[]> {
  return (await rows.execute()).map(({ id, card_id: contactId, device, created_at: at, sealed }) => {
    return { id, contactId, device, at, ...openConflict(context, sealed) };
  });
}

const conflictsOf = (context: Context, contactId: string): Promise<WaitingConflict[]> =>
  opened(context, rowsOf(context).where('card_conflicts.card_id', '=', contactId));

/** Up to `limit` conflicts of existing contacts after the id `after`, oldest first. */
export function listConflicts(
  context: Context,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<WaitingConflict[]> {
  const rows = rowsOf(context).limit(limit);
  return opened(context, after === undefined ? rows : rows.where('card_conflicts.id', '>', after));
}

/** Deletes a conflict and returns it. Undefined if it was already settled. */
export async function settleConflict(context: Context, id: string): Promise<WaitingConflict | undefined> {
  const { db, user } = context;
  const [conflict] = await opened(context, rowsOf(context).where('card_conflicts.id', '=', id));
  await db.deleteFrom('card_conflicts').where('user_id', '=', user.user_id).where('id', '=', id).execute();
  return conflict;
}
