import { KithError } from '../contract/error.ts';
import { say, sayJson } from './print.ts';

// What commands of several actions share, as `kith user add` and `kith key list`.

export const JSON_FLAG = { json: { type: 'boolean', default: false } } as const;

export const wrongUsage = (command: string): KithError =>
  new KithError('BadRequest', `kith ${command} is not called like this.`, { hint: `kith help ${command} tells how.` });

/** As many words as an action takes. Throws 400 for more or fewer. */
export function exactly(count: number, words: string[], command: string): string[] {
  if (words.length !== count) throw wrongUsage(command);
  return words;
}

/** Throws 400 for a value that is none of those known. */
export function choice<const T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new KithError('BadRequest', `${what} must be ${known.join(' or ')}, not ${value}.`);
  return found;
}

/** Rows in columns. */
export function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What an action answers, in words or as JSON. Gives the exit code of success. */
export async function answer(json: boolean, value: unknown, text: string): Promise<number> {
  await (json ? sayJson(value, 0) : say(`${text}\n`));
  return 0;
}
