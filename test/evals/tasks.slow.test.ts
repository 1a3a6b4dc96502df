import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Book, makeBook } from '../../evals/book.ts';
import type { Profile } from '../../evals/program.ts';
import { argumentsOf, type Recording } from '../../evals/recording.ts';
import { connect } from '../../evals/session.ts';
import { readState } from '../../evals/state.ts';
import { CATEGORIES, type Play, type Task } from '../../evals/task.ts';
import { tasks } from '../../evals/tasks/tasks.ts';
import { differenceOf, type Verdict, verify } from '../../evals/verify.ts';

// The verifiers of the task suite pass the right way of each task and the recordings of a model, and fail a tempting mistake.

const RECORDINGS = 'evals/recordings';

let book: Book;
let untouched: string[];
beforeAll(async () => {
  book = await makeBook();
  const { folder, remove } = await book.copy();
  untouched = await readState(folder);
  await remove();
});
afterAll(() => book.remove());

async function play(task: Task, way: Play, profile?: Profile): Promise<Verdict> {
  const { folder, remove } = await book.copy();
  try {
    const before = task.setup ? await prepare(folder, task.setup) : untouched;
    const session = await connect(folder, profile);
    const answer = await way(session.call).finally(session.close);
    return verify(task, differenceOf(before, await readState(folder)), answer);
  } finally {
    await remove();
  }
}

async function prepare(folder: string, setup: NonNullable<Task['setup']>): Promise<string[]> {
  const session = await connect(folder);
  await setup(session.call).finally(session.close);
  return readState(folder);
}

test('there are 60 tasks in every category and five languages', () => {
  expect(tasks).toHaveLength(60);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(60);
  expect(new Set(tasks.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  expect(new Set(tasks.map(({ language }) => language)).size).toBe(5);
});

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_, task) => {
  test('passes if it is done right', async () => {
    expect(await play(task, task.right)).toEqual({ passed: true, faults: [], damage: [] });
  });

  test('fails after a slip', async () => {
    expect((await play(task, task.slip)).passed).toBe(false);
  });
});

describe.each(readdirSync(RECORDINGS).map((file) => [basename(file, '.json') as Profile]))(
  'the recording with the tools of %s passes',
  (profile) => {
    const recordings: Recording[] = JSON.parse(readFileSync(`${RECORDINGS}/${profile}.json`, 'utf8'));

    test.for(recordings)('$task', async ({ task: id, calls, answer }) => {
      const task = tasks.find((one) => one.id === id)!;
      const replay: Play = async (call) => {
        const replies: unknown[] = [];
        for (const { tool, args } of calls) {
          // A model goes on after an error.
          const reply = await call(tool, argumentsOf(args, replies)).catch(() => undefined);
          replies.push(reply);
        }
        return answer;
      };
      expect(await play(task, replay, profile)).toEqual({ passed: true, faults: [], damage: [] });
    });
  },
);
