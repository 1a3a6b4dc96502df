import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';
import { BOOK } from './book.ts';
import { play, type TaskCost } from './play.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe.each(Object.entries(BOOK))('plays every task in %s', (_language, tasks) => {
  test.each(tasks)('$request', async (task) => {
    // The calls named in the book are valid.
    expect(await play(service, task)).toMatchObject({ errors: 0 });
  });
});

test('plays them in catalog mode too, with few searches and little to read', async () => {
  const all: TaskCost[] = [];
  for (const task of Object.values(BOOK).flat()) all.push(await play(service, task, { catalogue: true }));
  const mean = (field: keyof TaskCost) => all.reduce((sum, played) => sum + played[field], 0) / all.length;
  expect(mean('errors')).toBe(0);
  expect(mean('lookUps')).toBeLessThan(2);
  expect(mean('bytes')).toBeLessThan(5_000);
});
