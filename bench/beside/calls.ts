import { initialize, type JsonRpcProcess, startJsonRpc } from '../../test/support/json-rpc.ts';
import { Samples, type Spread, timed } from '../figures.ts';
import type { Server } from './servers.ts';

export const CALLS = ['read', 'find', 'write'] as const;
type Call = (typeof CALLS)[number];

const WARM_UP = 30;

/** Each call to every server in turns, skipping servers without a tool for it. */
export async function measureTurns(
  servers: Server[],
  people: number,
  rounds: number,
): Promise<Map<Server, Partial<Record<Call, Spread>>>> {
  const open = new Map<Server, JsonRpcProcess>();
  for (const server of servers) {
    const opened = startJsonRpc(server.command, server.env);
    await initialize(opened);
    open.set(server, opened);
  }
  const samples = new Map(servers.map((server) => [server, new Samples()]));
  for (const call of CALLS) {
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const number = call === 'write' ? people + round : (round * 37) % people;
      for (const server of servers) {
        const asked = server[call]?.(number);
        if (!asked) continue;
        const took = await timed(() => request(server, open.get(server)!, asked));
        if (round >= WARM_UP) samples.get(server)!.add(call, took);
      }
    }
  }
  for (const { child, exited } of open.values()) {
    child.kill('SIGTERM');
    await exited;
  }
  return new Map(
    servers.map((server) => [server, Object.fromEntries(CALLS.map((call) => [call, samples.get(server)!.get(call)]))]),
  );
}

async function request({ name }: Server, server: JsonRpcProcess, call: object): Promise<void> {
  const { isError, content } = await server.request('tools/call', call);
  if (isError) throw new Error(`${name} refused ${JSON.stringify(call)}: ${JSON.stringify(content)}`);
}
