// Preloaded into a node: at each SIGUSR2 it writes the number of signals in its memory, as a line.
const { appendFileSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { queryObjects } = require('node:v8');
process.on('SIGUSR2', async () => {
  // Objects with a finalizer go at the second collection.
  for (let collected = 0; collected < 2; collected++) {
    queryObjects(AbortSignal, { format: 'count' });
    await sleep(20);
  }
  appendFileSync(process.env.KITH_TEST_HELD, `${queryObjects(AbortSignal, { format: 'count' })}\n`);
});
