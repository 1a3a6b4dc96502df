import type { PersonCard, SentPerson } from '../../shared/cards/address-book.ts';
import { type CardDigest, digestOf } from '../../shared/cards/digest.ts';
import { CARD_LISTS, CARD_TEXTS, type CardField, type CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { applyChanges, type CardChanges, type CardConflict, mergeCard } from '../../shared/cards/merge-card.ts';

// What both sides are to say, by what they said when they last agreed.

export const CARD_FIELDS: readonly CardField[] = [...CARD_TEXTS, ...CARD_LISTS];
const ALL: ReadonlySet<CardField> = new Set(CARD_FIELDS);

const isSame = (a: CardDigest, b: CardDigest, field: CardField): boolean =>
  String(a[field] ?? '') === String(b[field] ?? '');

export const isUnchanged = (fields: CardFields, was: CardDigest): boolean => {
  const now = digestOf(fields);
  return CARD_FIELDS.every((field) => isSame(now, was, field));
};

export interface Agreed {
  fields: CardFields;
  /** What is to change here. */
  changes: CardChanges;
  conflicts: CardConflict[];
}

/**
 * Each field as the side has it that changed it; where both did, the later edit holds. Where the two meet for the first time,
 * each fills what the other lacks, and kith's holds.
 */
export function mergeFields(
  link: CardLink | undefined,
  here: PersonCard,
  there: SentPerson,
  { bothWays }: { bothWays: boolean },
): Agreed {
  // What a server has no place for differs on the two sides without an edit of anybody.
  const isOneSided = bothWays && link !== undefined && isUnchanged(here.fields, link.here);
  const isLater = link !== undefined && there.revised !== undefined && there.revised > here.changedAt;
  const { changes, conflicts } = mergeCard({
    base: link?.there ?? {},
    current: here.fields,
    sent: there.fields,
    known: ALL,
    later: isOneSided || isLater ? 'sent' : 'current',
  });
  return { fields: applyChanges(here.fields, changes), changes, conflicts: isOneSided ? [] : conflicts };
}

/** Fields that differ without an edit of anybody, since when both sides agreed: one of them does not keep what the other has. */
function leftOut(link: CardLink | undefined, fields: CardFields, there: CardFields): ReadonlySet<CardField> {
  if (!link) return new Set();
  const [here, said] = [digestOf(fields), digestOf(there)];
  return new Set(CARD_FIELDS.filter((field) => isSame(here, link.here, field) && isSame(said, link.there, field)));
}

/** What a card elsewhere is to say; undefined where it says so already. */
export function fieldsThere(link: CardLink | undefined, fields: CardFields, there: CardFields): CardFields | undefined {
  const stays = leftOut(link, fields, there);
  const [wanted, now] = [digestOf(fields), digestOf(there)];
  if (CARD_FIELDS.every((field) => stays.has(field) || isSame(wanted, now, field))) return undefined;
  const theirs = Object.fromEntries([...stays].map((field) => [field, there[field]]));
  return { ...fields, ...theirs };
}

/**
 * What the other side has beyond what was just written there: somebody may have edited it before it was read back, or the
 * server keeps a text in its own form. What it lacks it has no place for, or no longer: that stays here.
 */
export function beyond(written: CardFields, fields: CardFields, now: CardFields): CardChanges {
  const { emails: _, phones: __, addresses: ___, tags: ____, ...texts } = digestOf(written);
  const known = new Set(CARD_TEXTS.filter((field) => now[field]));
  return mergeCard({ base: texts, current: fields, sent: now, known, later: 'current' }).changes;
}
