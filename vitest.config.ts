import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  maxWorkers: 2,
  // A worker runs file after file: loading the modules anew for each would take as long as the tests themselves.
  isolate: false,
} as const;

/** What goes through the service's front door must give the same on both engines. */
const FRONT_DOOR = ['test/api/**/*.test.ts', 'test/mcp/**/*.test.ts', 'test/cli/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres-setup.ts'],
    projects: [
      { test: { ...shared, name: 'sqlite', include: ['test/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: FRONT_DOOR,
          // Users live on two databases here: what the suite shows of it holds for one as well.
          env: { KITH_TEST_ENGINE: 'postgres', KITH_TEST_DATABASES: '2' },
        },
      },
    ],
  },
});
