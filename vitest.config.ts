import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { KITH_VERSION: JSON.stringify('test') },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
