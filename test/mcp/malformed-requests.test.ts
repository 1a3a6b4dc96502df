import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initialize, type JsonRpcProcess, startJsonRpc } from '../support/json-rpc.ts';
import { CLI, type RunningHttp, startHttp, temporaryFolder } from '../support/service.ts';

// Malformed client requests. The error names the fault in one sentence, in the protocol's terms.

const client = { name: 'test', version: '1' };
const open = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };
const { clientInfo: _, ...unnamed } = open;

const REQUESTS: [what: string, method: string, params: object | undefined, fault: string][] = [
  ['no clientInfo', 'initialize', unnamed, 'params.clientInfo is missing'],
  ['a null clientInfo', 'initialize', { ...open, clientInfo: null }, 'params.clientInfo is missing'],
  [
    'no version of the client',
    'initialize',
    { ...open, clientInfo: { name: 'x' } },
    'params.clientInfo.version is missing',
  ],
  ['no params', 'initialize', undefined, 'params is missing'],
  [
    'a version that is a number',
    'initialize',
    { ...open, protocolVersion: 5 },
    'params.protocolVersion must be of type string',
  ],
  [
    'a capability that is a number',
    'initialize',
    { ...open, capabilities: { elicitation: 5 } },
    'params.capabilities.elicitation must be of type object',
  ],
  ['no params', 'tools/call', undefined, 'params is missing'],
  ['no name', 'tools/call', { arguments: {} }, 'params.name is missing'],
  ['a name that is a number', 'tools/call', { name: 5 }, 'params.name must be of type string'],
  [
    'arguments as text',
    'tools/call',
    { name: 'list_contacts', arguments: '{}' },
    'params.arguments must be of type object',
  ],
  ['no uri', 'resources/read', {}, 'params.uri is missing'],
  ['no name', 'prompts/get', {}, 'params.name is missing'],
  [
    'an argument that is a number',
    'prompts/get',
    { name: 'weekly_review', arguments: { days: 5 } },
    'params.arguments.days must be of type string',
  ],
  ['nothing to complete', 'completion/complete', {}, 'params.ref is missing, params.argument is missing'],
  [
    'an unknown reference',
    'completion/complete',
    { ref: { type: 'ref/tool' }, argument: { name: 'a', value: 'b' } },
    'params.ref is not valid',
  ],
  ['a cursor that is a number', 'tools/list', { cursor: 5 }, 'params.cursor must be of type string'],
];

const folder = temporaryFolder();
let http: RunningHttp;
let opened: JsonRpcProcess;
beforeAll(async () => {
  http = await startHttp();
  opened = start();
  await initialize(opened);
});
afterAll(async () => {
  await end(opened);
  await http.stop();
  folder.remove();
});

const start = () => startJsonRpc([process.execPath, CLI], { KITH_DATA_DIR: folder.path });

async function end(server: JsonRpcProcess): Promise<void> {
  server.child.stdin.end();
  await server.exited;
}

/** A request's error over stdio. */
async function overStdio(method: string, params: object | undefined): Promise<unknown> {
  const server = method === 'initialize' ? start() : opened;
  const error = await server.request(method, params).then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  );
  if (server !== opened) await end(server);
  return error;
}

async function overHttp(method: string, params: object | undefined): Promise<unknown> {
  const response = await fetch(http.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { error?: unknown }).error;
}

describe.each(REQUESTS)('%s in %s', (_what, method, params, fault) => {
  test('is reported in one sentence', async () => {
    const expected = { code: -32602, message: `Invalid ${method} request: ${fault}.` };
    expect(await overStdio(method, params)).toEqual(expected);
    expect(await overHttp(method, params)).toEqual(expected);
  });
});

test('treats null as absent', async () => {
  expect(await overStdio('tools/call', { name: 'list_contacts', arguments: null })).toBeUndefined();
  expect(await overHttp('tools/list', { cursor: null })).toBeUndefined();
});

test('answers an unknown protocol version with a supported one', async () => {
  expect(await overStdio('initialize', { ...open, protocolVersion: '1999-01-01' })).toBeUndefined();
});
