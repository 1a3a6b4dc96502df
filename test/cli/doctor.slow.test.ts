import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/settings.ts';
import { doctor, wrong } from '../support/doctor.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import type { Json } from '../support/people.ts';
import { CLI, kith, kithWith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

test('doctor knows every variable that kith reads', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const read = sources.flatMap((file) => readFileSync(join('src', file), 'utf8').match(/\bKITH_[A-Z_]*[A-Z]\b/g) ?? []);
  const unknown = new Set(read.filter((name) => !(SETTING_NAMES as string[]).includes(name)));
  // One is inserted by the build, the other is the prefix of test variables.
  expect([...unknown].filter((name) => name !== 'KITH_VERSION' && name !== 'KITH_TEST')).toEqual([]);
});

describe.skipIf(engine !== 'sqlite')('local data', () => {
  const folder = temporaryFolder();
  const env = { KITH_DATA_DIR: folder.path };
  beforeAll(() => kith(folder.path, 'call', 'create_contact', '{"full_name":"Ada"}'));
  afterAll(() => folder.remove());

  test('is reported with its contents if it is healthy', async () => {
    const well = await doctor(env);
    expect(well.code).toBe(0);
    expect(wrong(well)).toEqual([]);
    expect(well.findings.map(({ what }) => what).join('\n')).toMatch(/intact.*\n.*me@localhost.*1 contact/s);
  });

  test('is not created by a check if it is missing', async () => {
    const nowhere = join(folder.path, 'nowhere');
    const { code } = await doctor({ KITH_DATA_DIR: nowhere });
    expect(code).toBe(0);
    expect(readdirSync(folder.path)).not.toContain('nowhere');
  });

  test('is a problem if it could not be created', async () => {
    const below = join(folder.path, 'secret', 'data');
    const { code, findings } = await doctor({ KITH_DATA_DIR: below });
    expect(code).toBe(1);
    expect(findings.find(({ state }) => state === 'problem')!.what).toContain('cannot be created');
  });

  test('is healthy even if the Redis for its limits is not', async () => {
    const dead = await doctor({ ...env, KITH_REDIS_URL: 'redis://127.0.0.1:1' });
    expect(dead.code).toBe(1);
    expect(wrong(dead).map(({ what }) => what)).toEqual([expect.stringContaining('Redis does not respond')]);
  });

  test('gets a warning if others can read its secret', async () => {
    chmodSync(join(folder.path, 'secret'), 0o644);
    const { code, findings } = await doctor(env);
    expect(code).toBe(0);
    expect(findings.find(({ state }) => state === 'warning')!.todo).toContain('chmod 600');
    chmodSync(join(folder.path, 'secret'), 0o600);
  });

  test('is a problem with a solution if it lost its secret, or is damaged', async () => {
    const damaged = temporaryFolder();
    await kith(damaged.path, 'call', 'create_contact', '{"full_name":"Ada"}');
    truncateSync(join(damaged.path, 'kith.db'), 20_000);
    rmSync(join(damaged.path, 'secret'));
    const { code, findings } = await doctor({ KITH_DATA_DIR: damaged.path });
    damaged.remove();
    expect(code).toBe(1);
    const problems = findings.filter(({ state }) => state === 'problem');
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringContaining('"secret" next to the data is missing'),
      expect.stringContaining('The database is damaged'),
    ]);
    for (const { todo } of problems) expect(todo).toContain('backup');
  });
});

describe.runIf(engine === 'postgres')('data on PostgreSQL', () => {
  test('counts its users, and creates none', async () => {
    const folder = temporaryFolder();
    const settings = { KITH_DATA_DIR: folder.path, ...(await engineSettings(folder.path)) };
    for (const round of [1, 2]) {
      const { code, findings } = await doctor(settings);
      expect({ code, whats: findings.map(({ what }) => what) }, `round ${round}`).toEqual({
        code: 0,
        whats: expect.arrayContaining(['The data is on PostgreSQL: 0 users.']),
      });
    }
    folder.remove();
  });

  test('explains a URL that opens no database', async () => {
    const { KITH_DATABASE_URL: url } = await engineSettings('/none');
    const absent = url!.replace(/\/[^/]*$/, '/kith_absent');
    const [found] = wrong(await doctor({ KITH_DATABASE_URL: absent, KITH_SECRET: TEST_SECRET }));
    expect(found).toMatchObject({
      state: 'problem',
      what: expect.stringMatching(/does not exist|cannot open the database/),
    });
  });
});

