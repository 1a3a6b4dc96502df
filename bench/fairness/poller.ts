import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

// A separate process, so that it measures a user's wait and not how busy the sender of a costly request is.
//   node poller.js URL KEY; the message "start" begins a round, "stop" ends it and gets its durations in milliseconds

const [, , baseUrl = '', key = ''] = process.argv;
const client = new Client(baseUrl);
const headers = { authorization: `Bearer ${key}` };

/** Pause between two requests, in milliseconds. */
const PAUSE_MS = 5;

let polling: Promise<number[]> | undefined;
let isOver = false;

process.on('message', async (message) => {
  if (message === 'start') {
    isOver = false;
    polling = poll();
  } else {
    isOver = true;
    process.send!(await polling);
  }
});

async function poll(): Promise<number[]> {
  const durations: number[] = [];
  while (!isOver) {
    const since = performance.now();
    const { statusCode, body } = await client.request({ method: 'GET', path: '/v2/users/me', headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`GET /v2/users/me answered ${statusCode}`);
    durations.push(performance.now() - since);
    await sleep(PAUSE_MS);
  }
  return durations;
}
