import { expect, test } from 'vitest';
import { makeBook } from '../../evals/book.ts';
import { playTask } from '../../evals/play-task.ts';
import { reportOf } from '../../evals/report.ts';
import { tasks } from '../../evals/tasks/tasks.ts';

// A player over MCP, from its command to the report.

test('a played task counts calls and errors, and checks the answer', async () => {
  const book = await makeBook();
  try {
    const task = tasks.find(({ id }) => id === 'code-word')!;
    const play = (answer: string) => playTask(book, task, `node test/evals/player.mjs ${answer}`, 'core');
    const [right, wrong] = [await play('marmalade'), await play('pickle')];
    expect(right).toMatchObject({ task: 'code-word', passed: true, answer: 'marmalade', startedWell: true });
    expect(right.calls.map(({ tool, isError }) => [tool, isError])).toEqual([
      ['search', false],
      ['get_contact', true],
    ]);
    expect(right.calls[0]!.bytes).toBeGreaterThan(500);
    expect(wrong).toMatchObject({ passed: false, faults: ['the answer does not say: marmalade'], damage: [] });
    const report = reportOf([task], [[right], [wrong]]);
    expect(report).toContain(
      '| Passed | 1 of 2 |\n| Passed in each of 2 runs | 0 of 1 |\n| Calls | 4 (2 are enough, 2.00) |',
    );
    expect(report).toContain('| First call right | 1.00 |\n| Errors | 2 |');
    expect(report).toContain('- code-word\n    the answer does not say: marmalade\n    answer: pickle');
  } finally {
    await book.remove();
  }
});
