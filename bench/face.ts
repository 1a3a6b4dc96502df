import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUser, localUser } from '../src/identity/users/users.ts';
import { openData } from '../src/service/data/open-data.ts';
import { freePort } from '../test/support/free-port.ts';
import { BRIDGE_GET_CONTACT, bridgeCommand } from './bridge.ts';
import { type Caller, overHttp, overSession, overStdio } from './callers.ts';
import { type CallFigures, callTable, measureCalls } from './calls.ts';
import { short, table, times } from './figures.ts';
import { type InProcessFigures, inProcessTable, measureInProcess } from './in-process.ts';
import { seed } from './seed.ts';
import { measureStarts, type StartFigures, startTable } from './start.ts';
import { buildFloor, kith } from './targets.ts';

const EMAIL = 'bench@example.com';
const CONTACTS = 1_000;
/** Calls under way at once, as with a host that has several conversations. */
const AT_ONCE = 16;
const ROUND = 200;
/** Calls of which each is timed alone. */
const CALLS = 2_000;

export interface FaceFigures {
  starts: StartFigures[];
  inProcess: InProcessFigures;
  calls: CallFigures;
  rates: { transport: 'stdio' | 'HTTP'; name: string; callsPerSecond: number; megabytes: number }[];
}

/** Start, memory, call and calls per second of every way in, beside the floor and a generic bridge on our openapi.json. */
export async function measureFace(
  folder: string,
  { starts, rounds }: { starts: number; rounds: number },
): Promise<FaceFigures> {
  const dataDir = join(folder, 'face');
  const { contactIds, apiKey } = await seeded(dataDir);
  const env = { KITH_DATA_DIR: dataDir, KITH_USER: EMAIL, KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const service = await overHttp('kith serve', [...KITH, 'serve', '--port', '0'], env, { apiKey });
  const replyFile = join(folder, 'face-reply.json');
  writeFileSync(replyFile, JSON.stringify(await service.call('get_contact', { contactId: contactIds[0] })));

  const baseUrl = service.url!.replace(/\/mcp$/, '');
  const floor = buildFloor();
  const bridge = bridgeCommand(baseUrl, apiKey, '--transport', 'stdio');
  const startFigures = await measureStarts(
    [{ ...kith(dataDir), env }, floor, { name: 'bridge', command: bridge, env: {} }],
    starts,
  );

  const inProcess = await measureInProcess({ dataDir, user: EMAIL, contactIds, calls: CALLS });
  const calls = await measureCalls({ ...kith(dataDir), env }, floor, { contactIds, folder, calls: CALLS });

  const floorEnv = { FLOOR_REPLY: replyFile };
  const remote = { KITH_BASE_URL: baseUrl, KITH_API_KEY: apiKey, KITH_ALLOW_HTTP: '1' };
  const port = await freePort();
  const bridgeHttp = bridgeCommand(
    baseUrl,
    apiKey,
    '--transport',
    'http',
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
  );
  const callers: Caller[] = [
    await overStdio('kith', KITH, env),
    await overStdio('kith, remote service', KITH, remote),
    await overStdio('floor', floor.command, floorEnv, 'constant'),
    await overStdio('bridge', bridge, {}, BRIDGE_GET_CONTACT),
    await overHttp('kith http', [...KITH, 'http', '--port', '0'], { ...env, KITH_HTTP_TOKEN: 'none' }),
    service,
    await overHttp('floor', buildFloor('floor-http').command, floorEnv, { tool: 'constant' }),
    await overSession('bridge', bridgeHttp, `http://127.0.0.1:${port}/mcp`, BRIDGE_GET_CONTACT),
  ];
  const took = new Map(callers.map((caller) => [caller, 0]));
  for (let round = -1; round < rounds; round++) {
    for (const caller of callers) {
      const started = performance.now();
      await callMany(caller, contactIds);
      // The first round warms up.
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

async function seeded(dataDir: string) {
  const data = openData(dataDir, undefined);
  const { api_key } = await addUser(data.store, data.secret, { email: EMAIL });
  const contactIds = await seed(data, await localUser(data.store, EMAIL), CONTACTS);
  await data.store.close();
  return { contactIds, apiKey: api_key! };
}

async function callMany(caller: Caller, ids: string[]): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < ROUND) await caller.call('get_contact', { contactId: ids[(next++ * 37) % ids.length] });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
  const title = `get_contact, ${AT_ONCE} calls at once, in turns of ${ROUND}; the bridge and "remote" call kith serve`;
  return [
    startTable(starts),
    inProcessTable(inProcess),
    callTable(calls),
    table(title, ['', 'calls/s', '÷ floor', 'MB after', '÷ floor'], rows),
  ].join('\n');
}
