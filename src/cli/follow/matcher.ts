import type { Matcher } from '../../dav/follow/kith-side.ts';
import { knownFromFile } from '../../import/matching/known-contact.ts';
import { createMatchIndex } from '../../import/matching/match-index.ts';
import { nameOf } from '../../import/matching/names.ts';
import type { ContactFields } from '../../import/record.ts';
import type { CardFields } from '../../shared/cards/fields.ts';

/** Finds people by their cards as an import finds them: by what they share, with a name that fits. */
export function matcherOf(people: { name: string; fields: CardFields }[]): Matcher {
  const index = createMatchIndex();
  for (const { name, fields } of people) index.put(knownFromFile(name, contactOf(fields), fields.tags));
  return {
    certain: (fields) => index.matches(contactOf(fields)).map(({ id }) => id),
    similar(fields) {
      const name = nameOf(contactOf(fields));
      return name === '' ? [] : index.named(name).map(({ id }) => id);
    },
  };
}

/** A card in the shape of the files' records. */
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
    contact_phone_numbers: phones.map(({ value }, ranking) => ({ phone_number: value, ranking })),
  };
}
