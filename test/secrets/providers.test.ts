import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveAccount } from '../../src/providers/accounts/connect.ts';
import { browserSignIn, revokePermission } from '../../src/providers/accounts/sign-in.ts';
import { calendarByAddress } from '../../src/providers/ics/connect.ts';
import { endpointsFrom } from '../../src/providers/requests/endpoints.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { fakeAccount, spreadMessages, timed } from '../support/providers/data.ts';
import type { SeenRequest } from '../support/providers/faults.ts';
import { hostileReferences, MALLORY, someReferences, startTrap, type Trap } from '../support/trap.ts';

// Everywhere that a provider or a published calendar can give a URL, it names another server.

let trap: Trap;
beforeAll(async () => {
  trap = await startTrap();
});
afterAll(() => trap.close());
beforeEach(() => {
  trap.seen = [];
});

const EMAILS = '/v2/agenda/email/messages?limit=5';
const SEARCH = '/v2/agenda/email/messages?limit=5&searchQuery=a';
const EVENTS = '/v2/agenda/calendar/events?dateRange[start]=2026-11-20&dateRange[end]=2026-11-30';
/** The characters that a Location header allows. */
const inHeader = (reference: string) => encodeURI(reference);

describe.each(['GOOGLE', 'OFFICE365'] as const)('%s', (provider) => {
  let rig: AgendaRig;
  const email = `ann@${provider}.example`.toLowerCase();
  beforeEach(async () => {
    rig = await agendaRig();
    const account = fakeAccount(provider, email);
    spreadMessages([account], 12, 11);
    account.calendars[0]!.events.push(timed('standup', '2026-11-24T10:00:00Z', 30));
    await rig.connect(account);
  });
  afterEach(() => rig.stop());
  const references = (place: number) => someReferences(new URL(rig.fake.url).host, trap, place);
  /** As a list's link, with the path of Graph links. */
  const asLink = (reference: string) => reference.replace('/x.vcf', '/v1.0/me/messages?$skiptoken=1');

  async function unheard(reference: string, ...paths: string[]): Promise<void> {
    const answers = [];
    for (const path of paths) answers.push(await rig.api.get(path));
    expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(MALLORY);
  }

  test('ignores foreign next links, event links, and conference links', async () => {
    for (const reference of references(0).map(asLink)) {
      rig.fake.check = (_, { json }) => {
        const [page, item] = [json as Json, { webLink: reference, htmlLink: reference, hangoutLink: reference }];
        const links = { '@odata.nextLink': reference, '@odata.deltaLink': reference, nextPageToken: reference };
        const more = { '@odata.context': reference, uploadUrl: reference, selfLink: reference, nextLink: reference };
        for (const row of [...(page.value ?? []), ...(page.items ?? [])])
          Object.assign(row, item, {
            onlineMeeting: { joinUrl: reference },
            conferenceData: { conferenceId: 'c', entryPoints: [{ uri: reference, label: 'Join' }] },
            attachments: [{ fileUrl: reference }],
          });
        if (Array.isArray(page.value) || page.items || page.messages) Object.assign(page, links, more);
      };
      await unheard(reference, EMAILS, SEARCH, EVENTS);
    }
  });

  test('follows no redirect elsewhere, and reports it as a refusal', async () => {
    for (const [index, reference] of references(1).entries()) {
      const status = [302, 307, 308][index % 3]!;
      rig.fake.plan = () => ({ kind: 'redirect', status, location: inHeader(reference) });
      await rig.api.post('/v2/agenda/calendar/events', { summary: 'A', start_date: '2026-12-01' });
      await unheard(reference, EMAILS, EVENTS);
    }
    rig.fake.plan = () => ({ kind: 'redirect', status: 302, location: `http://${trap.host}/` });
    const { body } = await rig.api.get(EMAILS);
    expect(JSON.stringify(body)).toContain('refused');
  });

  const isToken = ({ path }: SeenRequest) => path.endsWith('/token');

  test('sends a refresh token only to the token endpoint', async () => {
    rig.fake.oauth.expire(email);
    // Redirects within the origin are retried, with delays.
    const stays = (reference: string) =>
      URL.canParse(reference, rig.fake.url) && new URL(reference, rig.fake.url).origin === rig.fake.url;
    for (const [index, reference] of references(2)
      .filter((one) => !stays(one))
      .entries()) {
      const status = [302, 307, 308][index % 3]!;
      rig.fake.plan = (seen) =>
        isToken(seen) ? { kind: 'redirect', status, location: inHeader(reference) } : undefined;
      await unheard(reference, EVENTS);
    }
    rig.fake.plan = () => undefined;
    expect(dataOf(await rig.api.get(EVENTS)).calendar_events).toHaveLength(1);
  });

  test.each([['/token'], ['/profile'], ['/primary'], ['/me'], ['/revoke']])(
    'keeps sign-in and sign-out on their server: %s',
    async (path) => {
      const endpoints = endpointsFrom({ KITH_GOOGLE_URL: rig.fake.url, KITH_MICROSOFT_URL: rig.fake.url });
      const client = { clientId: 'client', clientSecret: 'client secret' };
      for (const status of [302, 307]) {
        rig.fake.plan = (seen) =>
          seen.path.endsWith(path) ? { kind: 'redirect', status, location: `http://${trap.host}/` } : undefined;
        const signIn = await browserSignIn({ provider, client, write: false, endpoints }, 'http://127.0.0.1:9');
        const account = await signIn.finish(rig.fake.oauth.agree(signIn.url, email)).catch((error: Error) => error);
        expect(JSON.stringify(account)).not.toContain(MALLORY);
        await revokePermission(provider, client, 'refresh token', endpoints);
      }
      expect(trap.seen).toEqual([]);
    },
  );
});

