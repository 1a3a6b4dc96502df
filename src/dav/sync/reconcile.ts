import type { PersonCard, ReceivedPerson } from '../../shared/cards/address-book.ts';
import { type CardDigest, digestOf } from '../../shared/cards/digest.ts';
import { CARD_LISTS, CARD_TEXTS, type CardField, type CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { applyChanges, type CardChanges, type CardConflict, mergeCard } from '../../shared/cards/merge-card.ts';

// Merges both sides relative to what they had when they last agreed.

export const CARD_FIELDS: readonly CardField[] = [...CARD_TEXTS, ...CARD_LISTS];
const ALL: ReadonlySet<CardField> = new Set(CARD_FIELDS);

const isSame = (a: CardDigest, b: CardDigest, field: CardField): boolean =>
  String(a[field] ?? '') === String(b[field] ?? '');

export const isUnchanged = (fields: CardFields, was: CardDigest): boolean => {
  const now = digestOf(fields);
  return CARD_FIELDS.every((field) => isSame(now, was, field));
};

export interface MergedFields {
  fields: CardFields;
  /** Changes to make locally. */
  changes: CardChanges;
  conflicts: CardConflict[];
}

/**
 * Takes each field from the side that changed it. If both did, the later edit wins. When the sides meet for the first
 * time, each fills the other's empty fields, and kith wins on conflict.
 */
export function mergeFields(
  link: CardLink | undefined,
  here: PersonCard,
  there: ReceivedPerson,
  { bothWays }: { bothWays: boolean },
): MergedFields {
  // A field that the server cannot store differs without any edit.
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

/**
 * Fields that have differed without an edit since both sides last agreed, because one side cannot store the other's
 * value.
 */
function leftOut(link: CardLink | undefined, fields: CardFields, there: CardFields): ReadonlySet<CardField> {
  if (!link) return new Set();
  const [here, said] = [digestOf(fields), digestOf(there)];
  return new Set(CARD_FIELDS.filter((field) => isSame(here, link.here, field) && isSame(said, link.there, field)));
}

/** The fields to write to the remote card, or undefined if it already has them. */
export function remoteFields(
  link: CardLink | undefined,
  fields: CardFields,
  there: CardFields,
): CardFields | undefined {
  const stays = leftOut(link, fields, there);
  const [wanted, now] = [digestOf(fields), digestOf(there)];
  if (CARD_FIELDS.every((field) => stays.has(field) || isSame(wanted, now, field))) return undefined;
  const theirs = Object.fromEntries([...stays].map((field) => [field, there[field]]));
  return { ...fields, ...theirs };
}

/**
 * Returns what the server has serverSideEdits what was just written: edits made before the card was read back, or text that the
 * server reformats. Fields missing on the server are kept locally.
 */
export function serverSideEdits(written: CardFields, fields: CardFields, now: CardFields): CardChanges {
  const { emails: _, phones: __, addresses: ___, tags: ____, ...texts } = digestOf(written);
  const known = new Set(CARD_TEXTS.filter((field) => now[field]));
  return mergeCard({ base: texts, current: fields, sent: now, known, later: 'current' }).changes;
}
