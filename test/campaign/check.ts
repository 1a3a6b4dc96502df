import { checkPresence } from './check-presence.ts';
import { checkValues } from './check-values.ts';
import { type History, type ReadEvent, readMark, type Violation, type WriteEvent } from './history.ts';

/** What one read found under a name. The last read is the final state. */
export interface Observation<S> {
  invoked: number;
  returned: number;
  seen: S;
  isFinal: boolean;
}

/** The history of one name: the writes to it, and what reads found. */
export interface NameHistory<S> {
  writes: { write: WriteEvent; sets: S }[];
  sights: Observation<S>[];
}

/** Returns every violation of the service's promises in a user's history. Pure. */
export function checkHistory(history: History): Violation[] {
  const { presence, values } = trails(history);
  return [
    ...repeats(history),
    ...[...presence].flatMap(([name, trail]) => checkPresence(name, trail)),
    ...[...values].flatMap(([name, trail]) => checkValues(name, trail)),
    ...doubled(history),
    ...strayIds(history),
  ];
}

function trails({ writes, reads, final }: History) {
  const presence = new Map<string, NameHistory<boolean>>();
  const values = new Map<string, NameHistory<string>>();
  for (const write of writes) {
    if (write.refused) continue;
    for (const mark of write.marks.map(readMark)) {
      if ('value' in mark) trailOf(values, mark.name).writes.push({ write, sets: mark.value });
      else trailOf(presence, mark.name).writes.push({ write, sets: mark.there });
    }
  }
  const see = ({ invoked, returned, marks }: ReadEvent, isFinal: boolean) => {
    for (const mark of marks.map(readMark)) {
      const sight = { invoked, returned, isFinal };
      if ('value' in mark) trailOf(values, mark.name).sights.push({ ...sight, seen: mark.value });
      else trailOf(presence, mark.name).sights.push({ ...sight, seen: mark.there });
    }
  };
  for (const read of reads) see(read, false);
  const listed = new Set(final.marks);
  const absent = [...presence.keys()].filter((name) => !listed.has(`+${name}`)).map((name) => `-${name}`);
  const end = { invoked: AT_THE_END, returned: AT_THE_END };
  see({ ...end, marks: [...listed, ...absent] }, true);
  return { presence, values };
}

const AT_THE_END = Number.MAX_SAFE_INTEGER;

function trailOf<S>(trails: Map<string, NameHistory<S>>, name: string): NameHistory<S> {
  const known = trails.get(name);
  if (known) return known;
  const trail: NameHistory<S> = { writes: [], sights: [] };
  trails.set(name, trail);
  return trail;
}

function doubled({ final }: History): Violation[] {
  const counts = new Map<string, number>();
  for (const mark of final.marks) if (mark[0] === '+') counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([mark, count]) => ({ kind: 'doubled', text: `${mark.slice(1)} is stored ${count} times` }));
}

function repeats({ writes }: History): Violation[] {
  return writes.flatMap(({ id, ids = [], again = [] }) =>
    again
      .filter((answered) => answered.join() !== ids.join())
      .map((answered): Violation => ({ kind: 'replay', text: `${id} answered ${ids}, and later ${answered}` })),
  );
}

/** A record under another id than the acknowledged one was created twice or recreated. */
function strayIds({ writes, final }: History): Violation[] {
  return writes.flatMap(({ marks, ids }) => {
    if (!ids) return [];
    const made = marks.filter((mark) => mark[0] === '+').map((mark) => mark.slice(1));
    return made.flatMap((name, index): Violation[] => {
      const found = final.ids.get(name);
      if (!found || !ids[index] || found.includes(ids[index]!)) return [];
      return [{ kind: 'doubled', text: `${name} was acknowledged as ${ids[index]} and is stored as ${found}` }];
    });
  });
}