describe('a published calendar', () => {
  let server: Server;
  let location = '';
  let status = 302;
  let address = '';
  const asked: string[] = [];
  const signed: (string | undefined)[] = [];
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Club', 'END:VCALENDAR', ''].join('\r\n');
  beforeAll(async () => {
    server = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      signed.push(headers.authorization);
      if (url === '/secret-path.ics' && location) response.writeHead(status, { location }).end();
      else response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path.ics`;
  });
  afterAll(() => server.close());

  test('sends its reader nowhere else', async () => {
    for (const reference of hostileReferences(new URL(address).host, trap))
      for (status of [301, 307]) {
        location = inHeader(reference);
        const read = await calendarByAddress(address).catch((error: Error) => error);
        expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
        expect(JSON.stringify(read)).not.toContain(MALLORY);
      }
  });

  test.each([
    ['another host', () => `http://${trap.host}/secret-too.ics`, () => `redirects to http://${trap.host}.`],
    ['a private address', () => 'http://192.168.0.1/secret-too.ics', () => 'redirects to http://192.168.0.1.'],
    [
      'what the cloud tells its machines',
      () => 'http://169.254.169.254/latest',
      () => 'redirects to http://169.254.169.254',
    ],
  ])('names %s without following it, and hides the secret path', async (_, target, message) => {
    location = target();
    const error = await calendarByAddress(address).catch((error: Error) => error);
    expect(error).toMatchObject({ message: expect.stringContaining(message()) });
    expect(String((error as Error).message) + (error as { hint?: string }).hint).not.toContain('secret');
    expect(trap.seen).toEqual([]);
  });

  test('follows a move on its own origin', async () => {
    location = '/moved.ics';
    expect(await calendarByAddress(address)).toMatchObject({ email: 'Club' });
    expect(asked.at(-1)).toBe('/moved.ics');
  });

  test('sends its user and password only to its origin, in a header', async () => {
    const mine = address.replace('//', '//ann%40home:p%C3%A4ss%zz@');
    location = '/moved.ics';
    signed.length = 0;
    await calendarByAddress(mine);
    const basic = `Basic ${Buffer.from('ann@home:päss%zz').toString('base64')}`;
    expect(signed).toEqual([basic, basic]);
    location = `http://${trap.host}/`;
    await expect(calendarByAddress(mine)).rejects.toThrow('redirects to');
    expect(trap.seen).toEqual([]);
  });

  test('reports a move elsewhere after connecting as a refusal of that account', async () => {
    const rig = await agendaRig();
    location = `http://${trap.host}/`;
    const data = openData(rig.dataDir, 'a secret of the tests, thirty-two long');
    const credentials = { kind: 'ics', url: address } as const;
    await saveAccount(data, rig.userId, {
      ...{ provider: 'ICS', email: 'club', capabilities: ['read_calendar'], credentials },
    });
    const answer = await rig.api.get(EVENTS);
    expect(JSON.stringify(answer.body)).toContain('refused');
    expect([JSON.stringify(answer.body).includes('secret-path'), rig.faults, trap.seen]).toEqual([false, [], []]);
    await data.store.close();
    await rig.stop();
  });
});
