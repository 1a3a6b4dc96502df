import { readTagName, TAG_NAME_LENGTH } from '../../contract/tags.ts';
import { addressKeys, emailKey } from '../matching/match-keys.ts';
import { fieldOfAddress, fieldOfService, handleOf, profileValue } from '../matching/social-profiles.ts';
import type { AddressField, ContactFields, ImportNote, Photo, ScalarField } from '../record.ts';

/** How much an entry of a list is preferred, 1 the most (RFC 6350 section 5.3); 101 when the file does not say. */
export const UNRANKED = 101;

export interface Ranked<T> {
  preference: number;
  entry: T;
}

/** A record while a card or row is read. */
export interface Draft {
  readonly line: number;
  readonly fields: ContactFields;
  readonly emails: Ranked<{ email: string; label?: string }>[];
  readonly phones: Ranked<{ phone_number: string; label?: string }>[];
  readonly addresses: AddressField[];
  readonly notes: ImportNote[];
  readonly tags: Set<string>;
  /** Keys of the entries of the lists above, which stand there once. */
  readonly known: Set<string>;
  /** What has no field of its own and is worth keeping: lines of the description. */
  readonly extras: Set<string>;
  readonly warnings: string[];
  uid?: string;
  photo?: Photo;
}

export function newDraft(line: number, warnings: string[] = []): Draft {
  const lists = {
    emails: [],
    phones: [],
    addresses: [],
    notes: [],
    tags: new Set<string>(),
    known: new Set<string>(),
    extras: new Set<string>(),
  };
  return { line, fields: {}, ...lists, warnings: [...warnings] };
}

/** Keeps the first value of a field; a second, different one goes to the description under `label`. */
export function setField(draft: Draft, field: ScalarField, value: string | undefined, label: string): void {
  const text = value?.trim();
  if (!text) return;
  draft.fields[field] ??= text;
  const kept = draft.fields[field];
  if (kept !== text) addExtra(draft, label, text);
}

/** A line of the description: `Nickname: Bob`. */
export function addExtra(draft: Draft, label: string, value: string | undefined): void {
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  if (value?.trim()) draft.extras.add(`${name}: ${value.trim()}`);
}

export function addEmail(draft: Draft, email: string, label?: string, preference = UNRANKED): void {
  const address = email.trim().replace(/^mailto:/i, '');
  if (address && isNew(draft, draft.emails, 'e-mail address', [emailKey(address)]))
    draft.emails.push({ preference, entry: { email: address, ...(label && { label }) } });
}

export function addPhone(draft: Draft, phone: string, label?: string, preference = UNRANKED): void {
  const number = phone.trim();
  if (number && isNew(draft, draft.phones, 'phone number', [number]))
    draft.phones.push({ preference, entry: { phone_number: number, ...(label && { label }) } });
}

/** Adds a postal address; `formatted` is built from the parts when the file has none. */
export function addAddress(draft: Draft, address: AddressField): void {
  const filled = Object.entries(address).filter(([, value]) => value?.trim());
  const given = Object.fromEntries(filled) as AddressField;
  const formatted = given.formatted ?? formatAddress(given);
  const whole = { formatted, ...given };
  if (formatted && isNew(draft, draft.addresses, 'address', addressKeys(whole))) draft.addresses.push(whole);
}

/** As many as the service takes of each list. */
const MOST_ENTRIES = 500;

/** Whether none of an entry's keys is known yet; then they are. What is beyond the last that fits is told once. */
function isNew(draft: Draft, list: unknown[], kind: string, keys: string[]): boolean {
  const own = keys.map((key) => `${kind} ${key}`);
  if (own.some((key) => draft.known.has(key))) return false;
  if (list.length >= MOST_ENTRIES) {
    const warning = `${kind} left out: a contact has at most ${MOST_ENTRIES}`;
    if (draft.warnings.at(-1) !== warning) draft.warnings.push(warning);
    return false;
  }
  for (const key of own) draft.known.add(key);
  return true;
}

/** One line in the order most of the world writes: street, city region code, country. */
function formatAddress(address: AddressField): string {
  const { street, city, region, postal_code, country } = address;
  const town = [city, region, postal_code].filter(Boolean).join(' ');
  return [street?.replace(/\n+/g, ', '), town, country].filter(Boolean).join(', ');
}

/** A profile or messaging address: into the service's field, else the description. */
export function addProfile(draft: Draft, service: string | undefined, value: string): void {
  const field = (service && fieldOfService(service)) || fieldOfAddress(value);
  const handle = profileValue(value);
  const kept = field && draft.fields[field];
  if (kept && handleOf(kept) === handleOf(handle)) return;
  if (field) setField(draft, field, handle, service || field);
  else addExtra(draft, service || 'Profile', handle);
}

/** A web page: a profile when its host is one, else the website. */
export function addWebsite(draft: Draft, address: string): void {
  if (fieldOfAddress(address)) addProfile(draft, undefined, address);
  else setField(draft, 'website', address, 'Website');
}

export function addNote(draft: Draft, note: ImportNote): void {
  const text = note.text.trim();
  const key = `note ${note.eventTime} ${text}`;
  if (!text || draft.known.has(key)) return;
  draft.known.add(key);
  draft.notes.push({ ...note, text });
}

/** Longer than any tag, however many characters make one of it: read no further. */
const LONGEST_READ = 1_000;

export function addTag(draft: Draft, name: string): void {
  const tag = name.length > LONGEST_READ ? name : readTagName(name);
  if ([...tag].length > TAG_NAME_LENGTH) draft.warnings.push(`tag left out, longer than ${TAG_NAME_LENGTH} characters`);
  else if (tag) draft.tags.add(tag);
}
