import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadEngine } from '../../src/store/engine.ts';
import { BUSY_MS } from '../support/data-folder.ts';
import { engine, engineSettings } from '../support/engine.ts';
import { initialize, startJsonRpc } from '../support/json-rpc.ts';
import { GIVES_NOTHING_UP } from '../support/no-long-waits.ts';
import { CLI, kith, temporaryFolder } from '../support/service.ts';

// A process over stdio leaves an overview in a file for the next one. A text that only the file has shows that a process
// used it.

const folder = temporaryFolder();
afterAll(() => folder.remove());

let data: string;
let file: string;
function useFolder(name: string): void {
  data = join(folder.path, name);
  file = join(data, 'overview.json');
}
let count = 0;
beforeEach(() => useFolder(String(++count)));

interface Session {
  instructions: string;
  call(name: string, args?: object): Promise<unknown>;
  kill(): Promise<unknown>;
  end(): Promise<unknown>;
}

async function connect(env = {}, args: string[] = []): Promise<Session> {
  const settings = { KITH_DATA_DIR: data, TZ: 'UTC', ...GIVES_NOTHING_UP, ...env };
  const server = startJsonRpc([process.execPath, CLI, ...args], settings);
  const { instructions } = await initialize(server);
  return {
    instructions: String(instructions),
    async call(name, args = {}) {
      const reply = await server.request('tools/call', { name, arguments: args });
      expect(reply.isError, JSON.stringify(reply)).toBeUndefined();
      return reply;
    },
    kill: () => [server.child.kill('SIGKILL'), server.exited][1] as Promise<unknown>,
    end: () => [server.child.stdin.end(), server.exited][1] as Promise<unknown>,
  };
}

/** The instructions that a new process sends. `work` uses the process before it ends. */
async function session(work?: (process: Session) => Promise<unknown>, env = {}, args: string[] = []): Promise<string> {
  const process = await connect(env, args);
  await work?.(process);
  await process.end();
  return process.instructions;
}

const makeTag = (name: string) => (process: Session) => process.call('create_tag', { name });

