import { createServer } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { httpTransport } from '../../src/client/remote.ts';
import { operation } from '../../src/contract/operations.ts';
import { freePort } from '../support/free-port.ts';
import { neverAnswered } from '../support/virtual-clock.ts';
import {
  API_KEY,
  closeAfterTest,
  connect,
  data,
  errorOf,
  refusal,
  reset,
  type Step,
  scripted,
  silence,
} from './scripted-service.ts';

const contact = data({ contact: { id: '0192f0c1-2345-7abc-8def-0123456789ab' } });
const create = { full_name: 'Ada' };
const page: Step = (outgoing) =>
  void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
const halfJson: Step = (outgoing) =>
  void outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"cont');
const cut: Step = (outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 }).write('{"data":');
  setImmediate(() => outgoing.destroy());
};

describe('a write is retried with the same key and body', () => {
  test.each<[string, Step]>([
    ['a reset', reset],
    ['a 429', refusal(429, 'rate_limited', { 'retry-after': '0.05' })],
    ['a 429 without Retry-After', refusal(429, 'rate_limited')],
    ['a 503', refusal(503, 'ServiceUnavailable')],
    ['a 503 that says when', refusal(503, 'ServiceUnavailable', { 'retry-after': '0.05' })],
    ["a proxy's page", page],
    ['a 504', refusal(504, 'ServiceUnavailable')],
    ['half an answer', halfJson],
    ['a cut answer', cut],
    ['the same call still running', refusal(409, 'idempotency_in_progress', { 'retry-after': '0.05' })],
  ])('after %s', async (_, step) => {
    const { client, got } = await scripted([step, contact]);
    const { data: answer, idempotencyKey } = await client.call('create_note', { note: 'hello' });
    expect(answer).toHaveProperty('contact');
    expect(got).toHaveLength(2);
    expect(got[1]!.headers['idempotency-key']).toBe(idempotencyKey);
    expect(got[0]!.headers['idempotency-key']).toBe(idempotencyKey);
    expect(got[1]!.body).toBe(got[0]!.body);
    // The client adds nothing, because the service fills in missing values.
    expect(JSON.parse(got[0]!.body).note).toEqual({ note: 'hello' });
  });
});

test("uses a caller's own key, which must be a UUID", async () => {
  const { client, got } = await scripted([contact]);
  const idempotencyKey = '0192f0c1-2345-7abc-8def-0123456789ab';
  const answer = await client.call('create_note', { note: 'hello' }, { idempotencyKey });
  expect(answer.idempotencyKey).toBe(idempotencyKey);
  expect(got[0]!.headers['idempotency-key']).toBe(idempotencyKey);
  const refused = await errorOf(client.call('create_note', { note: 'hello' }, { idempotencyKey: 'x\r\ny' }));
  expect(refused.details).toEqual({ fields: { idempotency_key: 'must be a UUID' } });
});

test.each([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [409, 'Conflict'],
  [413, 'PayloadTooLarge'],
  [500, 'InternalServerError'],
])('treats a %i as final', async (status, code) => {
  const { client, got } = await scripted([refusal(status, code), contact]);
  const error = await errorOf(client.call('create_contact', create));
  expect(error).toMatchObject({ status, code });
  // A refusal did nothing. After a fault, the outcome is unknown.
  expect('idempotency_key' in (error.details ?? {})).toBe(status === 500);
  expect(got).toHaveLength(1);
});

test('waits longer between attempts, then gives up with an error that explains a safe repeat', async () => {
  const { client, got } = await scripted([reset], { retries: 3 });
  const error = await errorOf(client.call('create_contact', create));
  expect(got).toHaveLength(4);
  const gaps = got.slice(1).map(({ at }, index) => at - got[index]!.at);
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(100 * 2 ** index - 2);
  expect(error).toMatchObject({
    code: 'ServiceUnavailable',
    details: { idempotency_key: got[0]!.headers['idempotency-key'] },
  });
  expect(error.message).toContain('may have taken effect');
});

