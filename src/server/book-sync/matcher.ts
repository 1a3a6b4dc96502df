import type { ContactMatcher } from '../../dav/sync/local-book.ts';
import { knownFromFile } from '../../import/matching/known-contact.ts';
import { createMatchIndex } from '../../import/matching/match-index.ts';
import { normalizeText } from '../../import/matching/match-keys.ts';
import { personNameOf } from '../../import/matching/names.ts';
import type { ContactFields } from '../../import/records/record.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import { groupBy } from '../../shared/lists.ts';

/** Matches cards to people as an import does: by shared details and a similar name. */
export function matcherOf(people: { name: string; fields: CardFields }[]): ContactMatcher {
  const index = createMatchIndex();
  for (const { name, fields } of people) index.put(knownFromFile(name, contactOf(fields), fields.tags));
  const byWords = groupBy(people, ({ fields }) => wordsOf(fields));
  return {
    certain: (fields) => index.matches(contactOf(fields)).map(({ id }) => id),
    similar: (fields) => (wordsOf(fields) === '' ? [] : (byWords.get(wordsOf(fields)) ?? []).map(({ name }) => name)),
  };
}

/** Returns a name's words, in sorted order. */
const wordsOf = (fields: CardFields): string =>
  normalizeText(personNameOf(contactOf(fields)))
    .split(' ')
    .sort()
    .join(' ');

/** Converts a card to an import record. */
function contactOf({
  emails,
  phones,
  addresses: _,
  tags: __,
  photo: ___,
  birthday: ____,
  ...texts
}: CardFields): ContactFields {
  return {
    ...texts,
    contact_emails: emails.map(({ value }, ranking) => ({ email: value, ranking })),
    contact_phone_numbers: phones.map(({ value, label }, ranking) => ({
      ...{ phone_number: value, ranking },
      ...(label && { label }),
    })),
  };
}
