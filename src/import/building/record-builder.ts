import { photoError } from '../../contract/photos.ts';
import { readTagName, TAG_NAME_LENGTH } from '../../contract/tags.ts';
import { addressLine } from '../../shared/cards/addresses.ts';
import { fieldOfAddress, fieldOfService, handleOf, profileValue } from '../../vcard/social-profiles.ts';
import type { AddressField, PhotoData } from '../../vcard/types.ts';
import { addressKeys, emailKey } from '../matching/match-keys.ts';
import type { ContactFields, ImportNote, RelatedCard, ScalarField } from '../records/record.ts';

/** Preference of an entry in a list, 1 being the highest (RFC 6350 section 5.3); 101 if the file specifies none. */
export const UNRANKED = 101;

export interface RankedEntry<T> {
  preference: number;
  entry: T;
}

/** A record while a card or row is being read; `buildRecord` finishes it. */
export interface RecordBuilder {
  readonly line: number;
  readonly fields: ContactFields;
  readonly emails: RankedEntry<{ email: string; label?: string }>[];
  readonly phones: RankedEntry<{ phone_number: string; label?: string }>[];
  readonly addresses: AddressField[];
  readonly notes: ImportNote[];
  readonly tags: Set<string>;
  /** Keys of the entries in the lists above, which contain each entry once. */
  readonly known: Set<string>;
  /** Description lines for values without a matching field. */
  readonly extras: Set<string>;
  readonly warnings: string[];
  uid?: string;
  readonly related: RelatedCard[];
  photo?: PhotoData;
}

export function newBuilder(line: number, warnings: string[] = []): RecordBuilder {
  const lists = {
    emails: [],
    phones: [],
    addresses: [],
    notes: [],
    related: [],
    tags: new Set<string>(),
    known: new Set<string>(),
    extras: new Set<string>(),
  };
  return { line, fields: {}, ...lists, warnings: [...warnings] };
}

/** Sets a field if it is empty. A second, different value goes to the description under `label`. */
export function setField(builder: RecordBuilder, field: ScalarField, value: string | undefined, label: string): void {
  const text = value?.trim();
  if (!text) return;
  builder.fields[field] ??= text;
  const kept = builder.fields[field];
  if (kept !== text) addExtra(builder, label, text);
}

/** Adds a line to the description: `Nickname: Bob`. */
export function addExtra(builder: RecordBuilder, label: string, value: string | undefined): void {
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  if (value?.trim()) builder.extras.add(`${name}: ${value.trim()}`);
}

interface Names {
  full?: string;
  prefix?: string;
  first: string;
  middle?: string;
  last: string;
  suffix?: string;
  nickname?: string;
}

/** Fills the name fields from a row's columns. A nickname replaces a missing name. */
export function addNames(
  builder: RecordBuilder,
  { full, prefix, first, middle, last, suffix, nickname = '' }: Names,
): void {
  setField(builder, 'first_name', first, 'First name');
  setField(builder, 'last_name', last, 'Last name');
  setField(builder, 'full_name', full || [prefix, first, middle, last, suffix].filter(Boolean).join(' '), 'Name');
  if (builder.fields.full_name) addExtra(builder, 'Nickname', nickname);
  else setField(builder, 'full_name', nickname, 'Nickname');
}

export function addEmail(builder: RecordBuilder, email: string, label?: string, preference = UNRANKED): void {
  const address = email.trim().replace(/^mailto:/i, '');
  if (address && isNew(builder, builder.emails, 'e-mail address', [emailKey(address)]))
    builder.emails.push({ preference, entry: { email: address, ...(label && { label }) } });
}

export function addPhone(builder: RecordBuilder, phone: string, label?: string, preference = UNRANKED): void {
  const number = phone.trim();
  if (number && isNew(builder, builder.phones, 'phone number', [number]))
    builder.phones.push({ preference, entry: { phone_number: number, ...(label && { label }) } });
}

/** Adds a postal address. `formatted` is built from the parts if the file has none. */
export function addAddress(builder: RecordBuilder, address: AddressField): void {
  const filled = Object.entries(address).filter(([, value]) => value?.trim());
  const given: AddressField = Object.fromEntries(filled);
  const formatted = given.formatted ?? addressLine(given);
  const whole = { formatted, ...given };
  if (formatted && isNew(builder, builder.addresses, 'address', addressKeys(whole))) builder.addresses.push(whole);
}

/** Maximum number of entries per list in the service. */
const MAX_ENTRIES = 500;

/** Returns whether an entry is new, and records its keys. Warns once if no more entries fit. */
function isNew(builder: RecordBuilder, list: unknown[], kind: string, keys: string[]): boolean {
  const own = keys.map((key) => `${kind} ${key}`);
  if (own.some((key) => builder.known.has(key))) return false;
  if (list.length >= MAX_ENTRIES) {
    const warning = `${kind} left out: a contact has at most ${MAX_ENTRIES}`;
    if (builder.warnings.at(-1) !== warning) builder.warnings.push(warning);
    return false;
  }
  for (const key of own) builder.known.add(key);
  return true;
}

/** Adds a profile or messaging address to the service's field or, if there is none, to the description. */
export function addProfile(builder: RecordBuilder, service: string | undefined, value: string): void {
  const field = (service && fieldOfService(service)) || fieldOfAddress(value);
  const handle = profileValue(value);
  const kept = field && builder.fields[field];
  if (kept && handleOf(kept) === handleOf(handle)) return;
  if (field) setField(builder, field, handle, service || field);
  else addExtra(builder, service || 'Profile', handle);
}

/** Adds a web page. If its host is a known service, it is a profile. */
export function addWebsite(builder: RecordBuilder, address: string): void {
  if (fieldOfAddress(address)) addProfile(builder, undefined, address);
  else setField(builder, 'website', address, 'Website');
}

export function addNote(builder: RecordBuilder, note: ImportNote): void {
  const text = note.text.trim();
  const key = `note ${note.eventTime ?? note.day} ${text}`;
  if (!text || builder.known.has(key)) return;
  builder.known.add(key);
  builder.notes.push({ ...note, text });
}

/** Longer names are not normalized, because they cannot become a valid tag. */
const MAX_TAG_LENGTH = 1_000;

export function addTag(builder: RecordBuilder, name: string): void {
  const tag = name.length > MAX_TAG_LENGTH ? name : readTagName(name);
  if ([...tag].length > TAG_NAME_LENGTH)
    builder.warnings.push(`tag left out because it is longer than ${TAG_NAME_LENGTH} characters`);
  else if (tag) builder.tags.add(tag);
}

/** Sets a person's first picture, or warns if the service would reject it. */
export function addPhoto(builder: RecordBuilder, photo: PhotoData): void {
  const trouble = photoError(photo.bytes);
  if (trouble) builder.warnings.push(`photo left out, ${trouble}`);
  else builder.photo ??= photo;
}
