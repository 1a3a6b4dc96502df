import { KithError } from '../../shared/error.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NAMED: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 };
const UNITS: Record<string, number> = { d: 1, w: 7 };

/**
 * Parses a day: today, tomorrow, a weekday, 3d or 2w, or a date. Weekdays and spans are in the future or, if `direction`
 * is `past`, in the past. Throws a 400 that names the option for any other text.
 */
export function dayOf(option: string, text: string, zone: string, direction: 'ahead' | 'past', now = Date.now()) {
  const word = text.trim().toLowerCase();
  const today = dayIn(zone, new Date(now).toISOString());
  const sign = direction === 'ahead' ? 1 : -1;
  if (Object.hasOwn(NAMED, word)) return dayAfter(today, NAMED[word]!);
  const [, count, unit] = /^(\d{1,4})([dw])$/.exec(word) ?? [];
  if (unit) return dayAfter(today, sign * Number(count) * UNITS[unit]!);
  const weekday = word.length >= 3 ? WEEKDAYS.findIndex((name) => name.startsWith(word)) : -1;
  if (weekday >= 0) {
    const apart = (sign * (weekday - new Date(`${today}T00:00:00Z`).getUTCDay()) + 7) % 7 || 7;
    return dayAfter(today, sign * apart);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && isDay(word)) return word;
  throw new KithError('BadRequest', `${option} "${text}" is not a day.`, {
    hint: 'Use today, tomorrow, a weekday such as friday, 3d, 2w, or a date such as 2027-05-17.',
  });
}

/** Rejects the 31st of a short month, which Date.parse rolls over to the next month. */
const isDay = (text: string): boolean => new Date(text).toJSON()?.startsWith(text) === true;
