/**
 * Seed of random tests: KITH_TEST_SEED. By default the suite has a fixed one (vitest.config.ts), so a failure repeats
 * on every computer.
 */
export const seed = Number(process.env.KITH_TEST_SEED ?? Date.now() % 1_000_000);
