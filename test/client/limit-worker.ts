import { remoteClient } from '../../src/client/remote.ts';

// One of several processes with one key. Sends calls until stopped, then prints the outcomes.
//   node limit-worker.mjs BASE_URL API_KEY [REDIS_URL]

const [baseUrl = '', apiKey = '', redisUrl] = process.argv.slice(2);
const tally = { done: 0, failed: [] as string[] };
const client = remoteClient({
  baseUrl,
  apiKey,
  deadlineMs: Number.POSITIVE_INFINITY,
  redisUrl: redisUrl || undefined,
  onEvent(event) {
    if (event.kind === 'redis') process.send?.(event.state);
  },
});

let running = true;
process.on('message', () => {
  running = false;
});

async function callInLoop(): Promise<void> {
  while (running) {
    try {
      await client.call('list_tags', {});
      tally.done++;
    } catch (error) {
      // Closed at shutdown while it waited, so no call failed.
      if (running) tally.failed.push((error as Error).message);
    }
  }
}

const loops = Array.from({ length: 10 }, callInLoop);
process.once('message', async () => {
  await client.close();
  await Promise.all(loops);
  process.send?.(tally, () => process.exit(0));
});
