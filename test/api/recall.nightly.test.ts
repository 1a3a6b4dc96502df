import { afterAll, expect, test } from 'vitest';
import { FLOORS, KEPT_BACK } from '../../bench/recall/floors.ts';
import { kithOn } from '../../bench/recall/kith.ts';
import { measureNamings, measureRecall } from '../../bench/recall/measure.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { makeLife } from '../data/lives/make.ts';
import { makeNamings } from '../data/lives/naming.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import { temporaryFolder } from '../support/service.ts';

// A life and names from a seed that no constant was tuned on.

const folders: ReturnType<typeof temporaryFolder>[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

/** kith on the tested engine, with a database for each life. */
const finder = kithOn({
  name: engine,
  async open() {
    const folder = temporaryFolder();
    folders.push(folder);
    const { KITH_DATABASE_URL } = await engineSettings(folder.path);
    const data = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
    return { data, close: () => data.store.close() };
  },
  drop: async () => {},
});

const quiet = () => {};

test('finds the records that answer a question, and doubts events that never happened', async () => {
  const { questions, never } = await measureRecall(finder, [makeLife(KEPT_BACK)], quiet);
  expect(questions.questions).toBe(110);
  expect(questions.recall).toBeGreaterThanOrEqual(FLOORS.recall);
  expect(questions.hitTen).toBeGreaterThanOrEqual(FLOORS.hitTen);
  expect(questions.empty).toBeLessThanOrEqual(FLOORS.empty);
  expect(never).toBeGreaterThanOrEqual(FLOORS.neverDoubted);
  expect(1 - questions.doubted).toBeGreaterThanOrEqual(FLOORS.happenedTrusted);
});

test('finds people in every way to name them', async () => {
  const [bySearch, byList] = await measureNamings(finder, [makeNamings(KEPT_BACK)], quiet);
  expect(bySearch!.questions).toBe(400);
  expect(bySearch!.hitFive).toBeGreaterThanOrEqual(FLOORS.namedBySearch);
  expect(byList!.hitFive).toBeGreaterThanOrEqual(FLOORS.namedByList);
});
