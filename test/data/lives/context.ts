import { pick, type Random } from '../duplicates/people.ts';
import { sentence } from './frames.ts';
import type { Kind } from './kinds.ts';
import { type InTongues, TONGUES, type Tongue } from './language.ts';
import type { LifeGroup, LifeNote, LifeReminder, Question } from './life.ts';
import { typo } from './mangle.ts';
import { SHORT } from './names.ts';
import type { Fact } from './notes.ts';
import type { Someone } from './people.ts';

/** A life with the material for its questions. */
export interface LifeContext {
  random: Random;
  people: Someone[];
  byKey: Map<string, Someone>;
  notes: LifeNote[];
  facts: Fact[];
  groups: LifeGroup[];
  reminders: (LifeReminder & { template: number })[];
  /** Kinds that questions may use. */
  kinds: Kind[];
  /** The half of a list that questions may use. */
  half<T>(list: readonly T[]): T[];
}

/** The language of the record for four questions out of five. */
export const askedIn = (random: Random, tongue: Tongue): Tongue => (random() < 0.8 ? tongue : pick(random, TONGUES));

/** How a question names a person. Only a name without a rival is shortened. */
export function askedName(random: Random, { name }: Someone, rivals: Someone[] = []): string {
  const latin = latinNameOf(random, name);
  const others = rivals.filter((rival) => rival.name !== name);
  if (others.some((rival) => rival.name.given.text === name.given.text)) return latin.full;
  const chance = random();
  if (chance < 0.48) return latin.given;
  if (chance < 0.58) return pick(random, SHORT[name.given.text] ?? [latin.given]);
  if (chance < 0.7) return latin.full.length > 8 ? typo(random, latin.full) : latin.full;
  return chance < 0.9 ? latin.full : name.full;
}

/** The usual Latin spelling, and sometimes another. */
function latinNameOf(random: Random, { given, family }: Someone['name']) {
  const spelled = (latin: string[]) => (random() < 0.8 ? latin[0]! : pick(random, latin));
  const [first, last] = [spelled(given.latin), spelled(family.latin)];
  return { given: first, full: `${first} ${last}` };
}

/** Makes a question: as written, or in lower case without its mark. */
export function ask(
  { random }: LifeContext,
  frame: string,
  slots: { tongue: Tongue; name?: string; gender?: 'm' | 'f'; [slot: string]: string | undefined },
): string {
  const text = sentence(random, frame, { gender: 'f', name: '', ...slots } as never);
  return random() < 0.3 ? text.toLowerCase().replace(/[¿?]/g, '') : text;
}

/** A question in the language of its answer, or another. */
export function askIn(
  scene: LifeContext,
  asked: InTongues,
  tongue: Tongue,
  slots: (tongue: Tongue) => object = () => ({}),
): string {
  const chosen = askedIn(scene.random, tongue);
  return ask(scene, asked[chosen], { tongue: chosen, ...slots(chosen) });
}

/** Draws until there are enough items, each with a unique text. Draws undefined again. Throws if there are too few. */
export function draw<T extends Question | string>(count: number, one: () => T | undefined): T[] {
  const drawn = new Map<string, T>();
  for (let tries = 0; drawn.size < count; tries++) {
    if (tries > 5_000) throw new Error(`only ${drawn.size} of ${count}`);
    const next = one();
    if (next === undefined) continue;
    const text = typeof next === 'string' ? next : next.text;
    drawn.set(text.toLowerCase().replace(/[¿?]/g, ''), next);
  }
  return [...drawn.values()];
}
