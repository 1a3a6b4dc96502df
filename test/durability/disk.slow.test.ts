import { afterEach, beforeEach, expect, test } from 'vitest';
import { damage } from '../support/data-folder.ts';
import { Ledger } from '../support/ledger.ts';
import { type Api, apiAt, kith, type RunningService, startService, temporaryFolder } from '../support/service.ts';
import { canTrace, failing, fileLimit } from '../support/trace.ts';

// A failing disk under a running service. Without strace, the file size limit is the only fault.

let folder: ReturnType<typeof temporaryFolder>;
let apiKey: string;
let service: RunningService;
let ledger: Ledger;
beforeEach(async () => {
  folder = temporaryFolder();
  ledger = new Ledger();
  apiKey = JSON.parse((await kith(folder.path, 'user', 'add', 'ada@example.com', '--json')).stdout).api_key;
});
afterEach(async () => {
  await service.stop();
  folder.remove();
});

async function startUnder(under: string[]): Promise<Api> {
  service = await startService(folder.path, {}, under);
  return apiAt(service.baseUrl, apiKey);
}

/** Writes until one is refused. Returns the refusal. */
async function writeUntilRefused(api: Api) {
  for (;;) {
    const entry = ledger.next();
    const { status, body } = await api.post(entry.path, entry.body, { key: entry.key });
    if (status !== 201) return { status, body, entry };
    entry.id = body.data[entry.kind].id;
  }
}

const FATAL: [string, string[]][] = [['a file that may not grow', fileLimit(1_000)]];
if (canTrace) FATAL.push(['a sync that fails', failing('fsync,fdatasync', 'error=EIO:when=8+')]);

test.each(FATAL)('%s: returns 503, stops writing, and loses nothing acknowledged', async (_, fault) => {
  const api = await startUnder(fault);
  const refused = await writeUntilRefused(api);
  expect(refused.status).toBe(503);
  expect(refused.body.error).toMatchObject({ code: 'ServiceUnavailable', message: expect.stringMatching(/disk/i) });
  expect(ledger.entries.length).toBeGreaterThan(2);
  const later = await api.post('/v2/contacts', { full_name: 'Later' });
  expect(later.status).toBe(503);
  expect(later.body.error.message).toMatch(/restart kith/);
  // The process itself is healthy, but a load balancer must exclude it.
  expect((await api.get('/health')).status).toBe(200);
  const ready = await api.get('/ready');
  expect([ready.status, ready.body.error.message]).toEqual([503, later.body.error.message]);
  await service.stop();

  // The refused write may or may not exist. A retry with its key tells.
  const healthy = await startUnder([]);
  for (const entry of ledger.unanswered) await ledger.send(healthy, entry);
  expect([...damage(folder.path), ...ledger.differences(folder.path)]).toEqual([]);
});

test.runIf(canTrace)('returns 503 on a full disk, still reads, and writes again once there is room', async () => {
  const api = await startUnder(failing('pwrite64', 'error=ENOSPC:when=120..140'));
  const refused = await writeUntilRefused(api);
  expect(refused.status).toBe(503);
  expect(refused.body.error.message).toMatch(/disk is full/i);
  const read = await api.get(`/v2/contacts/${ledger.entries[0]!.id}`);
  expect(read.status).toBe(200);
  // Each attempt meets the full disk again until there is room.
  while (refused.entry.id === undefined) await ledger.send(api, refused.entry).catch(() => {});
  expect([...damage(folder.path), ...ledger.differences(folder.path)]).toEqual([]);
});
