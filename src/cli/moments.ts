import { KithError } from '../contract/error.ts';

const UNITS: Record<string, number> = { m: 60, h: 3_600, d: 86_400, w: 604_800, y: 365 * 86_400 };
const DAY_MS = 86_400_000;

/**
 * A moment as people write one: a span from now such as 90d or 12h, a day, or a time in ISO 8601 with its offset; in
 * UTC. A day that lies ahead is taken with all its hours, one that is past from its beginning. Throws 400 for what is none.
 */
export function momentOf(flag: string, text: string, direction: 'ahead' | 'past', now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? [];
  const span = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN) * 1000;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const written = isDay || isTime ? Date.parse(text) + (isDay && direction === 'ahead' ? DAY_MS : 0) : Number.NaN;
  const moment = new Date(Number.isNaN(span) ? written : now + (direction === 'ahead' ? span : -span));
  // Date.parse rolls the 31st of a short month over.
  const rolledOver = isDay && new Date(Date.parse(text)).toJSON()?.startsWith(text) === false;
  if (!Number.isNaN(moment.getTime()) && !rolledOver) return moment.toISOString();
  throw new KithError('BadRequest', `${flag} ${text} is no time.`, {
    hint: 'Write a span such as 90d, 12h or 1y, or a day such as 2027-01-01.',
  });
}
