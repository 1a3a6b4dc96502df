import { randomFrom } from '../../support/random.ts';
import type { LifeContext } from './context.ts';
import { aboutPeople, byTime, forPeople, forPeopleByTime, openTopics } from './fact-questions.ts';
import { readKinds } from './kinds.ts';
import type { Life } from './life.ts';
import { neverHappened } from './never.ts';
import { makeNotes, NOW } from './notes.ts';
import { makeGroups, makePeople } from './people.ts';
import { REMINDERS } from './people-data.ts';
import { cardsOf, forCards, forGroups, forReminders, makeReminders } from './record-questions.ts';

export interface LifeSize {
  people: number;
  notes: number;
}

export const USUAL: LifeSize = { people: 300, notes: 3_000 };

/**
 * Generates a life with 110 questions, and 30 about events that never happened, from the seed. Even seeds are for
 * tuning constants. Odd ones are held out: they ask about other kinds of facts, trades, and reminders.
 */
export function makeLife(seed: number, size = USUAL): Life {
  const random = randomFrom(seed);
  const all = readKinds();
  const half = <T>(list: readonly T[]): T[] => list.filter((_, index) => index % 2 === seed % 2);
  const rotated = all.map((kind) => {
    const start = Math.floor(random() * kind.values.length);
    return { ...kind, values: [...kind.values.slice(start), ...kind.values.slice(0, start)] };
  });
  const people = makePeople(random, size.people);
  const groups = makeGroups(random, people);
  const { notes, facts } = makeNotes(random, { people, kinds: rotated, size: size.notes });
  const reminders = makeReminders(random, people, 60);
  const byKey = new Map(people.map((person) => [person.key, person]));
  const scene: LifeContext = { random, people, byKey, notes, facts, groups, reminders, kinds: half(rotated), half };
  const questions = [
    ...aboutPeople(scene, 46),
    ...forPeople(scene, 18),
    ...forPeopleByTime(scene, 8),
    ...byTime(scene, 8),
    ...openTopics(scene, 4, (template) => REMINDERS[template]!.isTopic === true),
    ...forCards(scene, { trade: 5, description: 4, field: 2, work: 3, relation: 3 }),
    ...forGroups(scene, 3),
    ...forReminders(scene, 6),
  ];
  return { people: cardsOf(people), notes, reminders, groups, questions, never: neverHappened(scene), now: NOW };
}
