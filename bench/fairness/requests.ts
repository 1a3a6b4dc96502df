import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { dataOf } from '../../test/support/people.ts';
import type { Answer } from '../../test/support/service.ts';
import { archiveOf, deepArchive, wideTable } from './files.ts';
import type { FairnessSetup } from './setup.ts';

/** The response to a costly request. */
export interface Outcome {
  status: number;
  bytes: number;
}

export interface CostlyRequest {
  name: string;
  send(scene: FairnessSetup): Promise<Outcome>;
}

const MEGABYTE = 1_000_000;
const OWN_SITE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };

/** A request without a session or key. */
const asStranger = (name: string, method: string, path: string, headers: Record<string, string>, body?: string) => ({
  name: `stranger: ${name}`,
  send: ({ service }: FairnessSetup) => sent(service.baseUrl + path, method, headers, body),
});

const asAda = (name: string, method: string, path: string, body?: string) => ({
  name: `API: ${name}`,
  send: ({ service, ada }: FairnessSetup) =>
    sent(
      service.baseUrl + path,
      method,
      { authorization: `Bearer ${ada.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      body,
    ),
});

const overMcp = (name: string, message: object) => ({
  name: `MCP: ${name}`,
  send: ({ service, ada }: FairnessSetup) =>
    sent(
      `${service.baseUrl}/mcp`,
      'POST',
      {
        authorization: `Bearer ${ada.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      JSON.stringify(message),
    ),
});

const tool = (name: string, args: object) =>
  overMcp(name, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const mcpBatch = (name: string, size: number, method: string, params: object) =>
  overMcp(
    name,
    Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method, params })),
  );

const form = (name: string, path: (scene: FairnessSetup) => string, fields: string) => ({
  name: `web form: ${name}`,
  async send(scene: FairnessSetup) {
    const cookie = [...scene.browser.cookies].map(([key, { value }]) => `${key}=${value}`).join('; ');
    const url = new URL(path(scene), scene.service.baseUrl.replace('127.0.0.1', 'localhost'));
    return sent(url.href, 'POST', { ...OWN_SITE, cookie }, fields);
  },
});

const report = (name: string, body: (scene: FairnessSetup) => string) => ({
  name: `CardDAV: ${name}`,
  async send(scene: FairnessSetup) {
    const { status, text } = await scene.device.report(body(scene));
    return { status, bytes: text.length };
  },
});

const importing = (name: string, file: string, content: () => string) => ({
  name: `import: ${name}`,
  send: ({ upload }: FairnessSetup) => upload(file, content()),
});

async function sent(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Outcome> {
  const answer = await request(url, { method: method as 'GET', headers, body: body ?? null });
  return { status: answer.statusCode, bytes: (await answer.body.text()).length };
}

const pairs = (bytes: number) => 'a&'.repeat(bytes / 2);
const DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"';
const card = '<D:prop><D:getetag/><C:address-data/></D:prop>';
const textMatches = Array.from(
  { length: 50 },
  (_, index) => `<C:text-match match-type="contains">nowhere ${index}</C:text-match>`,
).join('');

const HIDDEN_NOTES = Array.from({ length: 10 }, (_, index) => ({
  note: (index % 2 ? 'a\x7f' : '\x7f').repeat(240_000),
  timeline_items_contacts: [],
}));

/** Creates groups that all contain every contact. Returns their ids. */
async function groupsOfAll({ ada, contactIds }: FairnessSetup, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push(dataOf(await ada.post('/v2/groups', { group: { name: `All ${index}` } })).group.id);
    dataOf(await ada.call('PUT', `/v2/groups/${ids.at(-1)}/contacts`, { contactIds }));
  }
  return ids;
}

const outcomeOf = ({ status, body }: Answer): Outcome => ({ status, bytes: JSON.stringify(body).length });

