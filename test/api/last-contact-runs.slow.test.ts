import { expect, test } from 'vitest';
import { inProcessClient } from '../../src/client/in-process.ts';
import { JOB_KINDS } from '../../src/server/job-kinds.ts';
import type { CountOptions } from '../../src/service/last-contact/count.ts';
import { listCounting, switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import { accepted, DAY_MS, HOUR_MS, iso, lastContactForFile, meet, NOW, sentTo } from '../support/last-contact.ts';
import { always, firstTimes } from '../support/providers/faults.ts';

// Counting mail and meetings: accounts that refuse, are switched off in between, or are counted concurrently, and the
// job.

const { rig, google, office, time, data, count, offers, everyAccount, person, shown } = await lastContactForFile();

test('counts the readable half of an account, and reports an expired one', async () => {
  const { id } = await person('half');
  meet(google, NOW - DAY_MS, [accepted('half@x.example')]);
  sentTo(office, NOW - 3 * DAY_MS, 'half@x.example');
  await everyAccount(switchOn);
  rig.fake.plan = always({ kind: 'status', status: 403 }, ({ path }) => path.startsWith('/gmail'));
  expect((await count()).warnings).toEqual([`account:${google.email}: forbidden`]);
  expect((await shown(id)).last_seen_at).toBe(iso(NOW - DAY_MS));
  rig.fake.plan = always({ kind: 'status', status: 503 }, ({ path }) => path.startsWith('/gmail'));
  const { warnings, accounts } = await count();
  expect(warnings).toEqual([`account:${google.email}: unavailable`]);
  expect(accounts.map(({ email }) => email)).toEqual([office.email]);
});

test('forgets an account that is switched off during the count', async () => {
  for (const day of [3, 40, 50]) sentTo(google, NOW - day * DAY_MS, 'meanwhile@y.example');
  await everyAccount(switchOn);
  let off: Promise<void> | undefined;
  rig.fake.hold = ({ path }) => {
    if (path.startsWith('/gmail')) off ??= everyAccount(switchOff);
    return path.startsWith('/gmail') ? off : undefined;
  };
  expect(await count()).toMatchObject({ changed: 0, warnings: [] });
  rig.fake.hold = () => undefined;
  expect((await data().read(listCounting)).map(({ isOn }) => isOn)).toEqual([false, false]);
  expect(await offers()).toEqual([]);
});

test('counts once in two concurrent runs', async () => {
  for (const day of [3, 40, 50]) sentTo(google, NOW - day * DAY_MS, 'twice@y.example');
  await everyAccount(switchOn);
  await Promise.all([count(), count(), count()]);
  expect(await offers()).toMatchObject([{ address: 'twice@y.example', messages: 3 }]);
  expect((await data().read(listCounting)).map(({ countedUntil }) => countedUntil)).toEqual([iso(NOW), iso(NOW)]);
});

test("uses at most half of an account's quota, and pauses when told to", async () => {
  for (let number = 0; number < 170; number++) sentTo(google, NOW - DAY_MS - number * 6 * HOUR_MS, 'often@y.example');
  await everyAccount(switchOn);
  const [units, began] = [rig.fake.units, rig.clock.now()];
  rig.fake.plan = firstTimes(3, { kind: 'status', status: 429, retryAfter: 60 }, ({ path }) =>
    path.includes('/messages/'),
  );
  expect(await count()).toMatchObject({ warnings: [] });
  const [taken, minutes] = [rig.fake.units - units, (rig.clock.now() - began) / 60_000];
  expect(taken).toBeGreaterThan(170 * 20);
  // The first minute's quota, and 3,000 in each minute after it.
  expect(taken).toBeLessThan(3_000 * (1 + minutes) + 50);
  expect(await offers()).toMatchObject([{ messages: 170 }]);
});

test('a job counts once a day, and ends when no account is left', async () => {
  const { id } = await person('daily');
  sentTo(google, NOW - DAY_MS, 'daily@x.example');
  await everyAccount(switchOn);
  expect(await runDaily()).toBe(iso(NOW + DAY_MS));
  expect((await shown(id)).last_seen_at).toBe(iso(NOW - DAY_MS));
  rig.fake.plan = always({ kind: 'status', status: 503 });
  time.now = NOW + DAY_MS;
  await expect(runDaily()).rejects.toThrow(`account:${google.email}: unavailable`);
  await expect(runDaily(AbortSignal.abort(new Error('the end')))).rejects.toThrow('the end');
  await everyAccount(switchOff);
  expect(await runDaily()).toBeNull();
});

/** The runner's work when a job is due, from JOB_KINDS. */
async function runDaily(signal = new AbortController().signal): Promise<string | null> {
  const run = await JOB_KINDS['last-contact']!();
  const { user } = rig.caller;
  const job = { userId: user.user_id, kind: 'last-contact', id: '', dueAt: iso(time.now), failures: 0 };
  const place = { isLocal: true, origin: undefined };
  const client = inProcessClient(
    (...call) => rig.service.call(rig.caller, ...call),
    async () => {},
  );
  const countContact = (options: CountOptions) => rig.service.countContact(rig.caller, options);
  const own = { ...rig.data, user, userData: data(), client, countContact, place };
  return run(job, { ...own, signal, now: () => new Date(time.now) });
}
