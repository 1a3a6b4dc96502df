import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { damage } from '../support/data-folder.ts';
import { Ledger } from '../support/ledger.ts';
import { loseUnsynced, tracedWrites } from '../support/power-cut.ts';
import { apiAt, kith, startService, temporaryFolder } from '../support/service.ts';
import { canTrace, recording } from '../support/trace.ts';

// A power cut keeps synced data and may lose everything written since. strace shows how much of the write-ahead log was
// synced at the last response. A copy truncated to that length is the disk after the cut.

const WRITES = 20;
let folder: ReturnType<typeof temporaryFolder>;
let after: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  after = temporaryFolder();
});
afterEach(() => {
  folder.remove();
  after.remove();
});

/** Acknowledged writes, then the cut. `after` is the data folder as the next boot finds it. */
async function cutPowerAfterWrites(fault?: string): Promise<Ledger> {
  const trace = join(after.path, 'trace');
  const apiKey = JSON.parse((await kith(folder.path, 'user', 'add', 'ada@example.com', '--json')).stdout).api_key;
  const service = await startService(folder.path, {}, recording(trace, 'pwrite64,fsync,fdatasync', fault));
  const api = apiAt(service.baseUrl, apiKey);
  const ledger = new Ledger();
  for (let i = 0; i < WRITES; i++) await ledger.send(api, ledger.next());
  service.process.kill('SIGKILL');
  await once(service.process, 'exit');

  const log = join(folder.path, 'kith.db-wal');
  const { written, unsynced } = tracedWrites(trace, log);
  expect(written).toBe(true);
  cpSync(folder.path, after.path, { recursive: true });
  loseUnsynced(after.path, unsynced);
  return ledger;
}

test.runIf(canTrace)('keeps acknowledged data through a power cut', async () => {
  const ledger = await cutPowerAfterWrites();
  expect([...damage(after.path), ...ledger.differences(after.path)]).toEqual([]);
});

test.runIf(canTrace)('fails the same test without syncs', async () => {
  const ledger = await cutPowerAfterWrites('retval=0');
  expect(ledger.differences(after.path)).not.toEqual([]);
});
