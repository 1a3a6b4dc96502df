import { append } from '../lists.ts';
import { type CardDigest, digestOf, textDigest } from './digest.ts';
import { storableText } from './entries.ts';
import {
  CARD_LISTS,
  CARD_TEXTS,
  type CardField,
  type CardFields,
  type CardListField,
  type CardTextField,
} from './fields.ts';
import { changedBy, type Loss, mergeList, otherThan, type Side } from './merge-list.ts';
import { impliedName, nameForm, nameOfForm, shownName } from './names.ts';

export interface CardSides {
  /** The sender's version before its edit. Default: the current one. */
  base?: CardDigest | undefined;
  current: CardFields;
  sent: CardFields;
  /** Fields that the sender supports. If it omits one of them, the field is removed. */
  known: ReadonlySet<CardField>;
  /** The side that wins if both changed the same field. */
  later: Side;
}

/**
 * Only the changes: null removes a text, and a list is the complete new list. A null full name is derived from first
 * and last name.
 */
export type CardChanges = Partial<Record<CardTextField, string | null>> & Partial<Pick<CardFields, CardListField>>;

/** A change that lost to another change of the same field. */
export interface CardConflict extends Loss {
  field: CardField;
}

export interface MergedCard {
  changes: CardChanges;
  conflicts: CardConflict[];
}

/**
 * Merges a sent card with the current one, based on the last common version. Changes of one side are taken, for lists
 * per entry. If both sides changed the same field, the later change wins and the other one is reported.
 */
export function mergeCard({ base, current, sent, known, later }: CardSides): MergedCard {
  const was = base ?? digestOf(current);
  const merging: MergeState = {
    ...{ was, current, known, later, changes: {}, conflicts: [] },
    sent: isOnlyTakenApart(was, sent) ? inOne(sent) : sent,
  };
  for (const field of CARD_TEXTS) if (field !== 'full_name') mergeText(merging, field);
  for (const list of CARD_LISTS) mergeEntries(merging, list);
  mergeFullName(merging);
  const { changes, conflicts } = merging;
  return { changes, conflicts };
}

const NAMES = ['first_name', 'last_name'] as const;

interface MergeState extends Omit<CardSides, 'base'>, MergedCard {
  was: CardDigest;
}

/**
 * Whether a sender only split a full name into parts. Devices do this automatically, often incorrectly, so it is not an
 * edit.
 */
const isOnlyTakenApart = (was: CardDigest, sent: CardFields): boolean =>
  !was.first_name && !was.last_name && was.full_name !== undefined && was.full_name === textDigest(shownName(sent));

function inOne(sent: CardFields): CardFields {
  const { first_name: _, last_name: __, ...others } = sent;
  return { ...others, full_name: shownName(sent) };
}

const isKnown = ({ known, sent }: MergeState, field: CardTextField): boolean =>
  known.has(field) || storableText(sent[field]) !== '';

/** Decides which side's text wins, and reports the losing one. `told` formats it. */
function heldBy(
  { was, later, conflicts }: MergeState,
  field: CardTextField,
  sides: Record<Side, string | undefined>,
  told = (text: string) => text,
): Side {
  const side = changedBy(was[field] ?? '', textDigest(sides.current), textDigest(sides.sent));
  if (side !== 'both') return side;
  const tell = (text: string | undefined) => (text ? told(text) : null);
  conflicts.push({ field, kept: tell(sides[later]), lost: tell(sides[otherThan(later)]) });
  return later;
}

function mergeText(merging: MergeState, field: CardTextField): void {
  const { current, sent, changes } = merging;
  const sides = { current: current[field], sent: sent[field] };
  // Devices omit pictures on the web, because they cannot show them.
  if (field === 'photo' && !sent.photo && /^https?:/i.test(current.photo ?? '')) return;
  if (isKnown(merging, field) && heldBy(merging, field, sides) === 'sent') changes[field] = sent[field] || null;
}

function mergeEntries(merging: MergeState, list: CardListField): void {
  const { was, current, sent, known, later, changes, conflicts } = merging;
  if (sent[list].length === 0 && !known.has(list)) return;
  const { entries, losses } = mergeList({ list, base: was[list], current: current[list], sent: sent[list], later });
  if (entries) Object.assign(changes, { [list]: entries });
  append(
    conflicts,
    losses.map((loss) => ({ field: list, ...loss })),
  );
}

/**
 * Merges how the full name is formed, with the merged first and last name, because each side may have changed a
 * different part.
 */
function mergeFullName(merging: MergeState): void {
  const { current, sent, changes } = merging;
  const merged = applyChanges(current, changes);
  const [first_name, last_name] = NAMES.map((name) => (isKnown(merging, name) ? sent[name] : current[name]));
  const forms = { current: nameForm(current), sent: nameForm({ ...sent, first_name, last_name }) };
  const named = (form: string) => nameOfForm(form, merged);
  const form = forms[isKnown(merging, 'full_name') ? heldBy(merging, 'full_name', forms, named) : 'current'];
  const [name, now] = [form && named(form), storableText(current.full_name)];
  if (name && name !== now) changes.full_name = name;
  if (!name && now && now !== impliedName(merged)) changes.full_name = null;
}

/** Applies changes to a card's fields. */
export function applyChanges(fields: CardFields, changes: CardChanges): CardFields {
  const changed: CardFields = { ...fields };
  for (const list of CARD_LISTS) if (changes[list]) Object.assign(changed, { [list]: changes[list] });
  for (const field of CARD_TEXTS) {
    if (changes[field]) changed[field] = changes[field];
    else if (changes[field] === null) delete changed[field];
  }
  return changed;
}
