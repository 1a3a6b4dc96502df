import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { remoteClient } from '../../src/client/remote.ts';
import type { ToolName } from '../../src/contract/operations.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import type { Json } from '../support/people.ts';
import { type RunningService, startService } from '../support/service.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { type Fault, type FaultProxy, type Forwarded, startFaultProxy } from './fault-proxy.ts';
import { errorOf } from './scripted-service.ts';

// A failed write, retried as its error advises, has exactly one effect. Every kind of failure is combined with every
// kind of write, against the real service through the fault proxy.

const clock = virtualClock();
const RETRIES = 1;
let service: RunningService;
let proxy: FaultProxy;
let client: Client;
let direct: Client;
/** The fault for every request, until it is `none` again. */
let fault: Fault = 'none';
let forwarded: Forwarded[] = [];

beforeAll(async () => {
  service = await startService();
  const { apiKey } = await service.user();
  proxy = await startFaultProxy(
    service.baseUrl,
    () => fault,
    (answer) => forwarded.push(answer),
  );
  const options = { apiKey, retries: RETRIES, maxResponseBytes: 2 ** 19, deadlineMs: 10_000 };
  client = remoteClient({ baseUrl: proxy.baseUrl, ...options }, clock);
  direct = remoteClient({ baseUrl: service.baseUrl, apiKey });
});
afterAll(async () => {
  await Promise.all([client.close(), direct.close()]);
  await proxy.stop();
  await service.stop();
  clock.stop();
});
beforeEach(() => {
  fault = 'none';
});

interface Write {
  name: string;
  args: Json;
}

const newContact = async (): Promise<string> =>
  (await direct.call('create_contact', { full_name: `Person ${randomUUID()}` })).data.contact.id!;
const newNote = async (): Promise<string> => (await direct.call('create_note', { note: 'first' })).data.note.id;

/** Operations with required and optional keys, both envelopes, one step and several, single and bulk. */
const WRITES: Record<string, () => Promise<Json>> = {
  create_note: async () => ({ note: `note ${randomUUID()}` }),
  create_contact: async () => ({ full_name: `Person ${randomUUID()}` }),
  bulk_create_contacts: async () => ({ contacts: [1, 2].map(() => ({ full_name: `Person ${randomUUID()}` })) }),
  create_tag: async () => ({ name: `tag ${randomUUID()}` }),
  update_contact: async () => ({ contactId: await newContact(), company: 'Analytical Engines' }),
  update_note: async () => ({ noteId: await newNote(), note: 'second' }),
  merge_contacts: async () => ({ contactIds: [[await newContact(), await newContact()]] }),
  delete_contact: async () => ({ contactId: await newContact() }),
  bulk_delete_contacts: async () => ({ contactIds: [await newContact()] }),
  delete_group: async () => ({
    groupId: (await direct.call('create_group', { name: `group ${randomUUID()}` })).data.group.id,
  }),
  delete_note: async () => ({ noteId: await newNote() }),
};

/** One of each kind. */
const KINDS = ['create_note', 'bulk_create_contacts', 'update_note', 'merge_contacts', 'delete_contact'];

const call = ({ name, args }: Write, idempotencyKey?: string) =>
  client.call(name as never, args as never, { idempotencyKey });

/** Writes that had an effect. */
const effects = () => forwarded.filter(({ status, replayed }) => status < 300 && !replayed).length;

/** How many attempts the client makes if every one meets the fault. */
const HIDES: Partial<Record<Fault, number>> = {
  serverError: 1,
  forbiddenPage: 1,
  strangerJson: 1,
  portalPage: 1,
  nullData: 1,
  huge: 1,
  seeOther: 1,
  moved: 1,
  unknownCoding: 1,
  timeoutPage: 1 + RETRIES,
  tooEarly: 1 + RETRIES,
  empty: 1 + RETRIES,
  badJson: 1 + RETRIES,
  cutBody: 1 + RETRIES,
  resetAfter: 1 + RETRIES,
};

