import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/index.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { KithError } from '../../src/shared/error.ts';
import { serviceForFile } from '../support/file-service.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { dataOf, type Json, makeContacts, makeNote } from '../support/people.ts';
import type { User } from '../support/service.ts';

// Lists describe in one line the matches they omit: other states, other kinds, and records outside of their filters.

const { service, ada } = await serviceForFile();
let client: TestClient;
let people: Record<string, string>;
beforeAll(async () => {
  const made = await makeContacts(ada, [
    { full_name: 'Otto Berg', company: 'Acme', contact_emails: [{ email: 'otto@acme.example' }] },
    { full_name: 'Otto Ahlers', company: 'Acme', is_archived: true },
    { full_name: 'Otto Zorn' },
    { full_name: 'Ida Falk', company: 'Acme' },
  ]);
  people = Object.fromEntries(made.map(({ full_name, id }) => [full_name, id]));
  await ada.call('DELETE', `/v2/contacts/${people['Otto Zorn']}`);
  const { group } = dataOf(await ada.post('/v2/groups', { group: { name: 'Band' } }));
  const contactIds = [people['Otto Berg'], people['Otto Ahlers']];
  await ada.call('PUT', `/v2/groups/${group.id}/contacts`, { contactIds });
  const about = [{ contact_id: people['Otto Berg'] }];
  await makeNote(ada, {
    note: 'Otto plays the accordion',
    event_time: '2026-03-01T10:00:00Z',
    timeline_items_contacts: about,
  });
  await makeNote(ada, { note: 'Dinner with Ida', event_time: '2026-04-01T10:00:00Z' });
  const remind = (reminder: Json) =>
    ada.post('/v2/reminders', { reminder: { reminders_contacts: about, ...reminder } });
  await remind({ text: 'Call Otto', due_at_date: '2026-05-01' });
  const { reminder } = dataOf(await remind({ text: 'Thank Otto', due_at_date: '2026-05-02' }));
  await ada.call('PATCH', `/v2/reminders/${reminder.id}`, { reminder: { is_complete: true } });
  client = await connectModern({ env: { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey } });
});
afterAll(() => client.close());

const also = async (name: string, args: Json = {}) => {
  const { structuredContent, content, isError } = await client.call(name, args);
  expect(isError, content[0]!.text).toBeUndefined();
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  return structuredContent.also_matching;
};

const SHOWN = '; search shows them';
const LISTED = '; is_archived: true in where finds them';

test.each<[string, Json, string | undefined]>([
  [
    'list_contacts',
    { searchQuery: 'otto' },
    `1 archived (Otto Ahlers), 1 note, 2 reminders, 1 in the trash (Otto Zorn)${SHOWN}`,
  ],
  ['list_contacts', { searchQuery: 'otto accordion' }, `1 note${SHOWN}`],
  ['list_contacts', { searchQuery: 'ottto' }, `1 archived (Otto Ahlers), 1 note, 2 reminders${SHOWN}`],
  ['list_contacts', { searchQuery: 'accordion' }, `1 note${SHOWN}`],
  ['list_contacts', { searchQuery: 'accordion yodeling' }, `with some of the words: 1 note${SHOWN}`],
  ['list_contacts', { searchQuery: 'yodeling' }, undefined],
  [
    'list_contacts',
    { searchQuery: 'otto', archived: true },
    `1 not archived (Otto Berg), 1 note, 2 reminders, 1 in the trash (Otto Zorn)${SHOWN}`,
  ],
  ['list_contacts', {}, undefined],
  [
    'search_notes',
    { searchQuery: 'otto' },
    `2 people (Otto Berg, Otto Ahlers), 2 reminders, 1 in the trash (Otto Zorn)${SHOWN}`,
  ],
  ['search_notes', { searchQuery: 'accordion', endDate: '2026-01-01' }, '1 note on other days'],
  ['search_notes', { searchQuery: 'accordion', contactId: 'Ida Falk' }, '1 note about others'],
  ['search_notes', { searchQuery: 'yodeling', contactId: 'Otto Berg' }, '1 note without these words'],
  ['search_notes', { includeMeetingTypeId: 'coffee' }, '2 notes of other meeting types'],
  ['list_notes', { contactIds: ['Otto Berg', 'Ida Falk'], endDate: '2026-01-01' }, '1 note on other days'],
  ['list_notes', { contactId: 'Otto Berg' }, undefined],
  ['list_notes', {}, undefined],
  ['count_notes', { contactId: 'Otto Berg', endDate: '2026-01-01' }, '1 note on other days'],
  ['count_notes', { searchQuery: 'accordion' }, undefined],
  ['filter_contacts', { where: { company: 'Acme' } }, `1 archived${LISTED}`],
  ['filter_contacts', { where: { company: 'accordion' } }, `1 note${SHOWN}`],
  ['filter_contacts', { where: { company: 'Acme', is_archived: false } }, undefined],
  ['filter_contacts', { where: { company: 'Acme', or: [{ is_archived: true }, { starred: true }] } }, undefined],
  ['filter_contacts', {}, undefined],
  ['count_contacts', { where: { company: 'Acme' } }, `1 archived${LISTED}`],
  ['count_contacts', {}, undefined],
  [
    'list_group_contacts',
    { groupId: 'Band' },
    '1 archived; filter_contacts with groups and is_archived: true finds them',
  ],
  ['list_reminders', { isComplete: false }, '1 completed reminder'],
  ['list_reminders', { isComplete: true }, '1 open reminder'],
  ['list_reminders', { dueBefore: '2026-01-01' }, '2 other reminders'],
  ['list_reminders', { dueBefore: '2026-01-01', contactId: 'Ida Falk' }, undefined],
  ['list_reminders', {}, undefined],
  [
    'find_contacts_by_email',
    { emails: ['OTTO@acme.example', 'nobody@acme.example', 'Else@acme.example', 'no address'] },
    'no contact has nobody@acme.example, Else@acme.example',
  ],
  ['find_contacts_by_email', { emails: ['otto@acme.example'] }, undefined],
])('%s %j says what it leaves out', async (name, args, expected) => {
  expect(await also(name, args)).toBe(expected);
});

