import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Spread, short, spread, table, times } from './figures.ts';
import { cpuOf } from './processes.ts';
import { seedFolder } from './seed.ts';
import { ask, type ListeningServer, openSockets, requestText, startListening } from './sockets.ts';
import { buildFloor } from './targets.ts';

const ROUNDS = 12;
const REQUESTS = 1_500;

/** One client waits for each response, as a program does that needs it. Several keep a server busy without a pause. */
const CONNECTIONS = [1, 8];

export interface RestFigures {
  replyBytes: number;
  loads: Load[];
}

interface Load {
  connections: number;
  /** Requests per second. */
  kith: Spread;
  floor: Spread;
  /** kith's rate relative to the floor's, round by round. */
  part: Spread;
  /** A server's CPU time per request, in microseconds, which depends less on the computer's other load. */
  cpu: { kith: number; floor: number };
}

/**
 * GET of one contact from `kith serve`, beside the same router that returns the same bytes from memory. Both are
 * separate processes, called in turns over keep-alive connections, as fast as they respond.
 */
export async function measureRest(folder: string): Promise<RestFigures> {
  const { dataDir, contactIds, apiKey } = await seedFolder(join(folder, 'rest'), 1_000);
  const env = { KITH_DATA_DIR: dataDir, KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const ours = await startListening([process.execPath, 'dist/cli.js', 'serve', '--port', '0'], env);
  const get = (id: string) => requestText('GET', `/v2/contacts/${id}`, { authorization: `Bearer ${apiKey}` });
  const requests = contactIds.map(get);
  const [socket] = await openSockets(ours.port, 1);
  const reply = await ask(socket!, requests[0]!);
  socket!.destroy();
  const replyFile = join(folder, 'rest-reply.json');
  writeFileSync(replyFile, reply);
  const floor = buildFloor('floor-rest');
  const theirs = await startListening(floor.command, { FLOOR_REPLY: replyFile });

  const loads: Load[] = [];
  for (const connections of CONNECTIONS) {
    const [kith, floor] = [await openSockets(ours.port, connections), await openSockets(theirs.port, connections)];
    const rates = { kith: [] as number[], floor: [] as number[], part: [] as number[] };
    let begun = { kith: 0, floor: 0 };
    for (let round = -2; round < ROUNDS; round++) {
      const [kithRate, floorRate] = [await rate(kith, requests), await rate(floor, requests)];
      if (round === -1) begun = { kith: cpuOf(ours.pid), floor: cpuOf(theirs.pid) };
      if (round < 0) continue;
      rates.kith.push(kithRate);
      rates.floor.push(floorRate);
      rates.part.push(kithRate / floorRate);
    }
    const perRequest = ({ pid }: ListeningServer, before: number) =>
      ((cpuOf(pid) - before) * 1e6) / (ROUNDS * REQUESTS);
    const cpu = { kith: perRequest(ours, begun.kith), floor: perRequest(theirs, begun.floor) };
    for (const socket of [...kith, ...floor]) socket.destroy();
    loads.push({ connections, kith: spread(rates.kith), floor: spread(rates.floor), part: spread(rates.part), cpu });
  }
  await Promise.all([ours.stop(), theirs.stop()]);
  return { replyBytes: reply.length, loads };
}

export const restTable = ({ replyBytes, loads }: RestFigures): string =>
  table(
    `GET one contact over HTTP, ${replyBytes} bytes of reply, beside the same router answering a constant, in turns`,
    ['connections', 'kith serve, requests/s', 'constant, requests/s', 'ratio', 'CPU µs', 'constant, CPU µs'],
    loads.map(({ connections, kith, floor, part, cpu }) => [
      String(connections),
      short(kith.p50),
      short(floor.p50),
      times(part.p50),
      short(cpu.kith),
      short(cpu.floor),
    ]),
  );

/** Requests per second, over all connections. */
async function rate(sockets: Socket[], requests: Buffer[]): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < REQUESTS) await ask(socket, requests[next++ % requests.length]!);
    }),
  );
  return REQUESTS / ((performance.now() - began) / 1_000);
}
