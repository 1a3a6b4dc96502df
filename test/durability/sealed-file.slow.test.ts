import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSealed, sealFile } from '../../src/service/backup/sealed-file.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.each([0, 65_536, 65_537])('restores %i bytes, with a tag added for each piece', async (size) => {
  const random = randomFrom(seed);
  const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((name) => join(folder.path, name)) as string[];
  writeFileSync(
    plain!,
    Uint8Array.from({ length: size }, () => random() * 256),
  );
  for (const empty of [sealed!, opened!]) writeFileSync(empty, '');
  await sealFile(plain!, sealed!, 'a phrase in Ünïcödé'.normalize('NFD'));
  expect(readFileSync(sealed!).length).toBe(29 + size + 16 * Math.max(1, Math.ceil(size / 65_536)));
  await openSealed(sealed!, opened!, 'a phrase in Ünïcödé'.normalize('NFC'));
  expect(readFileSync(opened!).equals(readFileSync(plain!))).toBe(true);
});

describe('a sealed file', () => {
  const PHRASE = 'correct horse battery';
  const HEADER = 29;
  const PIECE = 65_536 + 16;
  const [plain, sealed, opened] = ['book', 'book.sealed', 'book.opened'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  let bytes: Buffer;
  beforeAll(async () => {
    writeFileSync(plain, Buffer.alloc(3 * 65_536, 'people'));
    writeFileSync(sealed, '');
    await sealFile(plain, sealed, PHRASE);
    bytes = readFileSync(sealed);
  });

  const piece = (number: number) => bytes.subarray(HEADER + number * PIECE, HEADER + (number + 1) * PIECE);
  const flipped = (place: number) => {
    const copy = Buffer.from(bytes);
    copy[place]! ^= 1;
    return copy;
  };

  test.each<[string, () => Buffer, RegExp]>([
    ['with a bit of its salt changed', () => flipped(20), /damaged|another one/],
    ['with a bit of its last piece changed', () => flipped(bytes.length - 20), /damaged/],
    [
      'with two pieces in each other’s place',
      () => Buffer.concat([bytes.subarray(0, HEADER), piece(1), piece(0), piece(2)]),
      /damaged|another one/,
    ],
    ['with a piece twice', () => Buffer.concat([bytes.subarray(0, HEADER), piece(0), piece(0), piece(2)]), /damaged/],
    ['cut at a piece', () => bytes.subarray(0, HEADER + 2 * PIECE), /damaged/],
    ['cut in its head', () => bytes.subarray(0, 20), /damaged/],
    ['with more behind it', () => Buffer.concat([bytes, Buffer.alloc(100)]), /damaged/],
    ['of a later version', () => flipped(12), /newer version of kith/],
  ])('%s is rejected', async (_, change, words) => {
    writeFileSync(sealed, change());
    writeFileSync(opened, '');
    await expect(openSealed(sealed, opened, PHRASE)).rejects.toThrow(words);
  });
});
