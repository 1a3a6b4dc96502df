import cliProgress from 'cli-progress';
import { isWatched, oneLine, progressOutput, tell } from './print.ts';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A progress bar on a terminal, otherwise one line per file. Uses stderr because stdout is for the report. */
export function startProgress(name: string, total: number, doing = 'importing'): Progress {
  if (!isWatched()) {
    tell(`${name}: ${doing} ${total}\n`);
    return { update: () => {}, stop: () => {} };
  }
  // The bar would interpret braces as placeholders.
  const format = `${oneLine(name).replace(/[{}]/g, ' ')} {bar} {value}/{total}, {eta_formatted} left`;
  const bar = new cliProgress.SingleBar({ format, stream: progressOutput }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
