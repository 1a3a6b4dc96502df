import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { handleOf } from '../../vcard/social-profiles.ts';
import type { AddressField } from '../../vcard/types.ts';
import {
  type ContactFields,
  type EmailField,
  fieldLabel,
  type ImportRecord,
  type PhoneField,
  SCALAR_FIELDS,
  type ScalarField,
} from '../records/record.ts';
import { type KnownContact, phoneKeysOf, voiceKeysOf } from './known-contact.ts';
import { addressKeys, emailKey, normalizeText, phoneKey, samePhone } from './match-keys.ts';
import { compatibleNames, personNameOf } from './names.ts';

/** Values that a record adds to a contact. Existing values are never changed. */
export interface ContactDifference {
  /** Empty fields that the record can fill. */
  fields: Partial<Record<ScalarField, string>> & Pick<ContactFields, 'birthday' | 'coordinates'>;
  emails: EmailField[];
  phones: PhoneField[];
  addresses: AddressField[];
  tags: string[];
  /** Values that differ. The contact's value is kept. */
  kept: string[];
}

const NAME_FIELDS: readonly string[] = ['full_name', 'first_name', 'last_name'];

/** Compares a record with its matched contact. */
export function compareWithContact(
  { contact: known, phoneKeys, tags }: KnownContact,
  record: ImportRecord,
): ContactDifference {
  const { contact } = record;
  const emails = new Set(known.contact_emails?.map(({ email }) => emailKey(email)));
  const addresses = new Set(known.legacy_contact_addresses?.flatMap(addressKeys));
  const difference: ContactDifference = {
    fields: {},
    emails: missing(contact.contact_emails, ({ email }) => emails.has(emailKey(email))),
    phones: missing(contact.contact_phone_numbers, ({ phone_number }) => {
      const number = phoneKey(phone_number);
      return phoneKeys.some((key) => samePhone(key, number));
    }),
    addresses: missing(contact.legacy_contact_addresses, (address) =>
      addressKeys(address).some((key) => addresses.has(key)),
    ),
    tags: missing(record.tags, (tag) => tags.includes(tag)),
    kept: [],
  };
  compareScalars(difference, known, contact);
  compareBirthday(difference, known, contact);
  compareCoordinates(difference, known, contact);
  return difference;
}

const missing = <T>(entries: T[] = [], isKnown: (entry: T) => boolean): T[] =>
  entries.filter((entry) => !isKnown(entry));

function compareScalars(difference: ContactDifference, known: ContactFields, contact: ContactFields): void {
  const onePerson = compatibleNames(known, contact);
  const namesFit = onePerson && namePartsFit(known, contact);
  for (const field of SCALAR_FIELDS) {
    const value = contact[field];
    const kept = known[field];
    const isName = NAME_FIELDS.includes(field);
    if (!value || (field === 'full_name' && value === personNameOf(known)) || (isName && !onePerson)) continue;
    if (kept && !sameValue(field, kept, value)) keep(difference, field, kept, value);
    else if (!kept && (!isName || namesFit)) difference.fields[field] = value;
  }
  if (!onePerson) keep(difference, 'name', personNameOf(known), personNameOf(contact));
}

/**
 * Combining parts of two different names would invent a person, so a name part is filled in only if the others do not
 * conflict.
 */
function namePartsFit(known: ContactFields, contact: ContactFields): boolean {
  const fits = (a: string | undefined, b: string | undefined) => !a || !b || normalizeText(a) === normalizeText(b);
  return fits(known.first_name, contact.first_name) && fits(known.last_name, contact.last_name);
}

const PROFILES: readonly string[] = PROFILE_FIELDS;

function sameValue(field: ScalarField, a: string, b: string): boolean {
  if (a === b) return true;
  if (PROFILES.includes(field)) return handleOf(a) === handleOf(b);
  if (field === 'first_met_at') return Date.parse(a) === Date.parse(b);
  if (field === 'website') return bareAddress(a) === bareAddress(b);
  return field !== 'image_url' && normalizeText(a) === normalizeText(b);
}

const bareAddress = (address: string) => address.toLowerCase().replace(/^https?:\/\/(www\.)?|\/+$/g, '');

/** A birthday without a year gets the file's year. Otherwise the contact's birthday is kept. */
function compareBirthday(
  difference: ContactDifference,
  { birthday: kept }: ContactFields,
  { birthday }: ContactFields,
): void {
  if (!birthday || birthday === kept) return;
  const sameDay = kept !== undefined && kept.slice(-5) === birthday.slice(-5);
  if (kept === undefined || (sameDay && kept.startsWith('--'))) difference.fields.birthday = birthday;
  else if (!sameDay || !birthday.startsWith('--')) keep(difference, 'birthday', kept, birthday);
}

function compareCoordinates(difference: ContactDifference, known: ContactFields, { coordinates }: ContactFields): void {
  if (!coordinates) return;
  if (!known.coordinates) {
    difference.fields.coordinates = coordinates;
    return;
  }
  const [a, b] = [known.coordinates.data, coordinates.data];
  const near = Math.abs(a.latitude - b.latitude) < 1e-5 && Math.abs(a.longitude - b.longitude) < 1e-5;
  if (!near) keep(difference, 'place', `${a.latitude}, ${a.longitude}`, `${b.latitude}, ${b.longitude}`);
}

function keep(difference: ContactDifference, field: string, kept: string, value: string): void {
  difference.kept.push(`${fieldLabel(field)} kept: ${shortened(kept)}, file says ${shortened(value)}`);
}

function shortened(text: string): string {
  // Without the limit, the pattern would rescan a long run of spaces from each position.
  const line = text.slice(0, 400).replace(/\s*\n\s*/g, ' / ');
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

/** Describes the additions in words; empty if there are none. */
export function describeDifference({ fields, emails, phones, addresses, tags }: ContactDifference): string[] {
  const counted = [
    [emails.length, 'e-mail address'],
    [phones.length, 'phone number'],
    [addresses.length, 'address'],
    [tags.length, 'tag'],
  ] as const;
  const lists = counted.flatMap(([count, name]) => (count > 0 ? [count === 1 ? name : `${count} × ${name}`] : []));
  return [...Object.keys(fields).map((field) => (field === 'coordinates' ? 'place' : fieldLabel(field))), ...lists];
}

/** A contact after a difference is applied. */
export function applyDifference({ id, contact, tags, ...keys }: KnownContact, added: ContactDifference): KnownContact {
  const fields = { ...contact, ...added.fields };
  const joined = (names: ContactFields) => personNameOf({ ...names, full_name: '' });
  // A full name that the service derived is derived again.
  if (!added.fields.full_name && (contact.full_name ?? '') === joined(contact)) fields.full_name = joined(fields);
  const lists: ContactFields = {
    contact_emails: [...(contact.contact_emails ?? []), ...added.emails],
    contact_phone_numbers: [...(contact.contact_phone_numbers ?? []), ...added.phones],
    legacy_contact_addresses: [...(contact.legacy_contact_addresses ?? []), ...added.addresses],
  };
  const whole = { ...fields, ...lists };
  return {
    ...{ id, contact: whole, tags: [...tags, ...added.tags] },
    phoneKeys: [...keys.phoneKeys, ...phoneKeysOf(whole)],
    voiceKeys: [...keys.voiceKeys, ...voiceKeysOf(whole)],
  };
}
