import type { CardVersion } from '../../src/dav/cards/line.ts';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { writeCard } from '../../src/dav/cards/write-card.ts';
import type { PersonCard, ReceivedCard, ReceivedPerson, StoredCard } from '../../src/shared/cards/address-book.ts';
import { digestOf } from '../../src/shared/cards/digest.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { mergeCard } from '../../src/shared/cards/merge-card.ts';

// Cards as phones and programs write them, read and rewritten by kith.

const CHANGED_AT = '2026-11-23T10:20:30.456Z';

/** A sent card, as the store keeps it. */
export const stored = (sent: ReceivedCard): StoredCard => {
  const row = { name: 'a.vcf', change: 1, changedAt: CHANGED_AT, uid: sent.uid, text: sent.text };
  if (sent.kind === 'group') return { ...row, kind: 'group', title: sent.title, members: sent.members };
  return { ...row, kind: 'person', fields: sent.fields, photo: sent.photo };
};
export const person = (source: string | Uint8Array): ReceivedPerson => {
  const sent = readCard(source);
  if (sent.kind !== 'person') throw new Error('a group');
  return sent;
};
/** A person's card after kith has changed some fields. */
export const changed = (sent: ReceivedPerson, fields: Partial<CardFields>): PersonCard => {
  const card = stored(sent);
  if (card.kind !== 'person') throw new Error('a group');
  return { ...card, fields: { ...card.fields, ...fields } };
};
/** A card of a person without a device's card. */
export const fresh = (fields: Partial<CardFields>, photo?: Uint8Array): PersonCard => ({
  ...{ kind: 'person', name: 'a.vcf', uid: 'u-1', change: 1, changedAt: CHANGED_AT, text: undefined, photo },
  fields: { emails: [], phones: [], addresses: [], tags: [], ...fields },
});

/** A card's properties, unfolded and sorted. */
export const properties = (text: string): string[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .sort();
export const versionOf = (text: string): CardVersion => (/VERSION:4/.test(text) ? '4.0' : '3.0');
export const asCard = (...lines: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', 'UID:u-1', ...lines, 'END:VCARD', ''].join('\r\n');

/** Changes made by a device that returns what it received. */
export function changesBy(card: PersonCard, version = versionOf(card.text ?? '')) {
  const back = person(writeCard(card, version));
  const base = digestOf(card.fields);
  return mergeCard({ base, current: card.fields, sent: back.fields, known: new Set(back.present), later: 'sent' })
    .changes;
}
