import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, type Json, makeContact, makeNote } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import { kithWith, type RunningService, startService, temporaryFolder, type User } from '../support/service.ts';

let service: RunningService;
let ada: User;
const folder = temporaryFolder();
const run = (...args: string[]) => kithWith({ KITH_USER: ada.email }, service.dataDir, ...args);

const LONG = 'Ünïcödé, with commas; semicolons\\ and\nlines — '.repeat(5).trim();

beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  const tag = dataOf(await ada.post('/v2/tags', { tag: { name: 'Friends, old' } })).tag.id;
  const ann = await makeContact(ada, {
    first_name: 'Ann',
    last_name: 'Lee; Jr',
    full_name: 'Dr. Ann Lee',
    company: 'Analytical, Ltd',
    job_title: 'Engineer',
    description: LONG,
    education: 'Cambridge',
    birthday: '--02-29',
    website: 'https://ann.example/a,b',
    linkedin: 'ann-lee',
    starred: true,
    coordinates: { operation: 'set', data: { latitude: 51.5, longitude: -0.1 } },
    contact_emails: [
      { email: 'ann@x.example', label: 'work' },
      { email: 'a@y.example', label: 'say "hi"; ok' },
    ],
    contact_phone_numbers: [{ phone_number: '+44 20 7946 0018', label: 'mobile' }],
    legacy_contact_addresses: [{ street: '1 Road', city: 'London', country: 'UK', address_type: 'home' }],
    tags_contacts: [{ tag_id: tag }],
  });
  await makeContact(ada, { full_name: 'Bob', is_archived: true });
  const event_time = '2026-01-02T03:04:05.000Z';
  const timeline_items_contacts = [{ contact_id: ann.id }];
  await makeNote(ada, { note: LONG, event_time, meeting_type: 'coffee', timeline_items_contacts });
  await addGroup(ada, 'Chess', { groups_contacts: [{ contact_id: ann.id }] });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const INCLUDE =
  'include[contact_emails]=true&include[contact_phone_numbers]=true&include[legacy_contact_addresses]=true&include[tags_contacts]=true';

/** A contact's data that a card can hold, without generated ids and times. */
function comparable(contact: Json): Json {
  const { id, first_name, last_name, full_name, company, job_title, description, education, birthday } = contact;
  const { website, linkedin, starred, latitude, longitude } = contact;
  const names = { first_name, last_name, full_name, company, job_title, description, education, birthday };
  return {
    ...{ id, ...names, website, linkedin, starred, latitude, longitude },
    emails: contact.contact_emails.map(({ email, label }: Json) => [email, label]),
    phones: contact.contact_phone_numbers.map(({ phone_number, label }: Json) => [phone_number, label]),
    addresses: contact.legacy_contact_addresses.map(({ street, city, country, address_type }: Json) => [
      ...[street, city, country, address_type],
    ]),
    tags: contact.tags_contacts.map(({ tags }: Json) => tags.name),
  };
}

