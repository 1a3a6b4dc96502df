import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { removeAccount, saveAccount } from '../../src/providers/accounts/connect.ts';
import { listCounting, switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import {
  accepted,
  DAY_MS,
  gotFrom,
  HOUR_MS,
  iso,
  lastContactForFile,
  meet,
  NOW,
  sentTo,
} from '../support/last-contact.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { allDay, type FakeAccount, MARKER } from '../support/providers/data.ts';

// Mail and meetings that really happened: which of them count, and their effect on a contact.

const { rig, google, office, data, count, everyAccount, person, shown } = await lastContactForFile();

let days = 0;

describe('messages and meetings', () => {
  const AT = NOW - 5 * DAY_MS;
  const big = Array.from({ length: 10 }, (_, number) => `other${number}@x.example`);
  type Scene = (account: FakeAccount, who: string) => void;
  const cases: [string, boolean, Scene][] = [
    ['a mail to someone', true, (account, who) => sentTo(account, AT, who)],
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
    ['a meeting that has not ended', false, (account, who) => meet(account, NOW - HOUR_MS / 2, [accepted(who)])],
    ['a future meeting', false, (account, who) => meet(account, NOW + DAY_MS, [accepted(who)])],
    ['one with eleven others', false, (account, who) => meet(account, AT, [who, ...big].map(accepted))],
    ['one with ten others', true, (account, who) => meet(account, AT, [who, ...big.slice(1)].map(accepted))],
    ['a room', false, (account, who) => meet(account, AT, [{ ...accepted(who), resource: true }])],
    [
      'a whole day',
      false,
      ({ email, calendars }, who) =>
        void calendars[0]!.events.push(
          allDay(`day${days++}`, '2026-11-15', '2026-11-16', { attendees: [accepted(who)], organizer: email }),
        ),
    ],
  ];

  test.each(['GOOGLE', 'OFFICE365'])('count, or do not: %s', async (provider) => {
    const account = provider === 'GOOGLE' ? google : office;
    const name = (index: number) => `${provider.toLowerCase()}${index}`;
    const people: Json[] = [];
    for (const [index, [, , scene]] of cases.entries()) {
      people.push(await person(name(index)));
      // Each scene has its own conversations.
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

test('last_seen_at only moves forward, and the keep-in-touch date with it', async () => {
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

test('a merged contact gets the mail to its addresses', async () => {
  const [one, other] = [await person('kept'), await person('merged')];
  dataOf(await rig.api.post('/v2/contacts/merge', { contactIds: [[one.id, other.id]] }));
  sentTo(office, NOW - DAY_MS, 'merged@x.example');
  await everyAccount(switchOn);
  await count();
  expect((await shown(one.id)).last_seen_at).toBe(iso(NOW - DAY_MS));
});

test("a published calendar's meeting counts if an address of the user's and one of the contact's accepted", async () => {
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
  await removeAccount(rig.data, rig.userId, account.id);
  rmSync(file);
  expect((await data().read(listCounting)).map(({ account: { email } }) => email)).toEqual([
    google.email,
    office.email,
  ]);
});
