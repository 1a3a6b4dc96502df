import type { CalendarEvent, EmailMessage } from '../../providers/content/items.ts';
import { type AgendaRange, accountsWith, readEmails, readEvents } from '../agenda/read.ts';
import type { Question } from '../question/question.ts';
import type { ProviderContext } from '../runtime/handler.ts';
import type { Filters } from './filters.ts';
import { coverageOf, type Hit, scoreBesideNotes, trustOf } from './hits.ts';
import { passageOf } from './passage.ts';
import { holdsPhrases } from './quoted.ts';
import { wantedWords } from './results.ts';
import type { WordWeights } from './weights.ts';
import { coveredBy, formsOf } from './word-forms.ts';

const DAY_MS = 86_400_000;
/** Default calendar range around now, in days, for questions without a time. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 120;
/** Maximum range in days. Only the latest year of a longer range is read. */
const MAX_DAYS = 366;
const MAX_EVENTS = 250;
const MAX_EMAILS = 25;
/** Timeout per account in milliseconds. */
const PATIENCE_MS = 1_500;

export interface Items {
  events: CalendarEvent[];
  emails: EmailMessage[];
  warnings: string[];
}

/**
 * Reads events and emails that may answer a question from the connected accounts. Accounts that are slow or fail become
 * warnings.
 */
export async function readItems(
  live: ProviderContext,
  question: Question,
  filters: Filters,
  addresses: string[] | undefined,
): Promise<Items> {
  const range = { ...windowOf(live.now, question, filters), addresses, patienceMs: PATIENCE_MS };
  // Events and emails cannot be matched to a group.
  if (filters.groupId) return { events: [], emails: [], warnings: [] };
  const [events, emails] = await Promise.all([
    filters.kinds.has('event') ? eventsIn(live, range) : undefined,
    filters.kinds.has('email') ? emailsWith(live, question, range) : undefined,
  ]);
  return {
    events: events?.events ?? [],
    emails: emails?.emails ?? [],
    warnings: [...(events?.warnings ?? []), ...(emails?.warnings ?? [])],
  };
}

async function eventsIn(live: ProviderContext, range: Omit<AgendaRange, 'limit'> & { start: string; end: string }) {
  // A search also returns people and notes, so a missing calendar is not worth a warning.
  if ((await accountsWith(live, 'read_calendar')).length === 0) return undefined;
  const { events, warnings } = await readEvents(live, { ...range, limit: MAX_EVENTS });
  return {
    events: nearestOfSeries(events, live.now),
    warnings: warnings.map((warning) => warning.replace(SLOW, 'calendar_slow:$1')),
  };
}

/** Of each series, the last event before now and the next one. All of them would push other results off the page. */
function nearestOfSeries(events: readonly CalendarEvent[], now: string): CalendarEvent[] {
  const [last, next] = [new Map<string, CalendarEvent>(), new Map<string, CalendarEvent>()];
  for (const event of [...events].sort((a, b) => (a.dateTime < b.dateTime ? -1 : 1))) {
    const key = event.iCalUID ?? event.providerId;
    if (event.dateTime < now) last.set(key, event);
    else if (!next.has(key)) next.set(key, event);
  }
  return [...last.values(), ...next.values()];
}

const SLOW = /^account:(.*): timeout.*$/;

function emailsWith(live: ProviderContext, { words, time }: Question, range: Omit<AgendaRange, 'limit'>) {
  const searchQuery = words.flatMap(({ spelled, isContent }) => (isContent ? [spelled] : [])).join(' ');
  const { start, end, ...others } = range;
  return readEmails(live, { ...others, ...(time && { start, end }), searchQuery, limit: MAX_EMAILS });
}

function windowOf(now: string, { time }: Question, { startDate, endDate }: Filters): { start: string; end: string } {
  const shifted = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString();
  const asked = startDate ?? time?.from;
  const last = endDate === undefined ? time?.to : shifted(endDate, endDate.length === 10 ? 1 : 0);
  const end = last ?? shifted(now, DAYS_AHEAD);
  const start = asked === undefined ? shifted(last ?? now, -DAYS_BACK) : new Date(Date.parse(asked)).toISOString();
  const first = shifted(end, -MAX_DAYS);
  return { start: [start, first].sort()[1]!, end };
}

/** Scores the events and emails that contain words from the question. */
export function itemHits({ events, emails }: Items, question: Question, weights: WordWeights): Hit[] {
  const wanted = formsOf(question);
  const weightOfWord = wantedWords(question);
  const hitOf = (kind: 'event' | 'email', item: CalendarEvent | EmailMessage): Hit | undefined => {
    const names = item.participants.map(({ name, email }) => name ?? email).join(', ');
    const told = [item.subjectOrTitle, names, textOf(item)].filter(Boolean).join('\n');
    const covered = coveredBy(wanted, told);
    const coverage = coverageOf({ covered }, weights.order);
    if (coverage === 0 || !holdsPhrases([told], question.required)) return undefined;
    return {
      kind,
      id: item.providerId,
      score: scoreBesideNotes({ covered }, weights),
      trust: trustOf(kind, { covered }, weights),
      date: item.dateTime,
      shown: {
        title: item.subjectOrTitle,
        text: passageOf(told, weightOfWord),
        addresses: item.participants.map(({ email }) => email),
      },
    };
  };
  return [
    ...events.flatMap((event) => hitOf('event', event) ?? []),
    ...emails.flatMap((email) => hitOf('email', email) ?? []),
  ];
}

const textOf = (item: CalendarEvent | EmailMessage): string =>
  'iCalUID' in item ? [item.location, item.descriptionOfEvent].filter(Boolean).join('\n') : (item.snippet ?? '');
