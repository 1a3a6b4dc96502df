import { say, sayJson } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';

// Argument parsing and output for commands.

export interface JsonOption {
  json?: true | undefined;
}

/** Returns the error for a command that was called incorrectly. */
export const wrongUsage = (command: string, wrong: string): KithError =>
  new KithError('BadRequest', `${command} ${wrong}.`, {
    hint: `See kith help ${command.split(' ')[0]}.`,
  });

/** Joins a command's words into one string. Throws a 400 if it is blank. */
export function textOf(what: string, words: readonly string[]): string {
  const text = words.join(' ');
  if (text.trim() === '') throw new KithError('BadRequest', `${what} must not be empty.`);
  return text;
}

/**
 * Parses the words `[email] <name>`. Without an email, the name belongs to the current user. Throws a 400 for other
 * words.
 */
export function ofUser(command: string, words: readonly string[]): { email: string | undefined; name: string } {
  const [first = '', second, ...more] = words;
  if (second !== undefined && more.length === 0) return { email: first, name: second };
  if (second === undefined && !first.includes('@')) return { email: undefined, name: first };
  throw wrongUsage(command, 'accepts one name, after the email if it belongs to another user');
}

/** Returns one of the known values. Throws a 400 for any other. */
export function choice<const T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new KithError('BadRequest', `${what} must be ${known.join(' or ')}, not "${value}".`);
  return found;
}

const UNITS: Record<string, number> = { m: 60, h: 3_600, d: 86_400, w: 604_800, y: 365 * 86_400 };
const DAY_MS = 86_400_000;

/**
 * Parses a time: a span from now such as 90d or 12h, a day, or an ISO 8601 time with an offset. Returns it in UTC. A
 * future day means its end, a past day its beginning. Throws a 400 for any other text.
 */
export function timestampOf(flag: string, text: string, direction: 'ahead' | 'past', now = Date.now()): string {
  const [, count, unit] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? [];
  const span = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN) * 1000;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const written = isDay || isTime ? Date.parse(text) + (isDay && direction === 'ahead' ? DAY_MS : 0) : Number.NaN;
  const moment = new Date(Number.isNaN(span) ? written : now + (direction === 'ahead' ? span : -span));
  // Date.parse rolls the 31st of a short month over to the next month.
  const rolledOver = isDay && new Date(Date.parse(text)).toJSON()?.startsWith(text) === false;
  if (!Number.isNaN(moment.getTime()) && !rolledOver) return moment.toISOString();
  throw new KithError('BadRequest', `${flag} "${text}" is not a time.`, {
    hint: 'Use a span such as 90d, 12h, or 1y, or a day such as 2027-01-01.',
  });
}

/** Prints a command's result as text or JSON. Returns exit code 0. */
export async function answer(json: true | undefined, value: unknown, text: string): Promise<number> {
  await (json ? sayJson(value, 0) : say(`${text}\n`));
  return 0;
}

/** Prints a result as JSON. Returns the exit code. */
export async function answerJson(value: unknown, code = 0): Promise<number> {
  await sayJson(value);
  return code;
}

/** Parses a whole number within bounds. Throws a 400 for any other text. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new KithError('BadRequest', `${option} must be a whole number from ${least} to ${most}, not "${text}".`);
}