describe.each(Object.entries(HIDES) as [Fault, number][])('%s', (kind, tries) => {
  test.each(KINDS)(
    'reports the outcome of %s as unknown, and returns its result to the same call again',
    async (name) => {
      const write = { name, args: await WRITES[name]!() };
      forwarded = [];
      proxy.met.splice(0);
      fault = kind;
      const error = await errorOf(call(write));
      fault = 'none';
      // A broken keep-alive socket is replaced at once, and does not count.
      const replaced = kind === 'resetAfter' || kind === 'cutBody' ? 1 : 0;
      expect(proxy.met.length).toBeGreaterThanOrEqual(tries);
      expect(proxy.met.length).toBeLessThanOrEqual(tries + replaced);
      expect(error.message).toContain('may have taken effect');
      const key = error.details!.idempotency_key as string;
      expect(error.hint).toContain(`Repeat the call with idempotency_key ${key}`);
      const answer = await call(write, key);
      expect(answer).toMatchObject({ replayed: true, idempotencyKey: key });
      expect(effects()).toBe(1);
    },
  );
});

/** Faults that the client recovers from by itself, and the requests needed. */
const GOT_OVER: Partial<Record<Fault, number>> = { gzipped: 1, deflated: 1, brotli: 1, continued: 1, duplicate: 1 };

describe.each(Object.entries(GOT_OVER) as [Fault, number][])('%s', (kind, requests) => {
  test.each(['create_note', 'merge_contacts'])('does not keep %s from completing', async (name) => {
    const write = { name, args: await WRITES[name]!() };
    forwarded = [];
    proxy.met.splice(0);
    fault = kind;
    const answer = await call(write);
    expect(answer.data).toBeTypeOf('object');
    expect(proxy.met).toHaveLength(kind === 'duplicate' ? proxy.met.length : requests);
    expect(effects()).toBe(1);
  });
});

describe('over MCP', () => {
  let tools: TestClient;
  let apiKey: string;
  beforeAll(async () => {
    ({ apiKey } = await service.user());
    tools = await connectModern({ env: { KITH_BASE_URL: proxy.baseUrl, KITH_API_KEY: apiKey } });
    // The user's data is created over the same connection.
    direct = remoteClient({ baseUrl: service.baseUrl, apiKey });
  });
  afterAll(() => tools.close());

  test.each(Object.keys(WRITES))('%s has one effect when retried as the hint says', async (name) => {
    const args = {
      ...(await WRITES[name]!()),
      ...(toolDefinitions[name as ToolName].confirm && { confirm: true }),
    };
    forwarded = [];
    fault = 'serverError';
    const failed = await tools.call(name, args);
    fault = 'none';
    expect(failed.isError).toBe(true);
    const { error } = JSON.parse(failed.content[0]!.text);
    const [, key] = /Repeat the call with idempotency_key (\S+): it takes effect once/.exec(error.hint)!;
    const repeated = await tools.call(name, { ...args, idempotency_key: key });
    expect(repeated.isError, repeated.content[0]!.text).toBeFalsy();
    expect(repeated._meta).toMatchObject({ 'kith/replayed': true });
    const written = forwarded.filter(({ method, asked }) => method !== 'GET' && !asked.includes('/contacts/filter'));
    expect(written.filter(({ status, replayed }) => status < 300 && !replayed)).toHaveLength(1);
  });

  test.each(Object.keys(WRITES).filter((name) => toolDefinitions[name as ToolName].confirm))(
    '%s has one effect when retried after a confirmation',
    async (name) => {
      const asking = await connectModern({
        env: { KITH_BASE_URL: proxy.baseUrl, KITH_API_KEY: apiKey },
        onQuestion: () => {
          // The confirmation is requested first. The call that follows it meets the fault.
          fault = faultOnYes;
          return { action: 'accept', content: { confirm: true } };
        },
      });
      const args = await WRITES[name]!();
      forwarded = [];
      let faultOnYes: Fault = 'serverError';
      const failed = await asking.call(name, args);
      fault = faultOnYes = 'none';
      const key = JSON.parse(failed.content[0]!.text).error.details.idempotency_key;
      const repeated = await asking.call(name, { ...args, idempotency_key: key });
      expect(repeated.isError, repeated.content[0]!.text).toBeFalsy();
      expect(repeated._meta).toMatchObject({ 'kith/replayed': true });
      await asking.close();
    },
  );
});