test('replaces a dropped keep-alive socket at once, even without retries', async () => {
  const { client, got } = await scripted([contact, reset, contact], { retries: 0 });
  await client.call('get_contact', { contactId: '0192f0c1-2345-7abc-8def-0123456789ab' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await client.call('create_contact', create, { timeoutMs: 30_000 });
  const waits = timers.mock.calls.map(([, milliseconds = 0]) => milliseconds);
  timers.mockRestore();
  expect(got.map(({ reused }) => reused)).toEqual([false, true, false]);
  // The delay before a retry is 100 to 200 ms. The others are timeouts.
  expect(waits.filter((milliseconds) => milliseconds > 0 && milliseconds <= 200)).toEqual([]);
});

describe('a write without a key', () => {
  const write = { ...operation('create_contact'), idempotency: 'none' as const };
  const request = {
    operation: write,
    parts: { path: {}, query: {}, body: {} },
    idempotencyKey: undefined,
    dryRun: false,
    repeatable: false,
  };
  const open = (baseUrl: string) => {
    const transport = httpTransport({ baseUrl, apiKey: API_KEY });
    closeAfterTest(() => transport.close());
    return transport;
  };

  test('is not resent once it may have been processed', async () => {
    for (const step of [reset, cut]) {
      const { baseUrl, got } = await scripted([step, contact]);
      expect((await errorOf(open(baseUrl).send(request))).code).toBe('ServiceUnavailable');
      expect(got).toHaveLength(1);
    }
    const { baseUrl, got } = await scripted([refusal(503, 'ServiceUnavailable', { 'retry-after': '0.05' }), contact]);
    expect((await errorOf(open(baseUrl).send(request))).status).toBe(503);
    expect(got).toHaveLength(1);
  });

  test('is resent after a 429, and if nothing accepted the connection', async () => {
    const { baseUrl, got } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '0.05' }), contact]);
    expect((await open(baseUrl).send(request)).status).toBe(200);
    expect(got).toHaveLength(2);

    const server = createServer((_, outgoing) => void outgoing.end('{"data":{}}'));
    const port = await freePort();
    const sending = open(`http://127.0.0.1:${port}`).send(request);
    server.listen(port, '127.0.0.1');
    closeAfterTest(async () => server.close());
    expect((await sending).status).toBe(200);
  });
});

test('waits out Retry-After in seconds and as a date, and reports the wait', async () => {
  const { client, got, events } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '1' }), contact]);
  await client.call('create_contact', create);
  expect(got[1]!.at - got[0]!.at).toBeGreaterThanOrEqual(1_000);
  expect(events).toEqual([
    { kind: 'waiting', operation: 'create_contact', seconds: 1, reason: "the service's rate limit" },
  ]);
  const soon = new Date(Date.now() + 600_000).toUTCString();
  const dated = await scripted([refusal(429, 'rate_limited', { 'retry-after': soon }), contact], { deadlineMs: 5_000 });
  const error = await errorOf(dated.client.call('create_contact', create));
  expect(error.retryAfter).toBeGreaterThan(540);
});

