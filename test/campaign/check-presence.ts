import type { NameHistory, Observation } from './check.ts';
import type { Violation, WriteEvent } from './history.ts';

/**
 * One record or link over time, in stages: 0 before its creation, 1 created, 2 removed, 3 restored by an undo, and so
 * on. One client moves it from stage to stage, each after the previous step was acknowledged. A read must find at least
 * the stage that was acknowledged, or that an earlier read found, before it began. It must not find a stage requested
 * after it ended.
 */
export function checkPresence(name: string, { writes, sights }: NameHistory<boolean>): Violation[] {
  const steps = writes.map(({ write }) => write).sort((a, b) => a.invoked - b.invoked);
  const inOrder = [...sights].sort((a, b) => a.invoked - b.invoked);
  const found: { returned: number; stage: number }[] = [];
  const violations: Violation[] = [];
  for (const sight of inOrder) {
    const oldest = stagesBefore(steps, (step) => (step.acknowledged ?? Number.POSITIVE_INFINITY) < sight.invoked);
    const newest = stagesBefore(steps, (step) => step.invoked < sight.returned);
    let stage = oldest;
    for (const earlier of found) if (earlier.returned < sight.invoked) stage = Math.max(stage, earlier.stage);
    // The earliest possible stage, which leaves the most room for later reads.
    if ((stage % 2 === 1) !== sight.seen) stage++;
    if (stage > newest) violations.push(violation(name, sight, oldest, newest));
    else found.push({ returned: sight.returned, stage });
  }
  return violations;
}

/** Number of leading steps that took effect. */
function stagesBefore(steps: WriteEvent[], holds: (step: WriteEvent) => boolean): number {
  const index = steps.findIndex((step) => !holds(step));
  return index === -1 ? steps.length : index;
}

function violation(name: string, { seen, isFinal }: Observation<boolean>, oldest: number, newest: number): Violation {
  const how = `${name} was ${seen ? 'there' : 'not there'} in stage ${oldest} to ${newest}`;
  if (newest === 0) return { kind: 'unknown', text: how };
  if (!isFinal) return { kind: 'stale', text: how };
  return { kind: seen ? 'surplus' : 'lost', text: `at the end ${how}` };
}
