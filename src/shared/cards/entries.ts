import { clean } from '../text/charset.ts';
import { fold } from '../text/fold.ts';
import { digitsOf } from '../text/phones.ts';
import type { CardAddress, CardFields, CardList } from './fields.ts';

export type EntryOf<L extends CardList> = CardFields[L][number];

/** What entries of lists are compared by: those of one key are the same entry, and may differ in value and label. */
export interface EntryParts {
  key: string;
  value: string;
  label: string;
}

interface EntryKind<E> {
  parts: (entry: E) => EntryParts;
  relabeled: (entry: E, label: string) => E;
  /** As people are told of it. */
  text: (entry: E) => string;
}

/** A text as a card can carry it: without blanks around it, and without control characters. */
export const carried = (text: string | undefined): string => clean(text ?? '').trim();

const relabeled = <E extends { label?: string }>({ label: _, ...rest }: E, label: string) =>
  label ? { ...rest, label } : rest;
const withLabel = (text: string, label: string | undefined) => (label ? `${text} (${label})` : text);

export const ENTRY_KINDS: { [L in CardList]: EntryKind<EntryOf<L>> } = {
  emails: {
    parts: ({ value, label }) => ({ key: emailKey(value), value: carried(value), label: carried(label) }),
    relabeled,
    text: ({ value, label }) => withLabel(value, label),
  },
  phones: {
    parts: ({ value, label }) => ({ key: phoneKey(value), value: carried(value), label: carried(label) }),
    relabeled,
    text: ({ value, label }) => withLabel(value, label),
  },
  addresses: {
    parts: (address) => ({ ...addressParts(address), label: carried(address.label) }),
    relabeled,
    text: (address) => withLabel(addressWords(address).filter(Boolean).join(', '), address.label),
  },
  tags: {
    parts: (name) => ({ key: carried(name).normalize('NFC'), value: '', label: '' }),
    relabeled: (name) => name,
    text: (name) => name,
  },
};

/** What each entry of a list is compared by. A further one of the same key has a key of its own. */
export function partsOf<L extends CardList>(list: L, entries: readonly EntryOf<L>[]): EntryParts[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const parts = ENTRY_KINDS[list].parts(entry);
    const count = seen.get(parts.key) ?? 0;
    seen.set(parts.key, count + 1);
    return count === 0 ? parts : { ...parts, key: `${parts.key}\n${count}` };
  });
}

const emailKey = (address: string): string => carried(address).toLowerCase();

/** A number is its digits, however they are grouped; what has none is its text. */
const phoneKey = (number: string): string => digitsOf(number) || carried(number).toLowerCase();

const PARTS = ['street', 'city', 'region', 'postal_code', 'country'] as const;

/**
 * An address in its parts. Its one line counts only where it has none: beside them it is made of them, and most devices do not
 * know it.
 */
function addressWords(address: CardAddress): string[] {
  const parts = PARTS.map((part) => carried(address[part]));
  return parts.some(Boolean) ? parts : [carried(address.formatted), '', '', '', ''];
}

/** An address is its words, whatever the parts they stand in. */
function addressParts(address: CardAddress): { key: string; value: string } {
  const words = addressWords(address);
  const key = fold(words.join(' '))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return { key: key || words.join(' ').trim(), value: words.join('\n;') };
}
