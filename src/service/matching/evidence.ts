import type { Profile } from './profile.ts';
import type { Confidence } from './weights.ts';

export const REASONS = [
  'same_email',
  'similar_email',
  'same_phone',
  'similar_phone',
  'same_linkedin',
  'same_profile',
  'shared_contact_key',
  'same_name',
  'similar_name',
  'nickname',
  'initials',
  'names_swapped',
  'same_birthday',
  'similar_birthday',
  'same_address',
  'similar_address',
  'same_town',
  'same_company',
  'same_job_title',
  'conflict_first_name',
  'conflict_last_name',
  'conflict_suffix',
  'conflict_birthday',
  'conflict_linkedin',
  'conflict_address',
] as const;

export type Reason = (typeof REASONS)[number];

/** The result of comparing one kind of value. */
export interface Evidence {
  points: number;
  reasons: Reason[];
  /** How many values that only one person has agree: an e-mail, a phone, a handle. */
  strong?: number;
  /** Whether the value is not known to be one of a household. */
  own?: boolean;
}

export interface Comparison {
  score: number;
  confidence: Confidence;
  reasons: Reason[];
  /** Whether the evidence against is so clear that the two must never be in one cluster. */
  veto: boolean;
  /**
   * Whether the two may be in one cluster: what a household shares is not enough for that. `loosely`: but not where it
   * makes others less sure.
   */
  joins: 'firmly' | 'loosely' | undefined;
  /** Which of names and birthday clearly differ, as bits of `DIFFERS`; and whether they share an address. */
  differs: number;
  sameHome: boolean;
}

/**
 * Whether an e-mail or a phone is held by people whose first names clearly differ: a family's, an assistant's, a
 * switchboard. Such a key says little about who somebody is.
 */
export interface SharedKeys {
  (key: string): boolean;
  /** Whether people have it whose first names differ, or are as like as those of brothers and sisters. */
  ofHousehold(key: string): boolean;
  /**
   * Whether somebody else of the household may be meant by one of the two: `J. Maier` by Jan and by Jana.
   */
  fitsAnother(a: Profile, b: Profile): boolean;
}
