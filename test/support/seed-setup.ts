import fc from 'fast-check';
import { seed } from './seed.ts';

// Shrinking a failure on a service may exceed a test's timeout, so the result so far is reported. A long search has
// enough time.
const limit = process.env.KITH_TEST_ROUNDS ? {} : { interruptAfterTimeLimit: 120_000 };

fc.configureGlobal({ seed, ...limit });
