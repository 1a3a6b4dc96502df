import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, orderKey } from '../../src/service/matching/clusters.ts';
import { commonnessIn } from '../../src/service/matching/commonness.ts';
import { type ComparisonContext, compare, contradict } from '../../src/service/matching/compare.ts';
import { compareNames } from '../../src/service/matching/compare-names.ts';
import type { Profile } from '../../src/service/matching/profile.ts';
import { scan } from '../../src/service/matching/scan.ts';
import { sharedKeys } from '../../src/service/matching/shared-keys.ts';
import { readName } from '../../src/service/names/name-parts.ts';
import { type GeneratedDataset, makeDataset } from '../data/duplicates/dataset.ts';
import { makePerson } from '../data/duplicates/people.ts';
import { qualityOf } from '../data/duplicates/quality.ts';
import { idOf, indexOf, profilesOf } from '../support/profiles.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';

const SIZE = 250;
/** Development seeds. The release check uses others. */
const seed = fc.integer({ min: 1, max: 50 });
const runs = { numRuns: rounds(5) };

const around = (profiles: Profile[]): ComparisonContext => ({
  commonness: commonnessIn(profiles),
  isShared: sharedKeys(profiles),
  errors: new Set(),
});

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

const personOf = ({ person }: GeneratedDataset) => new Map(person.map((one, index) => [idOf(index), one]));

test('finds the same duplicates in any order of contacts', async () => {
  const property = fc.asyncProperty(seed, fc.integer(), async (number, order) => {
    const profiles = profilesOf(makeDataset(number, SIZE).cards);
    expect(await scan(shuffled(profiles, randomFrom(order)))).toEqual(await scan(profiles));
  });
  await fc.assert(property, runs);
});

test('compares two contacts the same way in either order', () => {
  const property = fc.property(seed, (number) => {
    const profiles = profilesOf(makeDataset(number, SIZE).cards);
    const surroundings = around(profiles);
    for (const a of profiles) {
      for (const b of profiles) {
        if (a.id >= b.id) continue;
        const [one, other] = [compare(a, b, surroundings), compare(b, a, surroundings)];
        if (!one && !other) continue;
        expect(other).toEqual({ ...one, score: expect.closeTo(one?.score ?? Number.NaN, 9) });
        expect(contradict(a, b, new Set())).toBe(contradict(b, a, new Set()));
      }
    }
  });
  fc.assert(property, runs);
});

test('compares two names the same way in either order, with any of their parts', () => {
  const word = fc.constantFrom(
    'Anna',
    'Hanna',
    'Robert',
    'Bob',
    'R',
    'Smith',
    'Smyth',
    'García López',
    'García',
    'Mary Ann',
  );
  const part = fc.option(word);
  const name = fc.tuple(part, part, part);
  const property = fc.property(name, name, (one, other) => {
    const [a, b] = [readName(...one), readName(...other)];
    expect(compareNames(a, b)).toEqual(compareNames(b, a));
  });
  fc.assert(property, { numRuns: rounds(2_000) });
});

test('forms clusters of at most ten, oldest first, without contradictions, and lists each pair once, surest first', async () => {
  const property = fc.asyncProperty(seed, async (number) => {
    // Many cards of few people: 14 of one person, less and less alike.
    const { cards } = makeDataset(number, SIZE, { single: 0.2, varied: 0.6, alike: 0.2 });
    const many = Array.from({ length: 14 }, () => ({
      full_name: 'Zebulon Thistlewood',
      contact_emails: [{ email: 'zeb@example.com' }],
    }));
    const profiles = profilesOf([...cards, ...many]);
    const found = await scan(profiles);
    const told = new Set<string>();
    expect(Math.max(...found.map(({ contactIds }) => contactIds.length))).toBe(10);
    for (const { contactIds, score, confidence } of found) {
      // Ids increase over time here.
      expect(contactIds).toEqual([...new Set(contactIds)].sort());
      expect(score).toBeGreaterThanOrEqual({ certain: 20, likely: 12, possible: 6 }[confidence]);
      for (const [place, a] of contactIds.entries()) {
        for (const b of contactIds.slice(place + 1)) {
          expect(told.has(`${a} ${b}`)).toBe(false);
          told.add(`${a} ${b}`);
          const [one, other] = [profiles[indexOf(a)]!, profiles[indexOf(b)]!];
          if (contactIds.length > 2) expect(contradict(one, other, new Set())).toBe(false);
        }
      }
    }
    const keys = found.map(orderKey);
    for (const [place, key] of keys.slice(1).entries()) expect(inOrder(keys[place]!, key)).toBeLessThan(0);
  });
  await fc.assert(property, runs);
});

