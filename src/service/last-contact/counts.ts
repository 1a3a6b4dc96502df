import type { Secret } from '../../identity/secrets/secret.ts';
import type { Interaction } from './participants.ts';

export const PURPOSE = 'contact counts';

/** Times of the last mail and the last meeting with an address. */
export interface Times {
  mail?: string;
  met?: string;
}

/** A recipient of the user's mail who is not a contact. */
export interface Recipient {
  name: string | null;
  last: string;
  /** Number of messages by day. Keys are days since 1970-01-01 (UTC). */
  days: Record<string, number>;
}

/** Counts for one account. Keys are email addresses. Nothing else about a message or event is stored. */
export interface Counts {
  /** Times that have not been applied to contacts yet. */
  times: Record<string, Times>;
  /** Recipients who are not contacts. */
  written: Record<string, Recipient>;
}

const DAY_MS = 86_400_000;
/** Maximum age of counted messages in days, and the range of the first count. */
export const LOOK_BACK_DAYS = 90;
/** Maximum number of recipients stored. The most recent ones are kept. */
const MAX_RECIPIENTS = 2_000;

export const NO_COUNTS: Counts = { times: {}, written: {} };

export const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS);
export const startOf = (day: number): string => new Date(day * DAY_MS).toISOString();

/** Binds the sealed value to its row, so that it cannot be moved to another. */
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
 * Merges newly read days into the counts. The days' earlier counts are replaced, so that reading a day again does not
 * count it twice. `known` holds the addresses of contacts.
 */
export function counted(
  counts: Counts,
  read: { contacted: readonly Interaction[]; start: string; end: string },
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

/** Counts to keep after updating contacts: recipients who are not contacts, within the look-back period. */
export function remainingCounts({ times, written }: Counts, known: ReadonlySet<string>, now: string): Counts {
  const since = dayOf(now) - LOOK_BACK_DAYS;
  const staying = Object.entries(written)
    .map(([address, one]) => [address, { ...one, days: daysOf(one.days, (day) => day >= since) }] as const)
    .filter(([address, { days }]) => !known.has(address) && Object.keys(days).length > 0)
    .sort(([, a], [, b]) => (a.last < b.last ? 1 : -1))
    .slice(0, MAX_RECIPIENTS);
  return {
    written: Object.fromEntries(staying),
    times: Object.fromEntries(staying.flatMap(([address]) => (times[address] ? [[address, times[address]]] : []))),
  };
}

const daysOf = (days: Recipient['days'], stays: (day: number) => boolean): Recipient['days'] =>
  Object.fromEntries(Object.entries(days).filter(([day]) => stays(Number(day))));

export const later = (one: string | undefined, other: string): string => (one && one > other ? one : other);
