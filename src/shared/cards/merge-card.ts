import { append } from '../lists.ts';
import { type CardDigest, digestOf, textDigest } from './digest.ts';
import { carried } from './entries.ts';
import { CARD_LISTS, CARD_TEXTS, type CardField, type CardFields, type CardList, type CardText } from './fields.ts';
import { changedBy, type Loss, mergeList, otherThan, type Side } from './merge-list.ts';
import { impliedName, nameForm, nameOfForm, shownName } from './names.ts';

export interface CardSides {
  /** What the sender had before its edit; what there is now unless told. */
  base?: CardDigest | undefined;
  current: CardFields;
  sent: CardFields;
  /** Fields that the sender knows of: one that it knows and does not send is removed. */
  known: ReadonlySet<CardField>;
  /** Whose change wins where both have changed one thing. */
  later: Side;
}

/**
 * Only what changes: null removes a text, a list is the new list as a whole. A full name is null where it is to say no more
 * than first and last name do: the service then joins it from them.
 */
export type CardChanges = Partial<Record<CardText, string | null>> & Partial<Pick<CardFields, CardList>>;

/** A change that gave way to another of the same field. */
export interface CardConflict extends Loss {
  field: CardField;
}

export interface MergedCard {
  changes: CardChanges;
  conflicts: CardConflict[];
}

/**
 * A card that was sent, merged into what there is by what both sides had: what one side has changed holds, entry by entry in
 * lists; where both have changed one thing, the later change holds and the other is told.
 */
export function mergeCard({ base, current, sent, known, later }: CardSides): MergedCard {
  const was = base ?? digestOf(current);
  const merging: Merging = {
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

interface Merging extends Omit<CardSides, 'base'>, MergedCard {
  was: CardDigest;
}

/**
 * Whether a sender was given one whole name and says the same in parts: devices take it apart by themselves, often wrongly, and
 * nobody has changed it.
 */
const isOnlyTakenApart = (was: CardDigest, sent: CardFields): boolean =>
  !was.first_name && !was.last_name && was.full_name !== undefined && was.full_name === textDigest(shownName(sent));

function inOne(sent: CardFields): CardFields {
  const { first_name: _, last_name: __, ...others } = sent;
  return { ...others, full_name: shownName(sent) };
}

const isKnown = ({ known, sent }: Merging, field: CardText): boolean => known.has(field) || carried(sent[field]) !== '';

/** Which side's text holds; the one that gives way is told, in the words of `told`. */
function heldBy(
  { was, later, conflicts }: Merging,
  field: CardText,
  sides: Record<Side, string | undefined>,
  told = (text: string) => text,
): Side {
  const side = changedBy(was[field] ?? '', textDigest(sides.current), textDigest(sides.sent));
  if (side !== 'both') return side;
  const tell = (text: string | undefined) => (text ? told(text) : null);
  conflicts.push({ field, kept: tell(sides[later]), lost: tell(sides[otherThan(later)]) });
  return later;
}

function mergeText(merging: Merging, field: CardText): void {
  const { current, sent, changes } = merging;
  const sides = { current: current[field], sent: sent[field] };
  // Devices show no picture that is on the web, and leave it out.
  if (field === 'photo' && !sent.photo && /^https?:/i.test(current.photo ?? '')) return;
  if (isKnown(merging, field) && heldBy(merging, field, sides) === 'sent') changes[field] = sent[field] || null;
}

function mergeEntries(merging: Merging, list: CardList): void {
  const { was, current, sent, known, later, changes, conflicts } = merging;
  if (sent[list].length === 0 && !known.has(list)) return;
  const { entries, losses } = mergeList({ list, base: was[list], current: current[list], sent: sent[list], later });
  if (entries) Object.assign(changes, { [list]: entries });
  append(
    conflicts,
    losses.map((loss) => ({ field: list, ...loss })),
  );
}

/** The form that holds, with the first and last name that hold: one side may have changed the one, and the other the other. */
function mergeFullName(merging: Merging): void {
  const { current, sent, changes } = merging;
  const merged = applyChanges(current, changes);
  const [first_name, last_name] = NAMES.map((name) => (isKnown(merging, name) ? sent[name] : current[name]));
  const forms = { current: nameForm(current), sent: nameForm({ ...sent, first_name, last_name }) };
  const named = (form: string) => nameOfForm(form, merged);
  const form = forms[isKnown(merging, 'full_name') ? heldBy(merging, 'full_name', forms, named) : 'current'];
  const [name, now] = [form && named(form), carried(current.full_name)];
  if (name && name !== now) changes.full_name = name;
  if (!name && now && now !== impliedName(merged)) changes.full_name = null;
}

/** What a card says once it is changed. */
export function applyChanges(fields: CardFields, changes: CardChanges): CardFields {
  const changed: CardFields = { ...fields };
  for (const list of CARD_LISTS) if (changes[list]) Object.assign(changed, { [list]: changes[list] });
  for (const field of CARD_TEXTS) {
    if (changes[field]) changed[field] = changes[field];
    else if (changes[field] === null) delete changed[field];
  }
  return changed;
}
