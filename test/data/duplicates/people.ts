import { COMPANIES, CULTURES, type Culture, STREETS, TITLES } from './names.ts';

/** A contact as the API accepts it. */
export interface Card {
  full_name?: string;
  first_name?: string;
  last_name?: string;
  birthday?: string;
  company?: string;
  job_title?: string;
  linkedin?: string;
  contact_emails?: { email: string }[];
  contact_phone_numbers?: { phone_number: string }[];
  legacy_contact_addresses?: { street?: string; city?: string; postal_code?: string; region?: string }[];
}

/** Everything about a person. A card contains a part of it. */
export interface Person {
  given: string;
  family: string;
  culture: Culture;
  /** Spellings of the whole name, if it has its own script. */
  spellings: string[];
  birthday: string;
  company: string;
  title: string;
  handle: string;
  email: string;
  phone: { code: string; national: string; trunk: string };
  address: { street: string; city: string; postal_code: string; region: string };
}

export type Random = () => number;
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
export const whole = (random: Random, below: number): number => Math.floor(random() * below);

const ONSETS = 'b br c cl d dr f g gr h k kl l m n p pr r s st t tr v w z'.split(' ');
const ENDINGS =
  'ack and ane arden ell elmer enko erton eski ingham inger ivic ock olden onte ovich owitz ulan umber'.split(' ');

/** A family name outside all lists, because most real ones are rare. */
const rareFamily = (random: Random): string => {
  const text = `${pick(random, ONSETS)}${pick(random, ['a', 'e', 'i', 'o', 'u'])}${pick(random, ONSETS)}${pick(random, ENDINGS)}`;
  return text[0]!.toUpperCase() + text.slice(1);
};

export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

export function makePerson(random: Random): Person {
  const culture = CULTURES[Math.min(whole(random, CULTURES.length + 6), CULTURES.length + 5) % CULTURES.length]!;
  const scripted = culture.scripts && random() < 0.25 ? pick(random, culture.scripts) : undefined;
  const [given, family] = scripted
    ? [scripted[1]!.split(' ')[0]!, scripted[1]!.split(' ').slice(1).join(' ')]
    : [pick(random, culture.given), random() < 0.7 ? rareFamily(random) : pick(random, culture.family)];
  const number = whole(random, 1_000_000);
  const [code, length, trunk] = culture.phone;
  const [city, postal_code, region] = pick(random, culture.towns);
  const ascii = [plain(given) || 'x', plain(family) || 'y'];
  return {
    given,
    family,
    culture,
    spellings: scripted ? [...scripted] : [],
    birthday: `${1940 + whole(random, 65)}-${String(1 + whole(random, 12)).padStart(2, '0')}-${String(1 + whole(random, 28)).padStart(2, '0')}`,
    company: pick(random, COMPANIES),
    title: pick(random, TITLES),
    handle: `${ascii.join('-')}-${number.toString(36)}`,
    email: `${ascii.join('.')}${number}@${pick(random, ['gmail.com', 'example.com', 'mail.test', 'outlook.test'])}`,
    phone: {
      code,
      national: `${2 + whole(random, 8)}${String(whole(random, 10 ** 9)).padStart(9, '0')}${whole(random, 10)}`.slice(
        0,
        length,
      ),
      trunk,
    },
    address: {
      street: `${1 + whole(random, 300)} ${pick(random, STREETS)} ${pick(random, ['Street', 'Avenue', 'Road', 'Lane'])}`,
      city,
      postal_code,
      region,
    },
  };
}

export const international = ({ phone }: Person): string => phone.code + phone.national;

/** Parts of a card, each as another source would have it. */
export const part = {
  name: ({ given, family }: Person, random: Random): Card =>
    random() < 0.3 ? { full_name: `${given} ${family}` } : { first_name: given, last_name: family },
  email: ({ email }: Person): Card => ({ contact_emails: [{ email }] }),
  phone: (person: Person): Card => ({ contact_phone_numbers: [{ phone_number: international(person) }] }),
  work: ({ company, title }: Person): Card => ({ company, job_title: title }),
  linkedin: ({ handle }: Person): Card => ({ linkedin: handle }),
  birthday: ({ birthday }: Person): Card => ({ birthday }),
  address: ({ address }: Person): Card => ({ legacy_contact_addresses: [address] }),
};

/** Another source's data about a person, besides the name. */
export function someOf(person: Person, random: Random): Card {
  const card: Card = {};
  for (const [kind, chance] of [
    ['email', 0.5],
    ['phone', 0.5],
    ['work', 0.5],
    ['linkedin', 0.25],
    ['birthday', 0.25],
    ['address', 0.3],
  ] as const)
    if (random() < chance) Object.assign(card, part[kind](person));
  return card;
}
