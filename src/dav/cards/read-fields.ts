import { addressLine } from '../../shared/cards/addresses.ts';
import { ENTRY_KINDS } from '../../shared/cards/entries.ts';
import {
  type CardAddress,
  type CardEntry,
  type CardField,
  type CardFields,
  type CardTextField,
  MAX_ENTRIES,
} from '../../shared/cards/fields.ts';
import { joinedName } from '../../shared/cards/names.ts';
import { groupBy } from '../../shared/lists.ts';
import { readDay } from '../../vcard/dates.ts';
import { groupLabels, labelOf } from '../../vcard/labels.ts';
import { cardAddressOf, phoneOf, profileOf } from '../../vcard/parts.ts';
import {
  fieldOfAddress,
  fieldOfService,
  handleOf,
  type ProfileField,
  profileValue,
} from '../../vcard/social-profiles.ts';
import { componentValues, listValue, parameter, plainValue, preference } from '../../vcard/values.ts';
import { fittingAddress, fittingEmail, fittingPhone, fittingTag, fittingText } from './limits.ts';
import type { CardLine } from './line.ts';

/** A list entry and the property it was read from. */
export interface ReadEntry<E> {
  line: CardLine;
  entry: E;
  key: string;
}

/** A card's values in kith's fields, and the properties they were read from. */
export interface ParsedFields {
  fields: CardFields;
  /** The property of each text field. Several if they repeat the same value. */
  lines: Map<CardTextField | 'name', CardLine[]>;
  emails: ReadEntry<CardEntry>[];
  phones: ReadEntry<CardEntry>[];
  addresses: ReadEntry<CardAddress>[];
  categories: CardLine[];
  /** Properties that repeat an entry. */
  again: Map<CardLine, string>;
  /** Fields that the card has a property for, even an empty one. */
  present: Set<CardField>;
}

/** Reads the fields of a 3.0 or 4.0 card. */
export function readFields(all: CardLine[]): ParsedFields {
  const lines = byPreference(all);
  const named = groupBy(lines, ({ property }) => property.name);
  const labels = groupLabels(lines.map(({ property }) => property));
  const reading: ParsedFields = {
    fields: { emails: [], phones: [], addresses: [], tags: [] },
    ...{ lines: new Map(), emails: [], phones: [], addresses: [], categories: [], again: new Map() },
    present: new Set(),
  };
  readLists(reading, named, labels);
  readTexts(reading, named);
  readPages(reading, lines, labels);
  readNames(reading, named);
  return reading;
}

type ByName = Map<string, CardLine[]>;

/** Sorts properties by preference. */
export function byPreference(lines: CardLine[]): CardLine[] {
  const ranked = lines.map((line) => ({ line, rank: preference(line.property) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ line }) => line);
}

function readLists(reading: ParsedFields, named: ByName, labels: Map<string, string>): void {
  const labeled = (line: CardLine) => {
    const label = labelOf(line.property, labels);
    return label ? { label } : {};
  };
  const read = <L extends 'emails' | 'phones' | 'addresses'>(
    list: L,
    name: string,
    of: (line: CardLine) => CardFields[L][number] | undefined,
  ) => {
    const lines = named.get(name) ?? [];
    if (lines.length > 0) reading.present.add(list);
    const known = new Set<string>();
    const [entries, found]: [CardFields[L][number][], ReadEntry<CardFields[L][number]>[]] = [
      reading.fields[list],
      reading[list],
    ];
    for (const line of lines) {
      const entry = of(line);
      if (!entry) continue;
      const { key } = ENTRY_KINDS[list].parts(entry);
      if (known.has(key)) reading.again.set(line, key);
      else if (entries.length < MAX_ENTRIES) {
        entries.push(entry);
        found.push({ line, entry, key });
        known.add(key);
      }
    }
  };
  read('emails', 'EMAIL', (line) =>
    fittingEmail({ value: plainValue(line.property).replace(/^mailto:/i, ''), ...labeled(line) }),
  );
  read('phones', 'TEL', (line) => fittingPhone({ value: phoneOf(line.property), ...labeled(line) }));
  read('addresses', 'ADR', (line) => readAddress(line, labeled(line)));
  readTags(reading, named.get('CATEGORIES') ?? []);
}

function readAddress({ property }: CardLine, labeled: { label?: string }): CardAddress | undefined {
  const parts = Object.entries(cardAddressOf(property, '4.0')).filter(([, value]) => value !== '');
  const given: CardAddress = Object.fromEntries(parts);
  const formatted = parameter(property, 'LABEL')?.trim() || addressLine(given);
  return formatted ? fittingAddress({ ...given, formatted, ...labeled }) : undefined;
}

