import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiNames } from '../../src/contract/operations.ts';
import { type RunningService, startService, temporaryFolder } from '../support/service.ts';

// The package as users get it: built, under its own name, with its guide's examples.

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(`${root}docs/client.md`, 'utf8');
const examples = [...guide.matchAll(/^## (.*)$(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title = '', code = '']) => ({ title, code }),
);

let folder: ReturnType<typeof temporaryFolder>;
let service: RunningService;
beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(`${folder.path}/node_modules`);
  symlinkSync(root, `${folder.path}/node_modules/kith-mcp`, 'junction');
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

test('finds examples in the guide', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'First call',
    'Lists',
    'Photos',
    'Errors',
    'Idempotency',
    'Dry runs, deadlines, cancellation',
  ]);
});

test.each(examples)('$title: prints what its comments promise', async ({ code }) => {
  const { apiKey } = await service.user();
  const file = `${folder.path}/example.mjs`;
  writeFileSync(file, transformSync(code, { loader: 'ts' }).code);
  const env = { PATH: process.env.PATH, KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env });
  const said = [...code.matchAll(/console\.log\(.*?\); \/\/ (.*)$/gm)].flatMap(([, comment]) => comment!.split(' // '));
  expect(stdout.trim().split('\n')).toEqual(said);
  expect(stderr).toBe('');
});

test('explains an unknown operation to untyped programs', async () => {
  const { createClient, KithError } = await import('../../src/client/index.ts');
  const client = createClient({ baseUrl: service.baseUrl, apiKey: 'kith_any' });
  const refused = client.call('create_contacts' as never, {} as never);
  await expect(refused).rejects.toThrow('There is no operation create_contacts, did you mean create_contact?');
  await expect(refused).rejects.toBeInstanceOf(KithError);
  await client.close();
});

test('has types for every operation', () => {
  const types = readFileSync(`${root}dist/client.d.ts`, 'utf8');
  const named = [...types.matchAll(/^ {2}(\w+): \{\n {4}args:/gm)].map(([, name]) => name);
  expect(named).toEqual(apiNames);
});

test('compiles the examples with the types and no other package', () => {
  for (const [index, { code }] of examples.entries()) writeFileSync(`${folder.path}/example${index}.ts`, code);
  writeFileSync(`${folder.path}/wrong.ts`, WRONG);
  const typeRoots = [`${root}node_modules/@types`];
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    typeRoots,
  };
  const options = { ...compilerOptions, skipLibCheck: false, preserveSymlinks: true };
  writeFileSync(`${folder.path}/tsconfig.json`, JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  writeFileSync(`${folder.path}/package.json`, '{"type":"module"}');
  try {
    execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder.path], { encoding: 'utf8' });
  } catch (error) {
    expect((error as { stdout: string }).stdout).toBe('');
  }
});

/** Must not compile. */
const WRONG = `
import { createClient, rows } from 'kith-mcp/client';
const client = createClient({ baseUrl: '', apiKey: '' });
// @ts-expect-error there is no such operation
client.call('create_contacts', {});
// @ts-expect-error a path argument is missing
client.call('get_contact', {});
// @ts-expect-error no such value
client.call('list_contacts', { order: 'up' });
// @ts-expect-error not a list
rows(client, 'get_contact', { contactId: '' });
export async function name() {
  const { data } = await client.call('get_contact', { contactId: '' });
  // @ts-expect-error a name may be null or left out
  const text: string = data.contact.full_name;
  return text;
}
`;
