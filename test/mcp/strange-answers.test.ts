import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteClient } from '../../src/client/remote.ts';
import type { OperationName, ToolName } from '../../src/contract/operations.ts';
import { callTool } from '../../src/mcp/tools/call-tool.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { listen } from '../client/scripted-service.ts';
import { connectModern } from '../support/mcp.ts';
import type { Json } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A service may return anything. A tool then replies too, or explains the problem, and never breaks the protocol.

let service: RunningService;
let user: User;
beforeAll(async () => {
  service = await startService();
  user = await service.user();
});
afterAll(() => service.stop());

/** Calls whose responses the tools inspect. */
async function calls(): Promise<Record<string, Json>> {
  const direct = remoteClient({ baseUrl: service.baseUrl, apiKey: user.apiKey });
  const make = async () => (await direct.call('create_contact', { full_name: 'Ada' })).data.contact.id!;
  const [contactId, other] = [await make(), await make()];
  const links = [{ contact_id: contactId }];
  const { note } = (await direct.call('create_note', { note: 'met', timeline_items_contacts: links })).data;
  await direct.close();
  return {
    list_contacts: {},
    get_contact: { contactId },
    count_contacts: {},
    search_notes: { searchQuery: 'met' },
    create_note: { note: 'again' },
    bulk_create_contacts: { contacts: [{ full_name: 'Cleo' }] },
    bulk_delete_contacts: { contactIds: [other] },
    merge_contacts: { contactIds: [[contactId, other]] },
    delete_note: { noteId: note.id },
    check_service: {},
  };
}

/** Replacements for each part of a good response, one at a time: for a text or a record. */
const IN_PLACE = { leaf: [null, 7], branch: [null, [], {}, 'x', [null]] };

function* spoiled(value: unknown): Generator<unknown> {
  const isBranch = typeof value === 'object' && value !== null;
  yield* isBranch ? IN_PLACE.branch : IN_PLACE.leaf;
  if (!isBranch) return;
  for (const [name, inner] of Object.entries(value)) {
    // Empty fields are all handled alike.
    if (inner === null || typeof inner === 'number' || typeof inner === 'boolean') continue;
    const { [name]: _, ...others } = value as Record<string, unknown>;
    if (!Array.isArray(value)) yield others;
    for (const part of spoiled(inner)) {
      yield Array.isArray(value) ? value.toSpliced(Number(name), 1, part) : { ...value, [name]: part };
    }
  }
}

test('survives any part of a response that is missing or replaced', async () => {
  let answer: unknown;
  const baseUrl = await listen((incoming, outgoing) => {
    incoming.resume();
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answer) ?? '');
  });
  const client = remoteClient({ baseUrl, apiKey: user.apiKey });
  let tried = 0;
  for (const [name, args] of Object.entries(await calls())) {
    const good = await goodAnswer(name as OperationName, args);
    for (const strange of spoiled(good)) {
      answer = strange;
      tried++;
      const result = await callTool(async () => client, { name, args }).catch((error) => error);
      if (result instanceof Error) {
        expect(result.stack, `${name} answered ${JSON.stringify(strange)}`).toBe('a result');
      }
    }
  }
  expect(tried).toBeGreaterThan(200);
  await client.close();
});

/** The service's own response, to this call or to its dry run. */
async function goodAnswer(name: OperationName, args: Json): Promise<unknown> {
  const client = remoteClient({ baseUrl: service.baseUrl, apiKey: user.apiKey });
  const dryRun = !!toolDefinitions[name as ToolName].confirm;
  const { data } = await client.call(name, args as never, { dryRun });
  await client.close();
  return { data };
}

test('returns a result that says what to check for non-record data over the wire', async () => {
  let data: unknown;
  const baseUrl = await listen((incoming, outgoing) => {
    incoming.resume();
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  const tools = await connectModern({ env: { KITH_BASE_URL: baseUrl, KITH_API_KEY: user.apiKey } });
  for (data of [null, 'text', 7, [], undefined]) {
    const read = await tools.call('list_contacts');
    expect(read.isError).toBe(true);
    expect(JSON.parse(read.content[0]!.text).error).toEqual({
      code: 'ServiceUnavailable',
      message: 'The service returned 200, but not a response of the API.',
      hint: 'Check that KITH_BASE_URL points to the API itself.',
    });
    const written = await tools.call('create_note', { note: 'met' });
    expect(JSON.parse(written.content[0]!.text).error.message).toContain('may have taken effect');
  }
  await tools.close();
});

test('returns a result for a response nested deeper than the stack', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const baseUrl = await listen((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":${deep}}`);
  });
  const client = remoteClient({ baseUrl, apiKey: 'kith_x' });
  for (const [name, args] of [
    ['list_contacts', {}],
    ['create_contact', { full_name: 'Ada' }],
  ] as const) {
    const result = await callTool(async () => client, { name, args });
    expect(result.isError, name).toBe(true);
    expect(JSON.stringify(result)).toContain('This version of kith does not know the format of the response');
  }
  await client.close();
});
