import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { AttemptFailure } from '../../src/client/failures.ts';
import { judgeFailure, noHistory } from '../../src/client/retry-policy.ts';
import { wireRequest } from '../../src/client/wire-request.ts';
import { operation } from '../../src/contract/operations.ts';
import { limitHeaders } from '../../src/service/runtime/limits.ts';
import { KithError } from '../../src/shared/error.ts';
import { freePort } from '../support/free-port.ts';
import { closeAfterTest, connect, data, errorOf, json, refusal, type Step, scripted } from './scripted-service.ts';

// How long a client waits, on a virtual clock that skips the waits. Requests are counted in place of seconds.

const page = data({ tags: [], pagination: { nextCursor: null, count: 0 } });
const list = (client: Client, deadlineMs: number) => client.call('list_tags', {}, { deadlineMs });
const many = (count: number, call: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: count }, call));
const outcomes = (settled: PromiseSettledResult<unknown>[]) => ({
  answered: settled.filter(({ status }) => status === 'fulfilled').length,
  refused: settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as KithError).code] : [])),
});

describe('a service that requests no wait is not flooded', () => {
  test.each<[string, number, string]>([
    ['429 and 0', 429, '0'],
    ['429 and a date in the past', 429, 'Sat, 21 Nov 2020 00:00:00 GMT'],
    ['503 and 0', 503, '0'],
    ['503 and a date in the past', 503, 'Sat, 21 Nov 2020 00:00:00 GMT'],
    ['409 of a call that still runs, and 0', 409, '0'],
  ])('%s', async (_, status, retryAfter) => {
    const code = { 429: 'rate_limited', 503: 'ServiceUnavailable', 409: 'idempotency_in_progress' }[status]!;
    const { client, got } = await scripted([refusal(status, code, { 'retry-after': retryAfter })]);
    await many(10, () => client.call('create_tag', { name: 'x' }, { deadlineMs: 2_500 }));
    // Each delay doubles, starting at a tenth of a second.
    expect(got.length).toBeGreaterThan(2);
    expect(got.length).toBeLessThanOrEqual(60);
  });
});

describe('a call that cannot run before its deadline fails at once', () => {
  /** A limit of 60 a minute, counted from the first request. */
  function perMinute(limit: number, withPolicy = true): Step {
    let taken = 0;
    return (outgoing, got) => {
      const { 'RateLimit-Policy': policy, ...others } = limitHeaders({
        limit,
        remaining: Math.max(0, limit - ++taken),
        reset: 60,
        allowed: true,
      });
      json(
        200,
        { data: { tags: [], pagination: { nextCursor: null, count: 0 } } },
        {
          ...others,
          ...(withPolicy && { 'RateLimit-Policy': policy! }),
        },
      )(outgoing, got);
    };
  }

  test('90 calls at 60 a minute: 30 fail once the first response arrives', async () => {
    const { client, got, clock } = await scripted([perMinute(60)]);
    let sentWhenTold = 0;
    const settled = await many(90, () =>
      list(client, 50_000).catch((error) => {
        sentWhenTold ||= got.length;
        throw error;
      }),
    );
    expect(outcomes(settled)).toEqual({ answered: 60, refused: Array(30).fill('rate_limited') });
    expect(sentWhenTold).toBeLessThanOrEqual(11);
    expect(clock.now()).toBeLessThan(1_000);
    const { reason } = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(reason.message).toBe('The call was not sent: the rate limit would delay it past its deadline.');
    expect(reason.retryAfter).toBeGreaterThan(50);
    expect(got).toHaveLength(60);
  });

  test("across several windows, if the service reports the window's size", async () => {
    const { client, got } = await scripted([perMinute(60)]);
    const cancel = new AbortController();
    const calls = Array.from({ length: 200 }, () =>
      client.call('list_tags', {}, { deadlineMs: 100_000, signal: cancel.signal }),
    );
    const told = calls.map((call) => call.catch((error) => error.code));
    // The last 80 would need the third minute.
    expect(await Promise.all(told.slice(120))).toEqual(Array(80).fill('rate_limited'));
    expect(got.length).toBeLessThanOrEqual(60);
    cancel.abort();
    await Promise.all(told);
  });

  test('when other clients have used up the rest', async () => {
    const left = (r: number): Step => json(200, { data: { tags: [] } }, { ratelimit: `"default";r=${r};t=60` });
    const { client, got, clock } = await scripted([left(50), left(0)], { maxConcurrent: 1 });
    const settled = await many(20, () => list(client, 30_000));
    expect(outcomes(settled)).toEqual({ answered: 2, refused: Array(18).fill('rate_limited') });
    expect(clock.now()).toBeLessThan(1_000);
    expect(got).toHaveLength(2);
  });

  test('when a refusal pauses their queue', async () => {
    const { client, got, clock } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '50' })], {
      maxConcurrent: 1,
    });
    const settled = await many(5, () => list(client, 30_000));
    expect(outcomes(settled)).toEqual({ answered: 0, refused: Array(5).fill('rate_limited') });
    expect(clock.now()).toBeLessThan(1_000);
    expect(got).toHaveLength(1);
  });
});

