import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleAccount, uuidOf } from '../support/monica/account.ts';
import { type FakeMonica, startMonica } from '../support/monica/api.ts';
import { type Data, openDataFolder } from '../support/monica/harness.ts';
import { jsonExport } from '../support/monica/json.ts';
import type { Json } from '../support/people.ts';
import { kithWith, temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
const account = sampleAccount();
let monica: FakeMonica;
beforeAll(async () => {
  monica = await startMonica(account);
});
afterAll(() => {
  monica.close();
  folder.remove();
});

async function importInto(data: string, key: string, ...more: string[]): Promise<{ report: Json; printed: string }> {
  const args = ['import', 'monica', '--from', monica.url, '--json', ...more];
  const run = kithWith({ KITH_IMPORT_KEY: key }, join(folder.path, data), ...args);
  const { stdout, stderr } = await run.catch((error) => error);
  return { report: JSON.parse(stdout)[0], printed: stdout + stderr };
}

async function withData<T>(data: string, work: (data: Data) => Promise<T>): Promise<T> {
  const open = await openDataFolder(join(folder.path, data));
  return work(open).finally(() => open.close());
}

test('a whole account comes in over the API, also what no list of it names', async () => {
  monica.busy = 2;
  monica.mostPerPage = 10;
  const { report, printed } = await importInto('api', 'token');
  expect(report).toMatchObject({ format: 'Monica API', failed: 0, problems: [], tables: { contacts: { added: 4 } } });
  expect(printed).not.toContain('token');
  expect(monica.requests).toContain('/api/notes?limit=10&page=1');

  const state = await withData('api', (data) => data.held());
  const [ada, cem] = [1, 3].map((id) => state.contacts.find((row: Json) => row.id === uuidOf('contacts', id)));
  expect(ada).toMatchObject({
    ...{ full_name: 'Ada M. Lovelace', job_title: 'Analyst', birthday_year: 1985, frequency: '30 days', starred: true },
    ...{ image_url: expect.stringMatching(/^kith:\/\/photos\//), last_seen_at: '2020-08-03T12:00:00.000Z' },
  });
  expect(ada.description).toContain('How we met: At the fair');
  // A relative without a page of their own.
  expect(cem).toMatchObject({ full_name: 'Cem', birthday_year: 2012 });
  const notes = state.timeline_items.map(({ note }: Json) => note);
  expect(notes).toEqual(
    expect.arrayContaining([
      ...['Lunch\n(ate at a restaurant)\nPasta', 'Talked\nThey called.\nFelt: happy', 'Journal: A day\nIt rained.'],
      "Debt: I owe Bob O'Brien $50.00\nlunch",
    ]),
  );
  expect(report.warnings).toContain('Ada M. Lovelace: photos have no place here: beach.png');
});

test('after the JSON export the API adds nothing: both tell of the same records', async () => {
  const before = await withData('both', async (data) => {
    await data.importExport(jsonExport(account));
    return data.held();
  });
  const { report } = await importInto('both', 'token');
  expect(report).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(await withData('both', (data) => data.held())).toEqual(before);
});

test('a refused token and an address of something else are told', async () => {
  expect((await importInto('none', 'wrong')).report.error).toContain('refuses the token');
  expect((await importInto('none', '')).report.error).toContain('A token is needed');
  const url = monica.url;
  monica.url += '/nowhere';
  expect((await importInto('none', 'token')).report).toMatchObject({
    error: expect.stringContaining('does not answer as Monica'),
  });
  monica.url = url;
});
