import { say, sayJson } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';

// How commands read their arguments and answer, above all those of several actions, such as `kith user add`.

export interface JsonOption {
  json?: true | undefined;
}

/** A command, and what is wrong with how it was called. */
export const wrongUsage = (command: string, wrong: string): KithError =>
  new KithError('BadRequest', `${command} ${wrong}.`, {
    hint: `kith help ${command.split(' ')[0]} tells how it is called.`,
  });

/** Words as they stand behind a command, as one text. Throws 400 where there is nothing in them. */
export function textOf(what: string, words: readonly string[]): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new KithError('BadRequest', `${what} must not be empty.`);
  return text;
}

/** The words `[email] <name>`. Without an email, the name is of something of one's own. Throws 400 for other words. */
export function ofUser(command: string, words: readonly string[]): { email: string | undefined; name: string } {
  const [first = '', second, ...more] = words;
  if (second !== undefined && more.length === 0) return { email: first, name: second };
  if (second === undefined && !first.includes('@')) return { email: undefined, name: first };
  throw wrongUsage(command, "takes one name, after the email if it is another user's");
}

/** One of the known values. Throws 400 for any other. */
export function choice<const T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new KithError('BadRequest', `${what} must be ${known.join(' or ')}, not ${value}.`);
  return found;
}

const UNITS: Record<string, number> = { m: 60, h: 3_600, d: 86_400, w: 604_800, y: 365 * 86_400 };
const DAY_MS = 86_400_000;

/**
 * A moment as people write one: a span from now such as 90d or 12h, a day, or a time in ISO 8601 with its offset; in
 * UTC. A day ahead counts with all its hours, a past one from its beginning. Throws 400 for any other text.
 */
export function timestampOf(flag: string, text: string, direction: 'ahead' | 'past', now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? [];
  const span = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN) * 1000;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const written = isDay || isTime ? Date.parse(text) + (isDay && direction === 'ahead' ? DAY_MS : 0) : Number.NaN;
  const moment = new Date(Number.isNaN(span) ? written : now + (direction === 'ahead' ? span : -span));
  // Date.parse takes the 31st of a short month for a day of the next one.
  const rolledOver = isDay && new Date(Date.parse(text)).toJSON()?.startsWith(text) === false;
  if (!Number.isNaN(moment.getTime()) && !rolledOver) return moment.toISOString();
  throw new KithError('BadRequest', `${flag} ${text} is not a time.`, {
    hint: 'Write a span such as 90d, 12h or 1y, or a day such as 2027-01-01.',
  });
}

/** Prints the answer of an action, in words or as JSON. Returns the exit code of success. */
export async function answer(json: true | undefined, value: unknown, text: string): Promise<number> {
  await (json ? sayJson(value, 0) : say(`${text}\n`));
  return 0;
}

/** Prints an answer for programs. Returns the exit code. */
export async function answerJson(value: unknown, code = 0): Promise<number> {
  await sayJson(value);
  return code;
}

/** A whole number within bounds. Throws 400 for any other text. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new KithError('BadRequest', `${option} must be a whole number from ${least} to ${most}, not ${text}.`);
}
