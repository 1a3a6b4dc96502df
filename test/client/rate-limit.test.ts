import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimitFrom, retryAfterSeconds } from '../../src/client/rate-limit-headers.ts';
import { type Permit, RequestBudget } from '../../src/client/request-budget.ts';
import { SendQueue } from '../../src/client/send-queue.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { connect, data, errorOf, json, refusal, scripted } from './scripted-service.ts';
import { startWindowedService, type WindowedService } from './windowed-service.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const headers = (given: Record<string, string>) => ({ header: (name: string) => given[name] });

test.each<[Record<string, string>, ReturnType<typeof rateLimitFrom>]>([
  [{ ratelimit: '"default";r=5;t=12' }, { remaining: 5, reset: 12 }],
  [{ ratelimit: '"hour";r=90;t=1200, "minute"; r=3; t=12' }, { remaining: 3, reset: 12 }],
  [
    { ratelimit: 'nonsense', 'ratelimit-remaining': '7', 'ratelimit-reset': '30' },
    { remaining: 7, reset: 30 },
  ],
  [
    { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '30' },
    { remaining: 7, reset: 30 },
  ],
  // Unix time, by the service's clock if the response has a date.
  [
    { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
    { remaining: 7, reset: 30 },
  ],
  [
    {
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': '1767225630',
      date: new Date(1767225600_000).toUTCString(),
    },
    { remaining: 7, reset: 30 },
  ],
  [
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 - 5) },
    { remaining: 0, reset: 0 },
  ],
  [
    { 'ratelimit-remaining': '7', 'ratelimit-reset': '30', 'ratelimit-policy': '"default";q=600;w=60' },
    { remaining: 7, reset: 30, limit: 600, length: 60 },
  ],
  // The binding limit is not named.
  [
    { ratelimit: '"m";r=3;t=12', 'ratelimit-policy': '"h";q=600;w=3600, "m";q=20;w=60' },
    { remaining: 3, reset: 12 },
  ],
  [{ ratelimit: '"day";r=1;t=86400' }, { remaining: 1, reset: 86_400 }],
  // Ignored: more than a day ahead, negative, or a fraction.
  [{ ratelimit: '"day";r=1;t=86401' }, undefined],
  [{ 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': String(NOW / 1000 + 31_536_000) }, undefined],
  [{ 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '31536000' }, undefined],
  [{ 'ratelimit-remaining': '-1', 'ratelimit-reset': '30' }, undefined],
  [{ 'ratelimit-remaining': '1.5', 'ratelimit-reset': '30' }, undefined],
  [{ 'ratelimit-remaining': '7' }, undefined],
  [{}, undefined],
])('reads the limit from %j', (given, quota) => {
  expect(rateLimitFrom(headers(given), NOW)).toEqual(quota);
});

test.each([
  ['120', 120],
  ['0', 0],
  ['Sat, 21 Nov 2026 00:01:00 GMT', 60],
  ['Sat, 21 Nov 2020 00:00:00 GMT', 0],
  // More than a day is invalid.
  ['86400', 86_400],
  ['86401', undefined],
  ['31536000', undefined],
  ['Sun, 21 Nov 2027 00:00:00 GMT', undefined],
  ['soon', undefined],
  ['-5', undefined],
])('reads Retry-After: %s', (value, seconds) => {
  expect(retryAfterSeconds(headers({ 'retry-after': value }), NOW)).toBe(seconds);
});

test("measures a date in Retry-After by the service's clock", () => {
  const given = { 'retry-after': 'Fri, 20 Nov 2026 21:01:00 GMT', date: 'Fri, 20 Nov 2026 21:00:00 GMT' };
  expect(retryAfterSeconds(headers(given), NOW)).toBe(60);
});

describe('the request budget', () => {
  const answered = (budget: RequestBudget, sentAt: number, now: number, remaining: number, reset: number) =>
    budget.end(budget.begin(sentAt), now, true, { remaining, reset });

  test('allows one request first, then as many as remain, minus those in flight', () => {
    const budget = new RequestBudget();
    expect(budget.free(1_000)).toBe(1);
    const first = budget.begin(1_000);
    expect(budget.free(1_010)).toBe(0);
    budget.end(first, 1_020, true, { remaining: 99, reset: 60 });
    expect(budget.free(1_020)).toBe(99);
    budget.begin(1_030);
    expect(budget.free(1_030)).toBe(98);
  });

  test('uses the lowest remainder of a window, in any order of responses', () => {
    const budget = new RequestBudget();
    answered(budget, 1_000, 1_010, 500, 60);
    answered(budget, 1_020, 1_030, 200, 60);
    answered(budget, 1_015, 9_000, 400, 60);
    expect(budget.free(9_000)).toBe(200);
  });

  test('allows one request after the window, a second if it gets no response, and all after a response', () => {
    const budget = new RequestBudget();
    answered(budget, 1_000, 1_000, 0, 60);
    expect(budget.free(60_999)).toBe(0);
    expect(budget.nextChange(60_999)).toBe(61_000);
    expect(budget.earliest(60_999, 0)).toBe(61_000);
    expect(budget.free(61_000)).toBe(1);
    const silent = budget.begin(61_000);
    expect(budget.free(61_500)).toBe(0);
    expect(budget.free(63_001)).toBe(1);
    answered(budget, 63_001, 63_010, 598, 60);
    expect(budget.free(63_010)).toBe(597);
    budget.end(silent, 91_000, false);
    expect(budget.free(91_000)).toBe(598);
  });

  test("spends a window's last requests one by one if others use it too, or at once if not", () => {
    const [shared, alone] = [new RequestBudget(), new RequestBudget()];
    for (const budget of [shared, alone]) answered(budget, 1_000, 1_000, 49, 60);
    answered(alone, 1_010, 1_010, 48, 60);
    expect(alone.free(1_010)).toBe(48);
    answered(shared, 1_010, 1_010, 40, 60);
    expect(shared.free(1_010)).toBe(1);
    shared.begin(1_020);
    expect(shared.free(1_020)).toBe(0);
  });

  test('stays paused, whatever remains, then lets one probe, and its response releases all', () => {
    const budget = new RequestBudget();
    answered(budget, 1_000, 1_000, 99, 60);
    budget.pause(1_000, 4_000);
    expect(budget.free(4_999)).toBe(0);
    expect(budget.free(5_000)).toBe(1);
    const probe = budget.begin(5_000);
    expect(budget.free(5_001)).toBe(0);
    budget.end(probe, 5_010, true, { remaining: 98, reset: 55 });
    expect(budget.free(5_010)).toBe(98);
  });

  test('uses the longest of several concurrent pauses', () => {
    for (const pauses of [
      [30_000, 5_000],
      [5_000, 30_000],
    ]) {
      const budget = new RequestBudget();
      for (const milliseconds of pauses) budget.pause(1_000, milliseconds);
      expect(budget.pausedFor(2_000)).toBe(29_000);
      expect(budget.earliest(2_000, 0)).toBe(31_000);
    }
  });

  test('probes after a minute of any pause or window, while others may wait for it', () => {
    const [paused, spent] = [new RequestBudget(), new RequestBudget()];
    paused.pause(0, 3_600_000);
    answered(spent, 0, 0, 0, 3_600);
    for (const budget of [paused, spent]) {
      expect(budget.free(59_999)).toBe(0);
      expect(budget.nextChange(59_999)).toBe(60_000);
      expect(budget.earliest(59_999, 0)).toBe(3_600_000);
      expect(budget.free(60_000)).toBe(1);
      budget.begin(60_000);
      expect(budget.free(60_001)).toBe(0);
      expect(budget.earliest(60_001, 5)).toBe(60_001);
    }
    // Refused again: another minute.
    paused.pause(60_010, 3_000_000);
    expect(paused.free(120_009)).toBe(0);
    expect(paused.free(120_010)).toBe(1);
  });

  test('computes the earliest turn of each queued call', () => {
    const budget = new RequestBudget();
    expect(budget.earliest(0, 500)).toBe(0);
    budget.end(budget.begin(0), 0, true, { remaining: 59, reset: 60 });
    expect([0, 58, 59, 500].map((ahead) => budget.earliest(1, ahead))).toEqual([1, 1, 60_000, 60_000]);
    budget.end(budget.begin(1), 1, true, { remaining: 58, reset: 60, limit: 60, length: 60 });
    expect([57, 58, 117, 118].map((ahead) => budget.earliest(1, ahead))).toEqual([1, 60_000, 60_000, 120_000]);
  });

  test('probes again two seconds after a probe without a response', () => {
    const budget = new RequestBudget();
    expect(budget.nextChange(1_000)).toBe(3_000);
    answered(budget, 1_000, 1_000, 9, 60);
    expect(budget.nextChange(1_001)).toBe(61_000);
    budget.pause(1_001, 5_000);
    expect(budget.nextChange(1_002)).toBe(6_001);
    budget.begin(6_001);
    expect(budget.nextChange(6_002)).toBe(8_002);
  });

  test('does not limit a service that reports no limit', () => {
    const budget = new RequestBudget();
    budget.end(budget.begin(0), 10, true);
    expect(budget.free(10)).toBeGreaterThan(1_000_000);
  });
});

test('sends started operations first, then reads, single writes, and bulk writes', async () => {
  // The refusal holds them back until all are queued.
  const later = refusal(429, 'rate_limited', { 'retry-after': '0.2' });
  const answer = data({ tags: [], contacts: [] });
  const { client, got, arrived } = await scripted([later, answer], { maxConcurrent: 1 });
  const first = client.call('create_tag', { name: 'begun' });
  await arrived(1);
  await Promise.all([
    first,
    client.call('bulk_create_contacts', { contacts: [{ full_name: 'bulk' }] }),
    client.call('create_contact', { full_name: 'single' }),
    client.call('list_tags', {}),
  ]);
  const order = got.map(({ method, body }) => /begun|single|bulk/.exec(body)?.[0] ?? method);
  expect(order).toEqual(['begun', 'begun', 'GET', 'single', 'bulk']);
});

test("passes a canceled call's turn to the next one at once", async () => {
  const given: ((permit: Permit) => void)[] = [];
  const shared = { enter: () => new Promise<Permit>((resolve) => given.push(resolve)), close() {} };
  const queue = new SendQueue({ maxConcurrent: 1, maxQueue: 10, shared });
  const cancel = new AbortController();
  const deadline = Number.POSITIVE_INFINITY;
  const gone = errorOf(queue.enter({ priority: 5, signal: cancel.signal, deadline }));
  const next = queue.enter({ priority: 5, deadline });
  expect(given).toHaveLength(1);
  cancel.abort();
  await gone;
  given[0]!({ done() {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toHaveLength(2);
  given[1]!({ done() {} });
  (await next).done(true);
});

test('rejects at once when the queue is full, with the length of the pause', async () => {
  const closed = json(200, { data: { tags: [] } }, { ratelimit: '"default";r=0;t=400' });
  const { client, got } = await scripted([closed], { maxQueue: 2, deadlineMs: 1_000_000 });
  await client.call('list_tags', {});
  const cancel = new AbortController();
  const waiting = [1, 2].map(() => errorOf(client.call('list_tags', {}, { signal: cancel.signal })));
  const refused = await errorOf(client.call('list_tags', {}));
  expect(refused).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(refused.message).toContain('2 calls are already waiting');
  expect(refused.hint).toMatch(/again in (39\d|400) s/);
  expect(refused.retryAfter).toBeGreaterThanOrEqual(390);
  cancel.abort();
  await Promise.all(waiting);
  expect(got).toHaveLength(1);
});

describe('with a limit of 40 a second', () => {
  const clock = virtualClock();
  let service: WindowedService;
  beforeAll(async () => {
    service = await startWindowedService(40, 1, clock);
  });
  afterAll(async () => {
    await service.stop();
    clock.stop();
  });

  test('one client uses every window fully and is never refused', async () => {
    const client = connect({ baseUrl: service.baseUrl }, clock);
    await Promise.all(Array.from({ length: 100 }, () => client.call('list_tags', {})));
    expect(service.windows).toEqual([
      { taken: 40, refused: 0 },
      { taken: 40, refused: 0 },
      { taken: 20, refused: 0 },
    ]);
  });
});

describe('with a service that reports its limit only in Retry-After', () => {
  test('one client is refused in the first window, and then at most once per window', async () => {
    const clock = virtualClock();
    const service = await startWindowedService(5, 2, clock, { tells: false });
    const client = connect({ baseUrl: service.baseUrl }, clock);
    await Promise.all(Array.from({ length: 30 }, () => client.call('list_tags', {})));
    expect(service.windows.reduce((sum, { taken }) => sum + taken, 0)).toBe(30);
    const [first, ...others] = service.windows.map(({ refused }) => refused);
    // Ten requests were in flight before the client learned about the limit.
    expect(first).toBeLessThanOrEqual(10);
    for (const refused of others) expect(refused).toBeLessThanOrEqual(1);
    expect(service.windows.length).toBeLessThanOrEqual(7);
    await service.stop();
    clock.stop();
  });

  test('one client returns to full concurrency after a minute without a refusal', () => {
    const budget = new RequestBudget();
    const answered = (now: number) => budget.end(budget.begin(now), now, true);
    answered(0);
    expect(budget.free(0)).toBe(Number.MAX_SAFE_INTEGER);
    budget.pause(1_000, 2_000);
    answered(3_000);
    expect(budget.free(3_000)).toBe(1);
    expect(budget.free(64_000)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
