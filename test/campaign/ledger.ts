import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ReadEvent, WriteEvent } from './history.ts';

/** A call as it can be made again, also by the process that comes after one that was killed. */
export interface Call {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any operation.
  args: any;
  key: string;
}

type Line =
  | { op: number; at: number; call: Call; marks: string[]; weight: number }
  | { done: number; at: number; ids?: string[]; replayed?: boolean }
  | { refused: number; at: number; code: string }
  | { again: number; ids: string[] }
  | { read: [number, number]; marks: string[] };

/** Milliseconds of the machine's monotonic clock, the same in all processes. */
export function moment(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * What one client asked and was told, outside of the database: a line is in the file before the request goes out, and
 * another before anything follows from the answer. The file outlives the process that is killed.
 */
export class Ledger {
  readonly #file: number;
  #next: number;
  /** The call that a killed process had no answer to. */
  readonly open: { op: number; call: Call; marks: string[] } | undefined;

  constructor(path: string) {
    const lines = readLines(path);
    const last = lines.findLast((line) => 'op' in line);
    this.#next = last ? last.op + 1 : 0;
    const answered = lines.some(
      (line) => ('done' in line && line.done === last?.op) || ('refused' in line && line.refused === last?.op),
    );
    this.open = last && !answered ? last : undefined;
    this.#file = openSync(path, 'a');
    // What a killed process left of a line must not take the next one with it.
    writeSync(this.#file, '\n');
  }

  /** The number that the next call gets: no other call of this ledger has it, also not of an earlier process. */
  get next(): number {
    return this.#next;
  }

  begin(call: Call, marks: string[], weight: number): number {
    const op = this.#next++;
    this.#write({ op, at: moment(), call, marks, weight });
    return op;
  }

  done(op: number, ids: string[], replayed: boolean): void {
    this.#write({ done: op, at: moment(), ...(ids.length > 0 && { ids }), ...(replayed && { replayed }) });
  }

  refused(op: number, code: string): void {
    this.#write({ refused: op, at: moment(), code });
  }

  again(op: number, ids: string[]): void {
    this.#write({ again: op, ids });
  }

  read(invoked: number, marks: string[]): void {
    this.#write({ read: [invoked, moment()], marks });
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** A process that was killed while it wrote leaves half a line: nothing had followed from it. */
function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line ? [JSON.parse(line) as Line] : [];
      } catch {
        return [];
      }
    });
}

export interface LedgerSum {
  writes: (WriteEvent & { weight: number })[];
  reads: ReadEvent[];
  /** Why calls were refused that nothing spoke against. */
  refusals: string[];
  replayed: number;
}

/** What a client's ledger says, as parts of a user's history. */
export function readLedger(path: string): LedgerSum {
  const writes = new Map<number, WriteEvent & { weight: number }>();
  const sum: LedgerSum = { writes: [], reads: [], refusals: [], replayed: 0 };
  for (const line of readLines(path)) {
    if ('op' in line) {
      const id = `${line.call.name} ${line.call.key}`;
      writes.set(line.op, { id, invoked: line.at, marks: line.marks, weight: line.weight });
    } else if ('done' in line) {
      const write = writes.get(line.done)!;
      write.acknowledged = line.at;
      if (line.ids) write.ids = line.ids;
      if (line.replayed) sum.replayed++;
    } else if ('refused' in line) {
      const write = writes.get(line.refused)!;
      write.refused = true;
      if (line.code !== 'NotFound') sum.refusals.push(`${write.id}: ${line.code}`);
    } else if ('again' in line) {
      const write = writes.get(line.again)!;
      write.again = [...(write.again ?? []), line.ids];
    } else sum.reads.push({ invoked: line.read[0], returned: line.read[1], marks: line.marks });
  }
  sum.writes = [...writes.values()];
  return sum;
}
