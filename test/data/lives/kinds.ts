import { readdirSync, readFileSync } from 'node:fs';
import { type InTongues, inTongues, TONGUES, type Tongue } from './language.ts';

/** Sentence frames of one kind of fact in one language. */
export interface Frames {
  /** Statements in notes. */
  tell: string[];
  /** Questions about the person. */
  ask: string[];
  /** Questions for the person, given the value. */
  who: string[];
}

/** A kind of fact that people note about someone. */
export interface Kind {
  name: string;
  /** Only the latest of several values is true. */
  single: boolean;
  values: InTongues[];
  frames: Record<Tongue, Frames>;
}

// Relative to the repository, because the benchmark is bundled before it runs.
export const DATA = 'test/data/lives/';
const FOLDER = `${DATA}facts/`;
const LISTS = { ':': 'tell', '?': 'ask', '!': 'who' } as const;

/**
 * The kinds of all files in `facts/`, in order. A kind starts with "= name", or "= name single". "v" lists its values,
 * "en:" states one, "en?" asks about the person, and "en!" asks for the person.
 */
export function readKinds(): Kind[] {
  const kinds: Kind[] = [];
  for (const file of readdirSync(FOLDER).sort()) {
    for (const line of readFileSync(FOLDER + file, 'utf8').split('\n')) if (line.trim()) readLine(kinds, line.trim());
  }
  return kinds;
}

function readLine(kinds: Kind[], line: string): void {
  const started = /^= (\w+)( single)?$/.exec(line);
  if (started) {
    const frames = Object.fromEntries(TONGUES.map((tongue) => [tongue, { tell: [], ask: [], who: [] }]));
    kinds.push({ name: started[1]!, single: started[2] !== undefined, values: [], frames: frames as never });
    return;
  }
  const kind = kinds.at(-1)!;
  if (line.startsWith('v ')) {
    kind.values = line.slice(2).split('|').map(inTongues);
    return;
  }
  const [, tongue, list, frame] = /^(en|de|es)([:?!]) (.+)$/.exec(line) ?? [];
  if (!frame) throw new Error(`not a line of a kind: ${line}`);
  kind.frames[tongue as Tongue][LISTS[list as keyof typeof LISTS]].push(frame);
}
