import { entryDigests, readEntries } from './digest.ts';
import { ENTRY_KINDS, type EntryOf, type EntryParts } from './entries.ts';
import { type CardListField, MAX_ENTRIES } from './fields.ts';

export type Side = 'sent' | 'current';

export const otherThan = (side: Side): Side => (side === 'sent' ? 'current' : 'sent');

/** A conflict: the winning text and the losing one, or null for a removal. */
export interface Loss {
  kept: string | null;
  lost: string | null;
}

export interface ListSides<L extends CardListField> {
  list: L;
  /** The list in the last common version. */
  base: readonly string[] | undefined;
  current: readonly EntryOf<L>[];
  sent: readonly EntryOf<L>[];
  /** The side that wins if both changed the same entry. */
  later: Side;
}

/** An entry of one side with its hashes. */
interface HashedEntry<E> {
  entry: E;
  digest: EntryParts;
}

/** Which side changed a text, according to hashes; `both` if both sides changed it differently. */
export const changedBy = (was: string, current: string, sent: string): Side | 'both' => {
  if (sent === current || sent === was) return 'current';
  return current === was ? 'sent' : 'both';
};

/**
 * Merges additions, removals, relabeling and reordering of both sides. `entries` is undefined if the current list
 * stays.
 */
export function mergeList<L extends CardListField>(sides: ListSides<L>): { entries?: EntryOf<L>[]; losses: Loss[] } {
  const { list, base, later } = sides;
  const was = readEntries(base);
  const current = hashedEntries(list, sides.current);
  const sent = hashedEntries(list, sides.sent);
  const losses: Loss[] = [];
  const kept = new Map<string, EntryOf<L>>();
  for (const key of new Set([...current.keys(), ...sent.keys()])) {
    const one = mergeEntry({ list, was: was.get(key), current: current.get(key), sent: sent.get(key), later }, losses);
    if (one !== undefined) kept.set(key, one);
  }
  const keptOf = (keys: Iterable<string>) => [...keys].filter((key) => kept.has(key));
  const merged = mergedOrder(keptOf(was.keys()), keptOf(current.keys()), keptOf(sent.keys()), later);
  // Together they may exceed the limit. Current entries are kept, and those that do not fit are reported.
  let room = Math.max(0, MAX_ENTRIES - merged.filter((key) => current.has(key)).length);
  const fits = (key: string) => current.has(key) || room-- > 0;
  const keys = merged.filter((key) => {
    if (fits(key)) return true;
    losses.push({ kept: null, lost: ENTRY_KINDS[list].text(kept.get(key)!) });
    return false;
  });
  const before = [...current.keys()];
  // Tags are unordered.
  const moved = list !== 'tags' && keys.some((key, index) => key !== before[index]);
  const same = keys.length === before.length && keys.every((key) => kept.get(key) === current.get(key)?.entry);
  return { losses, ...((moved || !same) && { entries: keys.map((key) => kept.get(key)!) }) };
}

function hashedEntries<L extends CardListField>(
  list: L,
  entries: readonly EntryOf<L>[],
): Map<string, HashedEntry<EntryOf<L>>> {
  return new Map(entryDigests(list, entries).map((digest, index) => [digest.key, { entry: entries[index]!, digest }]));
}

interface EntrySides<L extends CardListField> {
  list: L;
  was: EntryParts | undefined;
  current: HashedEntry<EntryOf<L>> | undefined;
  sent: HashedEntry<EntryOf<L>> | undefined;
  later: Side;
}

function mergeEntry<L extends CardListField>(sides: EntrySides<L>, losses: Loss[]): EntryOf<L> | undefined {
  const { list, was, current, sent, later } = sides;
  if (current && sent) return mergeBoth(sides, current, sent, losses);
  const { entry, digest } = (current ?? sent)!;
  if (!was) return entry;
  if (digest.value === was.value && digest.label === was.label) return undefined;
  const text = ENTRY_KINDS[list].text(entry);
  const stays = later === (current ? 'current' : 'sent');
  losses.push(stays ? { kept: text, lost: null } : { kept: null, lost: text });
  return stays ? entry : undefined;
}

/** Merges an entry that both sides have. */
function mergeBoth<L extends CardListField>(
  { list, was, later }: EntrySides<L>,
  current: HashedEntry<EntryOf<L>>,
  sent: HashedEntry<EntryOf<L>>,
  losses: Loss[],
): EntryOf<L> {
  const { relabeled, text, parts } = ENTRY_KINDS[list];
  const by = (part: 'value' | 'label') => changedBy(was?.[part] ?? '', current.digest[part], sent.digest[part]);
  const [value, label] = [by('value'), by('label')];
  const sides = { current: current.entry, sent: sent.entry };
  if (value === 'both' || label === 'both')
    losses.push({ kept: text(sides[later]), lost: text(sides[otherThan(later)]) });
  const [valueSide, labelSide] = [value === 'both' ? later : value, label === 'both' ? later : label];
  if (valueSide === labelSide) return sides[valueSide];
  return relabeled(sides[valueSide], parts(sides[labelSide]).label);
}

/**
 * Merges the order of both sides: the side that reordered entries wins, otherwise the later one. Entries that only the
 * other side has are inserted after the entry that they follow there.
 */
function mergedOrder(was: string[], current: string[], sent: string[], later: Side): string[] {
  const [currentMoved, sentMoved] = [isReordered(was, current), isReordered(was, sent)];
  const leader = currentMoved === sentMoved ? later : sentMoved ? 'sent' : 'current';
  const [lead, other] = leader === 'sent' ? [sent, current] : [current, sent];
  const FRONT = '';
  const leading = new Set(lead);
  const behind = new Map([FRONT, ...lead].map((key): [string, string[]] => [key, []]));
  let anchor = FRONT;
  for (const key of other) {
    if (leading.has(key)) anchor = key;
    else behind.get(anchor)!.push(key);
  }
  return [...behind].flatMap(([key, following]) => (key === FRONT ? following : [key, ...following]));
}

/** Whether existing keys changed their order. */
function isReordered(was: string[], now: string[]): boolean {
  const [had, has] = [new Set(was), new Set(now)];
  const before = was.filter((key) => has.has(key));
  return now.filter((key) => had.has(key)).some((key, index) => key !== before[index]);
}
