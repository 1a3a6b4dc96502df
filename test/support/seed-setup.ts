import fc from 'fast-check';
import { seed } from './seed.ts';

// Shrinking what failed once on a service may take longer than a test has: what was found by then is told. A long search
// has the time it needs.
const limit = process.env.KITH_TEST_ROUNDS ? {} : { interruptAfterTimeLimit: 120_000 };

fc.configureGlobal({ seed, ...limit });
