import { afterAll, beforeAll, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { authorizationUrl, type HandHost, registered, registering } from '../support/by-hand.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/service.ts';

// Anyone may start an authorization or register an app, and each leaves a row.

let service: RunningService;
let database: Database;
let host: HandHost;
beforeAll(async () => {
  service = await startService();
  host = await registered(originOf(service));
  database = openDatabase(service.dataDir);
});
afterAll(async () => {
  database.close();
  await service.stop();
});

const OVER = 1_000;

/** The rows after a flood, once they have expired. */
function leaveRecords(): void {
  const row = { sealed: 'x', user_id: null, host_id: null, uid_lookup: null, consumed_at: null };
  const at = (number: number) => new Date(Date.UTC(2020, 0, 1) + number).toISOString();
  const rows = Array.from({ length: OVER }, (_, number) => ({
    kind: 'Interaction',
    lookup: `over ${number}`,
    ...row,
    expires_at: at(number),
  }));
  database.insert('sign_in_records', ...rows);
}

const left = (): string[] =>
  database
    .all("select lookup from sign_in_records where lookup like 'over %' order by expires_at")
    .map(({ lookup }) => `${lookup}`);

const begin = () => fetch(authorizationUrl(originOf(service), host), { redirect: 'manual' });

test("removes a flood's expired rows in batches, oldest first, with each later request", async () => {
  leaveRecords();
  const counts = [OVER];
  while (left().length > 0 && counts.length < 20) {
    expect(
      (await (counts.length % 2 ? begin() : registering(originOf(service), { redirect_uris: [host.redirect] }))).status,
    ).toBeLessThan(400);
    const now = left();
    expect(now).toEqual(Array.from({ length: now.length }, (_, number) => `over ${OVER - now.length + number}`));
    counts.push(now.length);
  }
  expect(counts.at(-1)).toBe(0);
  const removed = counts.slice(1).map((count, index) => counts[index]! - count);
  for (const count of removed) expect(count).toBeLessThanOrEqual(200);
});

test('serves many concurrent requests, and removes each row once', async () => {
  leaveRecords();
  const statuses = (await Promise.all(Array.from({ length: 20 }, begin))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([303]));
  expect(left()).toHaveLength(0);
  expect(service.log()).not.toContain('unexpected fault');
});
