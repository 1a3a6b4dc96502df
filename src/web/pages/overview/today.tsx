import { dayIn } from '../../../shared/zones.ts';
import { dateFormat } from '../../layout/dates.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { Section } from '../../layout/parts.tsx';
import { Warning } from '../../layout/warning.tsx';
import { ZoneOffer } from '../../layout/zone-offer.tsx';
import type { Briefing, Details } from '../../people/briefing.ts';
import type { Person } from '../../services/services.ts';
import { TODAY, TODAY_PAGE as WORDS } from '../../words/today.ts';
import { Birthdays, Calendar, isOn, TodayReminders } from './today-beside.tsx';
import { ReachOut } from './today-reach.tsx';

/** Nobody and nothing is due. */
export const isQuiet = ({ keep_in_touch, reminders, birthdays, events }: Briefing): boolean =>
  [keep_in_touch, reminders.due, reminders.overdue, birthdays, events].every((list) => list.length === 0);

export interface TodayShown {
  person: Person;
  briefing: Briefing;
  details: Details;
  /** How many people are due, of whom the briefing has the first. */
  toReach: number;
  hasPeople: boolean;
  message?: Message | undefined;
}

/** The Today page: due items, and the days ahead. */
export function todayPage(shown: TodayShown): PageContent {
  const { person, briefing, details, toReach, hasPeople, message } = shown;
  const { birthdays, events, reminders, warnings, truncated, from } = briefing;
  const zone = person.time_zone;
  const dayOf = ({ due_at_date, due_at_time }: Briefing['reminders']['due'][number]) =>
    due_at_time ? dayIn(zone, due_at_time) : due_at_date?.slice(0, 10);
  const isDue = reminders.overdue.length > 0 || reminders.due.some((reminder) => dayOf(reminder) === from);
  const beside = [
    { isNow: isDue, part: <TodayReminders reminders={reminders} zone={zone} day={from} /> },
    { isNow: birthdays.some(({ in_days }) => in_days === 0), part: <Birthdays rows={birthdays} details={details} /> },
    {
      isNow: events.some((event) => isOn(event, from, zone)),
      part: <Calendar events={events} zone={zone} day={from} />,
    },
  ];
  const isCut = truncated.birthdays || truncated.events || truncated.reminders_due || truncated.reminders_overdue;
  return {
    title: TODAY.title,
    email: person.email,
    here: '/today',
    width: 'full',
    message,
    main: (
      <>
        <header class="heading">
          <h1>
            <time datetime={from}>{dateFormat(HEADING).format(new Date(from))}</time>
          </h1>
          <p class="quiet small">{summaryOf(shown)}</p>
        </header>
        {isQuiet(briefing) ? (
          hasPeople ? (
            <Nothing />
          ) : (
            <Nobody zone={zone} />
          )
        ) : (
          <div class="today">
            {/* On a phone, today's birthdays and events come before the people to reach. */}
            {beside.map(({ isNow, part }) => isNow && part)}
            <ReachOut rows={briefing.keep_in_touch} details={details} all={toReach} day={from} />
            {beside.map(({ isNow, part }) => !isNow && part)}
          </div>
        )}
        {isCut && <p class="quiet">{TODAY.more}</p>}
        {warnings.map((warning) => (
          <p class="notice">
            <Warning text={warning} />
          </p>
        ))}
      </>
    ),
  };
}

const HEADING: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' };

/** "7 to reach · 2 birthdays today". */
function summaryOf({ briefing, toReach, person }: TodayShown) {
  const { birthdays, events, reminders, from } = briefing;
  const open = reminders.overdue.length + reminders.due.filter((one) => isOn(one, from, person.time_zone)).length;
  const today = birthdays.filter(({ in_days }) => in_days === 0).length;
  const meetings = events.filter((event) => isOn(event, from, person.time_zone)).length;
  const parts = [
    toReach > 0 && <span data-left>{WORDS.toReach(toReach)}</span>,
    open > 0 && WORDS.dueReminders(open),
    today > 0 && WORDS.birthdaysToday(today),
    meetings > 0 && WORDS.eventsToday(meetings),
  ].filter(Boolean);
  return parts.flatMap((part, index) => (index > 0 ? [' · ', part] : [part]));
}

/** For a new user. */
const Nobody = ({ zone }: { zone: string }) => (
  <Section id="nothing" title={WORDS.nobody.title} lead={WORDS.nobody.lead}>
    <p class="actions">
      <a class="button primary" href="/import">
        {WORDS.import}
      </a>
      <a class="button" href="/new">
        {WORDS.add}
      </a>
    </p>
    <ZoneOffer zone={zone} back="/today" />
  </Section>
);

const Nothing = () => (
  <Section id="nothing" title={TODAY.nothing} lead={WORDS.caughtUp}>
    <p>
      <a class="button" href="/people">
        {WORDS.people}
      </a>
    </p>
  </Section>
);
