import { describe, expect, test } from 'vitest';
import { scan } from '../../src/service/matching/scan.ts';
import { HOUSEHOLD_LANGUAGES, makeHouseholds } from '../data/duplicates/households.ts';
import { pairsIn, qualityOf } from '../data/duplicates/quality.ts';
import { idOf, indexOf, profilesOf } from '../support/profiles.ts';

// Couples, siblings, parents, and children share a landline, an address, and an email, and have similar names. The
// first five seeds were used to choose the weights, the others were not.

const SEEDS = [1, 2, 3, 1001, 1002, 6001, 6002];

describe.each(HOUSEHOLD_LANGUAGES)('households with %s names', (language) => {
  test.each(SEEDS)('never makes two people certain or puts them in one cluster (seed %i)', async (seed) => {
    const { cards, person } = makeHouseholds(seed, language);
    const found = await scan(profilesOf(cards));
    const wrong = pairsIn(found, 'certain').filter(([a, b]) => person[indexOf(a)] !== person[indexOf(b)]);
    expect(wrong.map((pair) => pair.map((id) => cards[indexOf(id)]))).toEqual([]);
    const people = ({ contactIds }: { contactIds: string[] }) => new Set(contactIds.map((id) => person[indexOf(id)]));
    const glued = found.filter((one) => one.contactIds.length > 2 && people(one).size > 1);
    expect(glued.map(({ contactIds }) => contactIds.map((id) => cards[indexOf(id)]))).toEqual([]);
    expect(found.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
  });

  test.each(SEEDS)('finds duplicates of one person, even with a typo in the first name (seed %i)', async (seed) => {
    const { cards, person, kind } = makeHouseholds(seed, language);
    const found = await scan(profilesOf(cards));
    const likely = new Set(pairsIn(found, 'likely').map((pair) => pair.join(' ')));
    const slips = [...kind.keys()].filter((index) => kind[index] === 'slip');
    const isFound = (slip: number) =>
      person.some((one, at) => one === person[slip] && at < slip && likely.has(`${idOf(at)} ${idOf(slip)}`));
    expect(slips.filter(isFound).length).toBeGreaterThanOrEqual(slips.length * 0.85);
    const personOf = new Map(person.map((one, index) => [idOf(index), one]));
    expect(qualityOf(found, personOf, 'certain').recall).toBeGreaterThan(0.35);
  });
});
