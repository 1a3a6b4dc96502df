import { isRestorable } from '../../contract/conflicts.ts';
import { contactPatch } from '../../contract/contact-input.ts';
import type { OperationName } from '../../contract/operations.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { badRequest, notFound } from '../../shared/error.ts';
import { listConflicts, settleConflict, type WaitingConflict } from '../cards/conflicts.ts';
import { updateContact } from '../contact-rows/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { bookDevice, bookFrom, bookRows } from './books.ts';
import { viewBook } from './view.ts';

type Names = Extract<OperationName, 'list_address_books' | 'list_conflicts' | 'settle_conflict'>;

export const syncHandlers: Handlers<Names> = {
  async list_address_books({ db, user }) {
    const rows = await bookRows(db, user.user_id).execute();
    return { address_books: rows.map((row) => viewBook(bookFrom(row))) };
  },

  async list_conflicts(context, { query: { take, cursor } }) {
    const { user, cursors } = context;
    const list = JSON.stringify([user.user_id, 'list_conflicts']);
    const after = cursor === undefined ? undefined : String(cursors.read(list, cursor)[0]);
    const found = await listConflicts(context, { after, limit: take + 1 });
    const shown = found.slice(0, take);
    const nextCursor = found.length > take ? cursors.write(list, [shown.at(-1)!.id]) : null;
    return { conflicts: await viewConflicts(context, shown), pagination: { nextCursor, count: shown.length } };
  },

  async settle_conflict(context, { path, body }) {
    const conflict = await settleConflict(context, path.conflictId!);
    if (!conflict) throw notFound('conflict', path.conflictId!);
    const [view] = await viewConflicts(context, [conflict]);
    const { contactId, field, lost } = conflict;
    if (body.take) {
      if (!isRestorable(field)) throw badRequest({ take: 'cannot be applied to this field; edit the contact instead' });
      await updateContact(context, contactId, checkValue(contactPatch(), { [field]: lost }));
    }
    return { conflict: view! };
  },
};

/** Converts conflicts to API format, with the names of their contacts and address books. */
async function viewConflicts(context: Context, conflicts: WaitingConflict[]) {
  if (conflicts.length === 0) return [];
  const { db, user } = context;
  const books = await bookRows(db, user.user_id).execute();
  const people = await db
    .selectFrom('contacts')
    .select(['id', 'full_name'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', [...new Set(conflicts.map(({ contactId }) => contactId))])
    .execute();
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]));
  return conflicts.map(({ id, contactId, device, at, field, kept, lost }) => ({
    ...{ id, contact_id: contactId, contact_name: names.get(contactId) ?? null },
    ...{ field, kept, lost, can_take: isRestorable(field) },
    address_book: books.find((book) => bookDevice(book.id) === device)?.name ?? null,
    created_at: at,
  }));
}
