import { pick, type Random, whole } from '../duplicates/people.ts';
import type { Tongue } from './language.ts';
import type { LifeGroup, LifePerson } from './life.ts';
import { anyCulture, anyName, type PersonName } from './names.ts';
import { ALLERGIES, CITIES, COMPANIES, DESCRIPTIONS, GROUPS, TAGS, TITLES, TRADES } from './people-data.ts';

/** A person with facts that the card omits. */
export interface Someone {
  key: string;
  name: PersonName;
  tongue: Tongue;
  card: LifePerson;
  company?: string;
  /** Indexes in the lists of `people-data.ts`. */
  city?: number;
  trade?: number;
  description?: number;
  allergy?: number;
  /** Keys of related people. */
  spouse?: string;
  mother?: string;
  groups: string[];
}

/** People, some with a shared family name, and no two with the same whole name. */
export function makePeople(random: Random, size: number): Someone[] {
  const people: Someone[] = [];
  const taken = new Set<string>();
  while (people.length < size) {
    const before = people.at(-1);
    const isFamily = before !== undefined && random() < 0.18;
    const { culture, tongue } = isFamily ? { culture: before.name.culture, tongue: before.tongue } : anyCulture(random);
    const name = anyName(random, culture, isFamily ? before.name.family : undefined);
    if (taken.has(name.full) || (isFamily && before.name.given.text === name.given.text)) continue;
    taken.add(name.full);
    const key = `p${people.length}`;
    const person: Someone = { key, name, tongue, groups: [], card: { key, full_name: name.full } };
    describe(random, person);
    if (isFamily) relate(random, before, person);
    people.push(person);
  }
  return people;
}

function describe(random: Random, person: Someone): void {
  const { card, tongue } = person;
  if (random() < 0.55) person.company = card.company = pick(random, COMPANIES);
  if (random() < 0.12) {
    person.trade = whole(random, TRADES.length);
    card.job_title = TRADES[person.trade]!.title[tongue];
  } else if (random() < 0.6) card.job_title = pick(random, TITLES)[tongue];
  if (random() < 0.6) {
    person.city = whole(random, CITIES.length);
    card.city = CITIES[person.city]![tongue];
  }
  if (random() < 0.12) {
    person.description = whole(random, DESCRIPTIONS.length);
    card.description = DESCRIPTIONS[person.description]!.tell[tongue];
  }
  if (random() < 0.3) card.tags = [pick(random, TAGS)];
  if (random() < 0.05) {
    person.allergy = whole(random, ALLERGIES.length);
    card.fields = { Allergy: ALLERGIES[person.allergy]![tongue] };
  }
}

/** Makes two people a couple, or a mother and her child. */
function relate(random: Random, first: Someone, second: Someone): void {
  if (first.spouse === undefined && first.mother === undefined && random() < 0.7) {
    first.spouse = second.key;
    second.spouse = first.key;
    const word = (gender: string) => (gender === 'f' ? 'wife' : 'husband');
    first.card.relations = [{ to: second.key, is: word(second.name.gender) }];
    second.card.relations = [{ to: first.key, is: word(first.name.gender) }];
  } else if (first.name.gender === 'f') {
    second.mother = first.key;
    second.card.relations = [{ to: first.key, is: 'mother' }];
  }
}

/** Groups of some of the people. */
export function makeGroups(random: Random, people: Someone[]): LifeGroup[] {
  return GROUPS.map(([name], index) => {
    const members = new Set(Array.from({ length: 8 + whole(random, 8) }, () => pick(random, people)));
    for (const member of members) member.groups.push(name);
    return { key: `g${index}`, name, people: [...members].map(({ key }) => key) };
  });
}