test('rejects an unknown log level with an explanation', async () => {
  const folder = temporaryFolder();
  const refused = kithWith({ KITH_LOG_LEVEL: 'loud' }, folder.path, 'http', '--port', '0');
  await expect(refused).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^kith: KITH_LOG_LEVEL must be/),
  });
  folder.remove();
});

const SETTINGS: [Record<string, string>, string, RegExp][] = [
  [{ KITH_TOOLSET: 'core' }, 'warning', /did you mean KITH_TOOLSETS/],
  [{ KITH_TOOLSETS: 'cor' }, 'problem', /did you mean core/],
  [{ KITH_REPLY_BYTES: 'many' }, 'problem', /whole number/],
  [{ KITH_BASE_URL: 'https://kith.example.com' }, 'problem', /KITH_API_KEY is not set/],
  [{ KITH_BASE_URL: 'http://127.0.0.1:9', KITH_API_KEY: 'kith_secretkey' }, 'problem', /./],
];

test.each(SETTINGS)('reports settings %o as a %s', async (settings, state, words) => {
  const folder = temporaryFolder();
  const diagnosis = await doctor({ KITH_DATA_DIR: folder.path, ...settings });
  folder.remove();
  const [found] = wrong(diagnosis);
  expect(found).toMatchObject({ state, what: expect.stringMatching(words), todo: expect.any(String) });
  expect(diagnosis.code).toBe(state === 'problem' ? 1 : 0);
  expect(JSON.stringify(diagnosis.findings)).not.toContain('secretkey');
});

// Root can read everything, so it gives up that right first.
const isRoot = process.getuid?.() === 0;
const UNDER = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : [];
const canGiveUp = !isRoot || spawnSync(UNDER[0]!, [...UNDER.slice(1), 'true']).status === 0;

test.runIf(engine === 'sqlite' && process.platform !== 'win32' && canGiveUp).each([
  ['secret', 0o000, /secret cannot be read\./],
  ['kith.db', 0o400, /kith\.db cannot be read and written\./],
])('reports a data file without permission, %s, as a problem, not as damage', async (name, mode, words) => {
  const folder = temporaryFolder();
  await kith(folder.path, 'add', 'Ann');
  chmodSync(join(folder.path, name), mode);
  const [command, ...args] = [...UNDER, process.execPath, CLI, 'doctor', '--json'];
  const { status, stdout } = spawnSync(command!, args, {
    env: { ...process.env, KITH_DATA_DIR: folder.path },
    encoding: 'utf8',
  });
  folder.remove();
  expect(status).toBe(1);
  const problems = JSON.parse(stdout).filter(({ state }: Json) => state === 'problem');
  expect(problems).toEqual([
    { state: 'problem', what: expect.stringMatching(words), todo: expect.stringContaining('user that runs kith') },
  ]);
});

describe('a remote service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('is reported with the user if it responds, and as a problem with a wrong key', async () => {
    const { apiKey, email } = await service.user();
    const remote = { KITH_BASE_URL: service.baseUrl };
    const well = await doctor({ ...remote, KITH_API_KEY: apiKey });
    expect(wrong(well)).toEqual([]);
    expect(JSON.stringify(well.findings)).toContain(email);
    const refused: Json = await doctor({ ...remote, KITH_API_KEY: 'kith_wrong' });
    expect(refused.code).toBe(1);
    expect(wrong(refused)[0]!.todo).toContain('KITH_API_KEY');
  });
});
