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

/** Files whose tests must pass on both engines: they send their requests through the service. */
const FRONT_DOOR = ['test/api/**/*.test.ts', 'test/mcp/**/*.test.ts'];

/**
 * The ones of these that test what happens before a request reaches the store or after its answer left it. The other files
 * cover their queries on both engines.
 */
const APART_FROM_THE_STORE = [
  'test/api/{gzip,limits,protocol,proxies,malformed-requests}.test.ts',
  'test/mcp/{filters,group-tools,long-calls,markdown,prompts,questions,remote,replies,reply-size,views}.test.ts',
  'test/mcp/{sanitize,stdio,strange-answers,updated}.test.ts',
];

/** Tests that kill processes, fill disks, start other programs or start a process per command. `npm test` leaves them out. */
const SLOW = 'test/**/*.slow.test.ts';

/** Campaigns, large data and peers: `.ci/nightly` runs them, not each push. */
const NIGHTLY = 'test/**/*.nightly.test.ts';

/** Tests that open both engines themselves, so they need no second run on PostgreSQL. */
const ENGINES = 'test/**/*.engines.test.ts';

/** Tests in a browser. test/web sends the same queries, so one of them is enough on PostgreSQL. */
const BROWSER = 'test/browser/**/*.test.ts';
const BROWSER_ON_POSTGRES = 'test/browser/people.test.ts';

/** Files that take longest on PostgreSQL and send queries that `test/api` sends too. */
const LONG_ON_POSTGRES = [
  'test/mcp/{names,misread-replies,notices,resources,refusals,times}.test.ts',
  'test/api/{archive-values,undo-properties,trash-properties,trash-work}.test.ts',
];

/** Files that run on PostgreSQL only at night. */
const NIGHTLY_ON_POSTGRES = [
  ...LONG_ON_POSTGRES,
  'test/api/*.{slow,nightly}.test.ts',
  'test/web/**/*.test.ts',
  'test/sign-in/{attacks,consent,hosts,node-clocks,openid.slow,records,registrations,tokens}.test.ts',
  // Commands that open the store themselves. The others send requests to the API.
  'test/cli/{archive,doctor,feed,log,message,secret,users}.slow.test.ts',
  'test/cli/sign-in-link.test.ts',
  'test/dav/{server-*,properties,hard-cards}.slow.test.ts',
  'test/dav/sync-random.nightly.test.ts',
  'test/dav/reports.test.ts',
  'test/durability/photo-files.slow.test.ts',
  BROWSER_ON_POSTGRES,
];

/** Starts one PostgreSQL for the run, and only when a project that needs one has a file to run. */
const POSTGRES = { globalSetup: 'test/support/postgres-setup.ts' };
const ON_POSTGRES = { ...POSTGRES, env: { ...shared.env, KITH_TEST_ENGINE: 'postgres' } };

const projects = {
  sqlite: { include: ['test/**/*.test.ts'], exclude: [SLOW, NIGHTLY, ENGINES, BROWSER] },
  engines: { include: [ENGINES], ...POSTGRES },
  postgres: {
    include: FRONT_DOOR,
    exclude: [SLOW, NIGHTLY, ...APART_FROM_THE_STORE, ...LONG_ON_POSTGRES],
    ...ON_POSTGRES,
  },
  slow: { include: [SLOW], ...POSTGRES },
  browser: { include: [BROWSER] },
  nightly: { include: [NIGHTLY], ...POSTGRES },
  'nightly-postgres': { include: NIGHTLY_ON_POSTGRES, ...ON_POSTGRES },
};

export default defineConfig({
  test: {
    // Sources that have not changed are not compiled again.
    experimental: { fsModuleCache: true },
    // A missing snapshot fails. `npx vitest run FILE --update` writes it.
    update: 'none',
    globalSetup: 'test/support/build-setup.ts',
    projects: Object.entries(projects).map(([name, project]) => ({ test: { ...shared, name, ...project } })),
  },
});
