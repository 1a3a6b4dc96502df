import type { Likeness } from './compare-names.ts';

// Log-odds: log2 of how much likelier an observation is between two records of one person than between records of
// different people. Names, birthdays, and addresses were measured on the public FEBRL data sets, the rest on generated
// address books (test/data/duplicates). The values are fixed. A missing value weighs nothing.

/** Weight of each given-name likeness: a fraction of the name's rarity in bits, or points. */
export const GIVEN: Record<Likeness, { part?: number; points?: number }> = {
  exact: { part: 1 },
  close: { part: 0.95 },
  slip: { part: 0.95 },
  nickname: { part: 0.7 },
  fitting: { part: 0.7 },
  part: { points: 3.5 },
  weak: { points: 2.4 },
  akin: { points: 2.4 },
  initial: { points: 1.5 },
  missing: { points: 0 },
  unlike: { points: -2 },
  different: { points: -3.4 },
};
export const FAMILY: Record<Likeness, { part?: number; points?: number }> = {
  exact: { part: 1 },
  close: { part: 0.95 },
  slip: { part: 0.95 },
  nickname: { part: 0.7 },
  fitting: { part: 0.7 },
  part: { points: 3.5 },
  weak: { points: 3.4 },
  akin: { points: 3.4 },
  initial: { points: 1 },
  missing: { points: 0 },
  unlike: { points: -2.6 },
  different: { points: -3.6 },
};

/** Bounds for the weight of a name, in bits of rarity. */
export const NAME_BITS = { least: 3, most: 9 };

export const BIRTHDAY = {
  exact: 12.6,
  slip: 5.2,
  partOnly: 2,
  dayOnly: 8,
  twoSlips: -3.3,
  different: -3.9,
  dayDiffers: -3,
};

export const ADDRESS = {
  street: { exact: 11.9, close: 9.9, weak: -2.2, different: -3.3 },
  number: { exact: 5.9, close: -1.8, different: -2.8 },
  town: { exact: 9.3, close: 9, weak: 2.4, different: -3.6 },
  postcode: { exact: 9, close: 3.9, near: 2.5, weak: -2.8, different: -5.8 },
  region: { exact: 2.1, close: 0.6, different: -4.8 },
  /** Maximum for town, postcode, and region together, because they are correlated. */
  mostOfPlace: 12,
  /** Minimum, because people move and work elsewhere. */
  least: -6,
};

export const EMAIL = { exact: 13, loose: 12, localOnly: 4, slip: 6, noneShared: -1 };
export const PHONE = { exact: 12, national: 11, tail: 4, slip: 4, noneShared: -1 };
/** Points for an email or phone number that different people have. */
export const SHARED_KEY = 3;
export const LINKEDIN = { same: 14, different: -6 };
export const OTHER_HANDLE = { same: 10, different: -1 };
export const COMPANY = { exact: 3, close: 2 };
export const JOB_TITLE = { exact: 2, close: 1 };

export const BANDS = { certain: 20, likely: 12, possible: 6 } as const;
export type Confidence = keyof typeof BANDS;