test('imports a vCard 4.0 export completely, and changes nothing the second time', async () => {
  const file = join(folder.path, 'people.vcf');
  await run('export', file);
  const { stdout } = await run('export', '--format', 'vcf');
  expect((await run('export', '--format', 'vcf', '-')).stdout).toBe(stdout);
  expect(stdout.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(stdout).toContain('KIND:group\r\n');
  expect(JSON.parse((await run('import', file, '--json')).stdout)).toMatchObject([
    { created: 0, updated: 0, failed: 0 },
  ]);

  const bob = await service.user();
  await kithWith({ KITH_USER: bob.email }, service.dataDir, 'import', file);
  const list = async (user: User) => dataOf(await user.get(`/v2/contacts?searchQuery=ann&${INCLUDE}`)).contacts;
  expect((await list(bob)).map(comparable)).toEqual((await list(ada)).map(comparable));
  const notes = dataOf(await bob.get('/v2/timeline/notes')).notes;
  expect(notes).toMatchObject([{ note: LONG, event_time: '2026-01-02T03:04:05.000Z', meeting_type: 'coffee' }]);
});

test('exports a CSV row for each contact, and imports it again', async () => {
  const file = join(folder.path, 'people.csv');
  await run('export', file);
  const bob = await service.user();
  const [report] = JSON.parse(
    (await kithWith({ KITH_USER: bob.email }, service.dataDir, 'import', file, '--json')).stdout,
  );
  expect(report).toMatchObject({ format: 'Google CSV', created: 2, failed: 0 });
  const [ann] = dataOf(await bob.get(`/v2/contacts?searchQuery=ann&${INCLUDE}`)).contacts;
  expect(ann).toMatchObject({ full_name: 'Dr. Ann Lee', company: 'Analytical, Ltd', starred: true });
  expect(ann.contact_emails).toMatchObject([{ email: 'ann@x.example' }, { email: 'a@y.example' }]);
  expect(ann.tags_contacts).toMatchObject([{ tags: { name: 'Friends, old' } }]);
});

test("imports kith's own CSV with each note on its day, and duplicates none", async () => {
  const cleo = await service.user();
  const own = (user: User, ...args: string[]) => kithWith({ KITH_USER: user.email }, service.dataDir, ...args);
  const dan = await makeContact(cleo, {
    full_name: 'Dan Ray',
    contact_emails: [{ email: 'dan@x.example' }],
    description: 'Neighbor\n\nFeeds the cat',
  });
  const eli = await makeContact(cleo, { full_name: 'Eli Fox', contact_emails: [{ email: 'eli@x.example' }] });
  const about = ({ id }: Json) => ({ timeline_items_contacts: [{ contact_id: id }] });
  const written: [day: string, note: string, of: Json][] = [
    ['2026-09-30', 'Tea\n\n2026-02-30: not a day\n', dan],
    ['2026-10-01', 'Tea', dan],
    ['2026-10-02', 'Tea', dan],
    ['2026-10-02', '=walk, "long"', eli],
  ];
  for (const [day, note, of] of written)
    await makeNote(cleo, { note, event_time: `${day}T21:30:00.000Z`, ...about(of) });
  const file = join(folder.path, 'noted.csv');
  await own(cleo, 'export', file);
  const report = async (user: User) => JSON.parse((await own(user, 'import', file, '--json')).stdout)[0];
  const told = async (user: User) =>
    dataOf(await user.get('/v2/timeline/notes')).notes.map(({ note, event_time }: Json) => [
      ...[event_time.slice(0, 10), note.trim()],
    ]);
  const all = written.map(([day, note]) => [day, note.trim()]).sort();
  expect(await report(cleo)).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect((await told(cleo)).sort()).toEqual(all);

  const fay = await service.user();
  expect(await report(fay)).toMatchObject({ created: 2, failed: 0 });
  expect((await told(fay)).sort()).toEqual(all);
  const [again] = dataOf(await fay.get('/v2/contacts?searchQuery=Dan')).contacts;
  expect(again.description).toBe(dan.description);
  expect(await report(fay)).toMatchObject({ created: 0, updated: 0 });

  // A new line in the file is a new note. The others are unchanged.
  const row = readFileSync(file, 'utf8').replace('2026-10-02: Tea', '2026-10-02: Tea\n\n2026-10-03: Cake');
  writeFileSync(file, row);
  expect(await report(cleo)).toMatchObject({ created: 0, updated: 1 });
  expect((await told(cleo)).sort()).toEqual([...all, ['2026-10-03', 'Cake']].sort());
});

const CELLS = [
  '=1+1',
  '+49 30 1',
  '-5',
  '@ann',
  "'=1",
  "''+1",
  "'quoted'",
  '＝1',
  ' =1',
  "=cmd|' /C calc'!A0",
  '=a,"b"\n=c',
];

test('guards cells that a spreadsheet would run, and restores them on import, but guards none with --raw', async () => {
  const cy = await service.user();
  for (const [index, cell] of CELLS.entries())
    await makeContact(cy, {
      full_name: `P${index}`,
      company: cell,
      contact_phone_numbers: [{ phone_number: '+49 30 1' }],
    });
  const companies = async (user: User) =>
    dataOf(await user.get('/v2/contacts?take=50&sort=created_at&order=asc')).contacts.map((one: Json) => one.company);
  const export_ = async (...args: string[]) =>
    (await kithWith({ KITH_USER: cy.email }, service.dataDir, 'export', '--format', 'csv', ...args)).stdout;
  const [guarded, raw] = [await export_(), await export_('--raw')];
  const running = (csv: string) =>
    parse(csv, { bom: true })
      .flat()
      .filter((cell) => /^\s*[=+\-@＝]/.test(cell));
  expect(running(guarded)).toEqual([]);
  expect(running(raw).length).toBeGreaterThan(CELLS.length);
  for (const [name, csv] of Object.entries({ guarded, raw })) {
    const file = join(folder.path, `${name}.csv`);
    writeFileSync(file, csv);
    const di = await service.user();
    await kithWith({ KITH_USER: di.email }, service.dataDir, 'import', file);
    expect((await companies(di)).sort()).toEqual(CELLS.map((cell) => cell.trim()).sort());
    const [one] = dataOf(await di.get('/v2/contacts?searchQuery=P0&include[contact_phone_numbers]=true')).contacts;
    expect(one.contact_phone_numbers).toMatchObject([{ phone_number: '+49 30 1' }]);
  }
});

const PICTURES = ['file://evil/x.png', 'file:///%00', 'file:///a%2Fb.png', 'file:///etc/passwd', 'javascript:alert(1)'];

test('exports a contact with a bad picture, and reports what is missing', async () => {
  const eve = await service.user();
  for (const [index, image_url] of PICTURES.entries()) await makeContact(eve, { full_name: `Q${index}`, image_url });
  await makeContact(eve, { full_name: 'Q9', image_url: 'https://x.example/\r\nNOTE:planted' });
  const told: Record<string, string> = {};
  for (const format of ['vcf', 'csv', 'json']) {
    const { stdout, stderr } = await kithWith({ KITH_USER: eve.email }, service.dataDir, 'export', '--format', format);
    for (const index of PICTURES.keys()) expect(stdout).toContain(`Q${index}`);
    told[format] = stderr;
    if (format === 'vcf') expect(stdout).not.toMatch(/^NOTE/m);
  }
  for (const [index, address] of PICTURES.entries())
    expect(told.vcf).toMatch(new RegExp(`Q${index} \\(.*picture left out: ${address.replace(/[()]/g, '.')}`));
  expect(told.vcf).not.toMatch(/^\s+at /m);
});

test('leaves the file as it was if an export fails', async () => {
  const file = join(folder.path, 'kept.json');
  writeFileSync(file, 'kept');
  const failed = run('export', '--format', 'xml', file).catch((error) => error);
  expect(await failed).toMatchObject({ code: 2, stderr: expect.stringContaining('--format must be') });
});
