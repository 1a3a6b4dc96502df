import { afterAll, describe, expect, test } from 'vitest';
import { bodyBytes } from '../../src/contract/schema/body-bytes.ts';
import { stopReasonOf, workerPool } from '../../src/shared/worker/pool.ts';

// The pool has one slot, so a job that never ended would block every later job.

const ODD_WORKER = '../../test/support/odd-worker';
const pool = workerPool(ODD_WORKER, { most: 1, megabytes: 64 });
afterAll(() => pool.rest());

const run = (task: string, more: object = {}) =>
  pool.run({ task, input: undefined, queue: task, seconds: 3_600, ...more });

describe('frees its slot when', () => {
  const expectFree = async () => expect(await run('batch')).toBe('all');

  test('the worker never starts', async () => {
    const hasty = workerPool(ODD_WORKER, { most: 1, megabytes: 64, startSeconds: 0.05 });
    const job = { task: 'mute', input: undefined, queue: 'one', seconds: 3_600 };
    const jobs = [hasty.run(job), hasty.run({ ...job, queue: 'other' })];
    for (const one of jobs) await expect(one).rejects.toThrow('did not start its task');
  });

  test('its result cannot be cloned for this thread', async () => {
    await expect(run('unreadable')).rejects.toThrow('cannot be read');
    await expectFree();
  });

  test('the reader fails on a batch, at once or later', async () => {
    const failure = new Error('no room');
    const throwing = () => {
      throw failure;
    };
    await expect(run('batch', { onBatch: throwing })).rejects.toBe(failure);
    await expect(run('batch', { onBatch: async () => throwing() })).rejects.toBe(failure);
    await expectFree();
  });

  test('the reader never accepts a batch', async () => {
    const never = run('batch', { onBatch: () => new Promise(() => {}), batchSeconds: 0.05 });
    const error = await never.catch((error: unknown) => error);
    expect([stopReasonOf(error), String(error)]).toEqual(['batch', expect.stringContaining('made no progress')]);
    await expectFree();
  });
});

test('rejects a body that stops arriving', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new Uint8Array(10)) });
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  await expect(bodyBytes(request, 100, 5)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('stopped arriving'),
  });
});
