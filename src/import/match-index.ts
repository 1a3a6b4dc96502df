import type { Client } from '../client/client.ts';
import { PROFILE_FIELDS, readBirthday } from '../contract/contact-fields.ts';
import type { DataOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import type { Difference } from './difference.ts';
import { emailKey, phoneKey, phoneTail, samePhone } from './keys.ts';
import { compatibleNames, equalNames, nameOf } from './people.ts';
import { handleOf } from './profiles.ts';
import { type AddressField, type ContactFields, SCALAR_FIELDS } from './record.ts';

type ApiContact = DataOf<Operations['get_contact']>['contact'];

/** A contact that the service has, or will have when the pending batch is sent. */
export interface Known {
  id: string;
  contact: ContactFields;
  tags: string[];
  /** Phone numbers as typed and as the service normalized them, which knows the user's country. */
  phoneKeys: string[];
}

/** What exists, found by anything that can tell a person. */
export interface Book {
  get(id: string): Known | undefined;
  put(known: Known): void;
  remove(id: string): void;
  /** Contacts that share an e-mail address, phone number or profile and can be the same person, likeliest first. */
  matches(contact: ContactFields): Known[];
}

const INCLUDE = {
  contact_emails: true,
  contact_phone_numbers: true,
  legacy_contact_addresses: true,
  tags_contacts: true,
};

/** Reads all contacts once, archived ones too. */
export async function loadBook(client: Client): Promise<Book> {
  const book = createBook();
  for (const archived of [false, true]) {
    let cursor: string | null | undefined;
    do {
      const page = { take: 500, include: INCLUDE, archived, ...(cursor && { cursor }) };
      const { data } = await client.call('list_contacts', page);
      for (const contact of data.contacts) book.put(knownFrom(contact));
      cursor = data.pagination.nextCursor;
    } while (cursor);
  }
  return book;
}

export function createBook(): Book {
  const known = new Map<string, Known>();
  const idsByKey = new Map<string, Set<string>>();

  const sharing = (key: string) => [...(idsByKey.get(key) ?? [])].flatMap((id) => known.get(id) ?? []);
  return {
    get: (id) => known.get(id),
    put(entry) {
      known.set(entry.id, entry);
      for (const key of indexKeys(entry.contact, entry.phoneKeys)) {
        const ids = idsByKey.get(key);
        if (ids) ids.add(entry.id);
        else idsByKey.set(key, new Set([entry.id]));
      }
    },
    remove: (id) => known.delete(id),
    matches(contact) {
      const phones = phoneKeysOf(contact);
      const found = new Set(indexKeys(contact, phones).flatMap(sharing));
      const fitting = [...found].filter((entry) => compatibleNames(entry.contact, contact) && shares(entry, contact));
      const equal = fitting.filter((entry) => equalNames(entry.contact, contact));
      return [...equal, ...fitting.filter((entry) => !equal.includes(entry))];
    },
  };
}

/** A key of the index, e-mails first, then phones by their ends, then profiles. */
function indexKeys(contact: ContactFields, phoneKeys: string[]): string[] {
  const emails = (contact.contact_emails ?? []).map(({ email }) => `email:${emailKey(email)}`);
  const phones = phoneKeys.map((key) => `phone:${phoneTail(key) || key}`);
  return [...emails, ...phones, ...profileKeys(contact)];
}

const phoneKeysOf = (contact: ContactFields): string[] =>
  (contact.contact_phone_numbers ?? []).map(({ phone_number }) => phoneKey(phone_number)).filter(Boolean);

function profileKeys(contact: ContactFields): string[] {
  return PROFILE_FIELDS.flatMap((field) => {
    const handle = handleOf(contact[field] ?? '');
    return handle ? [`${field}:${handle}`] : [];
  });
}

/** The index finds phones by their ends alone: here the whole numbers are compared. */
function shares(entry: Known, contact: ContactFields): boolean {
  const others = new Set(indexKeys(entry.contact, []));
  if (indexKeys(contact, []).some((key) => others.has(key))) return true;
  return phoneKeysOf(contact).some((key) => entry.phoneKeys.some((other) => samePhone(key, other)));
}

/** A contact as it will be once created from a file; the service joins the full name that the file leaves out. */
export function knownFromFile(id: string, contact: ContactFields, tags: string[]): Known {
  const full_name = nameOf(contact);
  return { id, contact: { ...contact, ...(full_name && { full_name }) }, tags, phoneKeys: phoneKeysOf(contact) };
}

/** A known contact once a difference is added to it. */
export function knownAfter({ id, contact, tags, phoneKeys }: Known, added: Difference): Known {
  const fields = { ...contact, ...added.fields };
  const joined = (names: ContactFields) => nameOf({ ...names, full_name: '' });
  // The service joins a full name anew that was joined before.
  if (!added.fields.full_name && (contact.full_name ?? '') === joined(contact)) fields.full_name = joined(fields);
  const lists: ContactFields = {
    contact_emails: [...(contact.contact_emails ?? []), ...added.emails],
    contact_phone_numbers: [...(contact.contact_phone_numbers ?? []), ...added.phones],
    legacy_contact_addresses: [...(contact.legacy_contact_addresses ?? []), ...added.addresses],
  };
  const whole = { ...fields, ...lists };
  return { id, contact: whole, tags: [...tags, ...added.tags], phoneKeys: [...phoneKeys, ...phoneKeysOf(whole)] };
}

/** A contact of the service in the shape of the files' records. */
export function knownFrom(row: ApiContact): Known {
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

/** The service answers a date-time, in 1604 when no year is known (docs/api/times.md#birthdays). */
function dayOf(birthday: string): string | undefined {
  const read = readBirthday(birthday);
  return read ? `${read.year === null ? '-' : birthday.slice(0, 4)}-${birthday.slice(5, 10)}` : undefined;
}

function addressFrom(row: Record<string, unknown>): AddressField {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string'));
}
