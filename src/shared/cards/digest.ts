import { hash } from 'node:crypto';
import { type EntryOf, type EntryParts, entryPartsOf, storableText } from './entries.ts';
import { CARD_LISTS, CARD_TEXTS, type CardFields, type CardListField, type CardTextField } from './fields.ts';
import { nameForm } from './names.ts';

/**
 * A card's content as short hashes, enough to detect later which side changed what. Empty texts and lists are omitted.
 * An entry is `key.value.label` without trailing empty parts. Entries keep the list's order.
 */
export type CardDigest = Partial<Record<CardTextField, string>> & Partial<Record<CardListField, string[]>>;

/** 36 bits: two different texts collide in one of seventy billion cases. */
const CHARACTERS = 6;

const short = (text: string): string => text && hash('sha1', text, 'base64url').slice(0, CHARACTERS);

/** Digest of a card's content. */
export function digestOf(fields: CardFields): CardDigest {
  const digest: CardDigest = {};
  for (const field of CARD_TEXTS) {
    const hashed = textDigest(field === 'full_name' ? nameForm(fields) : fields[field]);
    if (hashed) digest[field] = hashed;
  }
  for (const list of CARD_LISTS) {
    const entries = entryDigests(list, fields[list]);
    const texts = entries.map(({ key, value, label }) => [key, value, label].join('.').replace(/\.+$/, ''));
    // Tags are unordered.
    if (texts.length > 0) digest[list] = list === 'tags' ? texts.sort() : texts;
  }
  return digest;
}

/** The parts that two digests have in common. */
export function commonDigest(one: CardDigest, other: CardDigest): CardDigest {
  const common: CardDigest = {};
  for (const field of CARD_TEXTS) {
    const text = one[field];
    if (text !== undefined && text === other[field]) common[field] = text;
  }
  for (const list of CARD_LISTS) {
    const entries = one[list]?.filter((entry) => other[list]?.includes(entry)) ?? [];
    if (entries.length > 0) common[list] = entries;
  }
  return common;
}

/** The hash of a string; empty for an empty string. */
export const textDigest = (text: string | undefined): string => short(storableText(text));

/** Each entry's parts as hashes. */
export const entryDigests = <L extends CardListField>(list: L, entries: readonly EntryOf<L>[]): EntryParts[] =>
  entryPartsOf(list, entries).map(({ key, value, label }) => ({
    key: short(key),
    value: short(value),
    label: short(label),
  }));

/** The entries of a list in a digest, by key. */
export const readEntries = (entries: readonly string[] = []): Map<string, EntryParts> =>
  new Map(
    entries.map((entry) => {
      const [key = '', value = '', label = ''] = entry.split('.');
      return [key, { key, value, label }];
    }),
  );
