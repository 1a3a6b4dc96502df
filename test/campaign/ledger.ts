import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ReadEvent, WriteEvent } from './history.ts';

/** A call that can be repeated, even by the successor of a killed process. */
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

/** Milliseconds of the computer's monotonic clock, shared by all processes. */
export function moment(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * One client's requests and responses, outside the database. Each is written to a file, a request before it is sent, a
 * response before it is used. The file survives a killed process.
 */
export class Ledger {
  readonly #file: number;
  #next: number;
  /** The call without a response when the process was killed. */
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
    // A killed process's partial line must not damage the next one.
    writeSync(this.#file, '\n');
  }

  /** Number of the next call, unique in this ledger across processes. */
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

/** A process killed while writing leaves half a line. Nothing depended on it yet. */
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
  /** Reasons for unexpected refusals. */
  refusals: string[];
  replayed: number;
}

/** A client's ledger as parts of a user's history. */
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
