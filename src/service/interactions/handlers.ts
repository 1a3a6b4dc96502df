import type { Operations } from '../../contract/operations.ts';
import { dayIn } from '../../shared/zones.ts';
import { addInterval } from '../common/frequency.ts';
import { requireOwned } from '../common/owned.ts';
import { viewNotes } from '../notes/read/view.ts';
import { createNote, requireNote } from '../notes/save.ts';
import { createReminder, requireReminder } from '../reminders/save.ts';
import { viewReminders } from '../reminders/view.ts';
import type { Context } from '../runtime/context.ts';
import type { Handlers, RequestOf } from '../runtime/handler.ts';

type Body = RequestOf<Operations['log_interaction']>['body'];
type Remind = NonNullable<Body['remind']>;

const TITLE_LENGTH = 80;

export const interactionHandlers: Handlers<'log_interaction'> = {
  async log_interaction(context, { body }) {
    const { contacts, remind, ...note } = body;
    const ids = [...new Set(contacts)];
    await requireOwned(context, 'contacts', contacts, (index) => `contacts[${index}]`);
    const noteId = await createNote(context, {
      ...note,
      timeline_items_contacts: ids.map((contact_id) => ({ contact_id })),
    });
    const people = await peopleOf(context, ids);
    const reminderId = remind && (await createReminder(context, reminderFor(context, body, remind, people)));
    return {
      note: (await viewNotes(context, [await requireNote(context, noteId)]))[0]!,
      reminder: reminderId ? (await viewReminders(context, [await requireReminder(context, reminderId)]))[0]! : null,
      contacts: people,
    };
  },
};

type Person = Awaited<ReturnType<typeof peopleOf>>[number];

function reminderFor({ user, now }: Context, { note }: Body, remind: Remind, people: Person[]) {
  const { in: delay, text, ...due } = remind;
  return {
    text: text ?? titleOf(note ?? '') ?? followUp(people),
    ...due,
    ...(delay && !due.due_at_date && { due_at_date: dueAfter(dayIn(user.time_zone, now), delay) }),
    reminders_contacts: people.map(({ id }) => ({ contact_id: id })),
  };
}

/** The due date after a delay. In a month without that day, returns its last day. */
const dueAfter = (day: string, delay: string): string => addInterval(`${day}T00:00:00.000Z`, delay).slice(0, 10);

/** The first line of a note, cut between words. Undefined for an empty note. */
function titleOf(note: string): string | undefined {
  const [line = ''] = note.trim().split('\n');
  if (line.length <= TITLE_LENGTH) return line || undefined;
  return `${line.slice(0, TITLE_LENGTH).replace(/\s+\S*$/, '')}…`;
}

const followUp = ([first]: Person[]): string => (first?.full_name ? `Follow up with ${first.full_name}` : 'Follow up');

async function peopleOf({ db, user }: Context, ids: string[]) {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'full_name', 'last_seen_at', 'next_reminder_at'])
    .where('user_id', '=', user.user_id)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
