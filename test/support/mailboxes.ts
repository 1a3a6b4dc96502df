import { randomUUID } from 'node:crypto';
import { saveAccount } from '../../src/providers/accounts/connect.ts';
import type { Capability } from '../../src/providers/content/account.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { engineSettings } from './engine.ts';
import { allDay, type FakeAccount, type FakeEvent, fakeAccount, timed } from './providers/data.ts';
import { FakeProviders } from './providers/fake-providers.ts';
import type { RunningService, User } from './service.ts';

const SCOPES = {
  GOOGLE: 'gmail.readonly calendar.events calendar.calendarlist.readonly',
  OFFICE365: 'User.Read Mail.Read Calendars.ReadWrite',
};
const ALL: Capability[] = ['read_email', 'read_calendar', 'write_calendar'];
const DAY_MS = 86_400_000;
/** Number of events in a world that may be deleted. */
const SPARE = 20;

/** The name of the `number`th deletable event. */
export const spareOf = (event: string, number: number): string => `${event}-spare-${number % SPARE}`;

/** Names of the event with an invitation to the account, and of the message with a text. */
export const invitationOf = (event: string): string => `${event}-invitation`;
export const messageOf = (event: string): string => `${event}-message`;

/** Fakes of Google and Microsoft, and a service's users' accounts there. */
export interface Mailboxes {
  fake: FakeProviders;
  /** Settings that point a service to the fakes. */
  env: Record<string, string>;
  accountsOf(user: User): FakeAccount[];
  /** All data in a user's accounts, as text: equal before and after means that nothing changed. */
  stateOf(user: User): string;
  /** Connects an account of each provider, once, and adds messages and events with `secret`. Returns an event's id. */
  fill(service: RunningService, user: User, secret: string): Promise<string>;
  /** Puts texts into all messages and events of a user. */
  rewrite(user: User, long: string, short: string): void;
}

export async function startMailboxes(): Promise<Mailboxes> {
  const fake = await new FakeProviders().start();
  const accounts = new Map<string, FakeAccount[]>();
  const accountsOf = (user: User) => accounts.get(user.id) ?? [];
  return {
    fake,
    env: { KITH_GOOGLE_URL: fake.url, KITH_MICROSOFT_URL: fake.url },
    accountsOf,
    stateOf: (user) => JSON.stringify(accountsOf(user)),
    async fill({ dataDir }, user, secret) {
      if (accountsOf(user).length === 0) {
        const own = [fakeAccount('GOOGLE', `google-${user.email}`), fakeAccount('OFFICE365', `office-${user.email}`)];
        accounts.set(user.id, own);
        fake.accounts.push(...own);
        await connectAll(dataDir, user, own, fake);
      }
      const ids = accountsOf(user).map((account, index) => fillOne(account, secret, index));
      return ids[0]!;
    },
    rewrite(user, long, short) {
      const plain = short.replace(/["<>\\\s]+/g, ' ');
      for (const { messages, calendars } of accountsOf(user)) {
        for (const message of messages)
          Object.assign(message, { subject: short, snippet: long, from: `${plain} <ada@example.com>` });
        for (const event of calendars.flatMap(({ events }) => events)) {
          Object.assign(event, { summary: short, description: long, location: short });
          for (const attendee of event.attendees) attendee.name = short;
        }
      }
    },
  };
}

async function connectAll(dataDir: string, user: User, own: FakeAccount[], fake: FakeProviders): Promise<void> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const data = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  try {
    for (const { provider, email } of own) {
      const { accessToken, refreshToken, expires: expiresAt } = fake.oauth.grant({ email }, SCOPES[provider]);
      const credentials = { kind: 'oauth', clientId: 'client', accessToken, refreshToken, expiresAt } as const;
      await saveAccount(data, user.id, { provider, email, capabilities: ALL, credentials });
    }
  } finally {
    await data.store.close();
  }
}

/** No two accounts have items at the same time, so that lists have one order. */
function fillOne({ email, messages, calendars }: FakeAccount, secret: string, index: number): string {
  const person = { email: `${secret}@example.com`, name: `${secret} One` };
  const texts = { description: `${secret} description`, location: `${secret} Street`, attendees: [person] };
  const event = randomUUID();
  for (const number of [1, 2, 3]) {
    const time = Date.now() - number * DAY_MS - index * 60_000;
    const text = { subject: `${secret} subject ${number}`, snippet: `${secret} snippet` };
    const people = { from: `${person.name} <${person.email}>`, to: email };
    const id = number === 1 ? messageOf(event) : randomUUID();
    const whole = { text: { plain: `${secret} text` } };
    messages.push({ id, time, sent: time - 1, folder: 'inbox', ...text, ...whole, ...people });
  }
  const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const events: FakeEvent[] = [
    timed(event, `${dayAfter(1 + index)}T09:00:00Z`, 30, { summary: `${secret} meeting`, ...texts, conference: true }),
    allDay(randomUUID(), dayAfter(3 + index), dayAfter(4 + index), { summary: `${secret} day`, ...texts }),
  ];
  const spare = Array.from({ length: SPARE }, (_, number) =>
    timed(spareOf(event, number), '2027-06-01T09:00:00Z', 30, { summary: `${secret} spare` }),
  );
  const invitation = timed(invitationOf(event), '2027-06-02T09:00:00Z', 30, {
    ...{ summary: `${secret} invitation`, organizer: person.email, attendees: [{ email }] },
  });
  calendars[0]!.events.push(...events, ...spare, invitation);
  return event;
}
