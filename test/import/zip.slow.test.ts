import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { unzip } from '../../src/import/files/zip.ts';
import { KithError } from '../../src/shared/error.ts';
import { temporaryFolder } from '../support/service.ts';
import { startImport } from './command.ts';
import { readWhole } from './read-whole.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const zipped = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
      ),
      { level },
    ),
  );

const card = (name: string) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nEND:VCARD\r\n`;
const CONNECTIONS =
  'Notes:\n"About the data"\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nNoor,Dijk,https://www.linkedin.com/in/noor,,Grachten,Partner,12 Sep 2026\n';

describe('a zip', () => {
  it.each([0, 6] as const)('made by LinkedIn is read as its connections, compressed at level %i', async (level) => {
    const file = join(folder.path, `linkedin-${level}.zip`);
    const profile = 'First Name,Last Name,Address\nMe,Myself,Road 1\n';
    writeFileSync(
      file,
      zipped(
        {
          'Connections.csv': CONNECTIONS,
          'Profile.csv': profile,
          'Email Addresses.csv': 'Email Address\nme@x.example\n',
        },
        level,
      ),
    );
    const data = join(folder.path, `data-${level}`);
    const first = await startImport(data, ['--json', file]).closed;
    expect(JSON.parse(first.stdout)).toMatchObject([
      { format: 'LinkedIn CSV', created: 1, failed: 0, rows: [{ name: 'Noor Dijk', line: 5 }] },
    ]);
    expect(first.stdout).toContain('Profile.csv');
    const again = await startImport(data, ['--json', file]).closed;
    expect(JSON.parse(again.stdout)).toMatchObject([{ created: 0, updated: 0, skipped: 1, failed: 0 }]);
  });

  it('is read whatever paths its files have, and rejected if two have one name', async () => {
    const places = {
      './a.vcf': card('Ann'),
      '../../b.vcf': card('Bob'),
      'in/./c.vcf': card('Cem'),
      '.d.vcf': card('Dot'),
    };
    const read = await readWhole(zipped(places));
    const names = 'contacts' in read && read.contacts.records.map(({ contact }) => contact.full_name);
    expect(names).toEqual(['Ann', 'Bob', 'Cem']);
    const twice = Buffer.from(zipped({ 'one.vcf': card('Ann'), 'two.vcf': card('Bob') }, 0));
    const same = new Uint8Array(Buffer.from(twice.toString('latin1').replaceAll('two.vcf', 'one.vcf'), 'latin1'));
    await expect(readWhole(same)).rejects.toThrow('The zip contains several files named one.vcf.');
  });

  it('with several address books makes one file, which identifies each card by its source', async () => {
    const files = {
      'Takeout/a.vcf': card('Ann'),
      'Takeout/b.vcf': `${card('Ann')}${card('Bob')}junk\n`,
      'Takeout/p.jpg': new Uint8Array(100),
      '__MACOSX/._a.vcf': 'x',
    };
    const read = await readWhole(zipped(files));
    if (!('contacts' in read)) throw new Error('not contacts');
    const { records, bad, format } = read.contacts;
    expect(format).toBe('vCard');
    expect(records.map(({ file, line, contact }) => [file, line, contact.full_name])).toEqual([
      ['Takeout/a.vcf', 1, 'Ann'],
      ['Takeout/b.vcf', 1, 'Ann'],
      ['Takeout/b.vcf', 5, 'Bob'],
    ]);
    expect(bad).toMatchObject([{ file: 'Takeout/b.vcf', line: 9 }]);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['without anything to read', zipped({ 'a.jpg': 'x' }), 'no file that kith can read'],
    ['of other tables', zipped({ 'a.csv': 'x,y\n1,2\n', 'b.csv': 'z,w\n1,2\n' }), 'a.csv: Unknown columns'],
    ['cut off', zipped({ 'a.vcf': card('Ann') }).slice(0, 60), 'damaged'],
    ['of a bomb', zipped({ 'a.vcf': new Uint8Array(300 * 1024 * 1024) }), 'larger than 256 MB'],
    [
      'of too many files',
      zipped(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${index}.csv`, 'a']))),
      'more than 1000 files',
    ],
  ])('%s is rejected with an explanation', async (_, bytes, message) => {
    await expect(readWhole(bytes)).rejects.toThrow(message);
  });

  it("that understates a file's size is cut at the declared size", () => {
    const bytes = zipped({ 'a.vcf': card('Ann').repeat(10_000) });
    const view = new DataView(bytes.buffer);
    const end = bytes.length - 22;
    view.setUint32(view.getUint32(end + 16, true) + 24, 100, true);
    try {
      for (const file of unzip(bytes)) expect(file.bytes.length).toBeLessThanOrEqual(100);
    } catch (error) {
      expect(error).toBeInstanceOf(KithError);
    }
  });
});
