import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TEST_SECRET } from '../support/engine.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { type Answer, type RunningService, startService, type User } from '../support/service.ts';

// The database crashes under a running service and comes back: no acknowledged write is lost or repeated.

const random = randomFrom(seed);

let server: PostgresServer;
let service: RunningService;
let ada: User;

beforeAll(async () => {
  server = await startPostgres();
  vi.stubEnv('KITH_DATABASE_URL', server.url('postgres')).stubEnv('KITH_SECRET', TEST_SECRET);
  service = await startService();
  ada = await service.user();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await server.remove();
});

interface Ledger {
  /** Names of contacts whose creation was acknowledged. */
  acknowledged: Set<string>;
  /** Requests that failed: name and key, to retry. */
  open: Map<string, string>;
  refusals: Answer[];
  news: EventEmitter;
}

/** One of several concurrent writers, until stopped. */
async function keepWriting(writer: number, ledger: Ledger, until: { stopped: boolean }): Promise<void> {
  for (let count = 0; !until.stopped; count++) {
    const name = `Writer ${writer} row ${count}`;
    const key = randomUUID();
    const answer = await ada.post('/v2/contacts', { full_name: name }, { key });
    if (answer.status === 201) {
      ledger.acknowledged.add(name);
      ledger.news.emit('acknowledged');
    } else {
      ledger.open.set(name, key);
      ledger.refusals.push(answer);
      await sleep(20);
    }
  }
}

/** Resolves after that many more writes are acknowledged. */
async function written(more: number, { acknowledged, news }: Ledger): Promise<void> {
  for (const enough = acknowledged.size + more; acknowledged.size < enough; ) await once(news, 'acknowledged');
}

async function allNames(): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const { body }: Answer = await ada.get(`/v2/contacts?take=100${query}`);
    names.push(...body.data.contacts.map((contact: { full_name: string }) => contact.full_name));
    cursor = body.data.pagination.nextCursor;
  } while (cursor);
  return names.sort();
}

test('survives three database crashes between and within transactions', async () => {
  const ledger: Ledger = { acknowledged: new Set(), open: new Map(), refusals: [], news: new EventEmitter() };
  for (let round = 0; round < 3; round++) {
    const until = { stopped: false };
    const writers = [0, 1, 2, 3].map((writer) => keepWriting(round * 4 + writer, ledger, until));
    await written(20 + Math.floor(random() * 60), ledger);
    await server.crash();
    const down = await ada.get('/v2/contacts');
    expect([down.status, down.body.error.code]).toEqual([503, 'ServiceUnavailable']);
    expect(Number(down.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ada.get('/health')).status).toBe(200);
    // A readiness result is cached for a second.
    while ((await ada.get('/ready')).status !== 503) await sleep(50);
    await server.start();
    await written(10, ledger);
    until.stopped = true;
    await Promise.all(writers);
    while ((await ada.get('/ready')).status !== 200) await sleep(50);
  }
  for (const { status, body, headers } of ledger.refusals) {
    expect([status, body.error.code]).toEqual([503, 'ServiceUnavailable']);
    expect(headers.get('Retry-After')).toBeTruthy();
  }
  // Whether or not they took effect: a retry with the same key runs them now or returns the recorded result.
  for (const [name, key] of ledger.open) {
    expect((await ada.post('/v2/contacts', { full_name: name }, { key })).status).toBe(201);
  }
  expect(ledger.acknowledged.size).toBeGreaterThan(10);
  expect(await allNames()).toEqual([...ledger.acknowledged, ...ledger.open.keys()].sort());
});

test('does not start without its database, and says why', async () => {
  vi.stubEnv('KITH_DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
  await expect(startService()).rejects.toThrow(/Cannot connect to the database/);
  vi.stubEnv('KITH_DATABASE_URL', 'mysql://somewhere');
  await expect(startService()).rejects.toThrow(/not the URL of a PostgreSQL database/);
  vi.stubEnv('KITH_DATABASE_URL', server.url('postgres')).stubEnv('KITH_SECRET', undefined);
  await expect(startService()).rejects.toThrow(/KITH_SECRET/);
});
