import type { NameHistory, Observation } from './check.ts';
import type { Violation } from './history.ts';

/** A field's value before the first write to it. */
export const NOTHING = 'null';

/**
 * One value's zone: `from` is when the first operation with it ended, `to` when the last one began. If from < to, it
 * was the field's value for the whole zone. Otherwise, it was so at one moment between `to` and `from`.
 */
interface Zone {
  value: string;
  from: number;
  to: number;
}

/**
 * One field that several clients write and read. All reads must fit one order of writes and reads that keeps operations
 * in order if one ended before the other began. Because no value is written twice, such an order exists exactly if no
 * read precedes its write and the values' zones can be ordered (Gibbons and Korach, "Testing shared memories", 1997).
 */
export function checkValues(name: string, { writes, sights }: NameHistory<string>): Violation[] {
  const clusters = new Map<string, { written: number; acknowledged: number; sights: Observation<string>[] }>();
  const begin = Number.NEGATIVE_INFINITY;
  clusters.set(NOTHING, { written: begin, acknowledged: begin, sights: [] });
  for (const { write, sets } of writes) {
    const acknowledged = write.acknowledged ?? Number.POSITIVE_INFINITY;
    clusters.set(sets, { written: write.invoked, acknowledged, sights: [] });
  }
  const violations: Violation[] = [];
  for (const sight of sights) {
    const cluster = clusters.get(sight.seen);
    if (!cluster || sight.returned < cluster.written) {
      violations.push({ kind: 'unknown', text: `${name} was ${sight.seen}, which nobody had written` });
    } else cluster.sights.push(sight);
  }
  const zones = [...clusters].map(
    ([value, { written, acknowledged, sights }]): Zone => ({
      value,
      from: Math.min(acknowledged, ...sights.map(({ returned }) => returned)),
      to: Math.max(written, ...sights.map(({ invoked }) => invoked)),
    }),
  );
  const clash = clashing(zones);
  if (clash) violations.push(explained(name, clash, sights));
  return violations;
}

function clashing(zones: Zone[]): [Zone, Zone] | undefined {
  for (const lasting of zones) {
    if (!(lasting.from < lasting.to)) continue;
    for (const other of zones) {
      if (other === lasting) continue;
      const isLasting = other.from < other.to;
      const overlap = isLasting
        ? other.from < lasting.to && lasting.from < other.to
        : lasting.from < other.to && other.from < lasting.to;
      if (overlap) return [lasting, other];
    }
  }
  return undefined;
}

function explained(name: string, [lasting, other]: [Zone, Zone], sights: Observation<string>[]): Violation {
  const last = sights.find(({ isFinal }) => isFinal);
  const text = `${name} was ${lasting.value} before and after it was ${other.value}`;
  return {
    kind:
      last?.seen === lasting.value && !sights.some(({ isFinal, seen }) => !isFinal && seen === lasting.value)
        ? 'lost'
        : 'stale',
    text,
  };
}
