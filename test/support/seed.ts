/**
 * What random tests start from: KITH_TEST_SEED. Unasked, the suite has one of its own (vitest.config.ts), so what is red is
 * red again, on every machine.
 */
export const seed = Number(process.env.KITH_TEST_SEED ?? Date.now() % 1_000_000);
