import { isOver } from './agenda.ts';
import { between, type Child, element, written } from './element.ts';
import { face } from './face.ts';
import { log } from './forms.ts';
import { beginning, empty, fold, lastSaid, next, row, section, view, warningLines } from './parts.ts';
import { personName } from './person.ts';
import { list, maybe, number, object, type Read, record, text, yes } from './reading.ts';
import type { Stage } from './stage.ts';
import { NAMELESS, REMINDERS, REQUESTS, TODAY, WORDS } from './words.ts';

// Reminders and events of today and the days ahead: get_briefing.

const person = object({ id: text, full_name: maybe(text) });
const said = maybe(object({ text: maybe(text) }));
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
    object({ contact: person, days_overdue: maybe(number), last_contact_at: maybe(text), last_said: said }),
  ),
  birthdays: list(object({ contact: person, date: text, turns: maybe(number), in_days: maybe(number) })),
  events: list(
    object({
      subjectOrTitle: maybe(text),
      dateTime: text,
      endDateTime: maybe(text),
      isAllDay: yes,
      location: maybe(text),
      people: list(object({ contact: person, last_said: said })),
    }),
  ),
  truncated: maybe(record),
  warnings: list(text),
});
type Briefing = Read<typeof briefing>;
type Reminder = Briefing['reminders']['due'][number];
type ReachOut = Briefing['keep_in_touch'][number];
type Birthday = Briefing['birthdays'][number];
type Event = Briefing['events'][number];
type Person = Read<typeof person>;
type LastSaid = Read<typeof said>;

/** Characters of the latest note before "Show all". */
const SAID = 110;

export function briefingView(stage: Stage, result: unknown): HTMLElement {
  const { from, reminders, keep_in_touch, birthdays, events, truncated, warnings } = briefing(result);
  const { times } = stage;
  /** Every row, with a key that sorts them by day. */
  const rows: [key: string, row: HTMLElement][] = [];
  const listed = <T>(heading: string, items: T[], keyOf: (item: T) => string, draw: (item: T) => HTMLElement) =>
    section(
      heading,
      items.map((item) => {
        const made = draw(item);
        rows.push([keyOf(item), made]);
        return made;
      }),
    );
  const sections = [
    listed(
      REMINDERS.title,
      [...reminders.overdue, ...reminders.due],
      (one) => (reminders.overdue.includes(one) ? '' : from),
      (one) => reminderRow(stage, one, reminders.overdue.includes(one)),
    ),
    listed(
      TODAY.events.title,
      events,
      (event) => (isOver(event) ? '~' : times.date(event.dateTime)),
      (event) => eventRow(stage, event),
    ),
    listed(
      TODAY.birthdays.title,
      birthdays,
      ({ date }) => date,
      (birthday) => birthdayRow(stage, birthday),
    ),
    listed(
      TODAY.reachOut.title,
      keep_in_touch,
      // After everything of today.
      () => `${from}~`,
      (entry) => reachOutRow(stage, entry),
    ),
  ];
  const hidden = fold(
    rows.map(([, made]) => made),
    next(rows),
  );
  return view(
    stage,
    { title: [TODAY.title, element('span', 'quiet', ' · ', times.day(from))], path: '/today', more: hidden },
    rows.length > 0 ? sections : empty(TODAY.nothing),
    Object.values(truncated ?? {}).includes(true) && element('p', 'quiet small rest', TODAY.more),
    warningLines(warnings),
  );
}

function reachOutRow(stage: Stage, { contact, days_overdue, last_contact_at, last_said }: ReachOut): HTMLElement {
  const [button, form] = stage.canAct ? log(stage, contact) : [];
  const made = personRow(
    stage,
    contact,
    [
      `${TODAY.reachOut.overdue(days_overdue ?? 0)} · `,
      last_contact_at === undefined
        ? TODAY.reachOut.never
        : [`${TODAY.reachOut.last} `, stage.times.dayOf(last_contact_at)],
    ],
    saidLine(last_said),
    [button, stage.ask(WORDS.draft, REQUESTS.draft(contact, 'to get back in touch'), contact.full_name ?? NAMELESS)],
  );
  if (form) made.append(form);
  return made;
}

function birthdayRow(stage: Stage, { contact, date, turns, in_days }: Birthday): HTMLElement {
  return personRow(
    stage,
    contact,
    [
      in_days === 0 ? TODAY.birthdays.today : stage.times.day(date),
      turns !== undefined && ` · ${TODAY.birthdays.turns} ${turns}`,
    ],
    '',
    stage.ask(WORDS.draft, REQUESTS.draft(contact, 'for their birthday'), contact.full_name ?? NAMELESS),
  );
}

function personRow(stage: Stage, contact: Person, facts: Child, below: Child, verbs: Child): HTMLElement {
  const made = row(personName(stage, contact), facts, below, verbs);
  made.prepend(face(stage, contact));
  return made;
}

function eventRow(stage: Stage, event: Event): HTMLElement {
  const { subjectOrTitle = '', dateTime, isAllDay, location, people } = event;
  const { times } = stage;
  return row(
    written(subjectOrTitle),
    [
      isAllDay ? [times.dayOf(dateTime), ` · ${TODAY.events.allDay}`] : times.moment(dateTime),
      location !== undefined && [' · ', written(location)],
    ],
    people.map(({ contact, last_said }) => [
      element('p', 'small', `${TODAY.events.with} `, personName(stage, contact)),
      saidLine(last_said),
    ]),
    people.length > 0 &&
      stage.ask(
        WORDS.prepare,
        REQUESTS.prepare(
          subjectOrTitle,
          dateTime,
          people.map(({ contact }) => contact),
        ),
        subjectOrTitle,
      ),
  );
}

/** The latest note, in a smaller size than what is due. */
const saidLine = (said: LastSaid): Child =>
  said?.text !== undefined && element('div', 'small', beginning(lastSaid(said.text), SAID));

function reminderRow(stage: Stage, reminder: Reminder, isOverdue: boolean): HTMLElement {
  const { id, text = '', due_at_date, due_at_time, recurrence, contacts } = reminder;
  const { times } = stage;
  const due = due_at_time !== undefined ? times.moment(due_at_time) : times.day(due_at_date ?? '');
  const title = [written(text), isOverdue && element('span', 'badge warning', REMINDERS.overdue)];
  const facts = between([due, ...contacts.map((contact) => personName(stage, contact))], ' · ');
  const made = row(title, facts, '', stage.canAct && [doneButton(), moveButtons()]);
  return made;

  function doneButton() {
    // A recurring reminder now has a new date, which this undo cannot reset.
    const before = recurrence === undefined && { is_complete: false };
    return changing(REMINDERS.done, { is_complete: true }, before, WORDS.reminder.done(text), 'primary');
  }

  /** Buttons that move the reminder. The service computes the dates, because it knows the account's time zone. */
  function moveButtons() {
    const before = due_at_time === undefined ? { due_at_date } : { due_at_time };
    return (stage.beside.moves?.[id] ?? []).map((changes, at) => {
      const label = [REMINDERS.tomorrow, REMINDERS.nextWeek][at]!;
      return changing(label, changes, before, WORDS.reminder.moved(text, label), undefined);
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
      stage.done(WORDS.reminder.undone(text));
    });
  }
}
