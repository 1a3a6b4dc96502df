import type { Secret } from '../../identity/secrets/secret.ts';
import type { Contacted } from './participants.ts';

export const PURPOSE = 'contact counts';

/** The last times of somebody. */
export interface Times {
  mail?: string;
  met?: string;
}

/** Somebody whom the person writes to. */
export interface Written {
  name: string | null;
  last: string;
  /** By day since 1970 (UTC), how many messages. */
  days: Record<string, number>;
}

/** What an account's count keeps, by address. Nothing else of a message or an event is in it. */
export interface Counts {
  /** Not yet told to the contacts. */
  times: Record<string, Times>;
  /** Those who are in no address book. */
  written: Record<string, Written>;
}

const DAY_MS = 86_400_000;
/** How far back messages are counted, and the first count goes. */
export const LOOK_BACK_DAYS = 90;
/** Of more, those written to last stay. */
const MOST_WRITTEN = 2_000;

export const NO_COUNTS: Counts = { times: {}, written: {} };

export const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS);
export const startOf = (day: number): string => new Date(day * DAY_MS).toISOString();

/** Bound to its row, so that it opens nowhere else. */
const purposeOf = ({ user_id, id }: { user_id: string; id: string }) => `${user_id} ${id}`;

export function sealCounts(secret: Secret, row: { user_id: string; id: string }, counts: Counts): string {
  return secret.seal(PURPOSE, JSON.stringify({ of: purposeOf(row), ...counts }));
}

export function openCounts(secret: Secret, row: { user_id: string; id: string; sealed: string }): Counts {
  const { of, times, written } = JSON.parse(secret.open(PURPOSE, row.sealed)) as Counts & { of: string };
  if (of !== purposeOf(row)) throw new Error('a count that belongs to another account');
  return { times, written };
}

/**
 * The counts after whole days were read: what they held of these days before gives way, so that a day that is read twice
 * counts once. `known` are the addresses that are in the book.
 */
export function counted(
  counts: Counts,
  read: { contacted: readonly Contacted[]; start: string; end: string },
  known: ReadonlySet<string>,
): Counts {
  const times = new Map(Object.entries(counts.times));
  const [first, last] = [dayOf(read.start), dayOf(new Date(Date.parse(read.end) - 1).toISOString())];
  const written = new Map(
    Object.entries(counts.written).map(([address, one]) => [
      address,
      { ...one, days: daysOf(one.days, (day) => day < first || day > last) },
    ]),
  );
  for (const { address, name, time, by, isWritten } of read.contacted) {
    const before = times.get(address);
    times.set(address, { ...before, [by]: later(before?.[by], time) });
    if (!isWritten || known.has(address)) continue;
    const one = written.get(address) ?? { name: null, last: time, days: {} };
    const day = String(dayOf(time));
    const newest = time >= one.last;
    written.set(address, {
      name: newest ? (name ?? one.name) : (one.name ?? name),
      last: later(one.last, time),
      days: { ...one.days, [day]: (one.days[day] ?? 0) + 1 },
    });
  }
  return { times: Object.fromEntries(times), written: Object.fromEntries(written) };
}

/** What stays once the contacts were told: those who are in no book, as far as they are looked back on. */
export function kept({ times, written }: Counts, known: ReadonlySet<string>, now: string): Counts {
  const since = dayOf(now) - LOOK_BACK_DAYS;
  const staying = Object.entries(written)
    .map(([address, one]) => [address, { ...one, days: daysOf(one.days, (day) => day >= since) }] as const)
    .filter(([address, { days }]) => !known.has(address) && Object.keys(days).length > 0)
    .sort(([, a], [, b]) => (a.last < b.last ? 1 : -1))
    .slice(0, MOST_WRITTEN);
  return {
    written: Object.fromEntries(staying),
    times: Object.fromEntries(staying.flatMap(([address]) => (times[address] ? [[address, times[address]]] : []))),
  };
}

const daysOf = (days: Written['days'], stays: (day: number) => boolean): Written['days'] =>
  Object.fromEntries(Object.entries(days).filter(([day]) => stays(Number(day))));

export const later = (one: string | undefined, other: string): string => (one && one > other ? one : other);
