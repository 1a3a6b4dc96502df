import { randomFrom } from '../../support/random.ts';
import { pick, type Random, whole } from '../duplicates/people.ts';
import { possessive, withoutAccents, withoutUmlauts } from './language.ts';
import type { Life } from './life.ts';
import { soundAlike, typo } from './mangle.ts';
import { fullName, isScripted, SHORT } from './names.ts';
import { makeGroups, makePeople, type Someone } from './people.ts';
import { CITIES, TRADES } from './people-data.ts';

/** A way to name someone: the typed text, or undefined if it does not apply to the person. */
type Way = (person: Someone, scene: Naming) => string | undefined;

interface Naming {
  random: Random;
  people: Someone[];
  byKey: Map<string, Someone>;
  /** Number of people who share these properties. */
  alike(person: Someone, same: (other: Someone) => unknown): number;
}

const given = ({ name }: Someone): string => name.given.latin[0]!;
const family = ({ name }: Someone): string => name.family.latin[0]!;
const wholeName = (person: Someone): string => `${given(person)} ${family(person)}`;
const isLatin = ({ name }: Someone): boolean => !isScripted(name.culture);
const sexed = ({ name }: Someone, he: string, she: string): string => (name.gender === 'm' ? he : she);

/** The first name plus a detail, if it is unique or nearly unique. */
const firstWith =
  (same: (person: Someone) => unknown, text: (person: Someone) => string): Way =>
  (person, { alike }) =>
    same(person) !== undefined && alike(person, (other) => `${given(other)} ${same(other)}`) === 1
      ? text(person)
      : undefined;

/** The text, if it differs from the written one. */
const unlike = (text: string | undefined, written: string): string | undefined => (text === written ? undefined : text);

const WAYS: Record<string, Way> = {
  typo: (person, { random }) =>
    random() < 0.5
      ? `${given(person)} ${unlike(typo(random, family(person)), family(person))}`
      : `${typo(random, given(person))} ${family(person)}`,
  'two typos': (person, { random }) =>
    given(person).length > 4 && family(person).length > 5
      ? `${typo(random, given(person))} ${typo(random, family(person))}`
      : undefined,
  sound: (person, { random }) => {
    const alike = soundAlike(random, family(person));
    return alike === undefined || !isLatin(person) ? undefined : `${given(person)} ${alike}`;
  },
  nickname: (person, { random }) => {
    const short = SHORT[person.name.given.text];
    return short && `${pick(random, short)} ${family(person)}`;
  },
  'no accents': (person) => unlike(withoutAccents(wholeName(person)), wholeName(person))?.toLowerCase(),
  'ue for ü': (person) => unlike(withoutUmlauts(wholeName(person)), wholeName(person)),
  initials: (person, { random, alike }) => {
    const forms = [`${given(person)[0]}. ${family(person)}`, `${given(person)} ${family(person)[0]}.`];
    const index = whole(random, 2);
    const initial = (other: Someone) =>
      (index === 0 ? [given(other)[0], family(other)] : [given(other), family(other)[0]]).join();
    return isLatin(person) && alike(person, initial) <= 3 ? forms[index] : undefined;
  },
  order: (person, { random }) =>
    random() < 0.5 ? `${family(person)}, ${given(person)}` : `${family(person)} ${given(person)}`,
  'to Latin': ({ name, card }, { random }) =>
    isScripted(name.culture) && !/\p{Script=Latin}/u.test(card.full_name)
      ? `${pick(random, name.given.latin)} ${pick(random, name.family.latin)}`
      : undefined,
  'from Latin': ({ name, card }) =>
    // Their cards use Latin letters, and questions use their script.
    isScripted(name.culture) && /\p{Script=Latin}/u.test(card.full_name)
      ? fullName(name.culture, name.given.text, name.family.text)
      : undefined,
  'part of a family name': (person, { random, alike }) => {
    const parts = family(person).split(/[ -]/);
    const part =
      parts.length > 1
        ? pick(
            random,
            parts.filter((one) => one.length > 3),
          )
        : undefined;
    return part && alike(person, (other) => given(other) + family(other).split(/[ -]/).includes(part)) === 1
      ? `${given(person)} ${part}`
      : undefined;
  },
  'family, plural': (person, { random, alike }) => {
    const sharing = alike(person, family);
    const name = family(person);
    if (!isLatin(person) || name.includes(' ') || sharing < 2 || sharing > 4) return undefined;
    return pick(random, [
      `the ${name}${/[sxz]$/.test(name) ? 'es' : 's'}`,
      `die ${name}s`,
      `los ${name}`,
      `Familie ${name}`,
    ]);
  },
  company: firstWith(
    ({ company }) => company,
    (person) => `${given(person)} at ${person.company}`,
  ),
  group: (person, { random, people }) => {
    const group = person.groups[0];
    const members = people.filter((other) => group && other.groups.includes(group) && given(other) === given(person));
    const forms = [`${given(person)} from the ${group}`, `${given(person)} aus ${group}`, `${given(person)}, ${group}`];
    return members.length === 1 ? pick(random, forms) : undefined;
  },
  city: firstWith(
    ({ city }) => city,
    (person) => `${given(person)} ${CITY_FORMS[person.tongue]} ${CITIES[person.city!]![person.tongue]}`,
  ),
  relation: (person, { random, byKey, people }) => {
    const spouse = person.spouse === undefined ? undefined : byKey.get(person.spouse);
    if (!spouse) return undefined;
    const isOne = people.filter((other) => other.spouse && given(other) === given(spouse)).length === 1;
    const name = isOne ? given(spouse) : wholeName(spouse);
    return pick(random, [
      `${possessive('en', name)} ${sexed(person, 'husband', 'wife')}`,
      `${possessive('de', name)} ${sexed(person, 'Mann', 'Frau')}`,
      `${sexed(person, 'el marido', 'la mujer')} de ${name}`,
    ]);
  },
  trade: (person, { random, alike }) => {
    const { trade, city } = person;
    if (trade === undefined || city === undefined || alike(person, (other) => `${other.trade} ${other.city}`) > 3)
      return undefined;
    const tongue = random() < 0.75 ? person.tongue : 'en';
    const title = TRADES[trade]!.title[tongue].toLowerCase();
    const where = `${CITY_FORMS[tongue]} ${CITIES[city]![tongue]}`;
    return { en: `the ${title} ${where}`, de: `${TRADES[trade]!.title.de} ${where}`, es: `${title} ${where}` }[tongue];
  },
  possessive: (person, { random }) => {
    const name = wholeName(person);
    return pick(random, [
      `${possessive('en', name)} phone number`,
      `${possessive('de', name)} Adresse`,
      `el correo de ${name}`,
      `${possessive('en', name)} birthday`,
    ]);
  },
  title: (person, { random, alike }) => {
    if (alike(person, family) > 3) return undefined;
    const [name, title] = [family(person), pick(random, ['Dr. ', 'Prof. ', 'Mr. or Mrs. ', 'Familie '])];
    return pick(random, [
      `${sexed(person, 'Mr.', 'Ms.')} ${name}`,
      `${sexed(person, 'Herr', 'Frau')} ${title}${name}`.replace(/(Mr\. or Mrs\.|Familie) /, ''),
      `${sexed(person, 'el señor', 'la señora')} ${name}`,
    ]);
  },
  married: (person, { random }) => {
    const [first, second] = person.card.full_name.slice(given(person).length + 1).split('-');
    return second === undefined ? undefined : `${given(person)} ${pick(random, [first!, second])}`;
  },
};

