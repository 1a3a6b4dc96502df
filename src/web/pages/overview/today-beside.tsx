import { contactTitle } from '../../../client/contact-names.ts';
import { dayAfter, dayIn } from '../../../shared/zones.ts';
import { Face } from '../../layout/face.tsx';
import { Clock, Day, KeyField, NAMELESS, PersonLink } from '../../layout/parts.tsx';
import { mailLink, textLink } from '../../layout/reach-links.ts';
import type { Briefing, Details } from '../../people/briefing.ts';
import { repeatText } from '../../words/frequencies.ts';
import { REMINDERS, TODAY, TODAY_PAGE as WORDS } from '../../words/today.ts';
import { Act } from './act.tsx';

const BACK = '/today';

type Event = Briefing['events'][number];
type Reminder = Briefing['reminders']['due'][number];

const dayOf = (one: Event | Reminder, zone: string): string => {
  if ('dateTime' in one) return one.isAllDay ? one.dateTime.slice(0, 10) : dayIn(zone, one.dateTime);
  return one.due_at_time ? dayIn(zone, one.due_at_time) : (one.due_at_date ?? '').slice(0, 10);
};

/** Whether an event or a reminder is on a day. */
export const isOn = (one: Event | Reminder, day: string, zone: string): boolean => dayOf(one, zone) === day;

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Birthdays of the week, with a way to congratulate. */
export function Birthdays({ rows, details }: { rows: Briefing['birthdays']; details: Details }) {
  const words = TODAY.birthdays;
  if (rows.length === 0) return null;
  return (
    <section class="card aside" id="part-birthdays" aria-labelledby="birthdays">
      <h2 id="birthdays">{words.title}</h2>
      <ul class="people-rows">
        {rows.map(({ contact, date, turns, in_days }) => {
          const known = details.get(contact.id);
          const name = contact.full_name || (known && contactTitle(known)) || NAMELESS;
          const phone = known?.contact_phone_numbers?.[0]?.phone_number;
          const email = known?.contact_emails?.[0]?.email;
          return (
            <li>
              <Face id={contact.id} name={name} image_url={known?.image_url} />
              <div class="about">
                <p>
                  <PersonLink id={contact.id} name={name} />
                </p>
                <p class="quiet small">
                  {in_days === 0 ? capital(words.today) : <Day day={date} />}
                  {turns !== null && ` · ${words.turns} ${turns}`}
                </p>
              </div>
              {phone ? (
                <Act href={textLink(phone)} icon="✉" text={WORDS.text} name={name} />
              ) : (
                email && <Act href={mailLink(email)} icon="✉" text={WORDS.email} name={name} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface RemindersProps {
  reminders: Briefing['reminders'];
  zone: string;
  day: string;
}

/** Reminders that are overdue or due this week. */
export function TodayReminders({ reminders: { overdue, due }, zone, day }: RemindersProps) {
  if (overdue.length + due.length === 0) return null;
  return (
    <section class="card aside" id="part-reminders" aria-labelledby="reminders">
      <h2 id="reminders">{REMINDERS.title}</h2>
      <ul class="people-rows" data-rows>
        {[...overdue, ...due].map((reminder) => (
          <ReminderRow reminder={reminder} zone={zone} day={day} isOverdue={overdue.includes(reminder)} />
        ))}
      </ul>
    </section>
  );
}

const leaves = (action: string): Record<string, string> => ({
  action,
  'hx-post': action,
  'hx-target': 'closest li',
  'hx-swap': 'delete ignoreTitle:true',
  'hx-select-oob': '#toast:innerHTML',
  'hx-vals': '{"back":"/done"}',
});

function ReminderRow({
  reminder,
  zone,
  day,
  isOverdue,
}: {
  reminder: Reminder;
  zone: string;
  day: string;
  isOverdue: boolean;
}) {
  const { id, text, due_at_date, due_at_time, recurrence, contacts } = reminder;
  const was = due_at_time ?? due_at_date?.slice(0, 10) ?? '';
  const unseen = <span class="unseen">: {text}</span>;
  return (
    <li>
      <form method="post" {...leaves(`/reminders/${id}/done`)}>
        <KeyField />
        <input type="hidden" name="back" value={BACK} />
        <button type="submit" class="tick">
          <span class="unseen">{REMINDERS.done}</span>
          {unseen}
        </button>
      </form>
      <div class="about">
        <p dir="auto">{text}</p>
        <p class="quiet small">
          {isOn(reminder, day, zone) ? WORDS.today : <Day day={dayOf(reminder, zone)} />}
          {due_at_time && [' ', <Clock at={due_at_time} zone={zone} />]}
          {isOverdue && [' ', <span class="badge late">{REMINDERS.overdue}</span>]}
          {recurrence && ` · ${WORDS.repeats(repeatText(recurrence))}`}
          {contacts.map((contact) => [' · ', <PersonLink id={contact.id} name={contact.full_name} />])}
        </p>
      </div>
      <details class="menu" name="menu">
        <summary class="button">
          {WORDS.later}
          {unseen}
        </summary>
        <form method="post" {...leaves(`/reminders/${id}/snooze`)}>
          <KeyField />
          <input type="hidden" name="back" value={BACK} />
          <input type="hidden" name="was" value={was} />
          {/* Another day for a repeating reminder would move all that follow. */}
          {recurrence === null && (
            <>
              <button type="submit" name="days" value="1">
                {REMINDERS.tomorrow}
              </button>
              <button type="submit" name="days" value="7" data-row-key="s">
                {REMINDERS.nextWeek}
              </button>
            </>
          )}
          <a class="button" href={`/reminders/${id}?${new URLSearchParams({ back: BACK })}`}>
            {WORDS.edit}
          </a>
        </form>
      </details>
    </li>
  );
}

/** Events by day. */
export function Calendar({ events, zone, day }: { events: Event[]; zone: string; day: string }) {
  if (events.length === 0) return null;
  const days = new Map<string, Event[]>();
  for (const event of events) days.set(dayOf(event, zone), [...(days.get(dayOf(event, zone)) ?? []), event]);
  return (
    <section class="card aside" id="part-events" aria-labelledby="events">
      <h2 id="events">{TODAY.events.title}</h2>
      {[...days].map(([date, some]) => (
        <>
          <h3>{date === day ? WORDS.today : date === dayAfter(day) ? WORDS.tomorrow : <Day day={date} />}</h3>
          <ul class="people-rows">
            {some.map((event) => (
              <EventRow event={event} zone={zone} />
            ))}
          </ul>
        </>
      ))}
    </section>
  );
}

function EventRow({ event, zone }: { event: Event; zone: string }) {
  const { subjectOrTitle, dateTime, isAllDay, location, people } = event;
  const words = TODAY.events;
  return (
    <li class="event">
      <p class="quiet small time">{isAllDay ? words.allDay : <Clock at={dateTime} zone={zone} />}</p>
      <div class="about">
        <p dir="auto">{subjectOrTitle}</p>
        {location && (
          <p class="quiet small" dir="auto">
            {location}
          </p>
        )}
        {people.map(({ contact, last_said }) => (
          <p class="quiet small">
            {words.with} <PersonLink id={contact.id} name={contact.full_name} />
            {last_said && [` · ${words.lastSaid}: `, <bdi>{last_said.text}</bdi>]}
          </p>
        ))}
      </div>
    </li>
  );
}
