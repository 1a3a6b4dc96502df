import { readDay } from '../../contract/schema/primitives.ts';
import { badRequest } from '../../shared/error.ts';
import { instantOf } from '../../shared/zones.ts';
import { FORM_ERRORS } from '../words/errors.ts';

export const NOON = 12 * 60 * 60 * 1000;

/** The moment of an entered day at a local time. Throws 400 for an invalid day. */
export function momentOn(day: string, time: number, zone: string, field = 'day'): string {
  const read = readDay(day);
  if (read === undefined) throw badRequest({ [field]: FORM_ERRORS.noDay });
  return instantOf(zone, read, time);
}
