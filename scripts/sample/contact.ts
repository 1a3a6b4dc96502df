import { cities } from './cities.ts';
import { latinWords, parseName } from './name.ts';
import type { Person } from './person.ts';
import { type Random, randomFor } from './random.ts';

interface Labelled {
  label: string;
  value: string;
}

export interface Channels {
  emails: Labelled[];
  phones: Labelled[];
  profiles: Labelled[];
}

const HOME_DOMAINS = ['mail.example.com', 'inbox.example.org', 'post.example.net'];
const SOCIAL = [
  'Instagram',
  'Instagram',
  'Instagram',
  'Facebook',
  'Facebook',
  'Twitter',
  'Telegram',
  'YouTube',
  'Mastodon',
];
const PROFILE_OF: Record<string, (handle: string) => string> = {
  LinkedIn: (handle) => `https://www.linkedin.com/in/${handle}`,
  Instagram: (handle) => `https://www.instagram.com/${handle}/`,
  Facebook: (handle) => `https://www.facebook.com/${handle}`,
  Twitter: (handle) => `https://twitter.com/${handle}`,
  Telegram: (handle) => `https://t.me/${handle}`,
  YouTube: (handle) => `https://www.youtube.com/@${handle}`,
  Mastodon: (handle) => `https://social.example.org/@${handle}`,
};

export const keyOf = (person: Person) => person.key ?? parseName(person.name).full;

/** Fills `#` with digits and `@` with letters. A number never starts with zero where `leading` is set. */
export function fill(pattern: string, random: Random, leading = false): string {
  return pattern.replace(/[#@]/g, (mark, at: number) => {
    if (mark === '@') return random.pick([...'ABDEHJLNPRSTVWXY']);
    return String(random.integer(leading && !/[\d#]/.test(pattern[at - 1] ?? '') ? 1 : 0, 9));
  });
}

/**
 * How to reach a person. What stands in the tables is taken as it is; the rest is made up, and two people never
 * share an e-mail, a number or a profile unless the tables say so.
 */
export function channelMaker(people: readonly Person[]): (person: Person) => Channels {
  const taken = new Set(people.flatMap((person) => (person.phones ?? []).map((phone) => digits(phone))));
  for (const person of people) for (const email of person.emails ?? []) taken.add(email.replace(/^\w+ /, ''));
  const householdLines = new Map<string, string>();

  const unused = (make: () => string, same: (value: string) => string = (value) => value): string => {
    for (let tries = 0; tries < 500; tries += 1) {
      const value = make();
      if (taken.has(same(value))) continue;
      taken.add(same(value));
      return value;
    }
    throw new Error(`No unused value is left like ${make()}.`);
  };
  const number = (patterns: readonly string[], random: Random) =>
    unused(() => fill(random.pick(patterns), random), digits);

  function phonesOf(person: Person): Labelled[] {
    if (person.phones) return person.phones.map(labelled);
    const random = randomFor(`phones of ${keyOf(person)}`);
    const { mobile, landline } = cities[person.city];
    const phones: Labelled[] = [];
    if (person.only || random.chance(0.86)) phones.push({ label: 'cell', value: number(mobile, random) });
    if (person.only) return phones;
    if (person.sharedLine && person.household) {
      const line = householdLines.get(person.household) ?? number([landline], random);
      householdLines.set(person.household, line);
      phones.push({ label: 'home', value: line });
    } else if (random.chance(0.28)) {
      phones.push({ label: person.org ? 'work' : 'home', value: number([landline], random) });
    }
    return phones;
  }

  function emailsOf(person: Person): Labelled[] {
    if (person.emails) return person.emails.map(labelled);
    const random = randomFor(`emails of ${keyOf(person)}`);
    const [given, family] = addressWords(person);
    const home = () => {
      const forms = [
        `${given}.${family}`,
        `${given[0]}.${family}`,
        `${given}${random.integer(1, 99)}`,
        `${family}.${given}`,
      ];
      return `${family ? random.pick(forms) : `${given}${random.integer(1, 99)}`}@${random.pick(HOME_DOMAINS)}`;
    };
    const work = workDomain(person.org);
    const emails: Labelled[] = [];
    if (work) {
      const local = random.chance(0.7) ? [given, family] : [given[0]!, family];
      emails.push({ label: 'work', value: unused(() => `${local.filter(Boolean).join('.')}@${work}`) });
    }
    const isWorkOnly =
      work && person.tags.some((tag) => tag === 'client' || tag === 'investor' || tag === 'conference');
    if (!work || random.chance(isWorkOnly ? 0.15 : 0.6)) emails.push({ label: 'home', value: unused(home) });
    return emails;
  }

  function profilesOf(person: Person): Labelled[] {
    const profiles = person.social?.map(labelled) ?? madeUpProfiles(person);
    return profiles.map(({ label, value }) => ({ label, value: PROFILE_OF[label]!(value) }));
  }

  function madeUpProfiles(person: Person): Labelled[] {
    const random = randomFor(`profiles of ${keyOf(person)}`);
    const [given, family] = addressWords(person);
    if (person.only || !family || person.emails?.length === 0) return [];
    const isWork = person.tags.some((tag) => ['work', 'client', 'investor', 'conference', 'college'].includes(tag));
    const made: Labelled[] = [];
    if (random.chance(isWork ? 0.65 : 0.12)) made.push({ label: 'LinkedIn', value: `${given}-${family}-example` });
    if (random.chance(isWork ? 0.2 : 0.4)) {
      const label = random.pick(SOCIAL);
      const long =
        label === 'Instagram' || label === 'Facebook' ? `${given}.${family}.example` : `${given}_${family}_example`;
      made.push({ label, value: label === 'Twitter' ? `${given.slice(0, 6)}${family[0]}_example` : long });
    }
    return made.filter(({ label, value }) => {
      const profile = `${label} ${value}`;
      return !taken.has(profile) && taken.add(profile);
    });
  }

  return (person) => ({
    emails: person.only === 'phone' ? [] : emailsOf(person),
    phones: person.only === 'email' ? [] : phonesOf(person),
    profiles: profilesOf(person),
  });
}

export const digits = (phone: string) => phone.replace(/\D/g, '');

function labelled(written: string): Labelled {
  const space = written.indexOf(' ');
  return { label: written.slice(0, space), value: written.slice(space + 1) };
}

function addressWords(person: Person): [given: string, family: string] {
  if (person.latin) {
    const [given = '', family = ''] = person.latin.split(' ');
    return [given, family];
  }
  const { given, family } = parseName(person.name);
  return [latinWords(given.split(' ')[0]!).join(''), latinWords(family).join('')];
}

/** All people of one company share a domain. */
export function workDomain(org: string | undefined): string | undefined {
  const company = latinWords((org ?? '').split(';')[0]!).filter((word) => !/^(de|del|da|do)$/.test(word));
  if (company.length === 0) return undefined;
  const label = company.slice(0, 2).join('');
  return `${label}.${randomFor(`domain of ${label}`).pick(['example.com', 'example.org', 'example.net'])}`;
}
