import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { count, damage, withDatabase } from '../support/data-folder.ts';
import { initialize, type JsonRpcProcess, startJsonRpc } from '../support/json-rpc.ts';
import { GIVES_NOTHING_UP, NO_LONG_WAITS } from '../support/no-long-waits.ts';
import { apiAt, CLI, kith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

// Every process exits within a second of SIGTERM or the end of its input, whatever it is doing, with nothing
// half-written and nothing but JSON-RPC on stdout.

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const people = Array.from({ length: 500 }, (_, index) => ({ full_name: `Person ${index}` }));
const contactsWritten = () => withDatabase(folder.path, (database) => count(database, 'contacts'));

/** A client session with the service open and one contact stored. */
async function startStdio(): Promise<JsonRpcProcess> {
  const server = startJsonRpc([process.execPath, CLI], { ...NO_LONG_WAITS, KITH_DATA_DIR: folder.path });
  await initialize(server);
  await callTool(server, 'create_contact', { full_name: 'Ada' });
  return server;
}

const callTool = (server: JsonRpcProcess, name: string, args: object) =>
  server.request('tools/call', { name, arguments: args });

const ENDINGS: [string, (server: JsonRpcProcess) => void][] = [
  ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
  ['SIGINT', ({ child }) => child.kill('SIGINT')],
  ['the end of stdin', ({ child }) => child.stdin.end()],
  [
    'a closed stdout',
    ({ child, notify }) => {
      child.stdout.destroy();
      // A process notices a closed pipe only when it writes.
      notify('ping');
      child.stdin.write('{"jsonrpc":"2.0","id":99,"method":"ping"}\n');
    },
  ],
];

test.each(ENDINGS)('stdio, idle, exits on %s', async (_, end) => {
  const server = await startStdio();
  end(server);
  const exit = await server.exited;
  expect(exit).toEqual({ code: 0, signal: null });
  expect(contactsWritten()).toBe(1);
});

test.each(ENDINGS)('stdio, in a bulk write, exits on %s at the end of a chunk', async (_, end) => {
  const server = await startStdio();
  const call = callTool(server, 'bulk_create_contacts', { contacts: people }).catch(() => 'cut off');
  while (contactsWritten() < 101) await nextTurn();
  end(server);
  const exit = await server.exited;
  await call;
  expect(exit).toEqual({ code: 0, signal: null });
  expect(contactsWritten() % 100).toBe(1);
  expect(damage(folder.path)).toEqual([]);
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(server.stderr()).toBe('kith is ready on stdio\n');
});

test('stdio answers requests sent before the end of stdin', async () => {
  // The first call opens the store, which on a busy computer takes longer than the drain time.
  const server = startJsonRpc([process.execPath, CLI], { ...GIVES_NOTHING_UP, KITH_DATA_DIR: folder.path });
  const opened = initialize(server);
  const made = callTool(server, 'create_contact', { full_name: 'Ada' });
  server.child.stdin.end();
  await opened;
  expect(await made).toMatchObject({ structuredContent: { contact: { full_name: 'Ada' } } });
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('stdio exits on SIGTERM before the first message', async () => {
  const server = startJsonRpc([process.execPath, CLI], { ...NO_LONG_WAITS, KITH_DATA_DIR: folder.path });
  await once(server.child.stderr, 'data');
  server.child.kill('SIGTERM');
  const exit = await server.exited;
  expect(exit).toEqual({ code: 0, signal: null });
  expect(server.lines).toEqual([]);
});

async function startServing(): Promise<{ service: RunningService; api: ReturnType<typeof apiAt> }> {
  const { stdout } = await kith(folder.path, 'user', 'add', 'ada@example.com', '--json');
  const service = await startService(folder.path, NO_LONG_WAITS);
  return { service, api: apiAt(service.baseUrl, JSON.parse(stdout).api_key) };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'serve exits on %s in a bulk write, with whole chunks written',
  async (signal) => {
    const { service, api } = await startServing();
    const exited = once(service.process, 'exit').then(([code, killed]) => ({ code, signal: killed }));
    const call = api.post('/v2/contacts/batch', { contacts: people }, { key: randomUUID() }).catch(() => 'cut off');
    while (contactsWritten() < 100) await nextTurn();
    service.process.kill(signal);
    const exit = await exited;
    await call;
    expect(exit).toEqual({ code: 0, signal: null });
    expect(contactsWritten() % 100).toBe(0);
    expect(damage(folder.path)).toEqual([]);
  },
);

test("serve exits on SIGTERM despite a client's open connection", async () => {
  const { service, api } = await startServing();
  expect((await api.get('/v2/contacts')).status).toBe(200);
  const exited = once(service.process, 'exit').then(([code, killed]) => ({ code, signal: killed }));
  service.process.kill('SIGTERM');
  const exit = await exited;
  expect(exit).toEqual({ code: 0, signal: null });
});
