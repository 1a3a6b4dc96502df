import cliProgress from 'cli-progress';
import { isWatched, oneLine, progressOutput, tell, tellOver } from './print.ts';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A progress bar where somebody watches, else one line per file. Both on stderr: stdout is for the report. */
export function startProgress(name: string, total: number, doing = 'importing'): Progress {
  if (!isWatched()) {
    tell(`${name}: ${doing} ${total}\n`);
    return { update: () => {}, stop: () => {} };
  }
  // The bar would take braces for its placeholders.
  const format = `${oneLine(name).replace(/[{}]/g, ' ')} {bar} {value}/{total}, {eta_formatted} left`;
  const bar = new cliProgress.SingleBar({ format, stream: progressOutput }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}

/** Counts things of one kind after the other, without knowing where they end. */
export interface Counter {
  /** Sets how many there will be, where that is known. */
  expect(what: string, total: number | undefined): void;
  add(what: string, count: number): void;
  stop(): void;
}

/** One line that is overwritten where somebody watches, else a line for each kind when it is complete. */
export function startCounting(name: string): Counter {
  const totals = new Map<string, number>();
  let current: { what: string; count: number } | undefined;
  const line = () => {
    if (!current) return '';
    const total = totals.get(current.what);
    return `${name}: ${current.count}${total === undefined ? '' : ` of ${total}`} ${current.what}`;
  };
  const endLine = () => {
    if (current) tellOver(line(), '\n');
    current = undefined;
  };
  return {
    expect(what, total) {
      if (total !== undefined) totals.set(what, total);
    },
    add(what, count) {
      if (count === 0 && current?.what !== what) return;
      if (current?.what !== what) endLine();
      current = { what, count: (current?.count ?? 0) + count };
      if (isWatched()) tellOver(line(), '');
    },
    stop: endLine,
  };
}
