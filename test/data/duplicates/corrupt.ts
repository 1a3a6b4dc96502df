import { SHORT_FORMS } from './names.ts';
import {
  type Card,
  international,
  makePerson,
  type Person,
  part,
  pick,
  plain,
  type Random,
  someOf,
  whole,
} from './people.ts';

/** Two or more cards of one person that must be found. */
export type Variation = (person: Person, random: Random) => Card[];

/** Two people whose first names nobody would confuse. */
function twoPeople(random: Random): [Person, Person] {
  for (;;) {
    const [one, other] = [makePerson(random), makePerson(random)];
    const [a, b] = [plain(one.given), plain(other.given)];
    // `Yekaterina` and `Ekaterina` end alike.
    if (a.slice(0, 2) !== b.slice(0, 2) && a.slice(-4) !== b.slice(-4)) return [one, other];
  }
}

const named = (first_name: string, last_name: string): Card => ({ first_name, last_name });
const key = (person: Person, random: Random): Card => part[pick(random, ['email', 'phone'] as const)](person);
const anchor = (person: Person, random: Random): Card =>
  part[pick(random, ['email', 'phone', 'birthday', 'address'] as const)](person);

function typo(text: string, random: Random): string {
  const at = 1 + whole(random, Math.max(1, text.length - 2));
  const letter = pick(random, [...'aeinorst']);
  return pick(random, [
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + letter + text.slice(at),
    () => text.slice(0, at) + letter + text.slice(at + 1),
    () => text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2),
  ])();
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
const spelledOut = (text: string): string =>
  text.replace(/ü/g, 'ue').replace(/ö/g, 'oe').replace(/ä/g, 'ae').replace(/ß/g, 'ss');

export const VARIATIONS: Record<string, Variation> = {
  nickname(person, random) {
    const short = pick(random, SHORT_FORMS[person.given] ?? [person.given]);
    const link = anchor(person, random);
    return [
      { ...part.name(person, random), ...someOf(person, random), ...link },
      { ...named(short, person.family), ...link },
    ];
  },
  initials(person, random) {
    const link = key(person, random);
    return [
      { ...part.name(person, random), ...link },
      { full_name: `${person.given[0]}. ${person.family}`, ...link },
    ];
  },
  swapped(person, random) {
    const link = anchor(person, random);
    return [
      { ...part.name(person, random), ...link },
      { full_name: pick(random, [`${person.family}, ${person.given}`, `${person.family} ${person.given}`]), ...link },
    ];
  },
  accents(person, random) {
    const link = anchor(person, random);
    const change = pick(random, [withoutAccents, spelledOut]);
    return [
      { ...part.name(person, random), ...link },
      { full_name: change(`${person.given} ${person.family}`), ...link },
    ];
  },
  script(person, random) {
    const [own = `${person.given} ${person.family}`, ...latin] = person.spellings;
    const link = key(person, random);
    return [
      { full_name: own, ...link },
      { full_name: latin.length > 0 ? pick(random, latin) : own, ...link },
    ];
  },
  transliteration(person, random) {
    const [, one = `${person.given} ${person.family}`, other = one] = person.spellings;
    const link = anchor(person, random);
    return [
      { full_name: one, ...link },
      { full_name: other, ...link },
    ];
  },
  married(person, random) {
    const [phone, spouse] = [part.phone(person), makePerson(random)];
    return [
      { ...part.name(person, random), ...phone },
      { ...named(person.given, spouse.family), ...phone },
    ];
  },
  typo(person, random) {
    const link = anchor(person, random);
    const slips =
      random() < 0.5
        ? named(typo(person.given, random), person.family)
        : named(person.given, typo(person.family, random));
    return [
      { ...part.name(person, random), ...someOf(person, random), ...link },
      { ...slips, ...link },
    ];
  },
  plusAddress(person, random) {
    const [local, domain] = person.email.split('@') as [string, string];
    return [
      { ...part.name(person, random), ...part.email(person) },
      { ...part.name(person, random), contact_emails: [{ email: `${local}+lists@${domain}` }] },
    ];
  },
  gmailDots(person, random) {
    const local = `${plain(person.given)}${plain(person.family)}${whole(random, 100)}`;
    const dotted = `${local.slice(0, 3)}.${local.slice(3)}`;
    return [
      { ...part.name(person, random), contact_emails: [{ email: `${local}@gmail.com` }] },
      { ...part.name(person, random), contact_emails: [{ email: `${dotted}@googlemail.com` }] },
    ];
  },
  phoneForm(person, random) {
    const { national, trunk } = person.phone;
    const grouped = `${trunk}${national.slice(0, 3)} ${national.slice(3, 6)}-${national.slice(6)}`;
    return [
      { ...part.name(person, random), ...part.phone(person) },
      { ...part.name(person, random), contact_phone_numbers: [{ phone_number: grouped }] },
    ];
  },
  changedJob(person, random) {
    const later = makePerson(random);
    const link = pick(random, [part.phone, part.linkedin, part.birthday])(person);
    return [
      { ...part.name(person, random), ...part.work(person), ...part.email(person), ...link },
      {
        ...part.name(person, random),
        ...part.work(later),
        contact_emails: [{ email: `${person.handle}@${plain(later.company)}.test` }],
        ...link,
      },
    ];
  },
  profile(person, random) {
    const address = pick(random, [
      `https://www.linkedin.com/in/${person.handle}/`,
      `linkedin.com/in/${person.handle.toUpperCase()}?trk=x`,
      `@${person.handle}`,
    ]);
    return [
      { ...part.name(person, random), ...part.linkedin(person) },
      { ...part.name(person, random), linkedin: address },
    ];
  },
  birthdayWithoutYear(person, random) {
    return [
      { ...part.name(person, random), ...part.birthday(person) },
      { ...part.name(person, random), birthday: `-${person.birthday.slice(4)}` },
    ];
  },
  split(person, random) {
    return [
      { ...part.name(person, random), ...part.email(person), ...part.work(person) },
      { ...part.name(person, random), ...part.phone(person) },
    ];
  },
  oneField(person, random) {
    return pick(random, [
      [{ ...part.name(person, random), ...part.email(person) }, part.email(person)],
      [{ ...part.name(person, random), ...part.phone(person) }, part.phone(person)],
      [
        { ...part.name(person, random), ...part.phone(person) },
        { first_name: person.given, ...part.phone(person) },
      ],
    ]);
  },
  manySources(person, random) {
    const email = part.email(person);
    return [1, 2, 3, 4].map(() => ({ ...part.name(person, random), ...someOf(person, random), ...email }));
  },
};

