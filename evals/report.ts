import type { Result } from './play-task.ts';
import { CATEGORIES, type Task } from './task.ts';

/** Figures of one or several runs over the same tasks, as lines of a Markdown table. */
export function reportOf(tasks: readonly Task[], runs: readonly Result[][]): string {
  const all = runs.flat();
  const calls = sum(all, (result) => result.calls.length);
  const enough = sum(tasks, (task) => task.calls) * runs.length;
  const passedAlways = tasks.filter(({ id }) => runs.every((run) => run.find(({ task }) => task === id)!.passed));
  const rows: [string, string][] = [
    ['Passed', `${all.filter(({ passed }) => passed).length} of ${all.length}`],
    [`Passed in each of ${runs.length} runs`, `${passedAlways.length} of ${tasks.length}`],
    ['Calls', `${calls} (${enough} are enough, ${ratio(calls, enough)})`],
    ['First call right', ratio(all.filter(({ startedWell }) => startedWell).length, all.length)],
    ['Errors', String(sum(all, (result) => result.calls.filter(({ isError }) => isError).length))],
    ['Read per task', `${(sum(all, bytesOf) / all.length / 1000).toFixed(1)} KB`],
    ['Damage', `${all.filter(({ damage }) => damage.length > 0).length} tasks`],
  ];
  const categories = CATEGORIES.map((category): [string, string] => {
    const ids = tasks.filter((task) => task.category === category).map(({ id }) => id);
    const some = all.filter(({ task }) => ids.includes(task));
    return [`Passed: ${category}`, `${some.filter(({ passed }) => passed).length} of ${some.length}`];
  }).filter(([, text]) => !text.endsWith('of 0'));
  const table = ['| Figure | Value |', '|---|---|', ...[...rows, ...categories].map((row) => `| ${row.join(' | ')} |`)];
  return [...table, '', ...all.filter(({ passed }) => !passed).map(failure)].join('\n');
}

const bytesOf = ({ calls }: Result): number => sum(calls, ({ bytes }) => bytes);

const failure = ({ task, faults, damage, answer }: Result): string =>
  [`- ${task}`, ...faults, ...damage.map((line) => `damage: ${line}`), `answer: ${answer.slice(0, 300)}`].join(
    '\n    ',
  );

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0);
const ratio = (one: number, other: number): string => (other === 0 ? '0' : (one / other).toFixed(2));
