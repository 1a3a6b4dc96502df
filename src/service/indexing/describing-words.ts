import { DESCRIBING, words } from '../../shared/text/fold.ts';

/** So many characters of each text describe a contact to searches. A longer one is found by its beginning. */
export const DESCRIBING_LENGTH = 2_000;

interface Described {
  folded_company: string;
  folded_job_title: string;
  folded_education: string;
  folded_location: string;
  folded_description: string;
}

/** The texts that describe a contact, apart from its names. */
export const describingTexts = (contact: Described, emails: readonly string[], values: readonly string[]): string[] =>
  [
    contact.folded_company,
    contact.folded_job_title,
    contact.folded_education,
    contact.folded_location,
    contact.folded_description,
    ...emails.map(domainName),
    ...values,
  ].map((text) => (text.length > DESCRIBING_LENGTH ? text.slice(0, DESCRIBING_LENGTH) : text));

/**
 * Words of the index for people who are described instead of named: "the plumber in Leeds". They are marked, so that no
 * other search finds a contact by them. Sorted, so that the same contact always has the same entry.
 */
export function describingWords(contact: Described, emails: readonly string[], values: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of describingTexts(contact, emails, values)) {
    if (text === '') continue;
    for (const word of words(text)) if (!saysLittle(word)) found.add(DESCRIBING + word);
  }
  return [...found].sort();
}

// Each word of the index makes a write dearer.
const FREQUENT = new Set(
  'and are at by for from in is of on or the to with der die das und von im am de la le les du des el los las del di'.split(
    ' ',
  ),
);
const LETTER_OR_NUMBER = /^(?:[a-z]|\d+)$/;

/** Whether a word is left out of the index. */
export const saysLittle = (word: string): boolean => FREQUENT.has(word) || LETTER_OR_NUMBER.test(word);

/** `mail.siemens` of `tom@mail.siemens.com`: most people work at the company whose domain they have. */
function domainName(email: string): string {
  const domain = email.slice(email.indexOf('@') + 1);
  return domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
}
