import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClient } from '../../src/server/composition/open-client.ts';
import { settingsIn } from '../../src/settings.ts';
import { ENDLESS, ENDLESS_READING } from '../support/endless-reading.ts';
import { temporaryFolder } from '../support/service.ts';
import { contents, startImport } from './command.ts';
import { vcards } from './harness.ts';
import { readWhole } from './read-whole.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let settings: Record<string, string>;
beforeEach(() => {
  settings = {};
  folder = temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder.remove());

/** A new file for a test. */
function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const startHere = (...args: string[]) => startImport(dataDir, args, settings);
const kithImport = (...args: string[]) => startHere(...args).closed;

describe('kith import', () => {
  it('reports counts, failed rows, and warnings with their locations', async () => {
    const { code, stdout, stderr } = await kithImport(fixture('outlook.csv'));
    expect(code).toBe(1);
    expect(stderr).toBe('outlook.csv: importing 4\n');
    expect(stdout.split('\n')).toEqual([
      'outlook.csv (Outlook CSV): 4 created, 0 updated, 0 skipped, 1 failed',
      'outlook.csv:4: Hank Exchange: e-mail address left out, must be an email address: /o=ExchangeLabs/ou=Group/cn=hank',
      'outlook.csv:6: failed: text follows a closing quote, or a quote was not closed',
      'outlook.csv: Skipped column "Account": kith has no field for it',
      'outlook.csv: left out because the program fills them in: "E-mail Type", "E-mail Display Name", "Gender", "Initials", "Priority", "Private", "Sensitivity"',
      '',
    ]);
  });

  it("detects a file's format by its content, and continues after an unreadable file", async () => {
    const disguised = join(folder.path, 'contacts.txt');
    copyFileSync(fixture('google-3.0.vcf'), disguised);
    const { code, stdout, stderr } = await kithImport('missing.vcf', file('notes.vcf', 'hello'), disguised);
    expect(code).toBe(1);
    expect(stdout).toContain('missing.vcf: no such file or folder');
    expect(stderr).toContain('notes.vcf: Unknown columns: "hello".');
    expect(stdout).toContain('contacts.txt (vCard): 2 created, 0 updated, 0 skipped, 0 failed\n');
  });

  it('prints only the mapping template, so that it can be redirected to a file', async () => {
    const { code, stdout, stderr } = await kithImport(file('odd.csv', 'wer\nBob\n'));
    expect([code, JSON.parse(stdout)]).toEqual([1, { columns: { wer: null } }]);
    expect(stderr).toContain('--map map.json');
    const dry = await kithImport('--dry-run', file('half.csv', 'email,Locker\nann@x.example,12\n'));
    expect(JSON.parse(dry.stdout)).toEqual({ columns: { email: 'email', Locker: null } });
    expect(dry.stderr).toContain('dry run, nothing was written: 1 created');
  });

  it('reports in a dry run what it would do, in JSON', async () => {
    const { code, stdout } = await kithImport('--dry-run', '--json', fixture('google-3.0.vcf'));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { format: 'vCard', dryRun: true, created: 2, failed: 0, rows: [{ line: 1, outcome: 'created' }, { line: 24 }] },
    ]);
    expect(await contents(dataDir)).toEqual([]);
  });

  it('reports created people who are almost certainly duplicates, and merges no one', async () => {
    const card = (name: string) =>
      file(`${name}.vcf`, `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nTEL:+12125550101\r\nEND:VCARD\r\n`);
    const there = await kithImport(card('William Harcourt'), '--json');
    expect(JSON.parse(there.stdout)).toMatchObject([{ created: 1, duplicates: [] }]);
    const { code, stdout } = await kithImport(card('Bill Harcourt'));
    expect(code).toBe(0);
    const told =
      /^Bill Harcourt\.vcf: Bill Harcourt \(\S+\) is almost certainly William Harcourt \(\S+\): .*same_phone/m;
    expect(stdout).toMatch(told);
    const { stdout: json } = await kithImport(card('Will Harcourt'), '--json');
    const [{ created, duplicates }] = JSON.parse(json);
    expect(created).toBe(1);
    expect(duplicates.map(({ names }: { names: string[] }) => names)).toContainEqual([
      'William Harcourt',
      'Will Harcourt',
    ]);
    expect(duplicates[0]).toMatchObject({
      contactIds: [expect.any(String), expect.any(String)],
      score: expect.any(Number),
    });
  });

  it('stores photos in the database', async () => {
    await kithImport(fixture('apple-3.0.vcf'), fixture('google-4.0.vcf'));
    const { client, close } = await openClient(settingsIn({ KITH_DATA_DIR: dataDir }));
    const { data } = await client.call('list_contacts', { searchQuery: 'Adaeze' });
    const photo = await client.photo(data.contacts[0]!.image_url!.replace('kith://photos/', ''));
    await close();
    expect(photo).toMatchObject({ mediaType: 'image/jpeg', bytes: { length: 142 } });
  });

  it.each([[[]], [['--nonsense', 'a.vcf']]])('rejects the arguments %j', async (args) => {
    const { code, stdout, stderr } = await kithImport(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('kith help import');
  });

  it('stops at the next batch on SIGINT, reports progress, and completes on the next run', async () => {
    const people = Array.from({ length: 1_000 }, (_, index) => [`FN:Person ${index}`, `EMAIL:p${index}@x.example`]);
    const path = file('many.vcf', vcards(...people));
    const { child, importing, closed } = startHere(path);
    await importing;
    child.kill('SIGINT');
    const { code, stdout } = await closed;
    expect(code).toBe(1);
    const [, created, left] = /: (\d+) created.*\n.*stopped with (\d+) left: canceled/.exec(stdout)!;
    expect(Number(created) % 100).toBe(0);
    expect(Number(created) + Number(left)).toBe(1_000);
    const again = await kithImport('--json', path);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)[0]).toMatchObject({ created: Number(left), skipped: Number(created) });
    expect(JSON.parse(again.stdout)[0].rows).toHaveLength(1_000);
  });
});

describe('limits on reading a file', () => {
  // A list is read to the end before anyone is imported.
  const large = () =>
    ['Name,Email,Notes', ...Array.from({ length: 40_000 }, (_, at) => `Person ${at},p${at}@b.example,${ENDLESS}`)].join(
      '\n',
    );

  it.each([
    ['KITH_READ_SECONDS', ENDLESS_READING, 'because it takes more than 2 s'],
    [
      'KITH_READ_MEGABYTES',
      { KITH_READ_MEGABYTES: '32', KITH_READ_SECONDS: '3600' },
      'because it takes more than 32 MB of memory',
    ],
  ])('reports %s as the end of a read, and continues with the next file', async (name, environment, message) => {
    settings = environment;
    const { code, stdout } = await kithImport(file('large.csv', large()), fixture('google-old.csv'));
    expect(code).toBe(1);
    expect(stdout).toContain(`large.csv: Reading the file was stopped ${message}`);
    expect(stdout).toContain(`raise the limit in ${name}`);
    expect(stdout).toMatch(/google-old\.csv \(Google CSV\): [1-9]/);
  });

  it('ends when the caller cancels', async () => {
    const cancel = new AbortController();
    const reading = readWhole(new Uint8Array(Buffer.from(large())), { signal: cancel.signal });
    cancel.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    const again = await readWhole(new Uint8Array(Buffer.from(vcards(['FN:Ann']))));
    expect('contacts' in again && again.contacts.records.map(({ contact }) => contact.full_name)).toEqual(['Ann']);
  });
});
