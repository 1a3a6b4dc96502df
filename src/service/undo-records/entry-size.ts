import { sql } from 'kysely';
import { BOUNDS } from '../../contract/schema/limits.ts';
import { KithError } from '../../shared/error.ts';
import { bytesOf } from '../common/answer-size.ts';
import type { Context } from '../runtime/context.ts';

// A trash entry is encrypted and decrypted in memory as a whole. Its size is mostly that of the notes
// deleted together with their contacts.

/** Throws 409 if the notes that belong only to these contacts do not fit in the trash. */
export async function refuseLargeEntries(context: Context, contactIds: string[]): Promise<void> {
  if (await fitInEntries(context, contactIds)) return;
  const limit = `${BOUNDS.entryBytes / 1024 / 1024} MiB`;
  const whose = contactIds.length === 1 ? `only contact ${contactIds[0]} has` : 'only these contacts have';
  throw new KithError(
    'Conflict',
    `The notes that ${whose} are larger than ${limit}, which is too much to delete at once.`,
    {
      hint: 'Delete some of these notes first, then the contact. Nothing was deleted.',
    },
  );
}

/** Whether the notes that belong only to these contacts fit in the trash together. */
export async function fitInEntries({ db, user }: Context, contactIds: string[]): Promise<boolean> {
  const linked = db
    .selectFrom('timeline_items_contacts')
    .select('timeline_item_id')
    .where('user_id', '=', user.user_id)
    .where('contact_id', 'in', contactIds);
  const { bytes } = await db
    .selectFrom('timeline_items')
    .select(sql<number | null>`sum(${bytesOf(['note', 'attachments'])})`.as('bytes'))
    .where('user_id', '=', user.user_id)
    .where('id', 'in', linked)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('timeline_items_contacts as link')
            .select('link.contact_id')
            .where('link.user_id', '=', user.user_id)
            .whereRef('link.timeline_item_id', '=', 'timeline_items.id')
            .where('link.contact_id', 'not in', contactIds),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0) <= BOUNDS.entryBytes;
}
