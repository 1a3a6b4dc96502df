/**
 * What random tests start from: KITH_TEST_SEED. The suite takes it from the sources and tests of the commit (vitest.config.ts):
 * each commit searches anew, and what went red on one goes red on it again, on every machine.
 */
export const seed = Number(process.env.KITH_TEST_SEED ?? Date.now() % 1_000_000);
