import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JOB_KINDS } from '../../src/cli/serving/job-kinds.ts';
import { inProcess } from '../../src/client/in-process.ts';
import type { CountOptions } from '../../src/service/last-contact/count.ts';
import { dismissOffer, offerAgain } from '../../src/service/last-contact/dismissed.ts';
import { listOffers } from '../../src/service/last-contact/offers.ts';
import { listCounting, switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import { removeAccount, saveAccount } from '../../src/service/providers/accounts/connect.ts';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { engine } from '../support/engine.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import {
  allDay,
  type FakeAccount,
  type FakeAttendee,
  type FakeEvent,
  type FakeMessage,
  fakeAccount,
  MARKER,
  timed,
} from '../support/providers/data.ts';
import { always, atNumber, firstTimes } from '../support/providers/faults.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

// Who was really mailed and met, counted from mailboxes and calendars.

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let now = NOW;

let rig: AgendaRig;
let google: FakeAccount;
let office: FakeAccount;
beforeAll(async () => {
  rig = await agendaRig({}, undefined, () => new Date(now));
  google = fakeAccount('GOOGLE', 'me@gmail.example');
  office = fakeAccount('OFFICE365', 'me@office.example');
  await rig.connect(google);
  await rig.connect(office);
});
afterEach(async () => {
  rig.fake.plan = () => undefined;
  now = NOW;
  for (const account of [google, office]) {
    account.messages = [];
    account.calendars[0]!.events = [];
  }
  await everyAccount(switchOff);
  expect(rig.faults).toEqual([]);
  expect(rig.fake.violations).toEqual([]);
});
afterAll(() => rig.stop());

const data = () => rig.service.userData(rig.caller);
const count = (options?: CountOptions) => rig.service.countContact(rig.caller, options);
const offers = () => data().read(listOffers);

async function everyAccount(set: typeof switchOn): Promise<void> {
  const accounts = await data().read(listCounting);
  for (const { account } of accounts) await data().write((context) => set(context, account.id));
}

let made = 0;
const iso = (time: number) => new Date(time).toISOString();

function message(time: number, more: Partial<FakeMessage>): FakeMessage {
  const id = `message${made++}`;
  const texts = { subject: `${MARKER} subject`, snippet: `${MARKER} snippet`, text: { plain: `${MARKER} text` } };
  return { id, time, sent: time, ...texts, from: '', to: '', folder: 'inbox', ...more };
}

/** A message of the account's person. */
const sentTo = (account: FakeAccount, time: number, to: string, more: Partial<FakeMessage> = {}) =>
  void account.messages.push(message(time, { from: account.email, to, folder: 'sent', ...more }));

const gotFrom = (account: FakeAccount, time: number, from: string, more: Partial<FakeMessage> = {}) =>
  void account.messages.push(message(time, { from, to: account.email, ...more }));

const meet = (account: FakeAccount, start: number, attendees: FakeAttendee[], more: Partial<FakeEvent> = {}) =>
  void account.calendars[0]!.events.push(
    timed(`event${made++}`, iso(start), 60, { attendees, organizer: account.email, ...more }),
  );

const accepted = (email: string): FakeAttendee => ({ email, response: 'accepted' });

async function person(name: string, more: object = {}): Promise<Json> {
  return makeContact(rig.api, { full_name: name, contact_emails: [{ email: `${name}@x.example` }], ...more });
}

const shown = async (id: string): Promise<Json> => dataOf(await rig.api.get(`/v2/contacts/${id}`)).contact;

