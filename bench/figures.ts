/** A measured quantity: the median of its samples, and the bad end. */
export interface Spread {
  p50: number;
  p95: number;
  p99: number;
  samples: number;
}

export function spread(samples: number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), samples: samples.length };
}

/** Milliseconds that `work` took. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A separate list for each name, to collect samples in. */
export class Samples {
  readonly #lists = new Map<string, number[]>();

  add(name: string, value: number): void {
    const list = this.#lists.get(name);
    if (list) list.push(value);
    else this.#lists.set(name, [value]);
  }

  get(name: string): Spread | undefined {
    const list = this.#lists.get(name);
    return list && spread(list);
  }
}

/** A number with three significant digits. */
export const short = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** Columns as wide as necessary. The first is text, the others are right-aligned numbers. */
export function table(title: string, head: string[], body: string[][]): string {
  const rows = [head, ...body];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return [title, line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line), ''].join('\n');
}
