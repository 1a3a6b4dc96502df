import { afterEach, expect, test } from 'vitest';
import { damage } from '../support/data-folder.ts';
import { openDatabase } from '../support/database.ts';
import { connectModern } from '../support/mcp.ts';
import { apiAt, kith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

// Several clients on one computer start kith on the same data folder, and all of them write.

const EACH = 80;
const CONCURRENCY = 4;
const folders: ReturnType<typeof temporaryFolder>[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function newFolder(): string {
  folders.push(temporaryFolder());
  return folders.at(-1)!.path;
}

/** Calls `write` for every number below EACH, a few at a time. */
async function writeAll(write: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < EACH) await write(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

test('loses and refuses nothing when two stdio processes write at once', async () => {
  const dataDir = newFolder();
  const hosts = await Promise.all([1, 2].map(() => connectModern({ env: { KITH_DATA_DIR: dataDir } })));
  await Promise.all(
    hosts.map((host, number) =>
      writeAll(async (index) => {
        const reply = await host.call('create_contact', { full_name: `Person ${number} ${index}` });
        expect(reply.isError, reply.content[0]?.text).toBeFalsy();
      }),
    ),
  );
  for (const host of hosts) expect((await host.call('count_contacts')).structuredContent).toEqual({ count: 2 * EACH });
  await Promise.all(hosts.map((host) => host.close()));
  expect(damage(dataDir)).toEqual([]);
});

test('loses and refuses nothing when two services write at once', async () => {
  const dataDir = newFolder();
  const services: RunningService[] = await Promise.all([startService(dataDir), startService(dataDir)]);
  const { stdout } = await kith(dataDir, 'user', 'add', 'ada@example.com', '--json');
  const apis = services.map(({ baseUrl }) => apiAt(baseUrl, JSON.parse(stdout).api_key));
  await Promise.all(
    apis.map((api, number) =>
      writeAll(async (index) => {
        const { status, body } = await api.post('/v2/contacts', { full_name: `Person ${number} ${index}` });
        expect(status, JSON.stringify(body)).toBe(201);
      }),
    ),
  );
  for (const api of apis) expect((await api.get('/v2/contacts/count')).body).toEqual({ data: { count: 2 * EACH } });
  await Promise.all(services.map((service) => service.stop()));
  expect(damage(dataDir)).toEqual([]);
});

test('reads without waiting for a writer', async () => {
  const service = await startService(newFolder());
  const user = await service.user();
  const database = openDatabase(service.dataDir);
  // Every other writer now waits.
  database.all('begin immediate');
  expect((await user.get('/v2/contacts/count')).status).toBe(200);
  database.all('rollback');
  database.close();
  await service.stop();
});
