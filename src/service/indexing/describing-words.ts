import { DESCRIBING, words } from '../../shared/text/fold.ts';

/** Characters indexed per text. Longer texts are found only by their beginning. */
export const DESCRIBING_LENGTH = 2_000;

interface DescribedColumns {
  folded_company: string;
  folded_job_title: string;
  folded_education: string;
  folded_location: string;
  folded_description: string;
}

/** Texts that describe a contact, without its names. */
export const describingTexts = (
  contact: DescribedColumns,
  emails: readonly string[],
  values: readonly string[],
): string[] =>
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
 * Index words for people who are described rather than named: "the plumber in Leeds". A prefix keeps them out of other
 * searches. Sorted, so that the entry is deterministic.
 */
export function describingWords(
  contact: DescribedColumns,
  emails: readonly string[],
  values: readonly string[],
): string[] {
  const found = new Set<string>();
  for (const text of describingTexts(contact, emails, values)) {
    if (text === '') continue;
    for (const word of words(text)) if (!saysLittle(word)) found.add(DESCRIBING + word);
  }
  return [...found].sort();
}

// Every indexed word makes writes slower.
const FREQUENT = new Set(
  'and are at by for from in is of on or the to with der die das und von im am de la le les du des el los las del di'.split(
    ' ',
  ),
);
const LETTER_OR_NUMBER = /^(?:[a-z]|\d+)$/;

/** Whether a word is too common to be indexed. */
export const saysLittle = (word: string): boolean => FREQUENT.has(word) || LETTER_OR_NUMBER.test(word);

/** Returns `mail.siemens` for `tom@mail.siemens.com`, because most people work at the company in their email domain. */
function domainName(email: string): string {
  const domain = email.slice(email.indexOf('@') + 1);
  return domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
}
