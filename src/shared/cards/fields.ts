/**
 * Text fields of a contact that its card contains, with the API's names. `birthday` is `YYYY-MM-DD`, or `--MM-DD`
 * without a year.
 */
export const CARD_TEXTS = [
  ...['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description', 'website', 'birthday'],
  ...['linkedin', 'twitter', 'facebook', 'instagram', 'telegram', 'tiktok', 'youtube'],
  /** `kith://photos/{SHA-256}` for a stored picture, or a web address. */
  'photo',
] as const;
export const CARD_LISTS = ['emails', 'phones', 'addresses', 'tags'] as const;

export type CardTextField = (typeof CARD_TEXTS)[number];
export type CardListField = (typeof CARD_LISTS)[number];
export type CardField = CardTextField | CardListField;

/** An email address or phone number. */
export interface CardEntry {
  value: string;
  label?: string;
}

export interface CardAddress {
  street?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  country?: string;
  formatted?: string;
  label?: string;
}

/**
 * The content of a person's card, in a common form for kith and for vCards. Missing texts are empty. Lists are in
 * order, with the preferred entry first.
 */
export interface CardFields extends Partial<Record<CardTextField, string>> {
  emails: CardEntry[];
  phones: CardEntry[];
  addresses: CardAddress[];
  tags: string[];
}

/** Maximum number of entries per list. */
export const MAX_ENTRIES = 500;
