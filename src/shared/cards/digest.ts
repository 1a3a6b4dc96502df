import { hash } from 'node:crypto';
import { carried, type EntryOf, type EntryParts, partsOf } from './entries.ts';
import { CARD_LISTS, CARD_TEXTS, type CardFields, type CardList, type CardText } from './fields.ts';
import { nameForm } from './names.ts';

/**
 * What a card said, as short hashes: enough to find out later which side has changed what. An empty text and a list without
 * entries are left out. An entry is `key.value.label`, without what is empty at its end; entries are in the list's order.
 */
export type CardDigest = Partial<Record<CardText, string>> & Partial<Record<CardList, string[]>>;

/** 36 bits: two texts that are compared are taken for one in one of seventy billion cases. */
const CHARACTERS = 6;

const short = (text: string): string => text && hash('sha1', text, 'base64url').slice(0, CHARACTERS);

/** The digest of what a card says. */
export function digestOf(fields: CardFields): CardDigest {
  const digest: CardDigest = {};
  for (const field of CARD_TEXTS) {
    const hashed = textDigest(field === 'full_name' ? nameForm(fields) : fields[field]);
    if (hashed) digest[field] = hashed;
  }
  for (const list of CARD_LISTS) {
    const entries = entryDigests(list, fields[list]);
    const texts = entries.map(({ key, value, label }) => [key, value, label].join('.').replace(/\.+$/, ''));
    // Tags have no order of their own.
    if (texts.length > 0) digest[list] = list === 'tags' ? texts.sort() : texts;
  }
  return digest;
}

/** What two cards both say. */
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

/** The hash of a text; empty for an empty one. */
export const textDigest = (text: string | undefined): string => short(carried(text));

/** Each entry's parts as hashes. */
export const entryDigests = <L extends CardList>(list: L, entries: readonly EntryOf<L>[]): EntryParts[] =>
  partsOf(list, entries).map(({ key, value, label }) => ({
    key: short(key),
    value: short(value),
    label: short(label),
  }));

/** The entries of a list in a digest, by their keys. */
export const readEntries = (entries: readonly string[] = []): Map<string, EntryParts> =>
  new Map(
    entries.map((entry) => {
      const [key = '', value = '', label = ''] = entry.split('.');
      return [key, { key, value, label }];
    }),
  );
