import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import type { Message, PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { Clock, Day, DayOf, OneButton, PersonLink, Section } from './parts.tsx';

export type Briefing = DataOf<Operations['get_briefing']>;
type Reminder = Briefing['reminders']['due'][number];
type Event = Briefing['events'][number];

const WORDS = {
  title: 'Today',
  reachOut: {
    title: 'Be in touch',
    lead: 'People you meant to hear from by now, the longest wait first.',
    never: 'no contact yet',
    last: 'last',
    overdue: (days: number) => (days === 0 ? 'due today' : days === 1 ? '1 day over' : `${days} days over`),
    note: 'Write a note',
  },
  reminders: {
    title: 'Reminders',
    overdue: 'overdue',
    every: 'comes back every',
    done: 'Done',
    tomorrow: 'Tomorrow',
    nextWeek: 'In a week',
  },
  birthdays: { title: 'Birthdays', turns: 'turns', today: 'today' },
  events: { title: 'The days ahead', allDay: 'all day', with: 'with', lastSaid: 'last said' },
  nothing: {
    title: 'Nothing is waiting',
    text: 'When you say how often you want to be in touch with somebody, set a reminder or connect a calendar, it shows here.',
    people: 'To your people',
  },
  more: 'There is more than is shown here.',
};

const SPANS: Record<string, string> = {
  '7 days': 'week',
  '14 days': '2 weeks',
  '1 mon': 'month',
  '3 mons': '3 months',
  '6 mons': '6 months',
  '1 year': 'year',
};

/** What waits today and in the days ahead. */
export function todayPage(person: Person, briefing: Briefing, message?: Message): PageContent {
  const { keep_in_touch, reminders, birthdays, events, warnings, truncated } = briefing;
  const isEmpty = [keep_in_touch, reminders.due, reminders.overdue, birthdays, events].every(
    (list) => list.length === 0,
  );
  return {
    title: WORDS.title,
    email: person.email,
    here: '/today',
    message,
    main: (
      <>
        <header>
          <h1>{WORDS.title}</h1>
          <p class="quiet">
            <Day day={briefing.from} />
          </p>
        </header>
        {isEmpty && (
          <Section id="nothing" title={WORDS.nothing.title} lead={WORDS.nothing.text}>
            <p>
              <a class="button" href="/people">
                {WORDS.nothing.people}
              </a>
            </p>
          </Section>
        )}
        <Reminders reminders={reminders} zone={person.time_zone} />
        <ReachOut rows={keep_in_touch} zone={person.time_zone} />
        <Birthdays rows={birthdays} />
        <Events events={events} zone={person.time_zone} />
        {Object.values(truncated).includes(true) && <p class="quiet">{WORDS.more}</p>}
        {warnings.map((warning) => (
          <p class="notice">{warning}</p>
        ))}
      </>
    ),
  };
}

function Reminders({ reminders: { overdue, due }, zone }: { reminders: Briefing['reminders']; zone: string }) {
  if (overdue.length + due.length === 0) return null;
  return (
    <Section id="reminders" title={WORDS.reminders.title}>
      <ul class="rows">
        {overdue.map((reminder) => (
          <ReminderRow reminder={reminder} zone={zone} isOverdue />
        ))}
        {due.map((reminder) => (
          <ReminderRow reminder={reminder} zone={zone} />
        ))}
      </ul>
    </Section>
  );
}

/** One reminder with what can be done about it; `back` is the page that it stands on. */
export function ReminderRow({
  reminder,
  zone,
  isOverdue,
  back = '/today',
}: {
  reminder: Pick<Reminder, 'id' | 'text' | 'due_at_date' | 'due_at_time' | 'recurrence'> & Partial<Reminder>;
  zone: string;
  isOverdue?: boolean;
  back?: string;
}) {
  const { id, text, due_at_date, due_at_time, recurrence, contacts = [] } = reminder;
  const words = WORDS.reminders;
  return (
    <li>
      <div class="about">
        <strong dir="auto">{text}</strong>
        <p class="quiet small">
          {due_at_time ? <DayOf at={due_at_time} zone={zone} /> : <Day day={due_at_date!} />}
          {due_at_time && (
            <>
              {' '}
              <Clock at={due_at_time} zone={zone} />
            </>
          )}
          {isOverdue && <span class="badge warning">{words.overdue}</span>}
          {recurrence && ` · ${words.every} ${SPANS[recurrence] ?? recurrence}`}
          {contacts.map((contact) => (
            <>
              {' · '}
              <PersonLink id={contact.id} name={contact.full_name} />
            </>
          ))}
        </p>
      </div>
      <div class="actions">
        <OneButton action={`/reminders/${id}/done`} fields={{ back }} kind="primary">
          {words.done}
          <span class="unseen"> {text}</span>
        </OneButton>
        {/* Another day for one that comes back would be another day for all that follow. */}
        {recurrence === null && (
          <>
            <OneButton action={`/reminders/${id}/snooze`} fields={{ back, days: '1' }}>
              {words.tomorrow}
              <span class="unseen"> {text}</span>
            </OneButton>
            <OneButton action={`/reminders/${id}/snooze`} fields={{ back, days: '7' }}>
              {words.nextWeek}
              <span class="unseen"> {text}</span>
            </OneButton>
          </>
        )}
      </div>
    </li>
  );
}

function ReachOut({ rows, zone }: { rows: Briefing['keep_in_touch']; zone: string }) {
  const words = WORDS.reachOut;
  if (rows.length === 0) return null;
  return (
    <Section id="reach-out" title={words.title} lead={words.lead}>
      <ul class="rows">
        {rows.map(({ contact, days_overdue, last_contact_at, last_said }) => (
          <li>
            <div class="about">
              <strong>
                <PersonLink id={contact.id} name={contact.full_name} />
              </strong>
              <p class="quiet small">
                {words.overdue(days_overdue)} ·{' '}
                {last_contact_at ? (
                  <>
                    {words.last} <DayOf at={last_contact_at} zone={zone} />
                  </>
                ) : (
                  words.never
                )}
              </p>
              {last_said && <p dir="auto">{last_said.text}</p>}
            </div>
            <a class="button" href={`/people/${contact.id}#note`}>
              {words.note}
              <span class="unseen"> {contact.full_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Birthdays({ rows }: { rows: Briefing['birthdays'] }) {
  const words = WORDS.birthdays;
  if (rows.length === 0) return null;
  return (
    <Section id="birthdays" title={words.title}>
      <ul class="rows">
        {rows.map(({ contact, date, turns, in_days }) => (
          <li>
            <div class="about">
              <strong>
                <PersonLink id={contact.id} name={contact.full_name} />
              </strong>
              <p class="quiet small">
                {in_days === 0 ? words.today : <Day day={date} />}
                {turns !== null && ` · ${words.turns} ${turns}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Events({ events, zone }: { events: Event[]; zone: string }) {
  const words = WORDS.events;
  if (events.length === 0) return null;
  return (
    <Section id="events" title={words.title}>
      <ul class="rows">
        {events.map(({ subjectOrTitle, dateTime, isAllDay, location, people }) => (
          <li>
            <div class="about">
              <strong dir="auto">{subjectOrTitle}</strong>
              <p class="quiet small">
                {isAllDay ? (
                  <>
                    <Day day={dateTime} /> · {words.allDay}
                  </>
                ) : (
                  <>
                    <DayOf at={dateTime} zone={zone} /> <Clock at={dateTime} zone={zone} />
                  </>
                )}
                {location && (
                  <>
                    {' · '}
                    <bdi>{location}</bdi>
                  </>
                )}
              </p>
              {people.map(({ contact, last_said }) => (
                <p class="small">
                  {words.with} <PersonLink id={contact.id} name={contact.full_name} />
                  {last_said && (
                    <span class="quiet">
                      {' '}
                      · {words.lastSaid}: <bdi>{last_said.text}</bdi>
                    </span>
                  )}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