test('says how to restore a record that is in the trash', async () => {
  const hintOf = async (name: string, args: Json) => {
    const { isError, content } = await client.call(name, args);
    expect(isError).toBe(true);
    return JSON.parse(content[0]!.text).error.hint;
  };
  const deleted = people['Otto Zorn']!;
  const restore = `It is in the trash. restore_from_trash with ids: ["${deleted}"] restores it.`;
  expect(await hintOf('get_contact', { contactId: deleted })).toBe(restore);
  expect(await hintOf('update_contact', { contactId: deleted, company: 'Acme' })).toBe(restore);
  expect(await hintOf('get_contact', { contactId: randomUUID() })).toContain('Look up the id');
});

test('names archived people when nobody is left', async () => {
  const own = await service.user();
  await makeContacts(own, [{ full_name: 'Ada', is_archived: true }]);
  const { structuredContent } = await callAs(own, 'list_contacts', {});
  expect(structuredContent).toMatchObject({ contacts: [], also_matching: `1 archived${LISTED}` });
});

test('reports only on the first page', async () => {
  const acme = { where: { company: 'Acme' }, take: 1 };
  const { also_matching, pagination } = (await client.call('filter_contacts', acme)).structuredContent;
  expect(also_matching).toBe(`1 archived${LISTED}`);
  expect(await also('filter_contacts', { ...acme, cursor: pagination.nextCursor })).toBeUndefined();
});

test('is left out when a service cannot search, and the list is complete', async () => {
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: ada.apiKey });
  const asked: string[] = [];
  const call: Client['call'] = (name, ...rest) => {
    asked.push(name);
    if (name === 'search' || name === 'count_contacts') throw new KithError('NotFound', 'no such operation');
    return remote.call(name, ...rest);
  };
  const older = async () => ({ ...remote, call });
  for (const [name, args] of [
    ['list_contacts', { searchQuery: 'otto' }],
    ['filter_contacts', { where: { company: 'Acme' } }],
  ] as const) {
    const { structuredContent, isError } = await callTool(older, { name, args });
    expect(isError).toBeUndefined();
    expect(structuredContent).not.toHaveProperty('also_matching');
    expect(structuredContent!.contacts).not.toEqual([]);
  }
  expect(asked).toEqual(expect.arrayContaining(['search', 'count_contacts']));
  await remote.close();
});

async function callAs(user: User, name: string, args: Json) {
  const remote = createClient({ baseUrl: service.baseUrl, apiKey: user.apiKey });
  const result = await callTool(async () => remote, { name, args });
  await remote.close();
  return result;
}
