import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataOf, type Json, makeContact, makeContacts, makeNote, patchContact } from '../support/people.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';
import { type SourceProxy, specifiedOnly, startSourceProxy } from '../support/source-proxy.ts';
import { makeWorld } from '../support/world.ts';

let service: RunningService;
let source: SourceProxy;
let ada: User;
let bob: User;
beforeAll(async () => {
  service = await startService();
  source = await startSourceProxy(service.baseUrl);
  ada = await service.user();
  const world = await makeWorld(ada, 'ada');
  // Enough for several pages.
  const people = Array.from({ length: 12 }, (_, index) => ({ full_name: `Person ${index}` }));
  const [first, second] = await makeContacts(ada, people);
  await patchContact(ada, second.id, { related_contacts: { append: [{ destination: first.id }] }, is_archived: true });
  await makeNote(ada, { note: 'to nobody', event_time: '2026-01-01T00:00:00Z', timeline_items_contacts: [] });
  const reminder = { text: 'weekly', due_at_date: '2026-11-02', recurrence: '7 days', reminders_contacts: [] };
  dataOf(await ada.post('/v2/reminders', { reminder }));
  dataOf(await ada.post('/v2/tags/contacts/add', { contactIds: [first.id], tagIds: [world.tag] }));
});
beforeEach(async () => {
  bob = await service.user();
  source.answering = () => undefined;
  source.asked = [];
});
afterAll(async () => {
  await source.stop();
  await service.stop();
});

interface Run {
  report: Json;
  stderr: string;
}

async function importFrom(...more: string[]): Promise<Run> {
  const settings = { KITH_USER: bob.email, KITH_IMPORT_KEY: ada.apiKey };
  const command = kithWith(settings, service.dataDir, 'import', '--from', source.url, '--json', ...more);
  const { stdout, stderr } = await command.catch((error) => error);
  return { report: JSON.parse(stdout)[0], stderr };
}

const exportOf = async (user: User): Promise<Json> =>
  JSON.parse((await kithWith({ KITH_USER: user.email }, service.dataDir, 'export')).stdout);

/** What an export holds of the given tables, without what no answer tells. */
const told = (whole: Json, ...tables: string[]): Json =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      whole[table].map(
        ({ created_at: _, updated_at: __, parent_id: ___, categories: ____, ranking: _____, ...row }: Json) => row,
      ),
    ]),
  );

const PEOPLE = ['contacts', 'contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses', 'contact_relations'];
const WITH_THEM = [
  'tags',
  'tags_contacts',
  'groups_contacts',
  'timeline_items',
  'timeline_items_contacts',
  'reminders',
];

test('it goes page by page, says how far it is, and a dry run writes nothing', async () => {
  const dry = await importFrom('--dry-run');
  expect(dry.report).toMatchObject({ dryRun: true, failed: 0, problems: [], warnings: [] });
  expect((await exportOf(bob)).contacts).toEqual([]);
  const { report, stderr } = await importFrom();
  expect(report).toMatchObject({ failed: 0, problems: [], warnings: [], created: dry.report.created });
  expect(stderr).toMatch(/: 15 of 15 contacts\n/);
  expect(stderr).toMatch(/: 2 notes\n/);
  const tables = [...PEOPLE, ...WITH_THEM, 'groups', 'views', 'favorites', 'custom_fields'];
  expect(told(await exportOf(bob), ...tables)).toEqual(told(await exportOf(ada), ...tables));
  expect((await importFrom()).report).toMatchObject({ created: 0, updated: 0, failed: 0 });
});

test('a service that has only the operations every one has tells nearly all of it; the rest is named', async () => {
  source.answering = specifiedOnly;
  const { report } = await importFrom();
  expect(report).toMatchObject({ failed: 0, problems: [] });
  expect(report.warnings).toEqual([
    expect.stringContaining('reminders: the service lists only recurring ones'),
    'views: the service does not list them',
    'favorites: the service does not list them',
  ]);
  const tables = [...PEOPLE, ...WITH_THEM];
  const [here, there] = [await exportOf(bob), await exportOf(ada)];
  // A group or field that nobody is in is named nowhere.
  expect(told(here, ...tables)).toEqual(told(there, ...tables));
  expect(here.groups).toHaveLength(1);
  expect((await importFrom()).report).toMatchObject({ created: 0, updated: 0, failed: 0 });
});

test('a limit and a failure that passes are waited out', async () => {
  source.answering = (operation, number) => {
    if (operation === 'list_contacts' && number === 1) return { status: 429, retryAfter: 1 };
    if (operation === 'list_notes' && number === 0) return { status: 503 };
    return undefined;
  };
  const { report, stderr } = await importFrom();
  expect(report).toMatchObject({ failed: 0, problems: [], warnings: [] });
  expect(stderr).toMatch(/waiting \d+ s/);
  expect((await exportOf(bob)).timeline_items).toHaveLength(2);
});

test('a source that goes away leaves what was read, and the same command goes on', async () => {
  source.answering = (operation, number) =>
    operation === 'list_contacts' && number === 2 ? { status: 401 } : undefined;
  const { report } = await importFrom();
  expect(report).toMatchObject({ stopped: { reason: 'Answered with 401.' }, tables: { contacts: { added: 10 } } });
  source.answering = () => undefined;
  const again = await importFrom();
  expect(again.report.tables.contacts).toMatchObject({ added: 5, kept: 10 });
  expect(told(await exportOf(bob), ...PEOPLE)).toEqual(told(await exportOf(ada), ...PEOPLE));
});

test('somebody here under another id is added to, but not where that one comes by themselves', async () => {
  const twin = { full_name: 'Twin Lee', contact_emails: [{ email: 'twin@x.example' }] };
  const own = await makeContact(ada, { ...twin, company: 'Own' });
  // The newest come first: this one is read before the one that it could be taken for.
  const other = await makeContact(ada, { ...twin, company: 'Other' });
  const here = await makeContact(bob, { ...twin, id: own.id });
  const ann = await makeContact(bob, { full_name: 'ada One', contact_emails: [{ email: 'ADA@example.com' }] });
  expect((await importFrom()).report).toMatchObject({ failed: 0, problems: [] });
  const { contacts } = await exportOf(bob);
  const named = (name: string) => contacts.filter((contact: Json) => contact.full_name === name);
  expect(named('Twin Lee').map(({ id, company }: Json) => [id, company])).toEqual([
    [here.id, 'Own'],
    [other.id, 'Other'],
  ]);
  expect(named('ada One').map(({ id, linkedin }: Json) => [id, linkedin])).toEqual([[ann.id, 'ada']]);
});

test('an address where no such service is, and a missing key, are told', async () => {
  source.answering = () => ({ status: 404 });
  expect((await importFrom()).report).toMatchObject({ error: 'The service lists no contacts.' });
  const keyless = kithWith({ KITH_USER: bob.email }, service.dataDir, 'import', '--from', source.url, '--json');
  expect(JSON.parse((await keyless.catch((error) => error)).stdout)[0].error).toBe('A key is needed.');
});