describe('what counts', () => {
  const AT = NOW - 5 * DAY_MS;
  const big = Array.from({ length: 10 }, (_, number) => `other${number}@x.example`);
  type Scene = (account: FakeAccount, who: string) => void;
  const cases: [string, boolean, Scene][] = [
    ['a mail to somebody', true, (account, who) => sentTo(account, AT, who)],
    ['a copy', true, (account, who) => sentTo(account, AT, 'someone@y.example', { cc: `A B <${who.toUpperCase()}>` })],
    ['a hidden copy', true, (account, who) => sentTo(account, AT, 'someone@y.example', { bcc: who })],
    ['a mail to ten', true, (account, who) => sentTo(account, AT, [who, ...big.slice(1)].join(', '))],
    ['a mail to eleven', false, (account, who) => sentTo(account, AT, [who, ...big].join(', '))],
    [
      'an answer in a conversation in which I write',
      true,
      (account, who) => {
        sentTo(account, AT - DAY_MS, 'someone@y.example', { thread: 'talk' });
        gotFrom(account, AT, `Who <${who}>`, { thread: 'talk', folder: 'archive' });
      },
    ],
    ['a mail that only came', false, (account, who) => gotFrom(account, AT, who)],
    [
      'a copy for somebody of what came in such a conversation',
      false,
      (account, who) => {
        sentTo(account, AT - DAY_MS, 'someone@y.example', { thread: 'talk' });
        gotFrom(account, AT, 'someone@y.example', { thread: 'talk', cc: who });
      },
    ],
    ...(
      [
        ['List-Id', '<news.x.example>'],
        ['List-Unsubscribe', '<mailto:off@x.example>'],
        ['Precedence', 'bulk'],
        ['Auto-Submitted', 'auto-replied'],
      ] as const
    ).map(([name, value]): [string, boolean, Scene] => [
      `an answer with ${name}: ${value}`,
      false,
      (account, who) => {
        sentTo(account, AT - DAY_MS, 'someone@y.example', { thread: 'talk' });
        gotFrom(account, AT, who, { thread: 'talk', headers: { [name.toLowerCase()]: value } });
      },
    ]),
    [
      'an answer that says a person wrote it',
      true,
      (account, who) => {
        sentTo(account, AT - DAY_MS, 'someone@y.example', { thread: 'talk' });
        gotFrom(account, AT, who, { thread: 'talk', headers: { 'Auto-Submitted': 'no' } });
      },
    ],
    ['a draft', false, (account, who) => sentTo(account, AT, who, { folder: 'drafts' })],
    ['a mail from before', false, (account, who) => sentTo(account, NOW - 92 * DAY_MS, who)],
    ['a meeting I organized, without an answer', true, (account, who) => meet(account, AT, [{ email: who }])],
    ['one that they declined', false, (account, who) => meet(account, AT, [{ email: who, response: 'declined' }])],
    [
      'a meeting of theirs that I accepted',
      true,
      (account, who) => meet(account, AT, [accepted(account.email)], { organizer: who }),
    ],
    [
      'a meeting of a third that both accepted',
      true,
      (account, who) => meet(account, AT, [accepted(account.email), accepted(who)], { organizer: 'boss@y.example' }),
    ],
    [
      'one that they did not answer',
      false,
      (account, who) => meet(account, AT, [accepted(account.email), { email: who }], { organizer: 'boss@y.example' }),
    ],
    [
      'one that I did not answer',
      false,
      (account, who) => meet(account, AT, [{ email: account.email }, accepted(who)], { organizer: 'boss@y.example' }),
    ],
    [
      'one that I declined',
      false,
      (account, who) =>
        meet(account, AT, [{ email: account.email, response: 'declined' }, accepted(who)], { organizer: who }),
    ],
    ['a canceled one', false, (account, who) => meet(account, AT, [accepted(who)], { cancelled: true })],
    ['one that is not over', false, (account, who) => meet(account, NOW - HOUR_MS / 2, [accepted(who)])],
    ['one that is to come', false, (account, who) => meet(account, NOW + DAY_MS, [accepted(who)])],
    ['one with eleven others', false, (account, who) => meet(account, AT, [who, ...big].map(accepted))],
    ['one with ten others', true, (account, who) => meet(account, AT, [who, ...big.slice(1)].map(accepted))],
    ['a room', false, (account, who) => meet(account, AT, [{ ...accepted(who), resource: true }])],
    [
      'a whole day',
      false,
      ({ email, calendars }, who) =>
        void calendars[0]!.events.push(
          allDay(`day${made++}`, '2026-11-15', '2026-11-16', { attendees: [accepted(who)], organizer: email }),
        ),
    ],
  ];

  test.each(['GOOGLE', 'OFFICE365'])('and what does not: %s', async (provider) => {
    const account = provider === 'GOOGLE' ? google : office;
    const name = (index: number) => `${provider.toLowerCase()}${index}`;
    const people: Json[] = [];
    for (const [index, [, , scene]] of cases.entries()) {
      people.push(await person(name(index)));
      // Each scene has conversations of its own.
      const own: FakeAccount = { ...account, messages: [], calendars: [{ ...account.calendars[0]!, events: [] }] };
      scene(own, `${name(index)}@x.example`);
      for (const one of own.messages) if (one.thread) one.thread = `${one.thread}${index}`;
      account.messages.push(...own.messages);
      account.calendars[0]!.events.push(...own.calendars[0]!.events);
    }
    await everyAccount(switchOn);
    const report = await count();
    expect(report).toMatchObject({ warnings: [], isCancelled: false });
    expect(report.accounts.map(({ email }) => email)).toEqual([google.email, office.email]);
    const counted = await Promise.all(people.map(async ({ id }) => (await shown(id)).last_seen_at !== null));
    expect(cases.map(([what], index) => [what, counted[index]])).toEqual(cases.map(([what, counts]) => [what, counts]));
    expect(report.changed).toBe(cases.filter(([, counts]) => counts).length);
    expect(await count()).toMatchObject({ changed: 0, warnings: [] });
  });
});

