import { type Contact, type Read, readContacts, restoring, toolCall, type Undo, type UndoCall } from './undo.ts';

type ListField = 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses';

const readRows = async <List extends ListField>(read: Read, contactId: string, list: List) =>
  ((await readContacts(read, [contactId], [list]))?.get(contactId)?.[list] ?? []) as NonNullable<Contact[List]>;

/** Undo of a change of one email, number, or address. `id` reads its id from the arguments. */
export const undoDetail = <Args extends { contactId: string }, List extends ListField>(
  list: List,
  id: (args: Args) => string,
  call: (args: Args, former: object) => UndoCall,
): Undo<Args, unknown> =>
  restoring(async (args, read) => {
    const row = (await readRows(read, args.contactId, list)).find((one) => one.id === id(args));
    const fields = Object.keys(args).filter((field) => row && !/Id$/.test(field) && field in row);
    const former = Object.fromEntries(fields.map((field) => [field, row![field as keyof typeof row]]));
    return () => (fields.length > 0 ? [call(args, former)] : []);
  });

/** Undo of a new order of emails or numbers. */
export const undoOrder = (
  list: 'contact_emails' | 'contact_phone_numbers',
  tool: 'reorder_contact_emails' | 'reorder_contact_phones',
): Undo<{ contactId: string; order: { id: string; ranking: number }[] }, unknown> =>
  restoring(async ({ contactId, order }, read) => {
    const rows: { id: string; ranking: number }[] = await readRows(read, contactId, list);
    const moved = rows.filter(({ id, ranking }) => order.some((one) => one.id === id && one.ranking !== ranking));
    const former = moved.map(({ id, ranking }) => ({ id, ranking }));
    return () => (former.length > 0 ? [toolCall(tool, { contactId, order: former })] : []);
  });
