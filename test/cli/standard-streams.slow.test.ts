import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { engine, engineSettings } from '../support/engine.ts';
import { CLI, temporaryFolder } from '../support/service.ts';

// `-` is standard input and standard output.

const folder = temporaryFolder();
const other = temporaryFolder();
afterAll(() => {
  folder.remove();
  other.remove();
});

async function run(dataDir: string, args: string[], input: string | Buffer = '') {
  const env = { ...process.env, ...(await engineSettings(dataDir)), KITH_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [CLI, ...args], { env });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, stdout, stderr };
}

const CARD = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Lee\r\nEND:VCARD\r\n';

test("reads an import, its mapping, and a tool's arguments from standard input, and exports to standard output", async () => {
  expect(await run(folder.path, ['import', '-'], CARD)).toMatchObject({ code: 0 });
  const list = join(folder.path, 'list.csv');
  writeFileSync(list, 'wer\nBob\n');
  const mapped = await run(folder.path, ['import', list, '--map', '-'], '{"columns":{"wer":"full_name"}}');
  expect(mapped.stdout.toString()).toContain('1 created');
  const called = await run(folder.path, ['call', 'list_contacts', '-'], '{"searchQuery":"ann"}');
  expect(JSON.parse(called.stdout.toString()).contacts).toMatchObject([{ full_name: 'Ann Lee' }]);
  const exported = await run(folder.path, ['export', '--format', 'vcf', '-']);
  expect((await run(folder.path, ['import', '--json', '-'], exported.stdout)).stdout.toString()).toContain(
    '"skipped": 2',
  );
  expect(await run(folder.path, ['import', '-', '--map', '-'], CARD)).toMatchObject({ code: 2 });
});

test.runIf(engine === 'sqlite')('a backup comes out there and is restored from there, also encrypted', async () => {
  const phrase = 'correct horse battery';
  const file = join(folder.path, 'phrase');
  writeFileSync(file, phrase);
  for (const more of [[], ['--passphrase-file', file]]) {
    const { code, stdout, stderr } = await run(folder.path, ['backup', '-', ...more]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Opened and checked')]);
    expect(stdout.subarray(0, 15).toString() === 'SQLite format 3').toBe(more.length === 0);
    const restored = await run(other.path, ['restore', '-', ...more], stdout);
    expect(restored.stdout.toString()).toContain('Restored 2 contacts');
  }
  expect(
    [folder.path, other.path].flatMap((path) => readdirSync(path)).filter((name) => name.endsWith('.part')),
  ).toEqual([]);
});

test('rejects endless input', async () => {
  const command = 'yes "$(head -c 60000 /dev/zero | tr "\\0" x)" | "$0" "$@"';
  const env = { ...process.env, ...(await engineSettings(folder.path)), KITH_DATA_DIR: folder.path };
  const child = spawn('sh', ['-c', command, process.execPath, CLI, 'import', '-'], { env });
  const told = text(child.stdout);
  await once(child, 'exit');
  expect(await told).toContain('Standard input is longer than 512 MB.');
});
