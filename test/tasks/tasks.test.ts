import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service.ts';
import { BOOK } from './book.ts';
import { play } from './play.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe.each(Object.entries(BOOK))('in %s', (_language, tasks) => {
  test.each(tasks)('$request', async (task) => {
    // The calls that the book names are calls that work.
    expect(await play(service, task)).toMatchObject({ errors: 0 });
  });
});
