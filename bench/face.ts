import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, overHttp, overStdio } from './callers.ts';
import { type CallFigures, callTable, measureCalls } from './calls.ts';
import { short, table, times } from './figures.ts';
import { type InProcessFigures, inProcessTable, measureInProcess } from './in-process.ts';
import { seedFolder } from './seed.ts';
import { measureStarts, type StartFigures, startTable } from './start.ts';
import { buildFloor, kith } from './targets.ts';

const CONTACTS = 1_000;
/** Concurrent calls, as from a client with several conversations. */
const CONCURRENCY = 16;
const ROUND = 200;
/** Calls that are timed one by one. */
const CALLS = 2_000;

export interface FaceFigures {
  starts: StartFigures[];
  inProcess: InProcessFigures;
  calls: CallFigures;
  rates: { transport: 'stdio' | 'HTTP'; name: string; callsPerSecond: number; megabytes: number }[];
}

/** Start, memory, call time, and calls per second of every transport, beside the floor. */
export async function measureFace(
  folder: string,
  { starts, rounds }: { starts: number; rounds: number },
): Promise<FaceFigures> {
  const { dataDir, contactIds, apiKey, email } = await seedFolder(join(folder, 'face'), CONTACTS);
  const env = { KITH_DATA_DIR: dataDir, KITH_USER: email, KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const service = await overHttp('kith serve', [...KITH, 'serve', '--port', '0'], env, { apiKey });
  const replyFile = join(folder, 'face-reply.json');
  writeFileSync(replyFile, JSON.stringify(await service.call('get_contact', { contactId: contactIds[0] })));

  const baseUrl = service.url!.replace(/\/mcp$/, '');
  const floor = buildFloor();
  const startFigures = await measureStarts([{ ...kith(dataDir, email), env }, floor], starts);

  const inProcess = await measureInProcess({ dataDir, user: email, contactIds, calls: CALLS });
  const calls = await measureCalls({ ...kith(dataDir, email), env }, floor, { contactIds, folder, calls: CALLS });

  const floorEnv = { FLOOR_REPLY: replyFile };
  const remote = { KITH_BASE_URL: baseUrl, KITH_API_KEY: apiKey, KITH_ALLOW_HTTP: '1' };
  const callers: Caller[] = [
    await overStdio('kith', KITH, env),
    await overStdio('kith, remote service', KITH, remote),
    await overStdio('floor', floor.command, floorEnv, 'constant'),
    await overHttp('kith http', [...KITH, 'http', '--port', '0'], { ...env, KITH_HTTP_TOKEN: 'none' }),
    service,
    await overHttp('floor', buildFloor('floor-http').command, floorEnv, { tool: 'constant' }),
  ];
  const took = new Map(callers.map((caller) => [caller, 0]));
  for (let round = -1; round < rounds; round++) {
    for (const caller of callers) {
      const started = performance.now();
      await callMany(caller, contactIds);
      // The first round is a warm-up.
      if (round >= 0) took.set(caller, took.get(caller)! + performance.now() - started);
    }
  }
  const rates = callers.map((caller) => ({
    transport: caller.transport,
    name: caller.name,
    callsPerSecond: (rounds * ROUND * 1_000) / took.get(caller)!,
    megabytes: caller.megabytes(),
  }));
  for (const caller of [...callers].reverse()) await caller.stop();
  return { starts: startFigures, inProcess, calls, rates };
}

const KITH = [process.execPath, 'dist/cli.js'];

async function callMany(caller: Caller, ids: string[]): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < ROUND) await caller.call('get_contact', { contactId: ids[(next++ * 37) % ids.length] });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

export function faceTable({ starts, inProcess, calls, rates }: FaceFigures): string {
  const floorOf = (transport: string) => rates.find((rate) => rate.transport === transport && rate.name === 'floor')!;
  const rows = rates.map(({ transport, name, callsPerSecond, megabytes }) => {
    const floor = floorOf(transport);
    return [
      `${name} (${transport})`,
      short(callsPerSecond),
      times(callsPerSecond / floor.callsPerSecond),
      short(megabytes),
      times(megabytes / floor.megabytes),
    ];
  });
  const title = `get_contact, ${CONCURRENCY} calls at once, in turns of ${ROUND}; "remote" calls kith serve`;
  return [
    startTable(starts),
    inProcessTable(inProcess),
    callTable(calls),
    table(title, ['', 'calls/s', '÷ floor', 'MB after', '÷ floor'], rows),
  ].join('\n');
}
