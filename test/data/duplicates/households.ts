import { wordsIn } from '../../../src/service/names/name-parts.ts';
import { spellingOf } from '../../../src/service/names/text-distance.ts';
import { randomFrom } from '../../support/random.ts';
import type { GeneratedDataset } from './dataset.ts';
import { LANGUAGES, type Language } from './household-names.ts';
import { type Card, pick, plain, type Random, whole } from './people.ts';

// Couples, siblings, parents, and children: each is a person, and each household shares common data. Some people have a
// second card, and some households have a shared one.

interface Household {
  family: string;
  address: Card;
  phone: string;
  email: string;
  members: Member[];
}

interface Member {
  given: string;
  suffix: string;
  birthday: string;
  email: string;
  mobile: string;
}

export const HOUSEHOLD_LANGUAGES = Object.keys(LANGUAGES);

/** Generates households of one language from the seed. */
export function makeHouseholds(seed: number, language: string, households = 16): GeneratedDataset {
  const random = randomFrom(seed);
  const dataset: GeneratedDataset = { name: `${language} ${seed}`, cards: [], person: [], kind: [] };
  for (let made = 0; made < households; made++) {
    const household = makeHousehold(LANGUAGES[language]!, made, random);
    const add = (card: Card, person: string, kind: string) => {
      dataset.cards.push(card);
      dataset.person.push(`${made} ${person}`);
      dataset.kind.push(kind);
    };
    for (const [place, member] of household.members.entries()) {
      add(cardOf(household, member, member.given, random), `${place}`, 'member');
      if (random() < 0.3) add(cardOf(household, member, member.given, random), `${place}`, 'again');
      if (random() < 0.2) add(cardOf(household, member, slipOf(member.given, random), random), `${place}`, 'slip');
      if (random() < 0.1) add(cardOf(household, member, `${[...member.given][0]}.`, random), `${place}`, 'initial');
    }
    if (random() < 0.2) add(cardOfAll(household, random), 'all', 'household');
  }
  return dataset;
}

function makeHousehold({ women, men, families, alike }: Language, made: number, random: Random): Household {
  const family = families[made % families.length]!;
  const number = () => `+49${whole(random, 9) + 1}${String(whole(random, 10 ** 9)).padStart(9, '0')}`;
  const ascii = plain(family) || `f${whole(random, 10 ** 6)}`;
  const birthday = (from: number) =>
    `${from + whole(random, 15)}-${two(1 + whole(random, 12))}-${two(1 + whole(random, 28))}`;
  const member = (given: string, born: string, suffix = ''): Member => {
    const email = `${plain(given) || 'x'}.${ascii}${whole(random, 1000)}@${pick(random, ['mail.test', 'example.com'])}`;
    return { given, suffix, birthday: born, email, mobile: number() };
  };
  const woman = pick(random, women);
  const [one, other] =
    random() < 0.7 ? pick(random, alike) : pick(random, [[pick(random, men), woman] as const, twoOf(women, random)]);
  const man = pick(
    random,
    men.filter((name) => isAnother(name, one) && isAnother(name, other)),
  );
  const [old, young] = [birthday(1950), birthday(1980)];
  const members = pick(random, [
    () => [member(one, birthday(1960)), member(other, birthday(1960))],
    // Parent and child, brother and sister, twins.
    () => [member(one, old), member(other, young)],
    () => [member(man, old), member(one, young), member(other, birthday(1980))],
    () => [member(one, young), member(other, young)],
    () => [
      member(man, old, pick(random, ['Sr.', 'sen.', 'Senior'])),
      member(man, young, pick(random, ['Jr.', 'jun.'])),
    ],
  ])();
  return {
    family,
    address: {
      legacy_contact_addresses: [
        {
          street: `${1 + whole(random, 200)} ${ascii} Street`,
          city: `${pick(random, families)}dorf`,
          postal_code: `${10000 + whole(random, 80000)}`,
        },
      ],
    },
    phone: number(),
    email: `${pick(random, ['', 'familie.', 'family', 'casa.', `${plain(members[0]!.given) || 'a'}.`])}${ascii}${whole(random, 1000)}@mail.test`,
    members,
  };
}

/** Not one name in two scripts or spellings. */
const isAnother = (one: string, other: string): boolean => spelled(one) !== spelled(other);

const spelled = (name: string): string => spellingOf(wordsIn(name)[0] ?? '');

const two = (number: number): string => String(number).padStart(2, '0');

function twoOf(names: readonly string[], random: Random): [string, string] {
  const one = pick(random, names);
  return [
    one,
    pick(
      random,
      names.filter((name) => isAnother(name, one)),
    ),
  ];
}

/** One source's data about a member, much of it shared by the household. For twins, at most their common birthday. */
function cardOf(
  household: Household,
  { given, suffix, birthday, email, mobile }: Member,
  first: string,
  random: Random,
): Card {
  const { family, address, phone } = household;
  const name = [first, family, suffix].filter(Boolean).join(' ');
  const phones = [random() < 0.8 && phone, random() < 0.4 && mobile];
  const emails = [random() < 0.5 && household.email, random() < 0.4 && email];
  return {
    ...(random() < 0.3 ? { full_name: name } : { first_name: first, last_name: `${family} ${suffix}`.trim() }),
    contact_phone_numbers: phones
      .filter((value) => !!value)
      .map((phone_number) => ({ phone_number: phone_number as string })),
    contact_emails: emails.filter((value) => !!value).map((value) => ({ email: value as string })),
    ...(random() < 0.8 && address),
    ...(random() < 0.4 && given && { birthday }),
  };
}

/** One card for the whole household. */
function cardOfAll({ family, address, phone, email, members }: Household, random: Random): Card {
  const [one, other] = members.map(({ given }) => given);
  const name = pick(random, [
    { last_name: family },
    { full_name: `${one} & ${other} ${family}` },
    { first_name: `${one} und ${other}`, last_name: family },
    {},
  ]);
  return { ...name, ...address, contact_phone_numbers: [{ phone_number: phone }], contact_emails: [{ email }] };
}

/** One letter missing, doubled, or swapped, not at the ends. */
function slipOf(name: string, random: Random): string {
  const letters = [...name];
  if (letters.length < 5) return name;
  const at = 1 + whole(random, letters.length - 3);
  return pick(random, [
    () => [...letters.slice(0, at), ...letters.slice(at + 1)],
    () => [...letters.slice(0, at), letters[at]!, ...letters.slice(at)],
    () => [...letters.slice(0, at), letters[at + 1]!, letters[at]!, ...letters.slice(at + 2)],
  ])().join('');
}
