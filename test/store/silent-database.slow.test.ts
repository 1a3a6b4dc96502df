import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.ts';
import { savepoint } from '../../src/store/store.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, urlOf } from '../support/postgres.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A frozen or unreachable database closes no connection: it only stops responding.

let relay: Relay;
let service: RunningService;
let ada: User;
let url: string;

beforeAll(async () => {
  const direct = new URL(urlOf('kith_silent'));
  await ensureDatabase(direct.href);
  relay = await startRelay(Number(direct.port));
  direct.port = String(relay.port);
  url = direct.href;
  vi.stubEnv('KITH_DATABASE_URL', url).stubEnv('KITH_SECRET', TEST_SECRET);
  service = await startService();
  ada = await service.user();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await relay.stop();
});

test('returns 503 after the first timeout instead of trying every connection', async () => {
  const key = randomUUID();
  const write = () => ada.post('/v2/contacts', { full_name: 'Heard Of' }, { key });
  // Uses as many connections as the service holds, so that all of them exist when the database goes silent.
  await Promise.all(Array.from({ length: 20 }, () => ada.get('/v2/contacts?take=1')));
  relay.silence();
  const [written, read] = await Promise.all([write(), ada.get('/v2/contacts?take=1')]);
  expect([written.status, read.status]).toEqual([503, 503]);
  expect(Number(written.headers.get('Retry-After'))).toBeGreaterThan(0);
  // Each found one silent connection and tried a new one. None tried them all.
  expect(relay.unheard()).toBeLessThanOrEqual(4);
  relay.resume();
  const again = await write();
  expect(again.status).toBe(201);
  expect((await ada.get('/v2/contacts/count')).body.data.count).toBe(1);
});

test('does not retry a commit without a response, even after a recovered error', async () => {
  // A separate relay, because the service also commits scheduled work.
  const own = await startRelay(Number(new URL(urlOf('kith_silent')).port));
  const through = new URL(url);
  through.port = String(own.port);
  const store = await openPostgresStore(through.href);
  let times = 0;
  const userId = randomUUID();
  own.silenceAt('commit\0');
  const work = store.write(userId, async (db) => {
    times++;
    const violate = savepoint(db, async () => {
      await sql`create temporary table twice (id integer primary key) on commit drop`.execute(db);
      await sql`insert into twice values (1), (1)`.execute(db);
    });
    await expect(violate).rejects.toThrow('duplicate key');
  });
  await expect(work).rejects.toThrow(/may or may not have been saved/);
  own.resume();
  expect(times).toBe(1);
  await store.close();
  await own.stop();
});
