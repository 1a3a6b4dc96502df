import { readFileSync } from 'node:fs';
import { pick, type Random, whole } from '../duplicates/people.ts';
import { sentence, takesPronoun } from './frames.ts';
import { DATA, type Kind } from './kinds.ts';
import { dayIn, type Tongue, withoutAccents, withoutUmlauts } from './language.ts';
import type { LifeNote } from './life.ts';
import { SHORT } from './names.ts';
import type { Someone } from './people.ts';

/** A fact about a person, and the notes that state it. */
export interface Fact {
  person: Someone;
  kind: Kind;
  /** Index in the values of the kind. */
  value: number;
  notes: { key: string; time: string; tongue: Tongue }[];
}

export const NOW = '2025-11-15T12:00:00.000Z';
const DAY = 86_400_000;
const FIRST_DAY = Date.parse(NOW) - 5 * 365 * DAY;

type Chatter = Record<'opener' | 'both' | 'filler', Record<Tongue, string[]>>;

function readChatter(): Chatter {
  const empty = () => ({ en: [], de: [], es: [] });
  const chatter: Chatter = { opener: empty(), both: empty(), filler: empty() };
  for (const line of readFileSync(`${DATA}chatter.txt`, 'utf8').trim().split('\n')) {
    const [, list, tongue, text] = /^(\w+) (\w+) (.+)$/.exec(line)!;
    chatter[list as keyof Chatter][tongue as Tongue].push(text!);
  }
  return chatter;
}

/**
 * Notes over five years, in chronological order, and the facts in them by person. Some people have many, most
 * have few.
 */
export function makeNotes(
  random: Random,
  { people, kinds, size }: { people: Someone[]; kinds: Kind[]; size: number },
): { notes: LifeNote[]; facts: Fact[] } {
  const chatter = readChatter();
  const known = new Map<string, Fact[]>();
  const notes: LifeNote[] = [];
  for (let index = 0; index < size; index++) {
    const key = `n${index}`;
    const time = new Date(FIRST_DAY + Math.floor(((index + random() * 0.9) / size) * 5 * 365 * DAY));
    // The square favors the start of the list.
    const person = people[Math.floor(random() ** 2 * people.length)]!;
    const other = random() < 0.12 ? pick(random, people) : undefined;
    const tongue = random() < 0.92 ? person.tongue : pick(random, ['en', 'de', 'es'] as const);
    const told = chooseFacts(random, kinds, person, known);
    for (const fact of told) fact.notes.push({ key, time: time.toISOString(), tongue });
    const both = other && other !== person ? other : undefined;
    const text = compose(random, chatter, { person, other: both, tongue, told, time });
    notes.push({ key, text, people: [person.key, ...(both ? [both.key] : [])], time: time.toISOString() });
  }
  return { notes, facts: [...known.values()].flat() };
}

/** One to three facts per note: new, repeated, or changed ones. One note in ten has none. */
function chooseFacts(random: Random, kinds: Kind[], person: Someone, known: Map<string, Fact[]>): Fact[] {
  const facts = known.get(person.key) ?? [];
  known.set(person.key, facts);
  const count = pick(random, [0, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
  const chosen = new Set<Fact>();
  for (let index = 0; index < count; index++) {
    const kind = pick(random, kinds);
    const ofKind = facts.filter((fact) => fact.kind === kind);
    // The last values are rare, so that a question can refer to one of them.
    const value = Math.floor(random() ** 3 * kind.values.length);
    const isKnown = ofKind.some((fact) => fact.value === value);
    const mayBeNew = !isKnown && ofKind.length < (kind.single ? 3 : 2);
    if (mayBeNew && (ofKind.length === 0 || random() < 0.5)) {
      const fact: Fact = { person, kind, value, notes: [] };
      facts.push(fact);
      chosen.add(fact);
    } else if (ofKind.at(-1)!.notes.length < 3) chosen.add(ofKind.at(-1)!);
  }
  return [...chosen];
}

interface Writing {
  person: Someone;
  other: Someone | undefined;
  tongue: Tongue;
  told: Fact[];
  time: Date;
}

function compose(random: Random, chatter: Chatter, { person, other, tongue, told, time }: Writing): string {
  const name = calledIn(random, person);
  const slots = { tongue, gender: person.name.gender, name, M: other ? calledIn(random, other) : '' };
  const say = (frame: string, more: Record<string, string> = {}) => sentence(random, frame, { ...slots, ...more });
  const filler = () => say(pick(random, chatter.filler[tongue]));
  const isChatter = told.length === 0 || random() < 0.08;
  const hasOpener = other !== undefined || isChatter || random() < 0.45;
  const parts: string[] = hasOpener ? [say(pick(random, chatter[other ? 'both' : 'opener'][tongue]))] : [];
  // A note on someone's page need not name them.
  let isNamed = other === undefined && (hasOpener ? random() < 0.75 : random() < 0.25);
  for (const { kind, value } of told) {
    const when = dayIn(tongue, new Date(time.getTime() + (3 + whole(random, 60)) * DAY));
    const frame = pick(random, kind.frames[tongue].tell);
    parts.push(
      say(frame, { v: kind.values[value]![tongue], when, ...(isNamed && takesPronoun(frame) && { name: '' }) }),
    );
    isNamed = other === undefined;
  }
  const fillers = isChatter ? 4 + whole(random, 6) : random() < 0.3 ? 1 : 0;
  for (let index = 0; index < fillers; index++) {
    const next = filler();
    if (!parts.includes(next)) parts.splice(1 + whole(random, parts.length), 0, next);
  }
  return typed(random, join(random, parts));
}

/** The first name, a nickname, or sometimes the whole name. */
function calledIn(random: Random, { name }: Someone): string {
  const chance = random();
  if (chance < 0.12) return name.full;
  if (chance < 0.25) return pick(random, SHORT[name.given.text] ?? [name.given.latin[0]!]);
  return chance < 0.6 ? name.given.latin[0]! : name.given.text;
}

function join(random: Random, parts: string[]): string {
  const chance = random();
  const bare = parts.map((part) => part.replace(/[.]$/, ''));
  if (chance < 0.12) return bare.map((part) => `- ${part}`).join('\n');
  if (chance < 0.3) return bare.join(', ');
  return bare.map((part) => (/[!?]$/.test(part) ? part : `${part}.`)).join(' ');
}

/** Typing habits: some in lower case, some without accents. */
function typed(random: Random, text: string): string {
  const chance = random();
  if (chance < 0.1) return text.toLowerCase();
  if (chance < 0.2) return withoutAccents(text);
  return chance < 0.25 ? withoutUmlauts(text) : text;
}
