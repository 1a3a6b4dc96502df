import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadEngine } from '../../src/store/engine.ts';
import { count, damage, rows, withDatabase } from '../support/data-folder.ts';
import { TEST_SECRET } from '../support/engine.ts';
import { initialize, type JsonRpcProcess, startJsonRpc } from '../support/json-rpc.ts';
import { CLI, temporaryFolder } from '../support/service.ts';

// A client probes with a second copy of the process, and several clients start at login, so a first start is never
// alone.

const PROCESSES = 12;
const folder = temporaryFolder();
const running: JsonRpcProcess[] = [];
afterEach(async () => {
  for (const { child } of running) child.stdin.end();
  await Promise.all(running.map(({ exited }) => exited));
  folder.remove();
});

test('starts many processes at once on an empty folder, which agree on everything', async () => {
  const dataDir = join(folder.path, 'not', 'there', 'yet');
  for (let i = 0; i < PROCESSES; i++) running.push(startJsonRpc([process.execPath, CLI], { KITH_DATA_DIR: dataDir }));
  // The same operation from all. The later ones read the first one's record, which only the same secret opens.
  const args = { full_name: 'Ada Lovelace', idempotency_key: randomUUID() };
  const answers = await Promise.all(
    running.map(async (server) => {
      await initialize(server);
      const result = await server.request('tools/call', { name: 'create_contact', arguments: args });
      return result as { isError?: true; structuredContent?: { contact: { id: string } } };
    }),
  );
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(new Set(answers.map((answer) => answer.structuredContent?.contact.id)).size).toBe(1);

  expect(readdirSync(dataDir).filter((name) => !/^(kith\.db|overview\.json)/.test(name))).toEqual(['secret']);
  if (process.platform !== 'win32') expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  withDatabase(dataDir, (database) => {
    expect(count(database, 'users')).toBe(1);
    expect(count(database, 'contacts')).toBe(1);
    expect(rows(database, 'pragma user_version')[0]!.user_version).toBeGreaterThan(0);
  });
  expect(damage(dataDir)).toEqual([]);
});

/** Logs on stderr that the process waits. */
const TELLS = encodeURIComponent(
  "const { wait } = Atomics; Atomics.wait = (...rest) => (process._rawDebug('waiting'), wait(...rest))",
);

test('waits for another start that changes the new file, even though SQLite rejects it at once', async () => {
  const dataDir = join(folder.path, 'taken');
  mkdirSync(dataDir, { recursive: true });
  const other = new (loadEngine())(join(dataDir, 'kith.db'));
  other.exec('begin immediate');
  const own = {
    KITH_DATA_DIR: dataDir,
    KITH_SECRET: TEST_SECRET,
    NODE_OPTIONS: `--import=data:text/javascript,${TELLS}`,
  };
  const env = { ...process.env, ...own };
  const child = spawn(process.execPath, [CLI, 'user', 'list', '--json'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  // Released only once it waits or has given up. A start that finds the file free proves nothing.
  await Promise.race([once(child.stderr, 'data'), ended]);
  other.exec('commit');
  other.close();
  expect([(await ended)[0], said]).toEqual([0, expect.stringContaining('waiting')]);
});
