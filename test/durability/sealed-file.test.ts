import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSealed, sealFile } from '../../src/service/sealed-file.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.each([0, 1, 65_536, 65_537, 131_072])('%i bytes come back, a tag longer for each piece', async (size) => {
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