describe('a deadline', () => {
  test('fails a call at once if the wait would exceed it', async () => {
    // Both exceed a test's timeout, so a call that waits for either fails the test.
    const { client, got } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '7200' })]);
    const refused = await errorOf(client.call('list_tags', {}, { deadlineMs: 3_600_000 }));
    expect(refused).toMatchObject({ code: 'rate_limited', retryAfter: 7_200 });
    // The next call fails without a request.
    const unsent = await errorOf(client.call('list_tags', {}, { deadlineMs: 3_600_000 }));
    expect(unsent.code).toBe('rate_limited');
    expect(unsent.retryAfter).toBeGreaterThan(3_600);
    expect(got).toHaveLength(1);
  });

  test('limits each attempt too, and an attempt has its own timeout', async () => {
    const { client, got, clock } = await scripted([silence]);
    const late = await errorOf(client.call('list_tags', {}, { deadlineMs: 500 }));
    expect(late.message).toContain('did not answer');
    expect(clock.now()).toBeLessThan(1_000);
    expect(got).toHaveLength(1);
    const retried = await scripted([silence, data({ tags: [], pagination: { nextCursor: null, count: 0 } })]);
    await retried.client.call('list_tags', {}, { timeoutMs: 500 });
    expect(retried.got).toHaveLength(2);
  });

  test('ends a response that trickles in', async () => {
    const drip: Step = (outgoing, { headers }) => {
      neverAnswered(headers);
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => outgoing.write(' '), 10);
      outgoing.on('close', () => clearInterval(timer));
    };
    const { client } = await scripted([drip], { retries: 0 });
    expect((await errorOf(client.call('list_tags', {}, { timeoutMs: 100 }))).message).toContain(
      'did not answer within 0.1 s',
    );
  });
});

test('reports calls ahead in the queue as the reason for a missed deadline', async () => {
  const { client, got, arrived, clock } = await scripted([silence], { maxConcurrent: 1, timeoutMs: 900_000 });
  const cancel = new AbortController();
  clock.advance(3_600_000);
  const first = errorOf(client.call('list_tags', {}, { signal: cancel.signal, deadlineMs: 1_000_000 }));
  await arrived(1);
  clock.after(60_000, () => cancel.abort());
  const late = await errorOf(client.call('list_tags', {}, { deadlineMs: 300 }));
  expect(late).toMatchObject({ code: 'rate_limited', hint: 'Send fewer calls at once.', retryAfter: 1 });
  expect(late.message).toBe('The call was not sent: it reached its deadline in the queue.');
  cancel.abort();
  await first;
  expect(got).toHaveLength(1);
});

test('reports progress and how to resume when a split call fails halfway', async () => {
  const batch = { requested: 100, committed: 100, committedThrough: 99, chunks: [], failedRows: [] };
  const part = data({ contacts: [], pagination: { nextCursor: null, count: 0 }, batch });
  const { client, got } = await scripted([part, refusal(403, 'Forbidden')]);
  const contacts = Array.from({ length: 250 }, () => create);
  const error = await errorOf(client.call('bulk_create_contacts', { contacts }));
  const key = got[0]!.headers['idempotency-key'];
  expect(error).toMatchObject({ code: 'Forbidden', status: 403, details: { done: 100, total: 250 } });
  expect(error.message).toBe('refused with Forbidden 100 of 250 are done and kept.');
  expect(error.hint).toContain(`idempotency_key ${key}`);
  // If the first part fails, nothing is done, and the refusal stays as it is.
  const refused = await scripted([refusal(403, 'Forbidden')]);
  const first = await errorOf(refused.client.call('bulk_create_contacts', { contacts }));
  expect([first.message, first.details]).toEqual(['refused with Forbidden', undefined]);
});

