import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { saveAccount } from '../../src/providers/accounts/connect.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { engineSettings } from './engine.ts';
import type { RunningService, User } from './service.ts';

// Published calendars on a loopback port, and users who have connected them.

export const calendarOf = (...content: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...content, 'END:VCALENDAR'].join('\r\n');

export const eventOf = (uid: string | undefined, ...content: string[]) =>
  ['BEGIN:VEVENT', ...(uid === undefined ? [] : [`UID:${uid}`]), ...content, 'END:VEVENT'].join('\r\n');

export interface Publisher {
  /** Connects a calendar like `kith connect ics`, but without its validation. */
  connect(service: RunningService, user: User, name: string, text: string): Promise<void>;
  close(): void;
}

export async function publisher(): Promise<Publisher> {
  const served = new Map<string, string>();
  const server = createServer(({ url }, answer) => answer.end(served.get(url!)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async connect(service, user, name, text) {
      const path = `/${encodeURIComponent(name)}`;
      served.set(path, text);
      const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(service.dataDir)) };
      const data = openData(service.dataDir, KITH_SECRET, KITH_DATABASE_URL);
      const credentials = { kind: 'ics', url: `${address}${path}` } as const;
      await saveAccount(data, user.id, { provider: 'ICS', email: name, capabilities: ['read_calendar'], credentials });
      await data.store.close();
    },
    close: () => void server.close(),
  };
}