test('an account counts only once it was switched on', async () => {
  const { id } = await person('off');
  sentTo(google, NOW - DAY_MS, 'off@x.example');
  expect(await count()).toEqual({ accounts: [], changed: 0, warnings: [], isCancelled: false });
  expect((await shown(id)).last_seen_at).toBeNull();
  await expect(data().write((context) => switchOn(context, 'nobody'))).rejects.toThrow(/No connected account/i);
});

test('last_seen_at only moves forward, and the rhythm with it', async () => {
  const at = (days: number) => iso(NOW - days * DAY_MS);
  const rhythm = { frequency: '7 days' };
  const [older, typed, archived, spouse] = [
    await person('older', { ...rhythm, last_seen_at: at(40) }),
    await person('typed', { ...rhythm, last_seen_at: at(2), next_reminder_at: at(-90) }),
    await person('archived', { is_archived: true }),
    await makeContact(rig.api, { full_name: 'Spouse', contact_emails: [{ email: 'OLDER@x.example' }] }),
  ];
  sentTo(google, NOW - 5 * DAY_MS, 'older@x.example, typed@x.example, archived@x.example');
  meet(office, NOW - 9 * DAY_MS, [accepted('older@x.example')]);
  await everyAccount(switchOn);
  const before = await Promise.all([older, typed].map(({ id }) => shown(id)));
  expect((await count()).changed).toBe(4);
  expect(await shown(older.id)).toMatchObject({
    last_seen_at: at(5),
    next_reminder_at: at(-2),
    gmail_last_interaction_at: at(5),
    gmail_last_interaction_provider: 'GOOGLE',
    gmail_last_interaction_subject: null,
    gcal_last_interaction_at: at(9),
    gcal_last_interaction_provider: 'OFFICE365',
    updated_at: before[0]!.updated_at,
  });
  expect(await shown(typed.id)).toMatchObject({
    last_seen_at: at(2),
    next_reminder_at: at(-90),
    gmail_last_interaction_at: at(5),
  });
  expect((await shown(archived.id)).last_seen_at).toBe(at(5));
  expect((await shown(spouse.id)).last_seen_at).toBe(at(5));
  await everyAccount(switchOff);
  expect((await shown(older.id)).last_seen_at).toBe(at(5));
});

test('a merged contact gets what its addresses were written', async () => {
  const [one, other] = [await person('kept'), await person('merged')];
  dataOf(await rig.api.post('/v2/contacts/merge', { contactIds: [[one.id, other.id]] }));
  sentTo(office, NOW - DAY_MS, 'merged@x.example');
  await everyAccount(switchOn);
  await count();
  expect((await shown(one.id)).last_seen_at).toBe(iso(NOW - DAY_MS));
});

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

