import { addressLine } from '../../shared/cards/addresses.ts';
import { ENTRY_KINDS, storableText } from '../../shared/cards/entries.ts';
import type { CardAddress, CardEntry, CardFields } from '../../shared/cards/fields.ts';
import { groupBy } from '../../shared/lists.ts';
import { cardAddressOf } from '../../vcard/parts.ts';
import { escapedText, escapeText } from '../../vcard/text.ts';
import { splitEscaped } from '../../vcard/values.ts';
import { type CardEdits, put } from './edits.ts';
import { type CardLine, type CardVersion, changedLine, newLine } from './line.ts';
import { byPreference, type ParsedFields, type ReadEntry } from './read-fields.ts';
import { relabeled } from './write-label.ts';

type EntryList = 'emails' | 'phones' | 'addresses';
type Entry<L extends EntryList> = CardFields[L][number];

interface Kind<E> {
  name: string;
  /** Changes the value of a line, or creates a line. */
  write: (entry: E, version: CardVersion, old?: ReadEntry<E>) => CardLine;
  /** Whether the line already contains the entry's value. The label is compared separately. */
  isSame: (read: E, entry: E, version: CardVersion) => boolean;
}

const reach = (name: string): Kind<CardEntry> => ({
  name,
  write: ({ value }, version, old) =>
    old
      ? changedLine(
          old.line,
          { value: escapedText(storableText(value), version), parameters: asText(old.line) },
          version,
        )
      : newLine({ name, value: escapedText(storableText(value), version) }, version),
  isSame: (read, entry) => storableText(read.value) === storableText(entry.value),
});

/** The parameters without VALUE, because a `tel:` URI becomes text. */
const asText = ({ property }: CardLine) => [...property.parameters].filter(([name]) => name !== 'VALUE');

const KINDS: { [L in EntryList]: Kind<Entry<L>> } = {
  emails: reach('EMAIL'),
  phones: reach('TEL'),
  addresses: { name: 'ADR', write: writeAddress, isSame: sameAddress },
};

/** Updates the properties of a list in place. */
export function writeList<L extends EntryList>(
  edits: CardEdits,
  reading: ParsedFields,
  list: L,
  now: readonly Entry<L>[],
): void {
  const old: ReadEntry<Entry<L>>[] = reading[list];
  const pairs = paired(list, old, now);
  const written = pairs.map(({ entry, read }) => writeEntry(edits, list, entry, read));
  const kept = new Set(pairs.flatMap(({ entry, read }) => (read && keyOf(list, entry) === read.key ? read.key : [])));
  for (const [line, key] of reading.again)
    if (line.property.name === KINDS[list].name && !kept.has(key)) put(edits, line, []);
  const read = new Set(pairs.map((pair) => pair.read));
  for (const gone of old) if (!read.has(gone)) put(edits, gone.line, []);
  place(
    edits,
    pairs.map(({ read }, index) => ({ old: read?.line, lines: written[index]! })),
  );
}

const keyOf = <L extends EntryList>(list: L, entry: Entry<L>): string => ENTRY_KINDS[list].parts(entry).key;

interface Pair<E> {
  entry: E;
  read?: ReadEntry<E> | undefined;
}

/** Pairs each entry with the property it was read from. A new entry replaces a deleted one with the same label. */
function paired<L extends EntryList>(list: L, old: ReadEntry<Entry<L>>[], now: readonly Entry<L>[]): Pair<Entry<L>>[] {
  const byKey = new Map(old.map((read) => [read.key, read]));
  const pairs = now.map((entry): Pair<Entry<L>> => {
    const read = byKey.get(keyOf(list, entry));
    if (read) byKey.delete(read.key);
    return { entry, read };
  });
  const free = groupBy([...byKey.values()], ({ entry }) => entry.label);
  for (const pair of pairs) pair.read ??= free.get(pair.entry.label)?.shift();
  return pairs;
}

/** Returns an entry's lines. An unchanged property is kept as it is. */
function writeEntry<L extends EntryList>(
  edits: CardEdits,
  list: L,
  entry: Entry<L>,
  read: ReadEntry<Entry<L>> | undefined,
): CardLine[] {
  const { write, isSame } = KINDS[list];
  const label = storableText(entry.label) || undefined;
  const line = read && isSame(read.entry, entry, edits.version) ? read.line : write(entry, edits.version, read);
  return storableText(read?.entry.label) === (label ?? '') ? [line] : relabeled(edits, line, label);
}

