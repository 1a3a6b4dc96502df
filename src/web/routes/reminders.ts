import type { Client } from '../../client/client.ts';
import { fetchContactNames } from '../../client/contact-names.ts';
import { dueInDays } from '../../client/reminder-days.ts';
import type { RECURRENCES } from '../../contract/reminders.ts';
import { KithError } from '../../shared/error.ts';
import { wallClock } from '../../shared/zones.ts';
import { asTyped, merge, readOpened, type Values, withChoices } from '../edit/merge.ts';
import { doneAt } from '../layout/done.tsx';
import { personPath } from '../layout/parts.tsx';
import { editReminderPage } from '../pages/records/edit-reminder.tsx';
import { type Reminder, restore } from '../people/read-person.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { momentOn } from '../requests/days.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';
import { EDIT_REMINDER } from '../words/reminders.ts';
import { partForms, type WasDone } from './person-part.ts';

const TODAY = '/today';
const MOST_DAYS = 366;
const MINUTE = 60_000;
const AT = { text: 'text', due_at_date: 'day', day: 'day', time: 'time', recurrence: 'recurrence' };

/** Reminders: created on a person's page, and moved, completed, edited, and deleted there and on Today. */
export function addReminders(app: Pages, frame: Frame): void {
  addNew(app, frame);
  addEditing(app, frame);
  addButtons(app, frame);
}

const backTo = (fields: URLSearchParams): string => safePath(fields.get('back'), TODAY);

function addNew(app: Pages, frame: Frame): void {
  const part = partForms(app, frame, LONG_FORM);
  part('reminders', 'reminders', AT, async ({ client, fields, once }, contactId) => {
    const due = {
      due_at_date: asTyped(fields.get('day')) || null,
      recurrence: recurrenceOf(asTyped(fields.get('recurrence'))),
    };
    const about = { reminders_contacts: [{ contact_id: contactId }] };
    await client.call('create_reminder', { text: asTyped(fields.get('text')), ...due, ...about }, once);
    return undefined;
  });
}

function addEditing(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, LONG_FORM);

  app.get('/reminders/:id', (context) =>
    page(context, async ({ client, person }) => {
      const reminder = await reminderOf(client, context.req.param('id'));
      const people = await peopleOf(client, reminder);
      const back = safePath(context.req.query('back'), people[0] ? `${personPath(people[0].id)}#reminders` : TODAY);
      const now = valuesOf(reminder, person.time_zone);
      return frame.show(editReminderPage({ person, reminder, people, back, opened: now, values: now }));
    }),
  );

  app.post('/reminders/:id', (context) =>
    form(context, async ({ client, person, fields, once }) => {
      const reminder = await reminderOf(client, context.req.param('id'));
      const now = valuesOf(reminder, person.time_zone);
      const opened = readOpened(fields.get('opened'));
      const { merged, conflicts } = merge(opened, withChoices(fields, opened, typedIn(fields)), now);
      const people = await peopleOf(client, reminder);
      const again = { person, reminder, people, back: backTo(fields), opened: now, values: merged };
      if (conflicts.length > 0) return frame.show(editReminderPage({ ...again, conflicts }), { status: 409 });
      try {
        const change = changeTo(now, merged, person.time_zone);
        if (Object.keys(change).length > 0)
          await client.call('update_reminder', { reminderId: reminder.id, ...change }, once);
        return seeOther(doneAt(backTo(fields), 'reminder-saved'));
      } catch (error) {
        return frame.show(editReminderPage({ ...again, refused: inWords(error) }), { status: 400 });
      }
    }),
  );
}

