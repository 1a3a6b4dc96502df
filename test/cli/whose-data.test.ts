import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { kith, kithWith, temporaryFolder } from '../support/service.ts';

// Commands use the local user's data, and name the user if there are others.

const folder = temporaryFolder();
afterAll(() => folder.remove());
const CARDS = join(folder.path, 'list.csv');
writeFileSync(CARDS, 'name,email\nGrace Hopper,grace@example.com\n');
const WHOSE = 'Using the data of me@localhost, one of 2 users here. To use another, set KITH_USER.';

test('names the user when data moves and there are several, unless one was named', async () => {
  expect((await kith(folder.path, 'import', CARDS)).stderr).not.toContain('KITH_USER');
  const { stderr } = await kith(folder.path, 'user', 'add', 'Ann@Example.com');
  expect(stderr).toContain(
    'For commands and assistants on this computer to use this data, set KITH_USER=ann@example.com.',
  );
  expect((await kith(folder.path, 'import', CARDS)).stderr).toContain(WHOSE);
  expect((await kith(folder.path, 'export', join(folder.path, 'all.json'))).stderr).toContain(WHOSE);
  expect((await kith(folder.path, 'doctor')).stdout).toContain(WHOSE);
  const asAnn = (...args: string[]) => kithWith({ KITH_USER: 'ann@example.com' }, folder.path, ...args);
  const imported = await asAnn('import', CARDS);
  expect(imported.stdout).toContain('1 created');
  expect(imported.stderr).not.toContain('KITH_USER');
});

test('imports nothing for a named user where a name has no meaning', async () => {
  await expect(kith(folder.path, 'import', CARDS, '--user', 'ann@example.com')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('accepts --user only for a CardDAV server'),
  });
});
