import type { Page } from 'playwright-core';

// What a task costs a user: counted by the page itself while a test does it.

export interface TaskCount {
  clicks: number;
  keys: number;
  loads: number;
  /** Pixels that were scrolled. */
  scrolled: number;
}

const ROWS: [task: string, count: TaskCount][] = [];

/** Counts clicks, keys, page loads, and scrolling of a task, and adds them to the printed table. */
export async function countTask(page: Page, task: string, work: () => Promise<void>): Promise<TaskCount> {
  const count: TaskCount = { clicks: 0, keys: 0, loads: 0, scrolled: 0 };
  const onLoad = () => {
    count.loads++;
  };
  await page.evaluate(() => {
    const scope = globalThis as unknown as Record<string, number>;
    Object.assign(scope, { taskClicks: 0, taskKeys: 0, taskScrolled: 0 });
    let last = scrollY;
    // A click by a script or a key has no pointer position.
    addEventListener('pointerdown', () => scope.taskClicks!++, true);
    addEventListener('keydown', () => scope.taskKeys!++, true);
    addEventListener('scroll', () => {
      scope.taskScrolled! += Math.abs(scrollY - last);
      last = scrollY;
    });
  });
  page.on('load', onLoad);
  await work();
  page.off('load', onLoad);
  const [clicks, keys, scrolled] = await page.evaluate(() => {
    const scope = globalThis as unknown as Record<string, number>;
    return [scope.taskClicks ?? 0, scope.taskKeys ?? 0, scope.taskScrolled ?? 0];
  });
  Object.assign(count, { clicks, keys, scrolled });
  ROWS.push([task, count]);
  return count;
}

/** The table of all tasks that were counted. */
export const taskTable = (): string =>
  [
    '| Task | Clicks | Keys | Loads | Scrolled |',
    '|---|---:|---:|---:|---:|',
    ...ROWS.map(
      ([task, { clicks, keys, loads, scrolled }]) => `| ${task} | ${clicks} | ${keys} | ${loads} | ${scrolled} px |`,
    ),
  ].join('\n');
