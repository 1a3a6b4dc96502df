/** Texts of a contact that its card holds, under the API's names. `birthday` is `YYYY-MM-DD`, or `--MM-DD` without a year. */
export const CARD_TEXTS = [
  ...['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description', 'website', 'birthday'],
  ...['linkedin', 'twitter', 'facebook', 'instagram', 'telegram', 'tiktok', 'youtube'],
  /** `kith://photos/{SHA-256}` of a picture that is kept, or a web address. */
  'photo',
] as const;
export const CARD_LISTS = ['emails', 'phones', 'addresses', 'tags'] as const;

export type CardText = (typeof CARD_TEXTS)[number];
export type CardList = (typeof CARD_LISTS)[number];
export type CardField = CardText | CardList;

/** An e-mail address or phone number. */
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
 * What of a person is in their card, in one form for both sides: what kith has, and what a card says. A text that is
 * absent is empty; lists are in their order, the preferred entry first.
 */
export interface CardFields extends Partial<Record<CardText, string>> {
  emails: CardEntry[];
  phones: CardEntry[];
  addresses: CardAddress[];
  tags: string[];
}

/** The most entries of a list that a person has. */
export const MOST_ENTRIES = 500;