/** Cards of different people that look alike and must stay apart. */
export const LOOK_ALIKES: Record<string, (random: Random) => Card[]> = {
  couple(random) {
    const [one, other] = twoPeople(random);
    const home = { ...part.address(one), ...pick(random, [part.email, part.phone])(one) };
    return [
      { ...part.name(one, random), ...home },
      { ...named(other.given, one.family), ...home },
    ];
  },
  fatherAndSon(random) {
    const person = makePerson(random);
    const home = { ...part.address(person), ...part.phone(person) };
    return pick(random, [
      [
        { full_name: `${person.given} ${person.family} Sr.`, ...home },
        { full_name: `${person.given} ${person.family} Jr.`, ...home },
      ],
      [
        { ...part.name(person, random), ...home, birthday: `1950${person.birthday.slice(4)}` },
        {
          ...part.name(person, random),
          ...home,
          birthday: `19${75 + whole(random, 10)}${makePerson(random).birthday.slice(4)}`,
        },
      ],
    ]);
  },
  twins(random) {
    const [one, other] = twoPeople(random);
    const home = { ...part.address(one), ...part.birthday(one) };
    return [
      { ...named(one.given, one.family), ...home },
      { ...named(other.given, one.family), ...home },
    ];
  },
  namesakes(random) {
    const [one, other] = [makePerson(random), makePerson(random)];
    const [given, family] = pick(random, [
      ['Maria', 'Garcia'],
      ['John', 'Smith'],
      ['Mohammed', 'Ali'],
      ['Wei', 'Wang'],
    ] as const);
    return [one, other].map((person) => ({
      ...someOf(person, random),
      ...part.address(person),
      ...named(given, family),
    }));
  },
  mailbox(random) {
    const [one, other] = twoPeople(random);
    const office = {
      company: one.company,
      contact_emails: [{ email: `${pick(random, ['info', 'office', 'sales'])}@${plain(one.handle)}.test` }],
    };
    return [one, other].map((person) => ({ ...part.name(person, random), ...office }));
  },
  assistant(random) {
    const boss = makePerson(random);
    const office = { company: boss.company, contact_phone_numbers: [{ phone_number: international(boss) }] };
    return Array.from({ length: 10 }, () => ({ ...part.name(makePerson(random), random), ...office }));
  },
};
