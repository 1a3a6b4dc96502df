import { REMINDERS, TODAY } from '../web/words/today.ts';
import { between, type Child, element, written } from './element.ts';
import { noteForm } from './note-form.ts';
import { row, section, warningLines } from './parts.ts';
import { personName } from './person.ts';
import { list, maybe, number, object, type Read, record, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { WORDS } from './words.ts';

// Reminders and events of today and the days ahead: get_briefing.

const person = object({ id: text, full_name: maybe(text) });
const lastSaid = maybe(object({ text: maybe(text) }));
const reminder = object({
  id: text,
  text: maybe(text),
  due_at_date: maybe(text),
  due_at_time: maybe(text),
  recurrence: maybe(text),
  contacts: list(person),
});
const briefing = object({
  from: text,
  reminders: object({ overdue: list(reminder), due: list(reminder) }),
  keep_in_touch: list(
    object({ contact: person, days_overdue: maybe(number), last_contact_at: maybe(text), last_said: lastSaid }),
  ),
  birthdays: list(object({ contact: person, date: text, turns: maybe(number), in_days: maybe(number) })),
  events: list(
    object({
      subjectOrTitle: maybe(text),
      dateTime: text,
      isAllDay: yes,
      location: maybe(text),
      people: list(object({ contact: person, last_said: lastSaid })),
    }),
  ),
  truncated: maybe(record),
  warnings: list(text),
});
type Briefing = Read<typeof briefing>;
type Reminder = Briefing['reminders']['due'][number];

export function briefingView(stage: Stage, result: unknown): HTMLElement {
  const { from, reminders, keep_in_touch, birthdays, events, truncated, warnings } = briefing(result);
  const { times } = stage;
  const { reachOut, nothing, more, title, ...words } = TODAY;
  const sections = [
    section(REMINDERS.title, [
      ...reminders.overdue.map((one) => reminderRow(stage, one, true)),
      ...reminders.due.map((one) => reminderRow(stage, one, false)),
    ]),
    section(
      reachOut.title,
      keep_in_touch.map(({ contact, days_overdue, last_contact_at, last_said }) =>
        row(
          personName(stage, contact),
          [
            `${reachOut.overdue(days_overdue ?? 0)} · `,
            last_contact_at === undefined ? reachOut.never : [`${reachOut.last} `, times.dayOf(last_contact_at)],
          ],
          last_said?.text !== undefined && written(last_said.text, 'p'),
          stage.canAct && noteForm(stage, contact),
        ),
      ),
    ),
    section(
      words.birthdays.title,
      birthdays.map(({ contact, date, turns, in_days }) =>
        row(personName(stage, contact), [
          in_days === 0 ? words.birthdays.today : times.day(date),
          turns !== undefined && ` · ${words.birthdays.turns} ${turns}`,
        ]),
      ),
    ),
    section(
      words.events.title,
      events.map(({ subjectOrTitle, dateTime, isAllDay, location, people }) =>
        row(
          written(subjectOrTitle ?? ''),
          [
            isAllDay ? [times.dayOf(dateTime), ` · ${words.events.allDay}`] : times.moment(dateTime),
            location !== undefined && [' · ', written(location)],
          ],
          people.map(({ contact, last_said }) =>
            element('p', 'small', `${words.events.with} `, personName(stage, contact), lastSaidLine(last_said?.text)),
          ),
        ),
      ),
    ),
  ];
  return element(
    'article',
    '',
    element('h1', '', title),
    element('p', 'quiet', times.day(from)),
    sections.some(Boolean) ? sections : element('p', '', nothing),
    Object.values(truncated ?? {}).includes(true) && element('p', 'quiet', more),
    warningLines(warnings),
  );
}

const lastSaidLine = (said: string | undefined): Child =>
  said !== undefined && element('span', 'quiet', ` · ${TODAY.events.lastSaid}: `, written(said));

function reminderRow(stage: Stage, reminder: Reminder, isOverdue: boolean): HTMLElement {
  const { id, text = '', due_at_date, due_at_time, recurrence, contacts } = reminder;
  const { times } = stage;
  const words = REMINDERS;
  const due = due_at_time !== undefined ? times.moment(due_at_time) : times.day(due_at_date ?? '');
  const overdue = isOverdue && element('span', 'badge warning', words.overdue);
  const facts = between([due, overdue, ...contacts.map((contact) => personName(stage, contact))], ' · ');
  const made = row(written(text), facts, '', stage.canAct && element('div', 'actions', doneButton(), moveButtons()));
  return made;

  function doneButton() {
    // A recurring reminder now has a new date, which this undo cannot reset.
    const before = recurrence === undefined && { is_complete: false };
    return changing(words.done, { is_complete: true }, before, WORDS.reminderDone(text), 'primary');
  }

  /** Buttons that move the reminder. The service computes the dates, because it knows the account's time zone. */
  function moveButtons() {
    const before = due_at_time === undefined ? { due_at_date } : { due_at_time };
    return (stage.beside.moves?.[id] ?? []).map((changes, at) => {
      const label = [words.tomorrow, words.nextWeek][at]!;
      return changing(label, changes, before, WORDS.reminderMoved(text, label), undefined);
    });
  }

  function changing(label: string, changes: object, before: object | false, told: string, kind: string | undefined) {
    return stage.button(
      label,
      async (once) => {
        await stage.call('update_reminder', { reminderId: id, ...changes, ...once });
        stage.done(told);
        const kept = [...made.childNodes];
        made.replaceChildren(written(told, 'p'), before ? undoButton(before, kept) : '');
      },
      { of: text, kind },
    );
  }

  function undoButton(before: object, kept: Node[]) {
    return stage.button(WORDS.undo, async (once) => {
      await stage.call('update_reminder', { reminderId: id, ...before, ...once });
      made.replaceChildren(...kept);
      stage.done(WORDS.undone(text));
    });
  }
}
