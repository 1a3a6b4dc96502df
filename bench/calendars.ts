import { calendarOf, eventOf, publisher } from '../test/support/published-calendars.ts';
import { type RunningService, startService } from '../test/support/service.ts';
import { type Spread, short, spread, table, timed } from './figures.ts';

const PATH = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-27&limit=50';

const many = (count: number, event: (at: number) => string) => Array.from({ length: count }, (_, at) => event(at));
const two = (value: number) => String(value).padStart(2, '0');
const meeting = (at: number, ...lines: string[]) =>
  eventOf(
    `${at}@example.com`,
    ...[
      'DTSTAMP:20261101T000000Z',
      `SUMMARY:Meeting ${at}`,
      'LOCATION:Room 4',
      'DESCRIPTION:What was said\\nlast time',
    ],
    ...['ATTENDEE;CN=Ann;PARTSTAT=ACCEPTED:mailto:ann@example.com', ...lines],
  );
const series = (at: number, ...lines: string[]) =>
  meeting(at, `DTSTART;TZID=Europe/Berlin:201${at % 10}01${two(1 + (at % 28))}T090000`, 'DURATION:PT1H', ...lines);

const CALENDARS: Record<string, () => string[]> = {
  '10,000 events over four years': () =>
    many(10_000, (at) =>
      meeting(at, `DTSTART;TZID=Europe/Berlin:202${3 + (at % 4)}${two(1 + (at % 12))}${two(1 + (at % 28))}T090000`),
    ),
  '10,000 events in the week': () =>
    many(10_000, (at) => meeting(at, `DTSTART;TZID=Europe/Berlin:202611${20 + (at % 7)}T${two(at % 24)}0000`)),
  '300 monthly series': () => many(300, (at) => series(at, 'RRULE:FREQ=MONTHLY;BYDAY=-1MO')),
  '100 daily series, each with an RDATE': () =>
    many(100, (at) => series(at, 'RRULE:FREQ=DAILY', 'RDATE;TZID=Europe/Berlin:20261124T120000')),
  '10,000 birthdays': () =>
    many(10_000, (at) =>
      meeting(
        at,
        `DTSTART;VALUE=DATE:19${30 + (at % 70)}${two(1 + (at % 12))}${two(1 + (at % 28))}`,
        'RRULE:FREQ=YEARLY',
      ),
    ),
};

export interface CalendarFigures {
  name: string;
  /** Nothing of the calendar is known. */
  first: number;
  /** Its publisher sends it again each time, and it is the same. */
  again: Spread;
  /** The quickest of these: what a busy machine adds is not in it. */
  quickest: number;
}

/** A week's list of each calendar, over HTTP from a service that runs by itself. */
export async function measureCalendars(rounds: number): Promise<CalendarFigures[]> {
  const service = await startService();
  const published = await publisher();
  try {
    const figures: CalendarFigures[] = [];
    for (const [name, events] of Object.entries(CALENDARS)) {
      const week = await listOf(service, (user) =>
        published.connect(service, user, 'calendar', calendarOf(...events())),
      );
      const first = await timed(week);
      const samples: number[] = [];
      for (let round = 0; round < rounds; round++) samples.push(await timed(week));
      figures.push({ name, first, again: spread(samples), quickest: Math.min(...samples) });
    }
    return figures;
  } finally {
    published.close();
    await service.stop();
  }
}

async function listOf(
  service: RunningService,
  connect: (user: Awaited<ReturnType<RunningService['user']>>) => Promise<void>,
) {
  const user = await service.user();
  await connect(user);
  return async () => {
    const { status } = await user.get(PATH);
    if (status !== 200) throw new Error(`a list answered ${status}`);
  };
}

export const calendarTable = (figures: CalendarFigures[]): string =>
  table(
    "Published calendars: a week's list",
    ['', 'first ms', 'again p50', 'again p95', 'quickest'],
    figures.map(({ name, first, again, quickest }) => [name, ...[first, again.p50, again.p95, quickest].map(short)]),
  );