describe('no response silences the client for long', () => {
  test('ignores a wait of a year, and retries soon', async () => {
    const { client, got, clock } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '31536000' }), page]);
    await list(client, 50_000);
    expect(got).toHaveLength(2);
    expect(clock.now()).toBeLessThan(1_000);
  });

  test.each<[string, Step]>([
    ['a refusal for an hour', refusal(429, 'rate_limited', { 'retry-after': '3600' })],
    ['a 503 for an hour', refusal(503, 'ServiceUnavailable', { 'retry-after': '3600' })],
    ['a window of an hour', json(200, { data: { tags: [] } }, { ratelimit: '"default";r=0;t=3600' })],
  ])('%s pauses the queue for a minute, then one call probes and its success releases the others', async (_, step) => {
    const { client, got, clock } = await scripted([step, page]);
    await list(client, 50_000).catch(() => {});
    const told = await errorOf(list(client, 50_000));
    expect(told).toMatchObject({ code: 'rate_limited' });
    expect(told.retryAfter).toBeGreaterThan(3_500);
    expect(got).toHaveLength(1);
    clock.advance(60_000);
    expect(outcomes(await many(5, () => list(client, 50_000)))).toEqual({ answered: 5, refused: [] });
    expect(got).toHaveLength(6);
  });

  test('another refusal of the probe fails the waiting calls, and pauses for another minute', async () => {
    const { client, got, clock } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '3600' })]);
    await list(client, 50_000).catch(() => {});
    clock.advance(60_000);
    expect(outcomes(await many(5, () => list(client, 50_000)))).toEqual({
      answered: 0,
      refused: Array(5).fill('rate_limited'),
    });
    expect(got).toHaveLength(2);
    clock.advance(59_000);
    await errorOf(list(client, 50_000));
    expect(got).toHaveLength(2);
  });
});

describe('an unsent call is retried until the deadline', () => {
  test('an outage of 4 s fails no call', async () => {
    const server = createServer(
      (_, outgoing) => void outgoing.setHeader('content-type', 'application/json').end('{"data":{"tag":{}}}'),
    );
    const port = await freePort();
    const { clock } = await scripted([page]);
    const client = connect({ baseUrl: `http://127.0.0.1:${port}` }, clock);
    clock.after(4_000, () => server.listen(port, '127.0.0.1'));
    closeAfterTest(async () => {
      server.closeAllConnections();
      server.close();
    });
    const settled = await many(10, () => client.call('create_tag', { name: 'x' }, { deadlineMs: 50_000 }));
    expect(outcomes(settled)).toEqual({ answered: 10, refused: [] });
    expect(clock.now()).toBeGreaterThan(3_000);
  });

  const request = wireRequest({
    operation: operation('create_tag'),
    parts: { path: {}, query: {}, body: {} },
    idempotencyKey: '0192f0c1-2345-7abc-8def-0123456789ab',
    dryRun: false,
    repeatable: true,
  });
  const failure = (kind: AttemptFailure['kind']) => new AttemptFailure(kind, new KithError('ServiceUnavailable', kind));
  /** How many retries follow such a failure, out of at most 100. */
  function triesAfter(
    kind: AttemptFailure['kind'],
    rules: { retries: number; reached: boolean; ends: boolean },
  ): number {
    const history = noHistory();
    for (let tries = 0; tries < 100; tries++) {
      if (judgeFailure(request, failure(kind), history, rules).next === 'fail') return tries;
    }
    return 100;
  }

  test.each<[AttemptFailure['kind'], { retries: number; reached: boolean; ends: boolean }, number]>([
    ['unsent', { retries: 4, reached: false, ends: true }, 100],
    ['unsent', { retries: 4, reached: true, ends: false }, 100],
    // The host never responded, and no deadline would end the retries.
    ['unsent', { retries: 4, reached: false, ends: false }, 4],
    ['unsent', { retries: 0, reached: true, ends: true }, 0],
    // A known name is gone because the network is down. A name that never resolved is a typo.
    ['unknownHost', { retries: 4, reached: true, ends: true }, 100],
    ['unknownHost', { retries: 4, reached: false, ends: true }, 0],
    ['lost', { retries: 4, reached: true, ends: true }, 4],
    ['unusable', { retries: 4, reached: true, ends: true }, 0],
    ['final', { retries: 4, reached: true, ends: true }, 0],
  ])('%s with %o: %i more', (kind, rules, tries) => {
    expect(triesAfter(kind, rules)).toBe(tries);
  });
});
