import { randomFrom } from '../support/random.ts';
import { runSession, type SessionSpec } from './session.ts';

// One process with several clients, which may be killed at any moment.
//   node worker.mjs SEED, with its clients' specifications as the first message

const random = randomFrom(Number(process.argv[2]));
/** The last ids created for each client's user. */
const made = new Map<string, string[]>();
let stopping = false;
let writes = 0;

function tell(): void {
  if (writes > 0) process.send?.({ writes });
  writes = 0;
}

async function run(specs: SessionSpec[]): Promise<void> {
  const ticking = setInterval(tell, 200);
  await Promise.all(
    specs.map((spec) =>
      runSession(spec, {
        random,
        stopping: () => stopping,
        onWrite: (weight) => {
          writes += weight;
        },
        foreign() {
          const others = [...made].filter(([apiKey]) => apiKey !== spec.apiKey).flatMap(([, ids]) => ids);
          return others[Math.floor(random() * others.length)];
        },
        made(id) {
          made.set(spec.apiKey, [id, ...(made.get(spec.apiKey) ?? []).slice(0, 20)]);
        },
      }),
    ),
  );
  clearInterval(ticking);
  tell();
  process.disconnect();
}

process.on('message', (message: { specs?: SessionSpec[]; stop?: true }) => {
  if (message.stop) stopping = true;
  else if (message.specs) {
    run(message.specs).catch((error) => {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    });
  }
});
// The parent process has exited.
process.on('disconnect', () => {
  stopping = true;
});
