import * as z from 'zod';

// Times in responses. The wire format is always a time in UTC (docs/api/times.md). This module records which of them are
// points in time and which represent a day, for code that displays them.

/**
 * `moment`: a point in time. `day`: a date, as midnight UTC. `birthday`: the same, with the year 1604 if the year is
 * unknown. `local day`: the day in the user's time zone that contains the time.
 */
export type TimeKind = 'moment' | 'day' | 'birthday' | 'local day';

type Fields = Record<string, unknown>;

/** The kind of each time schema, which may depend on other fields of the record. */
export const answeredTimes = z.registry<{ kindIn(record: Fields): TimeKind }>();

/** Registration for times that are returned as sent, such as in the filters of a view. */
export const asMoment = [answeredTimes, { kindIn: () => 'moment' as TimeKind }] as const;

export function answeredTime(kind: TimeKind | ((record: Fields) => TimeKind) = 'moment') {
  const kindIn = typeof kind === 'function' ? kind : () => kind;
  return z.string().meta({ format: 'date-time' }).register(answeredTimes, { kindIn });
}

/** A day that is returned as a date without a time. */
export const answeredDate = () => z.string().meta({ format: 'date' });

/** The schema with which a free-form object was sent. Typed as unknown because a registry cannot hold a schema's type. */
export const sentUnder = z.registry<{ schema: unknown }>();
