import { say, sayJson } from '../../process/print.ts';
import type { JsonOption } from '../input/arguments.ts';
import { inLocalTime } from './times.ts';

export interface LogOptions extends JsonOption {
  since?: string | undefined;
  user?: string | undefined;
}

interface SecurityLine {
  at: string;
  event: string;
  outcome: 'done' | 'refused';
  email: string | null;
  user_id: string | null;
  key: string | null;
  address: string | null;
  detail: string | null;
}

/** Prints an entry of the security log as text or as a line of JSON. */
export const printLine = (line: SecurityLine, json: true | undefined): Promise<void> =>
  json ? sayJson(line, 0) : say(`${inWords(line)}\n`);

const inWords = ({ at, event, email, user_id, key, address, detail }: SecurityLine): string =>
  [
    inLocalTime(at),
    event.padEnd(20),
    email ?? user_id ?? '-',
    ...(key ? [`key ${key}`] : []),
    ...(address ? [`from ${address}`] : []),
    detail,
  ]
    .filter(Boolean)
    .join('  ');
