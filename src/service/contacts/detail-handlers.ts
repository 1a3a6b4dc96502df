import type { OperationName } from '../../contract/operations.ts';
import { bulkResult } from '../common/bulk.ts';
import type { DetailTable } from '../common/detail-kinds.ts';
import { addDetail, deleteDetail, reorderDetails, updateDetail } from '../contact-rows/details.ts';
import { viewDetail } from '../contact-rows/relation-fields.ts';
import { requireContact, touchContact } from '../contact-rows/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { moveToTrash } from '../undo-records/move-to-trash.ts';

type Names = Extract<
  OperationName,
  | `${'add' | 'update' | 'delete'}_contact_${'email' | 'phone' | 'address'}`
  | 'reorder_contact_emails'
  | 'reorder_contact_phones'
>;

async function add<T extends DetailTable>(context: Context, table: T, contactId: string, body: object) {
  await requireContact(context, contactId);
  const row = await addDetail(context, table, contactId, body);
  await touchContact(context, contactId);
  return viewDetail(table, row);
}

async function update(context: Context, table: DetailTable, contactId: string, id: string, body: object) {
  await requireContact(context, contactId);
  await updateDetail(context, table, contactId, id, body);
  await touchContact(context, contactId);
  return { affected: 1, ids: [id], failed: [] };
}

const TRASH_KIND_OF = {
  contact_emails: 'email',
  contact_phone_numbers: 'phone',
  legacy_contact_addresses: 'address',
} as const;

async function remove(context: Context, table: DetailTable, contactId: string, id: string) {
  await requireContact(context, contactId);
  await moveToTrash(context, TRASH_KIND_OF[table], [id], async () => {
    await deleteDetail(context, table, contactId, id);
    await touchContact(context, contactId);
  });
  return { affected: 1 };
}

type Order = { id: string; ranking: number }[];

async function reorder(
  context: Context,
  table: 'contact_emails' | 'contact_phone_numbers',
  contactId: string,
  order: Order,
) {
  await requireContact(context, contactId);
  const { ids, stale } = await reorderDetails(context, table, contactId, order);
  await touchContact(context, contactId);
  return bulkResult(ids, stale, 'The contact has no row with this id.');
}

export const contactDetailHandlers: Handlers<Names> = {
  add_contact_email: async (context, { path, body }) => ({
    email: await add(context, 'contact_emails', path.contactId!, body),
  }),
  update_contact_email: (context, { path, body }) =>
    update(context, 'contact_emails', path.contactId!, path.emailId!, body),
  delete_contact_email: (context, { path }) => remove(context, 'contact_emails', path.contactId!, path.emailId!),
  reorder_contact_emails: (context, { path, body }) => reorder(context, 'contact_emails', path.contactId!, body.order),

  add_contact_phone: async (context, { path, body }) => ({
    phoneNumber: await add(context, 'contact_phone_numbers', path.contactId!, body),
  }),
  update_contact_phone: (context, { path, body }) =>
    update(context, 'contact_phone_numbers', path.contactId!, path.phoneId!, body),
  delete_contact_phone: (context, { path }) => remove(context, 'contact_phone_numbers', path.contactId!, path.phoneId!),
  async reorder_contact_phones(context, { path, body }) {
    const { affected } = await reorder(context, 'contact_phone_numbers', path.contactId!, body.order);
    return { affected };
  },

  add_contact_address: async (context, { path, body }) => ({
    address: await add(context, 'legacy_contact_addresses', path.contactId!, body),
  }),
  update_contact_address: (context, { path, body }) =>
    update(context, 'legacy_contact_addresses', path.contactId!, path.addressId!, body),
  delete_contact_address: (context, { path }) =>
    remove(context, 'legacy_contact_addresses', path.contactId!, path.addressId!),
};
