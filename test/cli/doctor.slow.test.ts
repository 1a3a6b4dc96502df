import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../src/settings.ts';
import { doctor, wrong } from '../support/doctor.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import type { Json } from '../support/people.ts';
import { CLI, kith, kithWith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

test('every variable that kith reads is known to it', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const read = sources.flatMap((file) => readFileSync(join('src', file), 'utf8').match(/\bKITH_[A-Z_]*[A-Z]\b/g) ?? []);
  const unknown = new Set(read.filter((name) => !(SETTING_NAMES as string[]).includes(name)));
  // The one is put in by the build, the other begins the names of the tests' own.
  expect([...unknown].filter((name) => name !== 'KITH_VERSION' && name !== 'KITH_TEST')).toEqual([]);
});

describe.skipIf(engine !== 'sqlite')('local data', () => {
  const folder = temporaryFolder();
  const env = { KITH_DATA_DIR: folder.path };
  beforeAll(() => kith(folder.path, 'call', 'create_contact', '{"full_name":"Ada"}'));
  afterAll(() => folder.remove());

  test('that is well is told so, with what there is', async () => {
    const well = await doctor(env);
    expect(well.code).toBe(0);
    expect(wrong(well)).toEqual([]);
    expect(well.findings.map(({ what }) => what).join('\n')).toMatch(/whole.*\n.*me@localhost.*1 contact/s);
  });

  test('that is not there yet is not made by asking', async () => {
    const nowhere = join(folder.path, 'nowhere');
    const { code } = await doctor({ KITH_DATA_DIR: nowhere });
    expect(code).toBe(0);
    expect(readdirSync(folder.path)).not.toContain('nowhere');
  });

  test('that could not be made is a problem', async () => {
    const below = join(folder.path, 'secret', 'data');
    const { code, findings } = await doctor({ KITH_DATA_DIR: below });
    expect(code).toBe(1);
    expect(findings.find(({ state }) => state === 'problem')!.what).toContain('cannot be made');
  });

  test('is well, but not the Redis that its limits are to be counted in', async () => {
    const dead = await doctor({ ...env, KITH_REDIS_URL: 'redis://127.0.0.1:1' });
    expect(dead.code).toBe(1);
    expect(wrong(dead).map(({ what }) => what)).toEqual([expect.stringContaining('Redis does not answer')]);
  });

  test('whose secret others may read is warned of', async () => {
    chmodSync(join(folder.path, 'secret'), 0o644);
    const { code, findings } = await doctor(env);
    expect(code).toBe(0);
    expect(findings.find(({ state }) => state === 'warning')!.todo).toContain('chmod 600');
    chmodSync(join(folder.path, 'secret'), 0o600);
  });

  test('that lost its secret, or is damaged, is a problem with a way out', async () => {
    const damaged = temporaryFolder();
    await kith(damaged.path, 'call', 'create_contact', '{"full_name":"Ada"}');
    truncateSync(join(damaged.path, 'kith.db'), 20_000);
    rmSync(join(damaged.path, 'secret'));
    const { code, findings } = await doctor({ KITH_DATA_DIR: damaged.path });
    damaged.remove();
    expect(code).toBe(1);
    const problems = findings.filter(({ state }) => state === 'problem');
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringContaining('"secret" beside the data is gone'),
      expect.stringContaining('The database is damaged'),
    ]);
    for (const { todo } of problems) expect(todo).toContain('backup');
  });
});

describe.runIf(engine === 'postgres')('data on PostgreSQL', () => {
  test('its users are counted, and none is made', async () => {
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

  test('an address that opens nothing is told in plain words', async () => {
    const { KITH_DATABASE_URL: url } = await engineSettings('/none');
    const absent = url!.replace(/\/[^/]*$/, '/kith_absent');
    const [found] = wrong(await doctor({ KITH_DATABASE_URL: absent, KITH_SECRET: TEST_SECRET }));
    expect(found).toMatchObject({
      state: 'problem',
      what: expect.stringMatching(/does not exist|cannot open the database/),
    });
  });
});

test('a log level that does not exist is refused in plain words', async () => {
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

test.each(SETTINGS)('settings %o are a %s', async (settings, state, words) => {
  const folder = temporaryFolder();
  const diagnosis = await doctor({ KITH_DATA_DIR: folder.path, ...settings });
  folder.remove();
  const [found] = wrong(diagnosis);
  expect(found).toMatchObject({ state, what: expect.stringMatching(words), todo: expect.any(String) });
  expect(diagnosis.code).toBe(state === 'problem' ? 1 : 0);
  expect(JSON.stringify(diagnosis.findings)).not.toContain('secretkey');
});

// Root may read whatever there is, so there the right to do so is given up first.
const isRoot = process.getuid?.() === 0;
const UNDER = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : [];
const canGiveUp = !isRoot || spawnSync(UNDER[0]!, [...UNDER.slice(1), 'true']).status === 0;

test.runIf(engine === 'sqlite' && process.platform !== 'win32' && canGiveUp).each([
  ['secret', 0o000, /secret cannot be read\./],
  ['kith.db', 0o400, /kith\.db cannot be read and written\./],
])(
  'a file of the data that the user has no right to, %s, is a problem, and not taken for damage',
  async (name, mode, words) => {
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
      { state: 'problem', what: expect.stringMatching(words), todo: expect.stringContaining('user kith runs as') },
    ]);
  },
);

describe('a remote service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('that answers is told with the user; a wrong key is a problem', async () => {
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
