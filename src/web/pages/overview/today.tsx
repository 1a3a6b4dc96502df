import type { Child } from 'hono/jsx';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import {
  Clock,
  Day,
  DayOf,
  KeyField,
  NAMELESS,
  OneButton,
  PersonLink,
  personPath,
  Section,
} from '../../layout/parts.tsx';
import { Warning } from '../../layout/warning.tsx';
import type { Person } from '../../services/services.ts';
import { REMINDERS, TODAY as SHARED } from '../../words/today.ts';
import { NoteFields } from '../records/note-form.tsx';
import { ReminderRow } from '../records/reminders.tsx';

export type Briefing = DataOf<Operations['get_briefing']>;
type Brief = Briefing['keep_in_touch'][number]['contact'];
type Event = Briefing['events'][number];

const TODAY = '/today';

const WORDS = {
  ...SHARED,
  reachOut: {
    ...SHARED.reachOut,
    lead: 'People you meant to hear from by now, the longest wait first.',
    note: 'Done, with a note',
    noteOf: (name: string) => `about ${name}`,
    save: 'Save the note',
    week: 'In a week',
    month: 'In a month',
    stop: 'Never',
    stopOf: (name: string) => `be reminded of ${name}`,
  },
  reminders: REMINDERS.title,
  nothing: {
    title: SHARED.nothing,
    lead: 'What waits for you appears here, once kith knows of it:',
    ways: [
      'On the page of a person, say how often you want to be in touch, and they come back here in time.',
      'There, too, set a reminder for a day, or one that comes back.',
      'Write down birthdays: they show a week ahead.',
      'With a calendar connected, you see who is in the events of the week, and what you last said.',
    ],
    people: 'To your people',
    nobody: 'Nobody is here yet. Bring your address book along, and what waits for you appears here.',
    import: 'Import a file or an account',
  },
};

/** Nobody and nothing waits. */
export const isQuiet = ({ keep_in_touch, reminders, birthdays, events }: Briefing): boolean =>
  [keep_in_touch, reminders.due, reminders.overdue, birthdays, events].every((list) => list.length === 0);

interface Shown {
  person: Person;
  briefing: Briefing;
  /** Asked for where nothing waits. */
  hasPeople: boolean;
  message?: Message | undefined;
}

/** What waits today and in the days ahead. */
export function todayPage({ person, briefing, hasPeople, message }: Shown): PageContent {
  const { keep_in_touch, reminders, birthdays, events, warnings, truncated } = briefing;
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
        {isQuiet(briefing) && (hasPeople ? <Nothing /> : <Nobody />)}
        <Reminders reminders={reminders} zone={person.time_zone} />
        <ReachOut rows={keep_in_touch} zone={person.time_zone} day={briefing.from} />
        <Birthdays rows={birthdays} />
        <Events events={events} zone={person.time_zone} />
        {Object.values(truncated).includes(true) && <p class="quiet">{WORDS.more}</p>}
        {warnings.map((warning) => (
          <p class="notice">
            <Warning text={warning} />
          </p>
        ))}
      </>
    ),
  };
}

/** For somebody who begins. */
const Nobody = () => (
  <Section id="nothing" title={WORDS.nothing.title} lead={WORDS.nothing.nobody}>
    <p>
      <a class="button primary" href="/import">
        {WORDS.nothing.import}
      </a>
    </p>
  </Section>
);

const Nothing = () => (
  <Section id="nothing" title={WORDS.nothing.title} lead={WORDS.nothing.lead}>
    <ul>
      {WORDS.nothing.ways.map((way) => (
        <li>{way}</li>
      ))}
    </ul>
    <p>
      <a class="button" href="/people">
        {WORDS.nothing.people}
      </a>
    </p>
  </Section>
);

function Reminders({ reminders: { overdue, due }, zone }: { reminders: Briefing['reminders']; zone: string }) {
  if (overdue.length + due.length === 0) return null;
  return (
    <Section id="reminders" title={WORDS.reminders}>
      <ul class="rows">
        {overdue.map((reminder) => (
          <ReminderRow reminder={reminder} zone={zone} back={TODAY} isOverdue />
        ))}
        {due.map((reminder) => (
          <ReminderRow reminder={reminder} zone={zone} back={TODAY} />
        ))}
      </ul>
    </Section>
  );
}

/** Somebody with what is told of them, and what can be done. */
const PersonRow = ({ contact, about, children }: { contact: Brief; about: Child; children?: Child }) => (
  <li>
    <div class="about">
      <strong>
        <PersonLink id={contact.id} name={contact.full_name} />
      </strong>
      {about}
    </div>
    {children}
  </li>
);

interface ReachOutProps {
  rows: Briefing['keep_in_touch'];
  zone: string;
  day: string;
}

function ReachOut({ rows, zone, day }: ReachOutProps) {
  const words = WORDS.reachOut;
  if (rows.length === 0) return null;
  return (
    <Section id="reach-out" title={words.title} lead={words.lead}>
      <ul class="rows">
        {rows.map(({ contact, days_overdue, last_contact_at, last_said }) => (
          <PersonRow
            contact={contact}
            about={
              <>
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
              </>
            }
          >
            <Answers contact={contact} day={day} />
          </PersonRow>
        ))}
      </ul>
    </Section>
  );
}

/** What is done about somebody who waits: a note says that it happened, or it happens later. */
function Answers({ contact, day }: { contact: Brief; day: string }) {
  const words = WORDS.reachOut;
  const path = personPath(contact.id);
  const name = contact.full_name || NAMELESS;
  return (
    <div class="answers">
      <div class="actions">
        {[
          { action: 'later', days: '7', text: words.week, of: name },
          { action: 'later', days: '30', text: words.month, of: name },
          { action: 'never', days: '', text: words.stop, of: words.stopOf(name) },
        ].map(({ action, days, text, of }) => (
          <OneButton action={`${path}/rhythm/${action}`} fields={{ back: TODAY, ...(days && { days }) }}>
            {text}
            <span class="unseen"> {of}</span>
          </OneButton>
        ))}
      </div>
      <details>
        <summary>
          {words.note}
          <span class="unseen"> {words.noteOf(name)}</span>
        </summary>
        <form class="question" method="post" action={`${path}/notes`}>
          <KeyField />
          <input type="hidden" name="back" value={TODAY} />
          <NoteFields id={`${contact.id}-`} values={{ day }} isNew />
          <div>
            <button class="primary" type="submit">
              {words.save}
            </button>
          </div>
        </form>
      </details>
    </div>
  );
}

function Birthdays({ rows }: { rows: Briefing['birthdays'] }) {
  const words = WORDS.birthdays;
  if (rows.length === 0) return null;
  return (
    <Section id="birthdays" title={words.title}>
      <ul class="rows">
        {rows.map(({ contact, date, turns, in_days }) => (
          <PersonRow
            contact={contact}
            about={
              <p class="quiet small">
                {in_days === 0 ? words.today : <Day day={date} />}
                {turns !== null && ` · ${words.turns} ${turns}`}
              </p>
            }
          />
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