test('of a calendar by its address a meeting counts that an address of mine and theirs accepted', async () => {
  const [both, alone] = [await person('icsboth'), await person('icsalone')];
  const event = (uid: string, mine: string, theirs: string) =>
    [
      ...[
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTAMP:20261101T000000Z',
        'DTSTART:20261118T090000Z',
        'DTEND:20261118T100000Z',
      ],
      ...[`SUMMARY:${MARKER}`, `ATTENDEE;PARTSTAT=${mine}:mailto:${google.email}`],
      ...[`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${theirs}@x.example`, 'END:VEVENT'],
    ].join('\r\n');
  const events = [event('1', 'ACCEPTED', 'icsboth'), event('2', 'NEEDS-ACTION', 'icsalone')];
  const file = join(rig.dataDir, 'work.ics');
  writeFileSync(file, `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('\r\n')}\r\nEND:VCALENDAR\r\n`);
  const account = await saveAccount(rig.data, rig.userId, {
    ...{ provider: 'ICS', email: 'Work', capabilities: ['read_calendar'] },
    credentials: { kind: 'ics', url: pathToFileURL(file).href },
  });
  await everyAccount(switchOn);
  expect(await count()).toMatchObject({ warnings: [], changed: 1 });
  expect(await shown(both.id)).toMatchObject({
    ...{ last_seen_at: '2026-11-18T09:00:00.000Z', gcal_last_interaction_at: '2026-11-18T09:00:00.000Z' },
    gcal_last_interaction_provider: null,
  });
  expect((await shown(alone.id)).last_seen_at).toBeNull();
  await removeAccount(rig.data, rig.userId, { email: account.email });
  rmSync(file);
  expect((await data().read(listCounting)).map(({ account: { email } }) => email)).toEqual([
    google.email,
    office.email,
  ]);
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
  now = NOW + DAY_MS;
  await expect(runDaily()).rejects.toThrow(`account:${google.email}: unavailable`);
  await expect(runDaily(AbortSignal.abort(new Error('the end')))).rejects.toThrow('the end');
  await everyAccount(switchOff);
  expect(await runDaily()).toBeNull();
});

/** What the runner does when a job is due: JOB_KINDS has it. */
async function runDaily(signal = new AbortController().signal): Promise<string | null> {
  const run = await JOB_KINDS['last-contact']!();
  const { user } = rig.caller;
  const job = { userId: user.user_id, kind: 'last-contact', id: '', dueAt: iso(now), failures: 0 };
  const place = { isLocal: true, origin: undefined };
  const client = inProcess(
    (...call) => rig.service.call(rig.caller, ...call),
    async () => {},
  );
  const countContact = (options: CountOptions) => rig.service.countContact(rig.caller, options);
  const own = { ...rig.data, user, userData: data(), client, countContact, place };
  return run(job, { ...own, signal, now: () => new Date(now) });
}

describe('whom one writes to', () => {
  const write = (account: FakeAccount, to: string, days: number[], more: Partial<FakeMessage> = {}) => {
    for (const day of days) sentTo(account, NOW - day * DAY_MS, to, more);
  };

  test('often, and who is in no book, is offered: three mails over two weeks', async () => {
    await person('known');
    write(google, 'Grace Hopper <grace@y.example>', [3, 10, 17, 17]);
    write(office, 'grace@y.example', [30]);
    write(google, 'Two Mails <two@y.example>', [3, 30]);
    write(google, 'One Week <week@y.example>', [3, 5, 9, 10, 11]);
    write(google, 'Long ago <ago@y.example>', [70, 80, 89]);
    write(google, 'known@x.example', [3, 10, 20]);
    write(google, `${office.email}, no-reply@y.example, news@lists.y.example`, [3, 10, 20]);
    meet(google, NOW - 2 * DAY_MS, [accepted('grace@y.example')]);
    await everyAccount(switchOn);
    await count();
    const found = await offers();
    expect(found).toMatchObject([
      { address: 'grace@y.example', name: 'Grace Hopper', messages: 5, last: iso(NOW - 2 * DAY_MS) },
      { address: 'ago@y.example', name: 'Long ago', messages: 3, last: iso(NOW - 70 * DAY_MS) },
    ]);
    expect(await count()).toMatchObject({ changed: 0 });
    expect(await offers()).toEqual(found);

    now = NOW + 12 * DAY_MS;
    expect((await offers()).map(({ address }) => address)).toEqual(['grace@y.example']);
    now = NOW;
    await everyAccount(switchOff);
    await everyAccount(switchOn);
    expect(await offers()).toEqual([]);
  });

  test('is offered no more when dismissed, for now or for ever, and gets the last time when added', async () => {
    write(google, 'Ada L <ada@y.example>', [3, 10, 20]);
    write(google, 'Bob <bob@y.example>', [3, 10, 20]);
    write(google, 'Cy <cy@y.example>', [3, 10, 20]);
    await everyAccount(switchOn);
    await count();
    const named = async () => (await offers()).map(({ address }) => address.split('@')[0]);
    expect(await named()).toEqual(['ada', 'bob', 'cy']);
    await data().write((context) => dismissOffer(context, 'ada@y.example', 'never'));
    await data().write((context) => dismissOffer(context, 'bob@y.example', 'not now'));
    expect(await named()).toEqual(['cy']);
    const { id } = await makeContact(rig.api, { full_name: 'Cy', contact_emails: [{ email: 'CY@y.example' }] });
    expect(await named()).toEqual([]);
    await count();
    expect((await shown(id)).last_seen_at).toBe(iso(NOW - 3 * DAY_MS));
    now = NOW + 61 * DAY_MS;
    for (const days of [0, 10, 20]) write(google, 'ada@y.example, bob@y.example', [-60 + days]);
    await count();
    expect(await named()).toEqual(['bob']);
    await data().write((context) => offerAgain(context, { address: 'ada@y.example' }));
    expect(await named()).toEqual(['ada', 'bob']);
  });

  test('hostile names are one line with an end', async () => {
    write(
      google,
      `=?utf-8?B?${Buffer.from(`A\u202Eb\r\nBcc: x\u0000${'y'.repeat(500)}`).toString('base64')}?= <evil@y.example>`,
      [3, 10, 20],
    );
    await everyAccount(switchOn);
    await count();
    const [offer] = await offers();
    expect(offer!.name).toMatch(/^A b Bcc: x y+$/);
    expect([...offer!.name!].length).toBeLessThanOrEqual(100);
  });
});

