import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { initialize, startJsonRpc } from '../support/json-rpc.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { temporaryFolder } from '../support/service.ts';

// A session waits for every file that it loads.

const folder = temporaryFolder();
afterAll(() => folder.remove());
const list = join(folder.path, 'loaded.txt');

/** Records each file that a process loads. */
const HOOK = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
}`;
const asUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const NOTED = asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(HOOK))});`);

const loaded = () => readFileSync(list, 'utf8').trim().split('\n');
const start = () => {
  rmSync(list, { force: true });
  // A busy computer may not open the data in time for the overview.
  const env = { KITH_DATA_DIR: join(folder.path, 'data'), ...GIVES_NOTHING_UP };
  return startJsonRpc([process.execPath, '--import', NOTED, 'dist/cli.js'], env);
};

test('reading loads few files, and none that only writing needs', async () => {
  const server = start();
  await initialize(server);
  const call = (name: string, args: object) => server.request('tools/call', { name, arguments: args });
  const ofWrites = () => loaded().flatMap((url) => /\/(stems|stored-keys)-\w+\.js$/.exec(url)?.[1] ?? []);

  // Enough calls to finish the first one's background work.
  for (let round = 0; round < 10; round++) await call('list_contacts', {});
  expect(ofWrites()).toEqual([]);
  expect(loaded().length).toBeLessThan(60);

  await call('create_contact', { full_name: 'Ada Lovelace' });
  await call('create_note', { note: 'Met at the library.' });
  expect(ofWrites().sort()).toEqual(['stems', 'stored-keys']);

  server.child.stdin.end();
  await server.exited;
});

test('a start with data loads the same files as one without', async () => {
  const listed = async () => {
    const server = start();
    const { instructions } = await initialize(server);
    await server.request('tools/list');
    const files = loaded();
    server.child.stdin.end();
    await server.exited;
    return { instructions, files };
  };
  rmSync(join(folder.path, 'data'), { recursive: true });
  const empty = await listed();
  const first = start();
  await initialize(first);
  await first.request('tools/call', { name: 'list_contacts', arguments: {} });
  first.child.stdin.end();
  await first.exited;
  expect((await listed()).files.length).toBeGreaterThan(empty.files.length);
  const saved = await listed();
  expect(saved.instructions).toContain('When this session began');
  expect(saved.files).toEqual(empty.files);
  expect(saved.files.length).toBeLessThan(15);
});
