import { counted, oneLine } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';

/** The result of a check. `todo` is the next step. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  what: string;
  todo?: string;
}

/** Converts a KithError to a problem. Rethrows other errors. */
export function asProblem(error: unknown): Finding {
  if (!(error instanceof KithError)) throw error;
  return { state: 'problem', what: error.message, ...(error.hint && { todo: error.hint }) };
}

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

export function textOf(findings: Finding[]): string {
  const lines = findings.flatMap(({ state, what, todo }) => [
    `${MARKS[state]}  ${oneLine(what)}`,
    ...(todo ? [`         → ${oneLine(todo)}`] : []),
  ]);
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return [...lines, '', 'No problems found.'].join('\n');
  return [...lines, '', `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`].join('\n');
}
