import cliProgress from 'cli-progress';
import { isWatched, oneLine, progressOutput, tell, tellOver } from './print.ts';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A bar where somebody watches, else one line per file. Both on stderr: stdout is for the report. */
export function startProgress(name: string, total: number): Progress {
  if (!isWatched()) {
    tell(`${name}: importing ${total}\n`);
    return { update: () => {}, stop: () => {} };
  }
  // Braces would be taken for places of the bar.
  const format = `${oneLine(name).replace(/[{}]/g, ' ')} {bar} {value}/{total}`;
  const bar = new cliProgress.SingleBar({ format, stream: progressOutput }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}

/** Counts where no end is known: kinds of things, one after the other. */
export interface Counter {
  /** How many there will be, where that is known. */
  expect(what: string, total: number | undefined): void;
  add(what: string, count: number): void;
  stop(): void;
}

/** A line that is written over where somebody watches, else one for each kind when it is done. */
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
