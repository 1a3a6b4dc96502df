import { afterAll, afterEach, expect } from 'vitest';
import type { CountOptions } from '../../src/service/last-contact/count.ts';
import { listOffers } from '../../src/service/last-contact/offers.ts';
import { listCounting, switchOff, type switchOn } from '../../src/service/last-contact/switch.ts';
import { agendaRig } from './agenda.ts';
import { dataOf, type Json, makeContact } from './people.ts';
import {
  type FakeAccount,
  type FakeAttendee,
  type FakeEvent,
  type FakeMessage,
  fakeAccount,
  MARKER,
  timed,
} from './providers/data.ts';

// Mailboxes and calendars as sources for last contact.

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export const iso = (time: number): string => new Date(time).toISOString();

/**
 * A service with a Google and a Microsoft account. Call it at the file's top level. Each test starts with both empty
 * and switched off.
 */
export async function lastContactForFile() {
  /** The service's current time. */
  const time = { now: NOW };
  const rig = await agendaRig({}, undefined, () => new Date(time.now));
  const google = fakeAccount('GOOGLE', 'me@gmail.example');
  const office = fakeAccount('OFFICE365', 'me@office.example');
  await rig.connect(google);
  await rig.connect(office);
  const data = () => rig.service.userData(rig.caller);

  async function everyAccount(set: typeof switchOn): Promise<void> {
    const accounts = await data().read(listCounting);
    for (const { account } of accounts) await data().write((context) => set(context, account.id));
  }

  afterEach(async () => {
    rig.fake.plan = () => undefined;
    time.now = NOW;
    for (const account of [google, office]) {
      account.messages = [];
      account.calendars[0]!.events = [];
    }
    await everyAccount(switchOff);
    expect(rig.faults).toEqual([]);
    expect(rig.fake.violations).toEqual([]);
  });
  afterAll(() => rig.stop());

  return {
    ...{ rig, google, office, time, data, everyAccount },
    count: (options?: CountOptions) => rig.service.countContact(rig.caller, options),
    offers: () => data().read(listOffers),
    person: (name: string, more: object = {}): Promise<Json> =>
      makeContact(rig.api, { full_name: name, contact_emails: [{ email: `${name}@x.example` }], ...more }),
    shown: async (id: string): Promise<Json> => dataOf(await rig.api.get(`/v2/contacts/${id}`)).contact,
  };
}

let made = 0;

function message(time: number, more: Partial<FakeMessage>): FakeMessage {
  const id = `message${made++}`;
  const texts = { subject: `${MARKER} subject`, snippet: `${MARKER} snippet`, text: { plain: `${MARKER} text` } };
  return { id, time, sent: time, ...texts, from: '', to: '', folder: 'inbox', ...more };
}

/** A message of the account's owner. */
export const sentTo = (account: FakeAccount, time: number, to: string, more: Partial<FakeMessage> = {}): void =>
  void account.messages.push(message(time, { from: account.email, to, folder: 'sent', ...more }));

export const gotFrom = (account: FakeAccount, time: number, from: string, more: Partial<FakeMessage> = {}): void =>
  void account.messages.push(message(time, { from, to: account.email, ...more }));

export const meet = (
  account: FakeAccount,
  start: number,
  attendees: FakeAttendee[],
  more: Partial<FakeEvent> = {},
): void =>
  void account.calendars[0]!.events.push(
    timed(`event${made++}`, iso(start), 60, { attendees, organizer: account.email, ...more }),
  );

export const accepted = (email: string): FakeAttendee => ({ email, response: 'accepted' });
