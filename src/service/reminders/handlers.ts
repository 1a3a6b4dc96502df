import type { OperationName } from '../../contract/operations.ts';
import { requireContact } from '../contact-rows/save.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers } from '../runtime/handler.ts';
import { pageOfRecurring, pageOfReminders } from './pages.ts';
import { createReminder, deleteReminder, requireReminder, updateReminder } from './save.ts';
import { type ReminderView, viewReminders } from './view.ts';

type Names = Extract<
  OperationName,
  `${'list' | 'list_recurring'}_reminders` | `${'create' | 'get' | 'update' | 'delete'}_reminder` | 'update_reminder_v1'
>;

export const reminderHandlers: Handlers<Names> = {
  async list_reminders(context, { query }) {
    if (query.contactId) await requireContact(context, query.contactId);
    return pageOfReminders(context, query);
  },

  create_reminder: async (context, { body }) => ({
    reminder: await viewOne(context, await createReminder(context, body)),
  }),
  get_reminder: async (context, { path }) => ({ reminder: await viewOne(context, path.reminderId!) }),
  update_reminder: (context, { path, body }) => update(context, path.reminderId!, body),
  update_reminder_v1: (context, { path, body }) => update(context, path.reminderId!, body),

  async delete_reminder(context, { path }) {
    const { id } = await requireReminder(context, path.reminderId!);
    await deleteReminder(context, id);
    return { affected: 1, ids: [id] };
  },

  list_recurring_reminders: (context, { query }) => pageOfRecurring(context, query),
};

async function update(context: Context, id: string, body: Parameters<typeof updateReminder>[2]) {
  await updateReminder(context, id, body);
  return { reminder: await viewOne(context, id) };
}

async function viewOne(context: Context, id: string): Promise<ReminderView> {
  return (await viewReminders(context, [await requireReminder(context, id)]))[0]!;
}