const CITY_FORMS = { en: 'in', de: 'in', es: 'en' };
const PER_WAY = 20;

/** 3,000 people, and 400 ways to name one of them. */
export function makeNamings(seed: number, size = 3_000): Life {
  const random = randomFrom(seed * 7_919 + 1);
  const people = makePeople(random, size);
  const groups = makeGroups(random, people);
  for (const person of people) rewrite(random, person);
  const byKey = new Map(people.map((person) => [person.key, person]));
  const alike: Naming['alike'] = (person, same) => {
    const wanted = same(person);
    return people.filter((other) => same(other) === wanted).length;
  };
  const scene = { random, people, byKey, alike };
  const questions = Object.entries(WAYS).flatMap(([kind, way]) => {
    const named = new Map<string, string>();
    for (let tries = 0; named.size < PER_WAY && tries < 20_000; tries++) {
      const person = pick(random, people);
      const text = way(person, scene);
      if (text !== undefined) named.set(person.key, text);
    }
    return [...named].map(([key, text]) => ({ text, evidence: [key], kind }));
  });
  return { people: people.map(({ card }) => card), notes: [], reminders: [], groups, questions, never: [] };
}

/** Some cards have a foreign name in Latin letters, and some a double-barreled one. */
function rewrite(random: Random, person: Someone): void {
  if (isScripted(person.name.culture)) {
    if (random() < 0.4) person.card.full_name = wholeName(person);
  } else if (person.name.gender === 'f' && !/[ -]/.test(family(person)) && random() < 0.06) {
    person.card.full_name = `${wholeName(person)}-${pick(random, ['Arendt', 'Bellamy', 'Castaño', 'Dörfler', 'Engström', 'Fontaine'])}`;
  }
}
