import type { Sight, Trail } from './check.ts';
import type { Violation, WriteEvent } from './history.ts';

/**
 * One record or link over time. It comes and goes in stages: 0 before it is made, 1 there, 2 gone, 3 there again by an
 * undo, and so on. One client takes it from stage to stage, and only when the step before was acknowledged. So a read
 * must find a stage no older than what was acknowledged before it began, or than what an earlier read has found, and
 * none that was asked for only after it had ended.
 */
export function checkPresence(name: string, { writes, sights }: Trail<boolean>): Violation[] {
  const steps = writes.map(({ write }) => write).sort((a, b) => a.invoked - b.invoked);
  const inOrder = [...sights].sort((a, b) => a.invoked - b.invoked);
  const found: { returned: number; stage: number }[] = [];
  const violations: Violation[] = [];
  for (const sight of inOrder) {
    const oldest = stagesBefore(steps, (step) => (step.acknowledged ?? Number.POSITIVE_INFINITY) < sight.invoked);
    const newest = stagesBefore(steps, (step) => step.invoked < sight.returned);
    let stage = oldest;
    for (const earlier of found) if (earlier.returned < sight.invoked) stage = Math.max(stage, earlier.stage);
    // The oldest that it can have been: it leaves the most room to those that come later.
    if ((stage % 2 === 1) !== sight.seen) stage++;
    if (stage > newest) violations.push(violation(name, sight, oldest, newest));
    else found.push({ returned: sight.returned, stage });
  }
  return violations;
}

/** How many of the first steps hold. */
function stagesBefore(steps: WriteEvent[], holds: (step: WriteEvent) => boolean): number {
  const index = steps.findIndex((step) => !holds(step));
  return index === -1 ? steps.length : index;
}

function violation(name: string, { seen, isFinal }: Sight<boolean>, oldest: number, newest: number): Violation {
  const how = `${name} was ${seen ? 'there' : 'not there'} in stage ${oldest} to ${newest}`;
  if (newest === 0) return { kind: 'unknown', text: how };
  if (!isFinal) return { kind: 'stale', text: how };
  return { kind: seen ? 'surplus' : 'lost', text: `at the end ${how}` };
}
