import cliProgress from 'cli-progress';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A bar where somebody watches, else one line per file. Both on stderr: stdout is for the report. */
export function startProgress(name: string, total: number): Progress {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${name}: importing ${total}\n`);
    return { update: () => {}, stop: () => {} };
  }
  const format = `${name} {bar} {value}/{total}`;
  const bar = new cliProgress.SingleBar({ format, stream: process.stderr }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
