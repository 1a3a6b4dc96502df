import { Client } from 'undici';
import { randomFrom } from '../../test/support/random.ts';
import { idempotencyKey, KINDS, type Kind, type LoadedUser, type Sent } from './kinds.ts';

// A process of clients that keep their connections: each asks, waits for the answer and asks again.
//   node worker.js, with what it is to do as messages, one after the other; it answers each with what came of it

export interface Load {
  /** Of the nodes; connections go to each in turn. */
  ports: number[];
  users: LoadedUser[];
  connections: number;
  /** How many of each kind there are among all. */
  mix: Partial<Record<Kind, number>>;
  seed: number;
  /** It ends with the first of the two. */
  seconds?: number;
  requests?: number;
  /** Milliseconds by which the nodes' clocks are ahead. */
  offset?: number;
}

export interface Loaded {
  seconds: number;
  /** Milliseconds of each request that was answered. */
  took: Partial<Record<Kind, number[]>>;
  /** What was answered otherwise than with 2xx, and how often. */
  refused: Record<string, number>;
  /** Seconds of this process's own CPU. */
  cpu: number;
}

process.on('message', async (load: Load) => process.send!(await run(load)));

async function run({
  ports,
  users,
  connections,
  mix,
  seed,
  offset = 0,
  seconds = 3_600,
  requests = Infinity,
}: Load): Promise<Loaded> {
  const random = randomFrom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const drawn = Object.entries(mix).flatMap(([kind, count]) => Array.from({ length: count }, () => kind as Kind));
  const took = Object.fromEntries(drawn.map((kind) => [kind, [] as number[]]));
  const loaded: Loaded = { seconds: 0, took, refused: {}, cpu: 0 };
  const [began, before] = [performance.now(), process.cpuUsage()];
  let left = requests;
  const one = async (index: number) => {
    const client = new Client(`http://127.0.0.1:${ports[index % ports.length]}`);
    while (left-- > 0 && performance.now() - began < seconds * 1_000) {
      const kind = drawn[below(drawn.length)]!;
      const user = users[below(users.length)]!;
      const started = performance.now();
      const refusal = await ask(client, user.key, KINDS[kind](user, below, Date.now() + offset));
      if (refusal === undefined) loaded.took[kind]!.push(performance.now() - started);
      else loaded.refused[`${kind}: ${refusal}`] = (loaded.refused[`${kind}: ${refusal}`] ?? 0) + 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => one(index)));
  const { user, system } = process.cpuUsage(before);
  return { ...loaded, seconds: (performance.now() - began) / 1_000, cpu: (user + system) / 1e6 };
}

/** Undefined when it was answered well, else how not. */
async function ask(client: Client, key: string, { method, path, body }: Sent): Promise<string | undefined> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    ...(body && path !== '/mcp' && idempotencyKey()),
  };
  try {
    const answer = await client.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) return `${answer.statusCode} ${text.slice(0, 200)}`;
    return path === '/mcp' && /"isError":true|"error":\{/.test(text) ? text.slice(0, 200) : undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code ?? error);
  }
}
