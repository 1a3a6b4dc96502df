// Loaded into a node before its own code: at each SIGUSR2 what it holds after two collections is told as a line of its file.
const { appendFileSync } = require('node:fs');
process.on('SIGUSR2', () => {
  globalThis.gc();
  // What a weak reference held is let go of by a task of its own, and taken by the next collection.
  setTimeout(tell, 500);
});

function tell() {
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  appendFileSync(
    process.env.KITH_BENCH_PROBE + process.pid,
    `${JSON.stringify({ rss, heapUsed, external, timers })}\n`,
  );
}