function readTags(reading: ParsedFields, lines: CardLine[]): void {
  reading.categories = lines;
  if (lines.length > 0) reading.present.add('tags');
  const tags = lines.flatMap(({ property }) => listValue(property, '4.0')).flatMap((name) => fittingTag(name) ?? []);
  reading.fields.tags = [...new Set(tags)].slice(0, MAX_ENTRIES);
}

/** Records a text field and its property: the first value that fits or, if none does, the first property. */
function take(reading: ParsedFields, field: CardTextField, line: CardLine, value: string | undefined): void {
  reading.present.add(field);
  const text = value && fittingText(field, value);
  const isFirst = text && reading.fields[field] === undefined;
  if (isFirst || !reading.lines.has(field)) reading.lines.set(field, [line]);
  if (isFirst) reading.fields[field] = text;
}

function readTexts(reading: ParsedFields, named: ByName): void {
  const first = (name: string) => named.get(name)?.[0];
  const [org, title, birthday, photo] = ['ORG', 'TITLE', 'BDAY', 'PHOTO'].map(first);
  // A note with a CREATED time belongs to the timeline.
  const note = named.get('NOTE')?.find(({ property }) => !property.parameters.has('CREATED'));
  if (org) take(reading, 'company', org, componentValues(org.property, '4.0', ', ')[0]);
  if (title) take(reading, 'job_title', title, plainValue(title.property));
  if (note) take(reading, 'description', note, plainValue(note.property));
  if (birthday) {
    const { property } = birthday;
    take(reading, 'birthday', birthday, readDay(plainValue(property), parameter(property, 'X-APPLE-OMIT-YEAR')));
  }
  if (photo) take(reading, 'photo', photo, photoIn(photo));
}

/** The address of a photo in kith or on the web. Undefined for a picture that kith rejects. */
const photoIn = ({ property }: CardLine): string | undefined =>
  /(?:^https?:\/\/.*|kith:\/\/photos\/[0-9a-f]{64})$/i.exec(property.value.trim())?.[0];

const PROFILES = /^(?:IMPP|X-SOCIALPROFILE|SOCIALPROFILE)$/;

/** Reads web pages and profiles. A URL at a known service is a profile unless it is labeled as a home page. */
function readPages(reading: ParsedFields, lines: CardLine[], labels: Map<string, string>): void {
  for (const line of lines) {
    const { property } = line;
    const { name } = property;
    if (name === 'URL') {
      const address = plainValue(property);
      const service = labelOf(property, labels) === 'home page' ? undefined : fieldOfAddress(address);
      if (service) takeProfile(reading, service, line, address);
      else if (address && !reading.fields.website) take(reading, 'website', line, address);
      reading.present.add('website');
    } else if (PROFILES.test(name)) {
      const { service, value } = profileOf(property, labels);
      const field = (service && fieldOfService(service)) || fieldOfAddress(value);
      if (field) takeProfile(reading, field, line, value);
    } else if (name.startsWith('X-')) {
      const field = fieldOfService(name.slice(2));
      if (field) takeProfile(reading, field, line, plainValue(property));
    }
  }
}

function takeProfile(reading: ParsedFields, field: ProfileField, line: CardLine, written: string): void {
  const value = profileValue(written);
  const known = reading.fields[field];
  if (known === undefined) take(reading, field, line, value);
  else if (handleOf(known) === handleOf(value)) reading.lines.get(field)!.push(line);
}

/**
 * Reads N (RFC 6350, 6.2.2) and FN. A full name that only repeats the name parts, or an email address or phone number,
 * is ignored.
 */
function readNames(reading: ParsedFields, named: ByName): void {
  const { fields, lines } = reading;
  const [name, full] = [named.get('N')?.[0], named.get('FN')?.[0]];
  const [family, given, additional, prefix, suffix] = name ? componentValues(name.property, '4.0', ' ') : [];
  if (name) {
    lines.set('name', [name]);
    take(reading, 'first_name', name, given);
    take(reading, 'last_name', name, family);
  }
  const written = full
    ? plainValue(full.property)
    : [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
  if (full) lines.set('full_name', [full]);
  if (full) reading.present.add('full_name');
  const reached = [...fields.emails, ...fields.phones].some(
    ({ value }) => value.toLowerCase() === written.toLowerCase(),
  );
  const text = written && fittingText('full_name', written);
  if (text && text !== joinedName(fields) && !(reached && !joinedName(fields))) fields.full_name = text;
}
