import { InMemoryTransport, type JSONRPCMessage, Server } from '@modelcontextprotocol/server';
import { serverFactory } from '../src/mcp/server.ts';
import { callTool } from '../src/mcp/tools/call-tool.ts';
import { openClient } from '../src/server/composition/open-client.ts';
import { settingsIn } from '../src/settings.ts';
import { bareRun, recordStatements } from './bare-sql.ts';
import { Samples, type Spread, short, table, timed, times } from './figures.ts';

const WARM_UP = 2_000;

export interface InProcessFigures {
  replyBytes: number;
  /** From the request's message to its response's, and the same without the layers above each. */
  layers: { name: string; took: Spread }[];
}

/**
 * get_contact without a pipe or a second process: server and caller share this one, over the SDK's in-memory transport,
 * for ours and for the floor alike. The floor returns the same reply from memory. The parts of our call are listed
 * below it.
 */
export async function measureInProcess({
  dataDir,
  user,
  contactIds,
  calls,
}: {
  dataDir: string;
  user?: string;
  contactIds: string[];
  calls: number;
}): Promise<InProcessFigures> {
  const env = { KITH_DATA_DIR: dataDir, ...(user && { KITH_USER: user }) };
  const { client, close } = await openClient(settingsIn(env));
  const makeServer = serverFactory({
    version: 'bench',
    client: async () => client,
    onFault: (_, error) => {
      throw error;
    },
  });
  const ours = await connected(await makeServer({ era: 'legacy' }));
  const contactId = (number: number) => contactIds[(number * 37) % contactIds.length]!;
  const call = (number: number) =>
    ours('tools/call', { name: 'get_contact', arguments: { contactId: contactId(number) } });
  const reply = await call(0);
  const floor = await connected(floorServer(reply));
  const bare = bareRun(dataDir, await recordStatements(() => client.call('get_contact', { contactId: contactId(0) })));

  const layers: Record<string, (number: number) => unknown> = {
    'kith, whole call': call,
    'floor, constant answer': () => floor('tools/call', { name: 'constant', arguments: {} }),
    'kith, tool alone': (number) =>
      callTool(async () => client, { name: 'get_contact', args: { contactId: contactId(number) } }),
    'kith, client alone': (number) => client.call('get_contact', { contactId: contactId(number) }),
    'same SQL, bare': bare.run,
  };
  const samples = new Samples();
  for (let number = 0; number < WARM_UP + calls; number++) {
    for (const [name, work] of Object.entries(layers)) {
      const took = await timed(() => work(number));
      if (number >= WARM_UP) samples.add(name, took);
    }
  }
  bare.close();
  await close();
  return {
    replyBytes: Buffer.byteLength(JSON.stringify(reply)),
    layers: Object.keys(layers).map((name) => ({ name, took: samples.get(name)! })),
  };
}

function floorServer(reply: unknown): Server {
  const server = new Server({ name: 'floor', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => reply as never);
  return server;
}

type Ask = (method: string, params: object) => Promise<unknown>;

/** Sends requests to a server in this process, without a client's own work. */
async function connected(server: Server): Promise<Ask> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  near.onmessage = (message) => {
    const { id, result, error } = message as { id: number; result?: unknown; error?: { message: string } };
    if (error) throw new Error(error.message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await server.connect(far);
  await near.start();
  const ask: Ask = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      void near.send({ jsonrpc: '2.0', id, method, params } as JSONRPCMessage);
    });
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'kith-bench', version: '1' },
  });
  await near.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return ask;
}

export function inProcessTable({ replyBytes, layers }: InProcessFigures): string {
  const floor = layers.find(({ name }) => name.startsWith('floor'))!.took.p50;
  const rows = layers.map(({ name, took: { p50, p99 } }) => [name, short(p50), short(p99), times(p50 / floor)]);
  return table(
    `A tool call in process: get_contact by id, ${replyBytes} bytes of reply (${layers[0]!.took.samples} calls each, in turns)`,
    ['', 'p50 ms', 'p99 ms', '÷ floor'],
    rows,
  );
}
