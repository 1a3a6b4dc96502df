import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialize, type JsonRpcProcess, startJsonRpc } from '../test/support/json-rpc.ts';
import { type Spread, short, spread, table, timed, times } from './figures.ts';
import type { Target } from './targets.ts';

const WARM_UP = 200;

export interface CallFigures {
  replyBytes: number;
  kith: Spread;
  floor: Spread;
}

/** get_contact over stdio, beside a floor that returns the same bytes from memory, call by call in turns. */
export async function measureCalls(
  kith: Target,
  floor: Target,
  options: { contactIds: string[]; folder: string; calls: number },
): Promise<CallFigures> {
  const { contactIds, folder, calls } = options;
  const ours = await open(kith);
  const get = (index: number) =>
    ours.request('tools/call', {
      name: 'get_contact',
      arguments: { contactId: contactIds[index % contactIds.length] },
    });
  const reply = JSON.stringify(await get(0));
  const replyFile = join(folder, 'reply.json');
  writeFileSync(replyFile, reply);
  const theirs = await open({ ...floor, env: { ...floor.env, FLOOR_REPLY: replyFile } });
  const constant = () => theirs.request('tools/call', { name: 'constant', arguments: {} });

  const samples = { kith: [] as number[], floor: [] as number[] };
  for (let index = 0; index < WARM_UP + calls; index++) {
    const took = { kith: await timed(() => get(index)), floor: await timed(constant) };
    if (index < WARM_UP) continue;
    samples.kith.push(took.kith);
    samples.floor.push(took.floor);
  }
  for (const { child } of [ours, theirs]) child.kill('SIGTERM');
  await Promise.all([ours.exited, theirs.exited]);
  return { replyBytes: Buffer.byteLength(reply), kith: spread(samples.kith), floor: spread(samples.floor) };
}

async function open({ command, env }: Target): Promise<JsonRpcProcess> {
  const server = startJsonRpc(command, env);
  await initialize(server);
  return server;
}

export function callTable({ replyBytes, kith, floor }: CallFigures): string {
  const row = (name: string, { p50, p99 }: Spread) => [name, short(p50), short(p99), times(p50 / floor.p50)];
  return table(
    `A tool call over stdio: get_contact by id, ${replyBytes} bytes of reply (${kith.samples} calls each, in turns)`,
    ['', 'p50 ms', 'p99 ms', '÷ floor'],
    [row('kith', kith), row('floor', floor)],
  );
}