test('never rates a pair lower for additional common data', () => {
  const more = {
    birthday: { birthday: '1975-03-09' },
    email: { contact_emails: [{ email: 'somebody@example.com' }] },
    phone: { contact_phone_numbers: [{ phone_number: '+12125550101' }] },
    linkedin: { linkedin: 'somebody-1' },
    address: { legacy_contact_addresses: [{ street: '12 Elm Street', city: 'Springfield', postal_code: '62704' }] },
    company: { company: 'Acme' },
  };
  const kinds = Object.keys(more) as (keyof typeof more)[];
  const property = fc.property(fc.integer(), fc.subarray(kinds), fc.constantFrom(...kinds), (number, some, another) => {
    const { given, family } = makePerson(randomFrom(number));
    const card = Object.assign({ first_name: given, last_name: family }, ...some.map((kind) => more[kind]));
    const scoreOf = (content: object) => {
      const [a, b] = profilesOf([content, content]);
      return compare(a!, b!, around([a!, b!]))!.score;
    };
    expect(scoreOf({ ...card, ...more[another] })).toBeGreaterThanOrEqual(scoreOf(card));
  });
  fc.assert(property, { numRuns: rounds(50) });
});

test('is right about certain pairs, excludes lookalikes, and finds nearly all duplicates in any address book', async () => {
  const property = fc.asyncProperty(seed, async (number) => {
    const dataset = makeDataset(number, SIZE);
    const found = await scan(profilesOf(dataset.cards));
    expect(qualityOf(found, personOf(dataset), 'certain').precision).toBe(1);
    expect(qualityOf(found, personOf(dataset), 'possible').recall).toBeGreaterThan(0.95);
  });
  await fc.assert(property, { numRuns: rounds(8) });
});

describe('an address book', () => {
  const CARDS = 300;

  /**
   * Each person twice, with birthday and address. The second card has a different value in a field at the given
   * rate.
   */
  function noisy(number: number, wrong: { given: number; family: number; birthday: number }) {
    const random = randomFrom(number);
    const cards = [];
    for (let made = 0; made < CARDS; made++) {
      const [person, other] = [makePerson(random), makePerson(random)];
      const { given, family, birthday, address } = person;
      const swap = <T>(chance: number, value: T, instead: T): T => (random() < chance ? instead : value);
      const content = { birthday, legacy_contact_addresses: [address] };
      cards.push({ first_name: given, last_name: family, ...content });
      cards.push({
        ...content,
        first_name: swap(wrong.given, given, other.given),
        last_name: swap(wrong.family, family, other.family),
        birthday: swap(wrong.birthday, birthday, other.birthday),
      });
    }
    const person = new Map(cards.map((_, index) => [idOf(index), String(index >> 1)]));
    return { cards, person };
  }

  test('with many errors lists its people as likely despite another first name or birthday', async () => {
    const { cards, person } = noisy(1, { given: 0.08, family: 0.08, birthday: 0.08 });
    const { recall } = qualityOf(await scan(profilesOf(cards)), person, 'likely');
    expect(recall).toBeGreaterThan(0.98);
  });

  test('with correct last names treats twins as two people, not as errors', async () => {
    const { cards, person } = noisy(1, { given: 0.08, family: 0, birthday: 0 });
    const { recall } = qualityOf(await scan(profilesOf(cards)), person, 'likely');
    expect(recall).toBeLessThan(0.95);
    expect(qualityOf(await scan(profilesOf(cards)), person, 'possible').recall).toBeGreaterThan(0.98);
  });
});