test('nothing of content, and no address of a stranger, is in the data', async () => {
  const stranger = 'stranger-of-the-tests@y.example';
  for (const account of [google, office]) {
    for (const day of [3, 10, 20]) sentTo(account, NOW - day * DAY_MS, `Strange Name <${stranger}>`);
    meet(account, NOW - DAY_MS, [accepted(stranger)]);
  }
  await everyAccount(switchOn);
  await count();
  expect((await offers()).map(({ address }) => address)).toEqual([stranger]);
  await data().write((context) => dismissOffer(context, stranger, 'never'));
  for (const text of [MARKER, stranger, 'Strange Name', 'stranger-of', google.messages[0]!.id])
    expect(await stored(), text).not.toContain(text);
});

/** Everything that is stored, as bytes or as rows. */
async function stored(): Promise<string> {
  if (engine === 'postgres') {
    const tables = ['contact_counts', 'dismissed_offers', 'contacts', 'connected_accounts', 'outbox'] as const;
    return data().read(async ({ db }) => {
      const rows = [];
      for (const table of tables) rows.push(await db.selectFrom(table).selectAll().execute());
      return JSON.stringify(rows);
    });
  }
  return readdirSync(rig.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(rig.dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('whatever the mailboxes hold', () => {
  const who = fc.integer({ min: 0, max: 5 });
  const when = fc.integer({ min: 1, max: 100 * 24 });
  const mail = fc.record({
    hours: when,
    who: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }),
    thread: who,
    isSent: fc.boolean(),
    isAutomatic: fc.boolean(),
  });
  const meeting = fc.record({
    hours: when,
    who,
    own: fc.boolean(),
    answer: fc.constantFrom('accepted', 'declined', 'tentative', undefined),
  });
  const box = fc.record({ mails: fc.array(mail, { maxLength: 12 }), meetings: fc.array(meeting, { maxLength: 5 }) });
  type Box = typeof box extends fc.Arbitrary<infer T> ? T : never;
  const address = (number: number, round: number) => `p${number}r${round}@x.example`;
  let round = 0;

  /** As the rules say it, over the boxes themselves. */
  function oracle(boxes: Box[]): (number | undefined)[] {
    const last: (number | undefined)[] = [];
    const seen = (one: number, hours: number) => {
      if (hours <= 90 * 24 + 12) last[one] = Math.min(last[one] ?? Number.POSITIVE_INFINITY, hours);
    };
    for (const { mails, meetings } of boxes) {
      for (const { hours, who, thread, isSent, isAutomatic } of mails) {
        const wrote = mails.some((one) => one.isSent && one.thread === thread && one.hours > hours);
        if (isAutomatic || !(isSent || wrote)) continue;
        for (const one of isSent ? who : who.slice(0, 1)) seen(one, hours);
      }
      for (const { hours, who, own, answer } of meetings)
        if (own ? answer !== 'declined' : answer === 'accepted') seen(who, hours);
    }
    return last;
  }

  function fill(account: FakeAccount, { mails, meetings }: Box): void {
    for (const { hours, who, thread, isSent, isAutomatic } of mails) {
      const people = who.map((one) => address(one, round));
      const more = { thread: `t${thread}`, ...(isAutomatic && { headers: { 'List-Id': '<x>' } }) };
      if (isSent) sentTo(account, NOW - hours * HOUR_MS, people.join(', '), more);
      else gotFrom(account, NOW - hours * HOUR_MS, people[0]!, more);
    }
    for (const { hours, who, own, answer } of meetings) {
      // Each has its own word.
      const tentative = account.provider === 'GOOGLE' ? 'tentative' : 'tentativelyAccepted';
      const them = { email: address(who, round), response: answer === 'tentative' ? tentative : answer };
      if (own) meet(account, NOW - hours * HOUR_MS, [them]);
      else meet(account, NOW - hours * HOUR_MS, [accepted(account.email), them], { organizer: 'boss@y.example' });
    }
  }

  async function timesOf(people: Json[]): Promise<(string | null)[]> {
    return Promise.all(people.map(async ({ id }) => (await shown(id)).last_seen_at));
  }

  test('the last times are those of a plain count, run once, twice, or cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        box,
        box,
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        async (one, other, cutAt, isCalledOff) => {
          round++;
          for (const account of [google, office]) {
            account.messages = [];
            account.calendars[0]!.events = [];
          }
          fill(google, one);
          fill(office, other);
          const people: Json[] = [];
          for (let number = 0; number <= 5; number++)
            people.push(
              await makeContact(rig.api, {
                full_name: `P ${number}`,
                contact_emails: [{ email: address(number, round) }],
              }),
            );
          await everyAccount(switchOff);
          await everyAccount(switchOn);
          if (isCalledOff) {
            const controller = new AbortController();
            let asked = 0;
            rig.fake.plan = () => {
              if (asked++ === cutAt) controller.abort(new Error('called off'));
              return undefined;
            };
            await count({ signal: controller.signal });
          } else {
            rig.fake.plan = atNumber(cutAt, { kind: 'status', status: 400 }, ({ path }) => !path.includes('token'));
            await count();
          }
          rig.fake.plan = () => undefined;
          if (!isCalledOff) await everyAccountAgain();
          const report = await count();
          expect(report.warnings).toEqual([]);
          const last = oracle([one, other]);
          const want = people.map((_, number) => (last[number] ? iso(NOW - last[number] * HOUR_MS) : null));
          expect(await timesOf(people)).toEqual(want);
          expect((await count()).changed).toBe(0);
          expect(await timesOf(people)).toEqual(want);
        },
      ),
      { numRuns: rounds(5), seed },
    );
  });

  test('whom one writes to is counted plainly, however often and whenever it is counted', async () => {
    const hours = fc.array(fc.integer({ min: 0, max: 100 * 24 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        hours,
        hours,
        fc.array(fc.integer({ min: 0, max: 60 * 24 }), { maxLength: 4 }),
        async (...given) => {
          const [one, other, counts] = given;
          round++;
          google.messages = [];
          const written = [one, other].map((sent, number) => ({ address: address(number, round), sent }));
          for (const { address, sent } of written)
            for (const ago of sent) sentTo(google, NOW - ago * HOUR_MS - 1, address);
          await everyAccount(switchOff);
          await everyAccount(switchOn);
          for (const ago of counts.sort((a, b) => b - a)) {
            now = NOW - ago * HOUR_MS;
            await count();
          }
          now = NOW;
          await count();
          const dayOf = (ago: number) => Math.floor((NOW - ago * HOUR_MS - 1) / DAY_MS);
          const expected = written
            .map(({ address, sent }) => ({ address, days: sent.map(dayOf).filter((day) => day >= dayOf(0) - 90) }))
            .filter(({ days }) => days.length >= 3 && Math.max(...days) - Math.min(...days) >= 14)
            .map(({ address, days }) => ({ address, messages: days.length }));
          const found = (await offers()).map(({ address, messages }) => ({ address, messages }));
          expect(new Set(found)).toEqual(new Set(expected));
        },
      ),
      { numRuns: rounds(5), seed },
    );
  });

  /** What was refused for good of a part is not asked for again by itself; here it is. */
  async function everyAccountAgain(): Promise<void> {
    await data().write(async ({ db, user }) => {
      await db.updateTable('contact_counts').set({ counted_until: null }).where('user_id', '=', user.user_id).execute();
    });
  }
});
