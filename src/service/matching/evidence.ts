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
  /** Number of matching personal values: email, phone, or handle. */
  strong?: number;
  /** Whether the value is not known to be shared in a household. */
  own?: boolean;
}

export interface Comparison {
  score: number;
  confidence: Confidence;
  reasons: Reason[];
  /** Whether the counterevidence rules out a common cluster. */
  veto: boolean;
  /**
   * Whether the two may be in one cluster. Shared household data is not enough. `loosely` links must not lower the
   * confidence of others.
   */
  joins: 'firmly' | 'loosely' | undefined;
  /** Clear differences in names and birthday, as bits of `DIFFERS`, and whether the two share an address. */
  differs: number;
  sameHome: boolean;
}

/**
 * Whether an email or phone number belongs to people whose given names clearly differ, as with a family, an assistant,
 * or a switchboard. Such a key is weak evidence.
 */
export interface SharedKeys {
  (key: string): boolean;
  /** Whether its owners have given names that differ or are as similar as those of siblings. */
  ofHousehold(key: string): boolean;
  /** Whether one of the two may be another member of the household: `J. Maier` may be Jan or Jana. */
  fitsAnother(a: Profile, b: Profile): boolean;
}
