import { expect, test } from 'vitest';
import { inProcess } from '../../src/client/in-process.ts';
import { JOB_KINDS } from '../../src/server/job-kinds.ts';
import type { CountOptions } from '../../src/service/last-contact/count.ts';
import { listCounting, switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import { accepted, DAY_MS, HOUR_MS, iso, lastContactForFile, meet, NOW, sentTo } from '../support/last-contact.ts';
import { always, firstTimes } from '../support/providers/faults.ts';

// Counting who was mailed and met: accounts that refuse, are switched off meanwhile or counted twice at a time, and the job.

const { rig, google, office, time, data, count, offers, everyAccount, person, shown } = await lastContactForFile();

test('of an account that may not be read the other half counts, and one that is over is told', async () => {
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

test('an account that is switched off while it is counted is forgotten', async () => {
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

test('two counts at a time count once', async () => {
  for (const day of [3, 40, 50]) sentTo(google, NOW - day * DAY_MS, 'twice@y.example');
  await everyAccount(switchOn);
  await Promise.all([count(), count(), count()]);
  expect(await offers()).toMatchObject([{ address: 'twice@y.example', messages: 3 }]);
  expect((await data().read(listCounting)).map(({ countedUntil }) => countedUntil)).toEqual([iso(NOW), iso(NOW)]);
});

test('a count keeps to half of what an account may be asked, and rests where it is told to', async () => {
  for (let number = 0; number < 170; number++) sentTo(google, NOW - DAY_MS - number * 6 * HOUR_MS, 'often@y.example');
  await everyAccount(switchOn);
  const [units, began] = [rig.fake.units, rig.clock.now()];
  rig.fake.plan = firstTimes(3, { kind: 'status', status: 429, retryAfter: 60 }, ({ path }) =>
    path.includes('/messages/'),
  );
  expect(await count()).toMatchObject({ warnings: [] });
  const [taken, minutes] = [rig.fake.units - units, (rig.clock.now() - began) / 60_000];
  expect(taken).toBeGreaterThan(170 * 20);
  // What the first minute has to give, and three thousand in each.
  expect(taken).toBeLessThan(3_000 * (1 + minutes) + 50);
  expect(await offers()).toMatchObject([{ messages: 170 }]);
});

test('a job counts once a day, and ends when no account counts any more', async () => {
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

/** What the runner does when a job is due: JOB_KINDS has it. */
async function runDaily(signal = new AbortController().signal): Promise<string | null> {
  const run = await JOB_KINDS['last-contact']!();
  const { user } = rig.caller;
  const job = { userId: user.user_id, kind: 'last-contact', id: '', dueAt: iso(time.now), failures: 0 };
  const place = { isLocal: true, origin: undefined };
  const client = inProcess(
    (...call) => rig.service.call(rig.caller, ...call),
    async () => {},
  );
  const countContact = (options: CountOptions) => rig.service.countContact(rig.caller, options);
  const own = { ...rig.data, user, userData: data(), client, countContact, place };
  return run(job, { ...own, signal, now: () => new Date(time.now) });
}
