import { readBirthday } from '../../contract/contact-fields.ts';
import type { DataOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { type AddressField, type ContactFields, SCALAR_FIELDS } from '../record.ts';
import { phoneKey } from './match-keys.ts';
import { nameOf } from './names.ts';

type ApiContact = DataOf<Operations['get_contact']>['contact'];

/** A contact that the service has, or will have when the pending batch is sent. */
export interface KnownContact {
  id: string;
  contact: ContactFields;
  tags: string[];
  /** Phone numbers as typed, and as the service normalized them, which knows the user's country. */
  phoneKeys: string[];
}

export const phoneKeysOf = (contact: ContactFields): string[] =>
  (contact.contact_phone_numbers ?? []).map(({ phone_number }) => phoneKey(phone_number)).filter(Boolean);

/** A contact as it will be once created from a file; the service joins the full name that the file leaves out. */
export function knownFromFile(id: string, contact: ContactFields, tags: string[]): KnownContact {
  const full_name = nameOf(contact);
  return { id, contact: { ...contact, ...(full_name && { full_name }) }, tags, phoneKeys: phoneKeysOf(contact) };
}

/** A contact of the service in the shape of the files' records. */
export function knownFrom(row: ApiContact): KnownContact {
  const scalars = SCALAR_FIELDS.flatMap((field) => (row[field] ? [[field, row[field]]] : []));
  const birthday = row.birthday && dayOf(row.birthday);
  const placed = typeof row.latitude === 'number' && typeof row.longitude === 'number';
  const numbers = row.contact_phone_numbers ?? [];
  const contact: ContactFields = {
    ...Object.fromEntries(scalars),
    ...(birthday && { birthday }),
    ...(placed && { coordinates: { operation: 'set', data: { latitude: row.latitude!, longitude: row.longitude! } } }),
    contact_emails: (row.contact_emails ?? []).map(({ email, ranking }) => ({ email, ranking })),
    contact_phone_numbers: numbers.map(({ phone_number, ranking }) => ({ phone_number, ranking })),
    legacy_contact_addresses: (row.legacy_contact_addresses ?? []).map(addressFrom),
  };
  const sanitized = numbers.flatMap(({ phone_number_sanitized }) => phone_number_sanitized ?? []);
  const tags = (row.tags_contacts ?? []).map((link) => link.tags.name);
  return { id: row.id, contact, tags, phoneKeys: [...phoneKeysOf(contact), ...sanitized] };
}

/** The service answers a date-time, in 1604 when no year is known (docs/api/times.md). */
function dayOf(birthday: string): string | undefined {
  const read = readBirthday(birthday);
  return read ? `${read.year === null ? '-' : birthday.slice(0, 4)}-${birthday.slice(5, 10)}` : undefined;
}

const addressFrom = (row: Record<string, unknown>): AddressField =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string'));
