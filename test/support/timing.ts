import { spawnSync } from 'node:child_process';

/** What a bare Node takes to start and end on a machine at rest; generous. */
const AT_REST_MS = 80;

/** A second, stretched on a machine that is busy with other things by as much as it is slower just now. */
export function aSecond(): number {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return 1_000 * Math.max(1, (performance.now() - started) / AT_REST_MS);
}