describe('a canceled call', () => {
  test('closes the connection, which the service notices', async () => {
    let closed!: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { client, arrived } = await scripted([(outgoing) => void outgoing.on('close', closed)]);
    const cancel = new AbortController();
    const call = errorOf(client.call('list_tags', {}, { signal: cancel.signal }));
    await arrived(1);
    cancel.abort(new Error('no longer wanted'));
    expect((await call).message).toBe('no longer wanted');
    await socketClosed;
  });

  test('ends while it waits, without affecting others', async () => {
    const { client, got, arrived } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '0.3' }), contact]);
    const cancel = new AbortController();
    const first = errorOf(client.call('create_contact', create, { signal: cancel.signal }));
    await arrived(1);
    const second = client.call('create_contact', { full_name: 'Ben' });
    cancel.abort();
    expect((await first).name).toBe('AbortError');
    await second;
    expect(got.map(({ body }) => JSON.parse(body).full_name)).toEqual(['Ada', 'Ben']);
    expect((await errorOf(client.call('list_tags', {}, { signal: AbortSignal.abort() }))).name).toBe('AbortError');
  });

  test("rejects with its signal's reason, even if an attempt may have taken effect", async () => {
    const { client, arrived } = await scripted([reset, silence]);
    const cancel = new AbortController();
    const call = errorOf(client.call('create_contact', create, { signal: cancel.signal }));
    await arrived(2);
    const reason = new Error('no longer wanted');
    cancel.abort(reason);
    expect(await call).toBe(reason);
  });

  test('may share its signal with many calls without a leak warning', async () => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => void warnings.push(message);
    process.on('warning', listen);
    closeAfterTest(async () => void process.off('warning', listen));
    const { client, arrived } = await scripted([silence], { maxConcurrent: 12 });
    const cancel = new AbortController();
    const calls = Array.from({ length: 24 }, () => errorOf(client.call('list_tags', {}, { signal: cancel.signal })));
    await arrived(1);
    cancel.abort();
    await Promise.all(calls);
    expect(warnings).toEqual([]);
  });

  test('in several parts stops after the current one, and reports progress and how to resume', async () => {
    const batch = { requested: 100, committed: 100, committedThrough: 99, chunks: [], failedRows: [] };
    const { client, got } = await scripted([data({ contacts: [], pagination: { nextCursor: null, count: 0 }, batch })]);
    const stop = new AbortController();
    const contacts = Array.from({ length: 250 }, () => create);
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const error = await errorOf(client.call('bulk_create_contacts', { contacts }, options));
    const key = got[0]!.headers['idempotency-key'];
    expect(error).toMatchObject({ code: 'cancelled', details: { done: 100, total: 250, idempotency_key: key } });
    expect(error.message).toBe('Cancelled: 100 of 250 are done and kept.');
    expect(error.hint).toContain(key);
    expect(got).toHaveLength(1);
  });

  test('ends when the client is closed', async () => {
    const { client, arrived } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '60' })]);
    const waiting = [errorOf(client.call('list_tags', {})), errorOf(client.call('create_contact', create))];
    await arrived(1);
    await client.close();
    for (const error of await Promise.all(waiting)) expect(error.message).toBe('The client was closed.');
    expect((await errorOf(client.call('list_tags', {}))).message).toBe('The client was closed.');
  });
});

test('does not delay other calls after a failed attempt', async () => {
  const { client, got, arrived } = await scripted([reset, contact]);
  const failing = client.call('create_contact', create);
  await arrived(1);
  const other = client.call('create_contact', { full_name: 'Ben' });
  await Promise.all([failing, other]);
  expect(got.map(({ body }) => JSON.parse(body).full_name)).toEqual(['Ada', 'Ben', 'Ada']);
});

test('gives up on a service that never responds after some attempts, even without a deadline', async () => {
  const { clock } = await scripted([contact]);
  const client = connect({ baseUrl: 'http://127.0.0.1:9', deadlineMs: Number.POSITIVE_INFINITY, retries: 2 }, clock);
  const cancel = new AbortController();
  clock.after(60_000, () => cancel.abort(new Error('still trying after a minute')));
  const error = await errorOf(client.call('create_contact', create, { signal: cancel.signal }));
  expect(error.message).toContain('could not be reached');
});

test('explains that a service is unreachable', async () => {
  const { clock } = await scripted([contact]);
  const client = connect({ baseUrl: 'http://127.0.0.1:9', deadlineMs: 50_000 }, clock);
  const error = await errorOf(client.call('create_contact', create));
  expect(error.message).toBe('The service at http://127.0.0.1:9 could not be reached.');
  // No request was sent, so there is no outcome to check.
  expect(error.details).not.toHaveProperty('idempotency_key');
  expect(clock.now()).toBeGreaterThan(45_000);
});