interface PlacedEntry {
  old: CardLine | undefined;
  lines: CardLine[];
}

/**
 * Keeps each property in its position if readers still get the right order. Otherwise assigns positions and preferences
 * in list order.
 */
function place(edits: CardEdits, entries: PlacedEntry[]): void {
  const there = new Set(entries.flatMap(({ old }) => old ?? []));
  const slots = edits.lines.filter((line) => there.has(line));
  const byOld = new Map(entries.map((each) => [each.old, each]));
  const added = entries.filter(({ old }) => !old);
  const usual = [...slots.map((slot) => byOld.get(slot)!), ...added];
  const isInOrder = byPreference(usual.map(({ lines }) => lines[0]!)).every(
    (line, index) => line === entries[index]!.lines[0],
  );
  const order = isInOrder
    ? usual
    : entries.map((each, index) => ({ ...each, lines: ranked(each.lines, index, edits.version) }));
  for (const [index, slot] of slots.entries()) put(edits, slot, order[index]!.lines);
  const rest = order.slice(slots.length).flatMap(({ lines }) => lines);
  const last = slots.at(-1);
  if (last) put(edits, last, [...order[slots.length - 1]!.lines, ...rest]);
  else put(edits, undefined, rest);
}

/** Marks the first entry as preferred and clears the preference of the others. */
function ranked([line, ...labels]: CardLine[], index: number, version: CardVersion): CardLine[] {
  const { parameters } = line!.property;
  const unranked = [...parameters].flatMap(([name, values]): [string, string[]][] => {
    if (name === 'PREF') return [];
    const kept =
      name === 'TYPE'
        ? values.flatMap((value) => value.split(',')).filter((type) => type.toLowerCase() !== 'pref')
        : values;
    return kept.length > 0 ? [[name, kept]] : [];
  });
  const first: [string, string[]][] = index > 0 ? [] : version === '4.0' ? [['PREF', ['1']]] : [['TYPE', ['pref']]];
  return [changedLine(line!, { parameters: joined([...unranked, ...first]) }, version), ...labels];
}

function joined(parameters: [string, string[]][]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, values] of parameters) byName.set(name, [...(byName.get(name) ?? []), ...values]);
  return byName;
}

function writeAddress(address: CardAddress, version: CardVersion, old?: ReadEntry<CardAddress>): CardLine {
  const { street, city, region, postal_code, country } = shownParts(address);
  const before = old && cardAddressOf(old.line.property, '4.0');
  const components = old ? splitEscaped(old.line.property.value, ';') : [];
  const lines =
    before && before.street === storableText(street)
      ? components.slice(0, 3)
      : ['', '', escapeText(storableText(street))];
  const rest = [city, region, postal_code, country].map((part) => escapeText(storableText(part)));
  const value = [...Array.from({ length: 3 }, (_, index) => lines[index] ?? ''), ...rest].join(';');
  const kept = [...(old?.line.property.parameters ?? [])].filter(([name]) => name !== 'LABEL' && name !== 'GEO');
  const formatted =
    version === '4.0' && address.formatted !== addressLine(shownParts(address)) && storableText(address.formatted);
  const parameters = [...kept, ...(formatted ? [['LABEL', [formatted]] as const] : [])];
  return old
    ? changedLine(old.line, { value, parameters }, version)
    : newLine({ name: 'ADR', parameters, value }, version);
}

/** Uses a single-line address as the street, so that every device shows it. */
const shownParts = (address: CardAddress): CardAddress =>
  address.street || address.city || address.region || address.postal_code || address.country
    ? address
    : { street: address.formatted ?? '' };

function sameAddress(read: CardAddress, entry: CardAddress, version: CardVersion): boolean {
  const [a, b] = [read, entry].map((address) => ENTRY_KINDS.addresses.parts({ ...address, label: '' }));
  if (a!.key !== b!.key || a!.value !== b!.value) return false;
  const line = (address: CardAddress) => storableText(address.formatted) || addressLine(shownParts(address));
  return version === '3.0' || line(read) === line(entry);
}