function addButtons(app: Pages, frame: Frame): void {
  const { form } = forPerson(frame);

  button('done', async ({ client, fields, once }, reminderId) => {
    await client.call('update_reminder', { reminderId, is_complete: true }, once);
    return { done: 'reminder-done', reminder: reminderId, last: fields.get('last') };
  });
  button('open', async ({ client, fields, once }, reminderId) => {
    // Today does not show when it was last completed.
    const last = fields.has('last') ? { last_completed_at: fields.get('last') || null } : {};
    await client.call('update_reminder', { reminderId, is_complete: false, ...last }, once);
    return { done: 'reminder-back' };
  });
  button('snooze', async ({ client, person, fields, once }, reminderId) => {
    const { due_at_time } = await reminderOf(client, reminderId);
    const days = Math.min(Math.max(Number.parseInt(fields.get('days') ?? '', 10) || 1, 1), MOST_DAYS);
    await client.call('update_reminder', { reminderId, ...dueInDays(days, { due_at_time }, person.time_zone) }, once);
    return { done: 'reminder-moved', reminder: reminderId, was: fields.get('was') };
  });
  button('move', async ({ client, fields, once }, reminderId) => {
    const was = fields.get('was') ?? '';
    const due = was.length === 10 ? { due_at_date: was, due_at_time: null } : { due_at_time: was };
    await client.call('update_reminder', { reminderId, ...due }, once);
    return { done: 'reminder-back' };
  });
  button('delete', async ({ client, once }, reminderId) => {
    await client.call('delete_reminder', { reminderId }, once);
    return { done: 'reminder-deleted', reminder: reminderId };
  });
  button('restore', async ({ client, once }, reminderId) => {
    await restore(client, reminderId, once);
    return { done: 'reminder-back' };
  });

  /** A button for one reminder. Its page shows the result. */
  function button(action: string, work: (sent: Sent, reminderId: string) => Promise<WasDone>): void {
    app.post(`/reminders/:id/${action}`, (context) =>
      form(context, async (sent) => {
        const { done, ...fields } = await work(sent, context.req.param('id')!);
        return seeOther(doneAt(backTo(sent.fields), done, fields));
      }),
    );
  }
}

const reminderOf = async (client: Client, reminderId: string): Promise<Reminder> =>
  (await client.call('get_reminder', { reminderId })).data.reminder;

async function peopleOf(client: Client, { reminders_contacts }: Reminder) {
  const ids = reminders_contacts.map(({ contact_id }) => contact_id);
  const names = ids.length > 0 ? await fetchContactNames(client, ids) : new Map<string, string>();
  return ids.map((id) => ({ id, name: names.get(id) }));
}

/** A reminder from the form. The time is empty for the whole day. */
function valuesOf({ text, due_at_date, due_at_time, recurrence }: Reminder, zone: string): Values {
  const clock = due_at_time ? wallClock(zone, due_at_time) : undefined;
  return {
    text: asTyped(text, true),
    day: clock?.day ?? (due_at_date ?? '').slice(0, 10),
    time: clock ? new Date(clock.time).toISOString().slice(11, 16) : '',
    recurrence: recurrence ?? '',
  };
}

const typedIn = (fields: URLSearchParams): Values =>
  Object.fromEntries(
    ['text', 'day', 'time', 'recurrence'].map((name) => [name, asTyped(fields.get(name), name === 'text')]),
  );

function changeTo(now: Values, wanted: Values, zone: string) {
  const isMoved = wanted.day !== now.day || wanted.time !== now.time;
  return {
    ...(wanted.text !== now.text && { text: wanted.text ?? '' }),
    ...(wanted.recurrence !== now.recurrence && { recurrence: recurrenceOf(wanted.recurrence) }),
    ...(isMoved && dueAt(wanted.day ?? '', wanted.time ?? '', zone)),
  };
}

/** A date, or a time if one is given. */
function dueAt(day: string, time: string, zone: string) {
  if (time === '') return { due_at_date: day, due_at_time: null };
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  if (minutes === undefined) throw new KithError('BadRequest', EDIT_REMINDER.notTime);
  return { due_at_date: null, due_at_time: momentOn(day, (Number(hours) * 60 + Number(minutes)) * MINUTE, zone) };
}

/** The cast is safe: the contract refuses any other value. */
const recurrenceOf = (text: string | undefined) => (text || null) as (typeof RECURRENCES)[number] | null;
