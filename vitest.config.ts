import { defineConfig } from 'vitest/config';

/** From which random tests start. A change is not to go red by what another seed finds; .github/workflows/search.yml tries new ones. */
const SEED = '49041855';

const shared = {
  // Ends what hangs; a busy machine may take its time.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A wait for a state has no shorter limit: one second, the default, passes on a busy machine.
  expect: { poll: { timeout: 240_000 } },
  pool: 'forks',
  // More than there are cores: a test mostly waits for the processes it started.
  maxWorkers: 4,
  // A worker runs file after file: loading the modules anew for each would take as long as the tests themselves.
  isolate: false,
  setupFiles: 'test/support/seed-setup.ts',
  env: { KITH_TEST_SEED: process.env.KITH_TEST_SEED ?? SEED },
} as const;

/** What goes through the service's front door must give the same on both engines. */
const FRONT_DOOR = ['test/api/**/*.test.ts', 'test/mcp/**/*.test.ts'];

/**
 * Of that, files about what happens before a request reaches the store, or after its answer left it: HTTP, tools and
 * their texts, arguments, files and terminals. What they ask of the store the other files ask on both engines.
 */
const APART_FROM_THE_STORE = [
  ...['gzip', 'limits', 'protocol', 'proxies', 'malformed-requests'].map((name) => `test/api/${name}.test.ts`),
  ...[
    'filters',
    'group-tools',
    'long-calls',
    'markdown',
    'prompts',
    'questions',
    'remote',
    'replies',
    'reply-size',
    'views',
  ].map((name) => `test/mcp/${name}.test.ts`),
  ...['sanitize', 'stdio', 'strange-answers', 'updated'].map((name) => `test/mcp/${name}.test.ts`),
];

/**
 * Kills, power cuts, lost databases, requests that cost all they can, other programs driven at a terminal, other
 * services beside ours, calendars read by other programs, commands that start a process for each thing they show, and pages of more than one step.
 */
const SLOW = [
  ...[
    'archive',
    'backup',
    'commands',
    'completion',
    'connect-*',
    'doctor',
    'export',
    'feed',
    'files',
    'follow',
    'front-door',
    'log',
    'message',
    'nameless',
    'people',
    'photos',
    'secret',
    'standard-streams',
    'terminal',
    'trash',
    'users',
  ].map((name) => `test/cli/${name}.test.ts`),
  'test/sign-in/openid.test.ts',
  ...['bundle', 'executable', 'image', 'packed', 'release'].map((name) => `test/release/${name}.test.ts`),
  ...[
    'accounts',
    'books',
    'cost',
    'last-contact',
    'data',
    'fresh',
    'import',
    'local-user',
    'people-change',
    'person-relations',
    'person-times',
    'settings',
  ].map((name) => `test/web/${name}.test.ts`),
  ...['carddav', 'cli', 'encoding', 'into-remote', 'whatsapp', 'zip'].map((name) => `test/import/${name}.test.ts`),
  'test/people/feed-properties.test.ts',
  ...[
    'access',
    'changes',
    'cost',
    'evolution',
    'follow-hostile',
    'follow-radicale',
    'follow-random',
    'hard-cards',
    'khard',
    'litmus',
    'properties',
    'radicale',
    'round-trips',
    'server-*',
    'sync-random',
    'tsdav',
    'two-devices',
    'vdirsyncer',
  ].map((name) => `test/dav/${name}.test.ts`),
  'test/durability/**/*.test.ts',
  ...['database-loss', 'silent-database'].map((name) => `test/store/${name}.test.ts`),
  'test/client/shared-limit.test.ts',
  ...['messages-*', 'runner'].map((name) => `test/jobs/${name}.test.ts`),
  'test/agenda/hostile-calendars.test.ts',
  'test/import/linear.test.ts',
  ...['answer-size', 'cost', 'hostile-archives', 'kept-counts', 'last-contact-*', 'many-links', 'recall'].map(
    (name) => `test/api/${name}.test.ts`,
  ),
];

/** Pages in a browser. What they ask of the store test/web asks too, so one of them is enough on PostgreSQL. */
const BROWSER = 'test/browser/**/*.test.ts';
const BROWSER_ON_POSTGRES = 'test/browser/people.test.ts';

const ON_POSTGRES = { ...shared.env, KITH_TEST_ENGINE: 'postgres' };

/** What takes longest there and asks of the store what `test/api` asks too. */
const SLOW_ON_POSTGRES = [
  ...['names', 'misread-replies', 'notices', 'resources', 'refusals', 'times'].map(
    (name) => `test/mcp/${name}.test.ts`,
  ),
  ...['answer-size', 'archive-values', 'hostile-archives', 'kept-counts', 'many-links'].map(
    (name) => `test/api/${name}.test.ts`,
  ),
  ...['undo-properties', 'trash-properties', 'trash-work'].map((name) => `test/api/${name}.test.ts`),
  'test/web/**/*.test.ts',
  ...['attacks', 'consent', 'hosts', 'node-clocks', 'openid', 'records', 'registrations', 'tokens'].map(
    (name) => `test/sign-in/${name}.test.ts`,
  ),
];

/** Commands that work on the store themselves; the others go through the API. */
const COMMANDS_ON_POSTGRES = [
  'archive',
  'distribute',
  'doctor',
  'feed',
  'log',
  'message',
  'secret',
  'sign-in-link',
  'users',
].map((name) => `test/cli/${name}.test.ts`);

/** On Windows PostgreSQL starts for nobody who may do everything: what asks for both engines is left out there. */
const hasPostgres = process.platform !== 'win32';
const BESIDE_POSTGRES = [
  ...['nodes', 'one-database', 'row-security', 'same-bytes', 'sharding'].map((name) => `test/store/${name}.test.ts`),
  'test/cli/distribute.test.ts',
];

/** The slow ones are minutes of work for the machine, and not part of npm test: npm run test:slow. */
const projects = {
  sqlite: { include: ['test/**/*.test.ts'], exclude: [...SLOW, BROWSER, ...(hasPostgres ? [] : BESIDE_POSTGRES)] },
  postgres: { include: FRONT_DOOR, exclude: [...APART_FROM_THE_STORE, ...SLOW, ...SLOW_ON_POSTGRES], env: ON_POSTGRES },
  slow: { include: SLOW },
  'slow-postgres': {
    include: [
      ...['cost', 'last-contact-*', 'recall'].map((name) => `test/api/${name}.test.ts`),
      ...['test/durability/photo-files.test.ts', ...SLOW_ON_POSTGRES, ...COMMANDS_ON_POSTGRES],
      ...['server-*', 'properties', 'reports', 'hard-cards', 'sync-random'].map((name) => `test/dav/${name}.test.ts`),
    ],
    env: ON_POSTGRES,
  },
  browser: { include: [BROWSER] },
  'browser-postgres': { include: [BROWSER_ON_POSTGRES], env: ON_POSTGRES },
};

export default defineConfig({
  test: {
    // Sources that have not changed are not compiled anew.
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/build-setup.ts', ...(hasPostgres ? ['test/support/postgres-setup.ts'] : [])],
    projects: Object.entries(projects).map(([name, project]) => ({ test: { ...shared, name, ...project } })),
  },
});
