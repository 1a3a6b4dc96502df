import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The format that Node writes with `--cpu-prof`. */
export interface Profile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** Microseconds between samples. The first counts from the start. */
  timeDeltas: number[];
  /** On the clock that all processes on a computer share, in microseconds. */
  startTime: number;
}

export interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

/** A function at its call site, with the time spent in it and in its calls. */
export interface Frame {
  name: string;
  /** Its file, or its library. */
  place: string;
  time: number;
  children: Map<string, Frame>;
}

type Named = Pick<Frame, 'name' | 'place'>;

const NODE = 'Node';

/** Names a frame of the profile. Undefined omits it. */
export type NameOf = (frame: CallFrame) => Named | undefined;

/** A profile as one tree of calls, for the time between two moments, without idle time. */
export function fold(profile: Profile, nameOf: NameOf, [from, to]: [number, number]): Frame {
  const stackOf = stacks(profile, nameOf);
  const root: Frame = { name: 'all', place: '', time: 0, children: new Map() };
  let time = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[index]!;
    time += took;
    const stack = stackOf(id);
    if (time < from || time > to || !stack) continue;
    root.time += took;
    let frame = root;
    for (const named of stack) frame = childOf(frame, named, took);
  }
  return root;
}

function childOf(frame: Frame, { name, place }: Named, took: number): Frame {
  const key = `${place} ${name}`;
  const child = frame.children.get(key) ?? { name, place, time: 0, children: new Map() };
  frame.children.set(key, child);
  child.time += took;
  return child;
}

/** The calls that lead to a node, outermost first, with calls within one library as one. Undefined while idle. */
function stacks({ nodes }: Profile, nameOf: NameOf): (id: number) => Named[] | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const known = new Map<number, Named[]>();
  const stackOf = (id: number): Named[] => {
    const made = known.get(id);
    if (made) return made;
    const parent = parents.get(id);
    const above = parent === undefined ? [] : stackOf(parent);
    const named = nameOf(byId.get(id)!.callFrame);
    const last = above.at(-1);
    const isSame = last?.name === named?.name && last?.place === named?.place;
    // Node calls everything, so only its own work is shown.
    const under = last?.place === NODE && above.length === 1 && named?.place !== NODE ? [] : above;
    const stack = named && !isSame ? [...under, named] : above;
    known.set(id, stack);
    return stack;
  };
  return (id) => (byId.get(id)!.callFrame.functionName === '(idle)' ? undefined : stackOf(id));
}

/** Names functions by the sources of a readable bundle, in which each source's path precedes its code. */
export function sourceNames(folder: string): NameOf {
  const sources = new Map<string, (string | undefined)[]>();
  const sourceAt = (url: string, line: number) => {
    const [, file] = url.split(`${folder}/`);
    if (file === undefined) return url;
    const known = sources.get(file) ?? sourcesOf(readFileSync(join(folder, file), 'utf8'));
    sources.set(file, known);
    return known[line];
  };
  return ({ functionName, url, lineNumber }) => {
    if (functionName === '(root)') return undefined;
    if (url === '') return functionName.startsWith('(') ? { name: functionName.slice(1, -1), place: 'V8' } : undefined;
    if (!url.startsWith('file:')) return { name: NODE, place: NODE };
    const place = sourceAt(url, lineNumber) ?? 'bundle';
    const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1];
    if (library) return { name: library, place: library };
    return { name: functionName || `in ${basename(place, '.ts')}`, place };
  };
}

/** The source of each line in a bundle. */
function sourcesOf(text: string): (string | undefined)[] {
  let source: string | undefined;
  return text.split('\n').map((line) => {
    source = /^\/\/ ((?:src|tools|node_modules)\/\S+)$/.exec(line)?.[1] ?? source;
    return source;
  });
}
