import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/** One engine, without a PostgreSQL for each mutant: the end at the first failure is all that is asked. */
export default defineConfig({
  test: {
    ...config.test,
    globalSetup: ['test/support/build-setup.ts'],
    projects: config.test!.projects!.slice(0, 1),
    bail: 1,
  },
});
