import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_NAMES } from '../../src/contract/archive.ts';
import { leaveCards, sentPerson, withDevices } from '../support/cards.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { enrichWorld, filled, missingFrom } from '../support/every-column.ts';
import { dataOf, getContact, type Json, makeContact, makeNote } from '../support/people.ts';
import { makeGraph, person } from '../support/people-graph.ts';
import { kith, kithWith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';
import { readable, stateOf } from '../support/state.ts';
import { makeWorld } from '../support/world.ts';

let service: RunningService;
let database: Database;
let ada: User;
let merged: string;
/** Ada's data as a file. */
let exported: string;
const folder = temporaryFolder();
const fileOf = (name: string, content?: string): string => {
  const path = join(folder.path, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

const exportOf = async (user: User): Promise<string> =>
  (await kithWith({ KITH_USER: user.email }, service.dataDir, 'export')).stdout;

/** An import's report, with any exit code. */
async function importFor(user: User, path: string, ...more: string[]): Promise<Json> {
  const command = kithWith({ KITH_USER: user.email }, service.dataDir, 'import', path, '--json', ...more);
  return JSON.parse((await command.catch((error) => error)).stdout)[0];
}

beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user();
  await enrichWorld(ada, await makeWorld(ada, 'ada'));
  const { ids } = await makeGraph(ada, fc.sample(person, { numRuns: 6, seed: 11 }));
  // Device cards, including those of a person merged into one without a card, and of a person deleted below.
  await withDevices(service.dataDir, ada.id, async (devices) => {
    await leaveCards(devices);
    for (const id of [ids[1]!, ids[5]!]) await devices('phone').put(`${id}.vcf`, sentPerson(id, 'Sent'), {});
  });
  // A merge into the result of another merge: both can still be undone elsewhere.
  for (const group of [ids.slice(0, 2), [ids[2], ids[0]]]) {
    const { merged: survivors } = dataOf(await ada.post('/v2/contacts/merge', { contactIds: [group] }));
    merged = survivors[0].id;
  }
  // Deleted records, which can be restored elsewhere.
  dataOf(await ada.call('DELETE', `/v2/contacts/${ids[5]}`));
  const [group] = dataOf(await ada.get('/v2/groups')).groups;
  dataOf(await ada.call('DELETE', `/v2/groups/${group.id}`));
  exported = await exportOf(ada);
});
afterAll(async () => {
  database.close();
  await service.stop();
  folder.remove();
});

test('an export imported into an empty instance and exported again is identical, byte by byte', async () => {
  const file = fileOf('ada.json');
  await kithWith({ KITH_USER: ada.email }, service.dataDir, 'export', file);
  expect(readFileSync(file, 'utf8')).toBe(exported);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const elsewhere = temporaryFolder();
  const { stdout } = await kith(elsewhere.path, 'import', file, '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ updated: 0, skipped: 0, failed: 0, problems: [] }]);
  expect((await kith(elsewhere.path, 'export')).stdout).toBe(exported);
  elsewhere.remove();
});

test('an export with data in every table and column is identical too', async () => {
  const whole = filled(exported);
  expect(missingFrom(whole)).toEqual([]);
  let file = fileOf('whole.json', whole);
  const exports: string[] = [];
  for (const _ of ['into an empty one', 'and on into another']) {
    const elsewhere = temporaryFolder();
    const { stdout } = await kith(elsewhere.path, 'import', file, '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ updated: 0, skipped: 0, failed: 0, problems: [] }]);
    exports.push((await kith(elsewhere.path, 'export')).stdout);
    elsewhere.remove();
    file = fileOf('again.json', exports.at(-1));
  }
  expect(JSON.parse(exports[0]!)).toEqual(JSON.parse(whole));
  expect(exports[1]).toBe(exports[0]);
});

/** Without data that belongs to the account rather than to its people. */
function comparable(user: User): string[] {
  const state = [...stateOf(database, user.id)].filter(
    ([name]) => !/^(users|api_keys|security_log|cards_given|card_devices|card_members|card_properties)/.test(name),
  );
  const OWN = ['user_id', 'sealed', 'lookup', 'checked_at'];
  const rows = state.map(([name, row]): [string, Json] => [
    name,
    Object.fromEntries(Object.entries(row).filter(([column]) => !OWN.includes(column))),
  ]);
  return readable(new Map(rows));
}

test('restores every row with its search data, and merges that can be undone', async () => {
  const bob = await service.user();
  await importFor(bob, fileOf('ada.json', exported));
  expect(comparable(bob)).toEqual(comparable(ada));
  for (const user of [ada, bob]) {
    const undone = await user.post(`/v2/contacts/${merged}/undo-merge`);
    expect(dataOf(undone).contacts).toHaveLength(2);
  }
  expect(comparable(bob)).toEqual(comparable(ada));
});

test('repeating an import changes nothing, in any order of rows', async () => {
  const eve = await service.user();
  const whole = JSON.parse(exported);
  const shuffled = fc.record(
    Object.fromEntries(
      Object.entries<Json>(whole).map(([name, rows]) => [
        name,
        Array.isArray(rows) ? fc.shuffledSubarray(rows, { minLength: rows.length }) : fc.constant(rows),
      ]),
    ),
  );
  const [first, second] = fc.sample(shuffled, { numRuns: 2, seed: 5 });
  await importFor(eve, fileOf('first.json', JSON.stringify({ format: whole.format, ...first })));
  expect(await exportOf(eve)).toBe(exported);
  const before = database.rowsOf(eve.id);
  const again = await importFor(eve, fileOf('second.json', JSON.stringify({ format: whole.format, ...second })));
  expect(again).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(database.rowsOf(eve.id)).toBe(before);
});

test('a dry run reports the changes and leaves no trace', async () => {
  const eve = await service.user();
  const before = database.rowsOf(eve.id);
  const file = fileOf('ada.json', exported);
  const dry = await importFor(eve, file, '--dry-run');
  expect(database.rowsOf(eve.id)).toBe(before);
  const real = await importFor(eve, file);
  expect({ ...dry, dryRun: false }).toEqual(real);
});

test('adds to existing people, tags, fields, and groups with other ids', async () => {
  const zoe = await service.user();
  const annAtZoe = await makeContact(zoe, { full_name: 'Ann Lee', contact_emails: [{ email: 'ann@x.example' }] });
  const friends = dataOf(await zoe.post('/v2/tags', { tag: { name: 'Friends' } })).tag.id;
  const eve = await service.user();
  const tag = dataOf(await eve.post('/v2/tags', { tag: { name: 'Friends' } })).tag.id;
  const ann = await makeContact(eve, {
    full_name: 'Ann Lee',
    company: 'Analytical',
    contact_emails: [{ email: 'Ann@x.example' }, { email: 'ann@work.example' }],
    tags_contacts: [{ tag_id: tag }],
  });
  await makeContact(eve, { full_name: 'Ann Stranger', contact_emails: [{ email: 'ann@x.example' }] });
  await makeNote(eve, { note: 'met', timeline_items_contacts: [{ contact_id: ann.id }] });
  const file = fileOf('eve.json', await exportOf(eve));
  expect(await importFor(zoe, file)).toMatchObject({ failed: 0, tables: { contacts: { added: 1, completed: 1 } } });

  const found = await getContact(zoe, annAtZoe.id);
  expect(found).toMatchObject({ full_name: 'Ann Lee', company: 'Analytical', last_note: { preview: 'met' } });
  expect(found.contact_emails.map(({ email }: Json) => email)).toEqual(['ann@x.example', 'ann@work.example']);
  expect(found.tags_contacts.map(({ tag_id }: Json) => tag_id)).toEqual([friends]);
  const before = database.rowsOf(zoe.id);
  expect(await importFor(zoe, file)).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(database.rowsOf(zoe.id)).toBe(before);
});

test('recognizes notes imported earlier from the same cards', async () => {
  const [eve, zoe] = [await service.user(), await service.user()];
  const dated = (text: string) => `NOTE;CREATED=20260912T093000Z:${text}`;
  const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\n');
  const ann = ['FN:Ann Lee', 'UID:ann', 'EMAIL:ann@x.example', dated('Talked about boats'), dated('Twice')];
  const cards = fileOf('cards.vcf', card(...ann, 'NOTE:Likes tea') + card('FN:Bob Ray', 'UID:bob', dated('Twice')));
  await importFor(eve, cards);
  const [annAtEve] = dataOf(await eve.get('/v2/contacts?searchQuery=ann')).contacts;
  const again = { note: 'Twice', event_time: '2026-09-12T09:30:00Z' };
  await makeNote(eve, { ...again, timeline_items_contacts: [{ contact_id: annAtEve.id }] });
  // For a card without a time, the import chose one. It has no meaning, and would differ on another day.
  const dayBefore = (time: string) => new Date(Date.parse(time) - 86_400_000).toISOString();
  const archive = JSON.parse(await exportOf(eve));
  for (const row of archive.timeline_items)
    if (row.note === 'Likes tea')
      for (const column of ['event_time', 'created_at']) row[column] = dayBefore(row[column]);
  const file = fileOf('notes.json', JSON.stringify(archive));

  await importFor(zoe, cards);
  expect(await importFor(zoe, file)).toMatchObject({ failed: 0, tables: { timeline_items: { added: 1, kept: 4 } } });
  const textsAt = async (user: User) =>
    dataOf(await user.get('/v2/timeline/notes')).notes.map((note: Json) => note.note);
  expect((await textsAt(zoe)).sort()).toEqual((await textsAt(eve)).sort());
  const before = database.rowsOf(zoe.id);
  expect(await importFor(zoe, file)).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(database.rowsOf(zoe.id)).toBe(before);
});

test('names records that cannot be placed, and imports the rest', async () => {
  const eve = await service.user();
  const id = '018f0000-0000-7000-8000-000000000001';
  const at = '2026-01-01T00:00:00Z';
  const contacts = [
    { id, full_name: 'Ann', created_at: at, updated_at: at },
    { id: 'ann', shoe_size: 38, created_at: 'yesterday', updated_at: at },
  ];
  const tags_contacts = [{ contact_id: id, tag_id: '018f0000-0000-7000-8000-00000000000f' }];
  const archive = { format: 'kith archive', version: 1, contacts, tags_contacts };
  const report = await importFor(eve, fileOf('broken.json', JSON.stringify(archive)));
  expect(report).toMatchObject({ created: 1, failed: 2, tables: { contacts: { added: 1, leftOut: 1 } } });
  expect(report.problems).toEqual([
    {
      table: 'contacts',
      row: 'ann',
      reason: expect.stringMatching(/id must be a UUID.*created_at must be.*shoe_size/),
    },
    { table: 'tags_contacts', row: expect.stringContaining(id), reason: expect.stringContaining('is not there') },
  ]);
  expect((await getContact(eve, id)).created_at).toBe('2026-01-01T00:00:00.000Z');

  const cut = await importFor(eve, fileOf('cut.json', exported.slice(0, -100)));
  expect(cut.error).toContain('incomplete or invalid JSON');
  const newer = await importFor(eve, fileOf('newer.json', exported.replace('"version":1', '"version":2')));
  expect(newer).toMatchObject({ error: expect.stringContaining('version 2'), hint: 'Update kith.' });
  const odd = { format: 'kith archive', version: 1, spells: [] };
  expect((await importFor(eve, fileOf('odd.json', JSON.stringify(odd)))).error).toContain('"spells"');
});

test('exports every table with user data, except derived and temporary ones', () => {
  const rest = [...database.keysOfTables().keys()].filter((table) => !(TABLE_NAMES as string[]).includes(table));
  const follows = [
    'bin_objects',
    'contact_search',
    'match_keys',
    'note_search',
    'kept_counts',
    // Unused by the code.
    ...['contacts_to_match', 'records_to_index'],
    // Its texts are in the cards.
    'card_texts',
  ];
  const passes = ['idempotency_records', 'outbox', 'sign_in_records', 'jobs', 'contact_counts', 'dismissed_offers'];
  // Change numbers, and each device's position. Elsewhere, a device starts over with a new password.
  passes.push('card_counters', 'cards_given', 'card_devices');
  // Data that an address book client stores for itself.
  passes.push('card_properties');
  // Members whose own cards follow the group's within one sync. The device sends both again.
  passes.push('card_members');
  // The last state exchanged with remote servers, rebuilt by the next sync.
  passes.push('feed_events', 'followed_cards');
  // Credentials for this service, its feeds, and remote accounts stay here, so an export does not reveal them.
  const secrets = ['api_keys', 'connected_accounts', 'passkeys', 'sessions', 'connected_hosts'];
  secrets.push('feeds', 'followed_books', 'messages');
  const known = [...follows, ...passes, ...secrets, 'users', 'security_log'];
  expect(rest.filter((table) => !known.includes(table))).toEqual([]);
});

test("imports a remote service's export completely, and changes nothing the second time", async () => {
  const bob = await service.user();
  const file = join(service.dataDir, 'remote.json');
  const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: ada.apiKey, KITH_ALLOW_HTTP: '1' };
  await kithWith(remote, service.dataDir, 'export', file, '--force');
  const importIt = async () =>
    JSON.parse((await kithWith({ KITH_USER: bob.email }, service.dataDir, 'import', '--json', file)).stdout)[0];
  expect(await importIt()).toMatchObject({ failed: 0, updated: 0, problems: [] });
  // Responses do not include merges, the trash, share links, device cards, or when a person joined a group.
  const told = (rows: string[]) =>
    rows
      .filter((row) => !/^(merged_contacts|share_links|groups_contacts|card_texts|card_conflicts) /.test(row))
      .map((row) =>
        /^(tags|custom_fields|photos) /.test(row) ? row.replace(/,?"(created|updated)_at":"[^"]*"/g, '') : row,
      );
  expect(told(comparable(bob))).toEqual(told(comparable(ada)));
  const before = database.rowsOf(bob.id);
  expect(await importIt()).toMatchObject({ created: 0, updated: 0 });
  expect(database.rowsOf(bob.id)).toBe(before);
});
