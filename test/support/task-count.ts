import type { Page } from 'playwright-core';

// The cost of a task for a user, counted by the page itself while a test does the task.

export interface TaskCount {
  clicks: number;
  keys: number;
  loads: number;
  /** Pixels that were scrolled. */
  scrolled: number;
}

interface Row {
  task: string;
  /** The cost before the redesign of the web app. */
  before: string;
  now: string;
}

const ROWS: Row[] = [];

/** Runs in the page. A click by a script or a key has no pointer, so it is not counted. */
const COUNTS_IN_PAGE = `
  Object.assign(globalThis, { taskClicks: 0, taskKeys: 0, taskScrolled: 0, taskTop: scrollY });
  addEventListener('pointerdown', () => taskClicks++, true);
  addEventListener('keydown', () => taskKeys++, true);
  addEventListener('scroll', () => {
    taskScrolled += Math.abs(scrollY - taskTop);
    taskTop = scrollY;
  });
`;

/** Counts clicks, keys, page loads, and scrolling of a task, and adds them to the printed table. */
export async function countTask(
  page: Page,
  { task, before }: Pick<Row, 'task' | 'before'>,
  work: () => Promise<void>,
): Promise<TaskCount> {
  const count: TaskCount = { clicks: 0, keys: 0, loads: 0, scrolled: 0 };
  const onLoad = () => {
    count.loads++;
  };
  await page.evaluate(COUNTS_IN_PAGE);
  page.on('load', onLoad);
  await work();
  page.off('load', onLoad);
  const [clicks, keys, scrolled] = (await page.evaluate('[taskClicks, taskKeys, taskScrolled]')) as number[];
  Object.assign(count, { clicks, keys, scrolled });
  const { loads } = count;
  addRow({ task, before, now: `${clicks} clicks, ${keys} keys, ${loads} loads, ${scrolled} px scrolled` });
  return count;
}

/** Adds a task whose cost is not one of clicks. */
export const addRow = (row: Row): void => {
  ROWS.push(row);
};

/** The table of all tasks that were counted. */
export const taskTable = (): string =>
  [
    '| Task | Before | Now |',
    '|---|---|---|',
    ...ROWS.map(({ task, before, now }) => `| ${task} | ${before} | ${now} |`),
  ].join('\n');
