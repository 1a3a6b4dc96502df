import { appPassword, type DavDevice, type DavReply, deviceAt, responsesIn, type SendOptions } from './dav-device.ts';
import { CARD, CS, DAV } from './dav-server.ts';
import { makeContact } from './people.ts';
import type { RunningService, User } from './service.ts';

// Requests of contacts apps on phones and computers, with their headers, and the parts of responses that they read.

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACES: Record<string, string> = { D: DAV, C: CARD, CS, ME: 'http://me.com/_namespace/' };

/** `D:getetag C:address-data` as elements with one namespace declaration each, as Apple's programs write them. */
const props = (names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `<${name} xmlns:${name.split(':')[0]}="${SPACES[name.split(':')[0]!]}"/>`)
    .join('');
export const propfind = (names: string) =>
  `${XML}<A:propfind xmlns:A="DAV:"><A:prop>${props(names)}</A:prop></A:propfind>`;
export const sync = (token: string, names = 'D:getetag') =>
  `${XML}<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level><A:prop>${props(names)}</A:prop></A:sync-collection>`;
export const multiget = (hrefs: string[], data = '<C:address-data/>') =>
  `${XML}<C:addressbook-multiget xmlns:C="${CARD}" xmlns:A="DAV:"><A:prop><A:getetag/>${data}</A:prop>${hrefs.map((one) => `<A:href>${one}</A:href>`).join('')}</C:addressbook-multiget>`;

interface App {
  device: DavDevice;
  ada: User;
  ask(method: string, path: string, depth: string, body: string, more?: SendOptions): Promise<DavReply>;
}

/** A new user's contacts app, whose address book contains `people`. */
export async function appOf(service: RunningService, agent: string, people: object[] = []): Promise<App> {
  const ada = await service.user();
  for (const person of people) await makeContact(ada, person);
  const device = deviceAt(service.baseUrl, ada, await appPassword(service, ada));
  return {
    ...{ ada, device },
    ask: (method, path, depth, body, more = {}) =>
      device.send(method, path, {
        ...more,
        headers: { 'user-agent': agent, depth, 'content-type': 'text/xml', accept: '*/*', ...more.headers },
        body,
      }),
  };
}

export const one = (answer: DavReply) => responsesIn(answer)[0]!.found;
export const hrefIn = (answer: DavReply, property: string): string => one(answer)[property]!.children[0]!.text;
export const tokenIn = (answer: DavReply): string => /<D:sync-token>([^<]+)</.exec(answer.text)![1]!;
export const cardLines = (card: string): string[] => card.replace(/\r\n[ \t]/g, '').split('\r\n');
export const cardsIn = (answer: DavReply) =>
  Object.fromEntries(responsesIn(answer).map(({ href, found }) => [href, found[`{${CARD}}address-data`]?.text]));

export const PEOPLE = [
  {
    first_name: 'Ann',
    last_name: 'Lee',
    birthday: '--02-29',
    contact_phone_numbers: [{ phone_number: '+43 1 5', label: 'sailing' }],
  },
  {
    first_name: 'Bo',
    last_name: 'Öst',
    birthday: '1980-12-31',
    contact_emails: [{ email: 'bo@x.example', label: 'work' }],
  },
];
