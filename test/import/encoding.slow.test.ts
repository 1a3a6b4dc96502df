import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json } from '../support/people.ts';
import { kithWith } from '../support/service.ts';

// Lists and cards in other code pages, through the command.

const { service, ada } = await serviceForFile();
const run = (...args: string[]) =>
  kithWith({ KITH_USER: ada.email }, service.dataDir, 'import', ...args).catch((failed) => failed);
const names = async (): Promise<string[]> =>
  dataOf(await ada.get('/v2/contacts?take=100'))
    .contacts.map(({ full_name }: Json) => full_name)
    .sort();

/** Cyrillic in windows-1251, whose letters are in Unicode order. */
const in1251 = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))));
const file = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(service.dataDir, name), bytes);
  return join(service.dataDir, name);
};

const LIST = in1251('Имя,Фамилия,E-mail\nИван,Петров,ivan@x.example\n');

test('reads a list, a card, and a zip in the given encoding', async () => {
  const card = in1251('BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=windows-1251:Анна\r\nEND:VCARD\r\n');
  const zip = zipSync({ 'list.csv': in1251('Имя,E-mail\nОльга,olga@x.example\n') });
  for (const [name, bytes] of [
    ['list.csv', LIST],
    ['card.vcf', card],
    ['list.zip', zip],
  ] as const)
    expect((await run('--encoding', 'windows-1251', file(name, bytes))).stdout).toContain('1 created');
  expect(
    (
      await run(
        '--encoding',
        'Shift_JIS',
        file('jp.csv', Buffer.from('name,email\n\x8e\x52\x93\x63,y@x.example\n', 'latin1')),
      )
    ).stdout,
  ).toContain('1 created');
  expect(await names()).toEqual(['Анна', 'Иван Петров', 'Ольга', '山田']);
});

test('rejects an unknown encoding before reading, and suggests the option if a guess reads badly', async () => {
  expect(await run('--encoding', 'cp-none', file('list.csv', LIST))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Unknown encoding: cp-none.*windows-1251/s),
  });
  // Only the mapping template is on stdout.
  expect((await run('--dry-run', file('unknown.csv', in1251('Имя,Фамилия\nИван,Петров\n')))).stderr).toMatch(
    /Unknown columns.*--encoding windows-1251/s,
  );
  const odd = in1251('name,email\nИван Петров,p@x.example\n');
  expect((await run('--dry-run', file('odd.csv', odd))).stdout).toContain('--encoding windows-1251');
  const german = Buffer.from('Name;E-Mail\nJörg Weiß;j@x.example\n', 'latin1');
  expect((await run('--dry-run', file('german.csv', german))).stdout).not.toContain('--encoding');
});