/** Leaves data with a tag, and a saved overview with another name, which only the file has. */
async function leaveOverview(): Promise<void> {
  cpSync(join(folder.path, 'template'), data, { recursive: true });
  await session();
  changeFile(({ text, ...saved }) => ({ ...saved, text: text.replace('first', 'saved') }));
  expect(readFileSync(file, 'utf8')).toContain('saved');
}

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever the file has.
function changeFile(change: (saved: any) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

describe.runIf(engine === 'sqlite')('the saved overview', () => {
  beforeAll(async () => {
    useFolder('template');
    await session(makeTag('first'));
    // The first process had no data to describe.
    expect(existsSync(file)).toBe(false);
  });

  test('is small, and readable only by its owner', async () => {
    await leaveOverview();
    expect(readdirSync(data).filter((name) => name.startsWith('overview'))).toEqual(['overview.json']);
    expect(statSync(file).size).toBeLessThan(2_000);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('has what the last process wrote', async () => {
    await leaveOverview();
    expect(await session(makeTag('second'))).toContain('Tags: "saved"');
    const { text } = JSON.parse(readFileSync(file, 'utf8'));
    expect(text).toContain('Tags: "first", "second".');
    changeFile((saved) => ({ ...saved, text: 'from the file' }));
    expect(await session()).toContain('from the file');
  });

  test('is kept by a process that only reads', async () => {
    await leaveOverview();
    await session((process) => process.call('list_contacts'));
    expect(await session()).toContain('Tags: "saved"');
  });

  test('is not used while another process has written', async () => {
    await leaveOverview();
    const other = new (loadEngine())(join(data, 'kith.db'), { timeout: BUSY_MS });
    other.exec(`update tags set name = 'other'`);
    expect(await session()).toContain('Tags: "other"');
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    expect(await session()).toContain('Tags: "other"');
  });

  test('is not used after another command has written', async () => {
    await leaveOverview();
    await kith(data, 'call', 'create_tag', '{"name":"other"}');
    expect(await session()).toContain('"first", "other"');
  });

  test('is not used after a process that wrote was killed', async () => {
    await leaveOverview();
    const killed = await connect();
    await makeTag('second')(killed);
    await killed.kill();
    expect(await session()).toContain('"first", "second"');
  });

  test('is not saved if the account changed in another process', async () => {
    await leaveOverview();
    const text = await session(async (process) => {
      await process.call('list_contacts');
      const other = new (loadEngine())(join(data, 'kith.db'), { timeout: BUSY_MS });
      other.exec(`update users set time_zone = 'Pacific/Kiritimati'`);
      other.close();
    });
    expect(text).toContain('(UTC)');
    expect(await session()).toContain('(Pacific/Kiritimati)');
  });

  test('belongs to one user', async () => {
    await leaveOverview();
    const other = { KITH_USER: 'other@example.com' };
    expect(await session(makeTag('theirs'), other)).not.toMatch(/"(saved|first)"/);
    expect(await session(undefined, other)).toContain('Tags: "theirs"');
    expect(await session()).toContain('Tags: "first"');
    await session();
    expect(readFileSync(file, 'utf8')).toContain('first');
    await kith(data, 'user', 'remove', 'me@localhost', '--yes', 'me@localhost');
    expect(existsSync(file)).toBe(false);
  });

  test('ends when a reminder is due, at the latest with the day', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    await leaveOverview();
    const { until } = JSON.parse(readFileSync(file, 'utf8'));
    expect(new Date(until).toISOString()).toMatch(/T23:59:59\.999Z$/);
    await session((process) => process.call('create_reminder', { text: 'Call', due_at_time: soon }));
    if (soon < new Date(until).toISOString())
      expect(new Date(JSON.parse(readFileSync(file, 'utf8')).until).toISOString()).toBe(soon);
    expect(await session()).toContain('1 open reminders');
  });

  test.each<[string, () => unknown]>([
    ['has expired', () => changeFile((saved) => ({ ...saved, until: Date.now() }))],
    [
      'is from the future, because the clock was set back',
      () => changeFile((saved) => ({ ...saved, from: Date.now() + 60_000 })),
    ],
    ['is from another version', () => changeFile((saved) => ({ ...saved, version: '0.0.1' }))],
    ['is damaged', () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1))],
    ['is not an object', () => writeFileSync(file, 'null')],
    ['has no text', () => changeFile(({ text, ...saved }) => saved)],
    ['is too large', () => changeFile((saved) => ({ ...saved, more: 'x'.repeat(5_000) }))],
    ['is a folder', () => [rmSync(file), mkdirSync(file)]],
    ['describes a database that was replaced', () => replaceDatabase()],
    ['describes a database whose times were changed', () => utimesSync(join(data, 'kith.db'), 1, 1)],
  ])('is not used if it %s', async (_, change) => {
    await leaveOverview();
    change();
    expect(await session()).toContain('Tags: "first"');
  });

  test.skipIf(process.platform === 'win32').each<[string, () => unknown]>([
    ['is a link', () => [renameSync(file, join(data, 'elsewhere')), symlinkSync(join(data, 'elsewhere'), file)]],
    ['is a named pipe', () => [rmSync(file), execFileSync('mkfifo', [file])]],
    ['cannot be replaced', () => [writeFileSync(file, ''), chmodSync(data, 0o500)]],
  ])('is not used if it %s', async (_, change) => {
    await leaveOverview();
    change();
    expect(await session()).toContain('Tags: "first"');
    chmodSync(data, 0o700);
  });

  test('is not saved if kith.db is not older', async () => {
    await leaveOverview();
    const later = Date.now() / 1000 + 3_600;
    utimesSync(join(data, 'kith.db'), later, later);
    expect(await session()).toContain('Tags: "first"');
    expect(readFileSync(file, 'utf8')).toContain('saved');
  });

  test('is not saved if the tool is excluded', async () => {
    cpSync(join(folder.path, 'template'), data, { recursive: true });
    const text = await session(makeTag('second'), {}, ['--exclude-tools', 'overview']);
    expect(text).not.toContain('When this session');
    expect(existsSync(file)).toBe(false);
  });
});

/** Puts a copy in place of kith.db, as a restore does. */
function replaceDatabase(): void {
  const database = join(data, 'kith.db');
  cpSync(database, `${database}.copy`, { preserveTimestamps: true });
  renameSync(`${database}.copy`, database);
}

test.runIf(engine === 'postgres')('no overview is saved on PostgreSQL', async () => {
  const env = await engineSettings(data);
  await session(makeTag('first'), env);
  expect(await session(undefined, env)).toContain('Tags: "first"');
  expect(existsSync(file)).toBe(false);
});
