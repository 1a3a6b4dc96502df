import { clean } from '../text/charset.ts';
import { fold } from '../text/fold.ts';
import { digitsOf } from '../text/phones.ts';
import type { CardAddress, CardFields, CardListField } from './fields.ts';

export type EntryOf<L extends CardListField> = CardFields[L][number];

/** Parts for comparing list entries. Entries with the same key are the same, but may differ in value and label. */
export interface EntryParts {
  key: string;
  value: string;
  label: string;
}

interface EntryKind<E> {
  parts: (entry: E) => EntryParts;
  relabeled: (entry: E, label: string) => E;
  /** Text shown to users. */
  text: (entry: E) => string;
}

/** Text as a card can store it: trimmed, without control characters. */
export const storableText = (text: string | undefined): string => clean(text ?? '').trim();

const relabeled = <E extends { label?: string }>({ label: _, ...rest }: E, label: string) =>
  label ? { ...rest, label } : rest;
const withLabel = (text: string, label: string | undefined) => (label ? `${text} (${label})` : text);

export const ENTRY_KINDS: { [L in CardListField]: EntryKind<EntryOf<L>> } = {
  emails: {
    parts: ({ value, label }) => ({ key: emailKey(value), value: storableText(value), label: storableText(label) }),
    relabeled,
    text: ({ value, label }) => withLabel(value, label),
  },
  phones: {
    parts: ({ value, label }) => ({ key: phoneKey(value), value: storableText(value), label: storableText(label) }),
    relabeled,
    text: ({ value, label }) => withLabel(value, label),
  },
  addresses: {
    parts: (address) => ({ ...addressParts(address), label: storableText(address.label) }),
    relabeled,
    text: (address) => withLabel(addressWords(address).filter(Boolean).join(', '), address.label),
  },
  tags: {
    parts: (name) => ({ key: storableText(name).normalize('NFC'), value: '', label: '' }),
    relabeled: (name) => name,
    text: (name) => name,
  },
};

/** The parts of each entry. Repeated keys are made unique. */
export function entryPartsOf<L extends CardListField>(list: L, entries: readonly EntryOf<L>[]): EntryParts[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const parts = ENTRY_KINDS[list].parts(entry);
    const count = seen.get(parts.key) ?? 0;
    seen.set(parts.key, count + 1);
    return count === 0 ? parts : { ...parts, key: `${parts.key}\n${count}` };
  });
}

const emailKey = (address: string): string => storableText(address).toLowerCase();

/** A phone number is compared by its digits or, if it has none, by its text. */
const phoneKey = (number: string): string => digitsOf(number) || storableText(number).toLowerCase();

const PARTS = ['street', 'city', 'region', 'postal_code', 'country'] as const;

/**
 * An address's parts. The formatted line is used only if there are none: otherwise it is derived from them, and most
 * devices do not support it.
 */
function addressWords(address: CardAddress): string[] {
  const parts = PARTS.map((part) => storableText(address[part]));
  return parts.some(Boolean) ? parts : [storableText(address.formatted), '', '', '', ''];
}

/** Addresses are compared by their words, regardless of the parts that contain them. */
function addressParts(address: CardAddress): { key: string; value: string } {
  const words = addressWords(address);
  const key = fold(words.join(' '))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return { key: key || words.join(' ').trim(), value: words.join('\n;') };
}
