import { readBirthday } from '../../contract/contact-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { AddressField } from '../../vcard/types.ts';
import { type ContactFields, type PhoneField, SCALAR_FIELDS } from '../records/record.ts';
import { isVoice, phoneKey } from './match-keys.ts';
import { personNameOf } from './names.ts';

type ApiContact = DataOf<Operations['get_contact']>['contact'];

/** A contact that exists in the service, or will exist once the pending batch is sent. */
export interface KnownContact {
  id: string;
  contact: ContactFields;
  tags: string[];
  /** Phone numbers as typed, and as normalized by the service, which knows the user's country. */
  phoneKeys: string[];
  /** Keys of phone numbers that identify a person. Excludes fax and pager numbers. */
  voiceKeys: string[];
}

const keysOf = (phones: PhoneField[]): string[] =>
  phones.map(({ phone_number }) => phoneKey(phone_number)).filter(Boolean);

export const phoneKeysOf = ({ contact_phone_numbers: phones = [] }: ContactFields): string[] => keysOf(phones);

export const voiceKeysOf = ({ contact_phone_numbers: phones = [] }: ContactFields): string[] =>
  keysOf(phones.filter(({ label }) => isVoice(label)));

/** A contact as it will be after creation from a file. The service derives a missing full name. */
export function knownFromFile(id: string, contact: ContactFields, tags: string[]): KnownContact {
  const full_name = personNameOf(contact);
  const [phoneKeys, voiceKeys] = [phoneKeysOf(contact), voiceKeysOf(contact)];
  return { id, contact: { ...contact, ...(full_name && { full_name }) }, tags, phoneKeys, voiceKeys };
}

/** Converts a contact from the service to the format of file records. */
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
    contact_phone_numbers: numbers.map(({ phone_number, label, ranking }) => ({
      ...{ phone_number, ranking },
      ...(label && { label }),
    })),
    legacy_contact_addresses: (row.legacy_contact_addresses ?? []).map(addressFrom),
  };
  const sanitized = (some: typeof numbers) => some.flatMap((phone) => phone.phone_number_sanitized ?? []);
  const voice = sanitized(numbers.filter(({ label }) => isVoice(label ?? undefined)));
  const tags = (row.tags_contacts ?? []).map((link) => link.tags.name);
  return {
    ...{ id: row.id, contact, tags },
    phoneKeys: [...phoneKeysOf(contact), ...sanitized(numbers)],
    voiceKeys: [...voiceKeysOf(contact), ...voice],
  };
}

/** The service returns a date-time, in 1604 if there is no year (docs/api/times.md). */
function dayOf(birthday: string): string | undefined {
  const read = readBirthday(birthday);
  return read ? `${read.year === null ? '-' : birthday.slice(0, 4)}-${birthday.slice(5, 10)}` : undefined;
}

const addressFrom = (row: Record<string, unknown>): AddressField =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string'));
