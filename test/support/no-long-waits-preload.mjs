// Preloaded into a process under test: any wait longer than this never ends.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promised from 'node:timers/promises';

const MAX_MS = Number(process.env.KITH_TEST_LONGEST_WAIT_MS);
const FOR_EVER_MS = 2 ** 31 - 1;
const endless = (ms) => (ms > MAX_MS ? FOR_EVER_MS : ms);

for (const name of ['setTimeout', 'setInterval']) {
  const real = timers[name];
  timers[name] = (callback, ms, ...args) => real(callback, endless(ms), ...args);
  globalThis[name] = timers[name];
}
const { setTimeout: realSleep } = promised;
promised.setTimeout = (ms, ...rest) => realSleep(endless(ms), ...rest);
syncBuiltinESMExports();