/** Requests that are cheap to send and expensive to answer. */
export const COSTLY: readonly CostlyRequest[] = [
  asStranger('1 MB of empty fields', 'POST', '/people/change', OWN_SITE, pairs(MEGABYTE)),
  asStranger('7,500 fields in the URL', 'GET', `/sign-in?${pairs(15_000)}`, {}),
  asStranger('5 MB without a key', 'POST', '/v2/contacts', { 'content-type': 'application/json' }, 'x'.repeat(5e6)),
  asStranger('5 MB of XML', 'REPORT', '/dav/', { 'content-type': 'application/xml' }, '<a>'.repeat(1.6e6)),
  asStranger('5 MB to MCP', 'POST', '/mcp', { 'content-type': 'application/json' }, `[${'{},'.repeat(1.6e6)}{}]`),
  asStranger('a registration of 16 KB', 'POST', '/oauth/register', { 'content-type': 'application/json' }, pairs(16e3)),
  form('4.8 MB of empty fields', ({ reminderId }) => `/reminders/${reminderId}/done`, pairs(4.8 * MEGABYTE)),
  form('a time zone of 4 MB', () => '/settings', `time_zone=${'a'.repeat(4 * MEGABYTE)}`),
  form('a name of 4 MB', () => '/settings', `name=${'%EF%B7%BA'.repeat(440_000)}`),
  importing('a table of a million columns', 'wide.csv', () => wideTable(MEGABYTE)),
  importing('a table of a million lines', 'long.csv', () => `name\n${'x\n'.repeat(MEGABYTE)}`),
  importing('an archive 6,000 levels deep', 'deep.json', () => deepArchive(6_000)),
  importing('a reminder of 1e-300 days', 'hostile.json', () => archiveOf('1e-300 days')),
  asAda('500 people with all links to notes', 'GET', '/v2/contacts?take=500&select[timeline_items_contacts]=true'),
  asAda('200 notes of 500 people', 'GET', '/v2/timeline/notes?take=200'),
  asAda('300 recurring reminders of 500 people', 'GET', '/v2/reminders/recurring'),
  asAda('200 reminders of 500 people', 'GET', '/v2/reminders?take=200'),
  asAda('a search of 500 words', 'GET', `/v2/timeline/notes/search?searchQuery=${'summer+party+'.repeat(250)}`),
  asAda('duplicates among 500 similar people', 'GET', '/v2/contacts/duplicates?take=200'),
  tool('list_contacts', { take: 500, include: { timeline_items_contacts: true } }),
  tool('list_notes', { take: 200 }),
  tool('list_recurring_reminders', {}),
  report(
    '50 conditions over 500 cards',
    () =>
      `<C:addressbook-query ${DAV}>${card}<C:filter><C:prop-filter name="NOTE">${textMatches}</C:prop-filter></C:filter></C:addressbook-query>`,
  ),
  report('500 cards', ({ contactIds, device }) => {
    const hrefs = contactIds.map((id) => `<D:href>${device.card(`${id}.vcf`)}</D:href>`).join('');
    return `<C:addressbook-multiget ${DAV}>${card}${hrefs}</C:addressbook-multiget>`;
  }),
  report(
    'first sync',
    () => `<D:sync-collection ${DAV}><D:sync-token/><D:sync-level>1</D:sync-level>${card}</D:sync-collection>`,
  ),
  {
    name: 'calendar feed of 300 reminders',
    send: ({ service, feed }) => sent(service.baseUrl + feed, 'GET', {}),
  },
  mcpBatch('a batch of 100 lists of tools', 100, 'tools/list', {}),
  mcpBatch('a batch of 20 list_notes', 20, 'tools/call', { name: 'list_notes', arguments: { take: 200 } }),
  {
    name: 'MCP: 5 MB of hidden characters',
    async send(scene) {
      dataOf(await scene.ada.post('/v2/timeline/notes/batch', { notes: HIDDEN_NOTES }));
      return tool('list_notes', { take: 10 }).send(scene);
    },
  },
  asAda('a search that finds 1,274 notes', 'GET', '/v2/timeline/notes/search?take=200&searchQuery=summer'),
  {
    name: 'API: a merge of 50 groups of 500',
    async send(scene) {
      const [destination, ...sourceGroupIds] = await groupsOfAll(scene, 51);
      return outcomeOf(await scene.ada.post(`/v2/groups/${destination}/merge`, { sourceGroupIds, finalName: 'All' }));
    },
  },
  form('an export as JSON', () => '/settings/export', 'format=json'),
  {
    name: 'API: a new name for a contact with 1,274 notes',
    async send({ ada, contactIds }) {
      return outcomeOf(await ada.call('PATCH', `/v2/contacts/${contactIds[0]}`, { full_name: `Ann ${randomUUID()}` }));
    },
  },
  {
    name: 'API: 100 people with 1,274 notes each deleted and restored',
    async send({ ada, contactIds }) {
      dataOf(await ada.post('/v2/contacts/batch-delete', { contactIds: contactIds.slice(0, 100) }));
      return outcomeOf(await ada.post('/v2/trash/restore', { ids: contactIds.slice(0, 100) }));
    },
  },
  {
    name: 'web app: Today, People, a person, duplicates, export',
    async send({ browser, contactIds }) {
      const paths = ['/today', '/people', `/people/${contactIds[0]}`, '/duplicates', '/settings'];
      let bytes = 0;
      for (const path of paths) bytes += (await browser.open(path)).text.length;
      return { status: 200, bytes };
    },
  },
];
