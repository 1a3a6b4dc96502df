import { pick } from '../duplicates/people.ts';
import { ask, askedIn, askedName, askIn, draw, type LifeContext } from './context.ts';
import { inTongues } from './language.ts';
import type { Question } from './life.ts';
import type { Fact } from './notes.ts';
import { anyTimeQuestion, isIn, stretchAround } from './times.ts';

/** Too many notes to be one answer. */
const MAX_ANSWERS = 5;

const keysOf = (facts: Fact[]): string[] => [...new Set(facts.flatMap(({ notes }) => notes.map(({ key }) => key)))];
const fitting = (evidence: string[]): boolean => evidence.length > 0 && evidence.length <= MAX_ANSWERS;

/** About someone: "When is Anna's knee operation?" */
export function aboutPeople(scene: LifeContext, count: number): Question[] {
  const { random, kinds, facts } = scene;
  const asked = facts.filter(({ kind }) => kinds.includes(kind) && kind.name !== 'asknext');
  return draw(count, () => {
    const { person, kind } = pick(random, asked);
    const known = asked.filter((fact) => fact.kind === kind && fact.person === person);
    const latest = known.at(-1)!;
    const tongue = askedIn(random, latest.notes.at(-1)!.tongue);
    const frame = pick(random, kind.frames[tongue].ask);
    const name = askedName(
      random,
      person,
      facts.filter((fact) => fact.kind === kind).map((fact) => fact.person),
    );
    const evidence = keysOf(kind.single || frame.includes('{v}') ? [latest] : known);
    const v = kind.values[latest.value]![tongue];
    const text = ask(scene, frame, { tongue, name, gender: person.name.gender, v });
    return fitting(evidence) ? { text, evidence, kind: 'fact' } : undefined;
  });
}

/** For someone: "Who recommended the book about chess?" */
export function forPeople(scene: LifeContext, count: number): Question[] {
  const { random, kinds, facts } = scene;
  const asked = facts.filter(({ kind }) => kinds.includes(kind) && kind.frames.en.who.length > 0);
  return draw(count, () => {
    const fact = pick(random, asked);
    const tongue = askedIn(random, fact.notes.at(-1)!.tongue);
    const frames = fact.kind.frames[tongue].who.filter((frame) => !frame.includes('{time}'));
    if (frames.length === 0) return undefined;
    const evidence = keysOf(facts.filter(({ kind, value }) => kind === fact.kind && value === fact.value));
    const text = ask(scene, pick(random, frames), { tongue, v: fact.kind.values[fact.value]![tongue] });
    return fitting(evidence) ? { text, evidence, kind: 'who' } : undefined;
  });
}

/** For someone, by place and time: "Who did I meet in Lisbon last summer?" */
export function forPeopleByTime(scene: LifeContext, count: number): Question[] {
  const { random } = scene;
  const meetings = scene.facts.filter(({ kind }) => kind.name === 'meeting');
  return draw(count, () => {
    const { kind, value, notes } = pick(random, meetings);
    const { time, tongue: written } = pick(random, notes);
    const stretch = stretchAround(random, time);
    const tongue = askedIn(random, written);
    const there = meetings.filter((fact) => fact.value === value).flatMap((fact) => fact.notes);
    const evidence = [...new Set(there.filter((note) => isIn(stretch, note.time)).map(({ key }) => key))];
    const slots = { tongue, v: kind.values[value]![tongue], time: stretch.text(tongue) };
    return fitting(evidence)
      ? { text: ask(scene, pick(random, kind.frames[tongue].who), slots), evidence, kind: 'place, time' }
      : undefined;
  });
}

/** Only by time: "What did I do with Tom in March 2024?" */
export function byTime(scene: LifeContext, count: number): Question[] {
  const { random, people, notes, byKey } = scene;
  return draw(count, () => {
    const { people: about, time } = pick(random, notes);
    const person = byKey.get(about[0]!)!;
    const stretch = stretchAround(random, time);
    const evidence = notes
      .filter((note) => note.people.includes(person.key) && isIn(stretch, note.time))
      .map(({ key }) => key);
    const name = askedName(random, person, people);
    const text = askIn(scene, anyTimeQuestion(random), person.tongue, (tongue) => ({
      name,
      time: stretch.text(tongue),
    }));
    return fitting(evidence) ? { text, evidence, kind: 'time' } : undefined;
  });
}

const TOPICS = [
  inTongues('what should I ask {N} about?/was soll ich {N} fragen?/¿qué le tengo que preguntar a {N}?'),
  inTongues('what did I want to bring up with {N}?/was wollte ich bei {N} ansprechen?/¿qué quería comentar con {N}?'),
];

/** Open topics with someone, from notes and reminders: "What should I ask Maria about?" */
export function openTopics(scene: LifeContext, count: number, isTopic: (template: number) => boolean): Question[] {
  const { random, facts, reminders } = scene;
  const topics = facts.filter(({ kind }) => kind.name === 'asknext');
  return draw(count, () => {
    const { person } = pick(random, topics);
    const reminded = reminders.filter(({ people, template }) => isTopic(template) && people.includes(person.key));
    const evidence = [...keysOf(topics.filter((fact) => fact.person === person)), ...reminded.map(({ key }) => key)];
    const name = askedName(
      random,
      person,
      topics.map((fact) => fact.person),
    );
    const text = askIn(scene, pick(random, TOPICS), person.tongue, () => ({ name, gender: person.name.gender }));
    return fitting(evidence) ? { text, evidence, kind: 'topics' } : undefined;
  });
}
