import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent } from 'undici';
import { inProcess } from '../src/client/in-process.ts';
import { remoteClient } from '../src/client/remote.ts';
import { localUser } from '../src/identity/users/users.ts';
import { openData } from '../src/service/data/open-data.ts';
import { createService } from '../src/service/service.ts';
import { Samples, type Spread, short, table, timed, times } from './figures.ts';
import { seed } from './seed.ts';

const CALLS = 300;
const WARM_UP = 50;
const QUEUED = 10_000;
/** There and back. */
const AWAY_MS = 20;

export interface ClientFigures {
  remote: { client: Spread; bare: Spread };
  inProcess: { client: Spread; bare: Spread };
  queued: { calls: number; bytesEach: number };
}

export async function measureClient(folder: string): Promise<ClientFigures> {
  return { remote: await measureRemote(), inProcess: await measureInProcess(folder), queued: await measureQueue() };
}

/** One call over the client beside one request over undici alone, to the same server 20 ms away, in turns. */
async function measureRemote(): Promise<ClientFigures['remote']> {
  const server = await listen(
    createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json', ratelimit: '"default";r=100000;t=60' });
      outgoing.end(JSON.stringify({ data: { tags: [], pagination: { nextCursor: null, count: 0 } } }));
    }),
  );
  const far = await farFrom(server.port);
  const client = remoteClient({ baseUrl: `http://127.0.0.1:${far.port}`, apiKey: 'kith_bench' });
  const agent = new Agent();
  const bare = async () => {
    const headers = { accept: 'application/json', authorization: 'Bearer kith_bench' };
    const origin = `http://127.0.0.1:${far.port}`;
    const { body } = await agent.request({ origin, path: '/v2/tags', method: 'GET', headers });
    await body.json();
  };
  const samples = await inTurns({ client: () => client.call('list_tags', {}), bare });
  await client.close();
  await agent.destroy();
  far.close();
  server.close();
  return samples;
}

/** One call over the client beside the service's fetch alone, in turns. */
async function measureInProcess(folder: string): Promise<ClientFigures['inProcess']> {
  const data = openData(join(folder, 'client'), undefined);
  const user = await localUser(data.store);
  const [contactId = ''] = await seed(data, user, 100);
  const service = createService({
    ...data,
    version: 'bench',
    authenticate: async () => ({ user, permissions: 'write' }),
    onFault: (_, error) => {
      throw error;
    },
  });
  const client = inProcess(
    (...call) => service.call({ user, permissions: 'write' }, ...call),
    () => data.store.close(),
  );
  const bare = async () => {
    const response = await service.fetch(new Request(`http://kith.local/v2/contacts/${contactId}`));
    JSON.parse(await response.text());
  };
  const samples = await inTurns({ client: () => client.call('get_contact', { contactId }), bare });
  await service.idle();
  await client.close();
  return samples;
}

/** What a call that waits for the rate limit holds in memory. */
async function measureQueue(): Promise<ClientFigures['queued']> {
  const server = await listen(
    createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json', ratelimit: '"default";r=0;t=600' });
      outgoing.end('{"data":{"tag":{}}}');
    }),
  );
  const client = remoteClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    apiKey: 'kith_bench',
    deadlineMs: Number.POSITIVE_INFINITY,
    maxQueue: QUEUED,
  });
  await client.call('create_tag', { name: 'first' });
  const before = heapUsed();
  const calls = Array.from({ length: QUEUED }, (_, index) => client.call('create_tag', { name: `tag ${index}` }));
  const settled = Promise.allSettled(calls);
  // bottleneck takes a millisecond for each: until the last is in its queue, not all of it is there.
  await new Promise((resolve) => setTimeout(resolve, 3 * QUEUED));
  const bytesEach = (heapUsed() - before) / QUEUED;
  await client.close();
  await settled;
  server.close();
  return { calls: QUEUED, bytesEach };
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

async function inTurns(
  work: Record<'client' | 'bare', () => Promise<unknown>>,
): Promise<{ client: Spread; bare: Spread }> {
  const samples = new Samples();
  for (let count = 0; count < WARM_UP + CALLS; count++) {
    // The first of the two pays for what the other warms up: they change places.
    for (const name of count % 2 ? (['client', 'bare'] as const) : (['bare', 'client'] as const)) {
      const took = await timed(work[name]);
      if (count >= WARM_UP) samples.add(name, took);
    }
  }
  return { client: samples.get('client')!, bare: samples.get('bare')! };
}

async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A way to a port of this machine that takes half of AWAY_MS in each direction. */
async function farFrom(port: number) {
  const server = createTcpServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      to.setNoDelay(true);
      from.on('data', (chunk) => setTimeout(() => to.write(chunk), AWAY_MS / 2));
      from.on('close', () => to.destroy()).on('error', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

export function clientTable({ remote, inProcess, queued }: ClientFigures): string {
  const row = (name: string, { p50, p99 }: Spread, floor: Spread) => [
    name,
    short(p50),
    short(p99),
    times(p50 / floor.p50),
  ];
  const rows = [
    row(`remote, ${AWAY_MS} ms away`, remote.client, remote.bare),
    row('  undici alone', remote.bare, remote.bare),
    row('in process', inProcess.client, inProcess.bare),
    row('  the service alone', inProcess.bare, inProcess.bare),
  ];
  const calls = table(
    `A call over the client (${remote.client.samples} each, in turns)`,
    ['', 'p50 ms', 'p99 ms', '÷ bare'],
    rows,
  );
  return `${calls}\n${short(queued.calls)} calls waiting for the rate limit hold ${short(queued.bytesEach / 1024)} KB each.\n`;
}
