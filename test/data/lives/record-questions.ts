import { pick, type Random, whole } from '../duplicates/people.ts';
import { askedName, askIn, draw, type LifeContext } from './context.ts';
import { sentence } from './frames.ts';
import { inTongues, TONGUES } from './language.ts';
import type { LifePerson, Question } from './life.ts';
import { NOW } from './notes.ts';
import type { Someone } from './people.ts';
import { ALLERGIES, ALLERGY_ASK, CITIES, DESCRIPTIONS, GROUPS, REMINDERS, TRADES } from './people-data.ts';

const keys = (people: { key: string }[]): string[] => people.map(({ key }) => key);
const MAX_ANSWERS = 6;

/** Questions about data on people's cards: trade, description, field, work, or relation. */
export function forCards(
  scene: LifeContext,
  counts: { trade: number; description: number; field: number; work: number; relation: number },
): Question[] {
  const { random, people, half, byKey } = scene;
  const asked = (kind: string, evidence: string[], text: string): Question | undefined =>
    evidence.length > 0 && evidence.length <= MAX_ANSWERS ? { text, evidence, kind } : undefined;
  const trades = half(TRADES.map((_, index) => index));
  const descriptions = half(DESCRIPTIONS.map((_, index) => index));
  const trade = () => {
    const index = pick(random, trades);
    const evidence = keys(people.filter((person) => person.trade === index));
    // Everyone found can help.
    const question = asked('trade', evidence, askIn(scene, TRADES[index]!.need, pick(random, TONGUES)));
    return question && { ...question, needed: 1 };
  };
  const description = () => {
    const index = pick(random, descriptions);
    const described = people.filter((person) => person.description === index);
    return asked('description', keys(described), askIn(scene, DESCRIPTIONS[index]!.ask, described[0]?.tongue ?? 'en'));
  };
  const field = () => {
    const index = whole(random, ALLERGIES.length);
    const affected = people.filter((person) => person.allergy === index);
    const text = askIn(scene, ALLERGY_ASK, affected[0]?.tongue ?? 'en', (tongue) => ({ v: ALLERGIES[index]![tongue] }));
    return asked('custom field', keys(affected), text);
  };
  const work = () => {
    const { company, city, tongue } = pick(random, people);
    if (company === undefined || city === undefined) return undefined;
    const colleagues = people.filter((person) => person.company === company && person.city === city);
    const text = askIn(scene, WORK, tongue, (tongue) => ({ v: company, city: CITIES[city]![tongue] }));
    return asked('company, city', keys(colleagues), text);
  };
  const relation = () => {
    const person = pick(random, people);
    const other = person.spouse ?? person.mother;
    if (other === undefined) return undefined;
    const word = person.spouse ? (byKey.get(other)!.name.gender === 'f' ? WIFE : HUSBAND) : MOTHER;
    const name = askedName(random, person, people);
    const text = askIn(scene, word, person.tongue, () => ({ name, gender: person.name.gender }));
    // Either card answers it.
    return { text, evidence: [other, person.key], needed: 1, kind: 'relation' };
  };
  return [
    ...draw(counts.trade, trade),
    ...draw(counts.description, description),
    ...draw(counts.field, field),
    ...draw(counts.work, work),
    ...draw(counts.relation, relation),
  ];
}

const WORK = inTongues(
  'who do I know at {v} in {city}?/wen kenne ich bei {v} in {city}?/¿a quién conozco en {v}, en {city}?',
);
const WIFE = inTongues('who is {Ns} wife?/wie heißt die Frau von {N}?/¿cómo se llama la mujer de {N}?');
const HUSBAND = inTongues('who is {Ns} husband?/wie heißt der Mann von {N}?/¿cómo se llama el marido de {N}?');
const MOTHER = inTongues("what is {Ns} mother's name?/wie heißt die Mutter von {N}?/¿cómo se llama la madre de {N}?");

/** Asks for the members of a group. The group itself is an answer too. */
export const forGroups = (scene: LifeContext, count: number): Question[] =>
  draw(count, () => {
    const index = pick(scene.random, scene.half(GROUPS.map((_, index) => index)));
    const { key, people } = scene.groups[index]!;
    return { text: GROUPS[index]![1], evidence: [key, ...people], needed: 1, kind: 'group' };
  });

/** Reminders about some people, due soon. */
export function makeReminders(random: Random, people: Someone[], size: number): LifeContext['reminders'] {
  const start = Date.parse(NOW);
  return Array.from({ length: size }, (_, index) => {
    const person = pick(random, people);
    const template = whole(random, REMINDERS.length);
    const due = new Date(start + (1 + whole(random, 200)) * 86_400_000).toISOString().slice(0, 10);
    const { tongue, name } = person;
    const called = random() < 0.6 ? name.given.latin[0]! : name.full;
    const text = sentence(random, REMINDERS[template]!.text[tongue], { tongue, gender: name.gender, name: called });
    return { key: `r${index}`, text, people: [person.key], due, template };
  });
}

/** "What did I promise to send Maria?" */
export function forReminders(scene: LifeContext, count: number): Question[] {
  const { random, reminders, byKey, half } = scene;
  const templates = half(REMINDERS.map((_, index) => index));
  const asked = reminders.filter(({ template }) => templates.includes(template) && !REMINDERS[template]!.isTopic);
  return draw(count, () => {
    const { template, people } = pick(random, asked);
    const person = byKey.get(people[0]!)!;
    const evidence = keys(asked.filter((one) => one.template === template && one.people[0] === person.key));
    const rivals = asked.filter((one) => one.template === template).map((one) => byKey.get(one.people[0]!)!);
    const name = askedName(random, person, rivals);
    const text = askIn(scene, REMINDERS[template]!.ask, person.tongue, () => ({ name, gender: person.name.gender }));
    return { text, evidence, kind: 'reminder' };
  });
}

export const cardsOf = (people: Someone[]): LifePerson[] => people.map(({ card }) => card);
