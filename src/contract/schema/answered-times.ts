import * as z from 'zod';

// Texts in answers that tell time. The wire has all of them as moments in UTC (docs/api/times.md); whoever shows them to
// a person reads here which moments are meant as such, and which stand for a day.

/**
 * `moment`: as it is. `day`: the date of a midnight in UTC. `birthday`: the same, and 1604 is the year that stands for
 * none. `local day`: the day that the moment lies in, in the user's zone.
 */
export type TimeKind = 'moment' | 'day' | 'birthday' | 'local day';

type Fields = Record<string, unknown>;

/** The kind of a time; where it hangs on other fields of its record, from that record. */
export const answeredTimes = z.registry<{ kindIn(record: Fields): TimeKind }>();

/** For what is answered as it was sent, such as the filters of a view. */
export const asMoment = [answeredTimes, { kindIn: () => 'moment' as TimeKind }] as const;

export function answeredTime(kind: TimeKind | ((record: Fields) => TimeKind) = 'moment') {
  const kindIn = typeof kind === 'function' ? kind : () => kind;
  return z.string().meta({ format: 'date-time' }).register(answeredTimes, { kindIn });
}

/** A day that is answered as its date alone. */
export const answeredDate = () => z.string().meta({ format: 'date' });

/** Makes the schema under which an object of any keys was sent. A registry cannot hold the type of a schema. */
export const sentUnder = z.registry<{ schema: unknown }>();
