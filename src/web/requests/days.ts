import { readDay } from '../../contract/schema/primitives.ts';
import { badRequest } from '../../shared/error.ts';
import { instantOf } from '../../shared/zones.ts';

export const NOON = 12 * 60 * 60 * 1000;

/** The moment of a day that was typed, at a time of the clocks. Throws 400 for the field that has no day. */
export function momentOn(day: string, time: number, zone: string, field = 'day'): string {
  const read = readDay(day);
  if (read === undefined) throw badRequest({ [field]: 'must be a day that exists, as YYYY-MM-DD' });
  return instantOf(zone, read, time);
}
