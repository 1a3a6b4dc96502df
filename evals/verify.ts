import type { Pattern, Task } from './task.ts';

// Decides whether a task was done, from the difference of the address book and the final answer. How it was done does
// not matter.

export interface Verdict {
  passed: boolean;
  /** Missing changes, and mistakes in the answer. */
  faults: string[];
  /** Changes that nobody asked for. */
  damage: string[];
}

/** Facts that are only after the task (`+ …`) or only before it (`- …`). A fact can be there several times. */
export function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const fact of after) counts.set(fact, (counts.get(fact) ?? 0) + 1);
  for (const fact of before) counts.set(fact, (counts.get(fact) ?? 0) - 1);
  return [...counts].flatMap(([fact, count]) => Array(Math.abs(count)).fill(`${count > 0 ? '+' : '-'} ${fact}`));
}

export function verify(task: Task, difference: readonly string[], answer: string): Verdict {
  const { changes = [], may = [], says = [], saysNot = [] } = task;
  const left = [...difference];
  const faults: string[] = [];
  for (const change of changes) {
    const at = left.findIndex((line) => isIn(line, change));
    if (at < 0) faults.push(`not changed: ${change}`);
    else left.splice(at, 1);
  }
  for (const pattern of says) if (!isIn(answer, pattern)) faults.push(`the answer does not say: ${pattern}`);
  for (const pattern of saysNot) if (isIn(answer, pattern)) faults.push(`the answer says: ${pattern}`);
  const damage = left.filter((line) => !may.some((pattern) => pattern.test(line)));
  return { passed: faults.length === 0 && damage.length === 0, faults, damage };
}

const isIn = (text: string, pattern: Pattern): boolean =>
  typeof pattern === 'string' ? folded(text).includes(folded(pattern)) : pattern.test(text);

/** Ignores case, accents, kinds of spaces, and Markdown emphasis. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').replaceAll('**', '').toLowerCase();
