import {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  POSTAL_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from '../../src/contract/contact-fields.ts';
import type { Operations } from '../../src/contract/operations.ts';
import type { ArgumentsOf } from '../../src/contract/schema/operation.ts';
import { type Contact, formerValues, same } from './undo.ts';

type Update = ArgumentsOf<Operations['update_contact']>;
type Changes = Omit<Update, 'contactId'>;

const VALUES = [
  ...TEXT_FIELDS,
  ...PROFILE_FIELDS,
  ...FLAG_FIELDS,
  ...ADDRESS_FIELDS,
  ...TIME_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  'image_source',
  'website',
  'priority_tier',
  'frequency',
  'linkedin_data',
  'web_search_summary',
] as const;

const SOURCES = 'contact_relations_contact_relations_sourceTocontacts';
const DESTINATIONS = 'contact_relations_contact_relations_destinationTocontacts';

/** Parts of a contact that an update can change. */
export const UPDATED_PARTS = [
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'groups_contacts',
  'tags_contacts',
  'contacts_custom_fields',
  'contact_birthdays',
  SOURCES,
  DESTINATIONS,
] as const;

/** All fields and parts of a contact that an update can change. */
export const UPDATED_FIELDS = [
  ...VALUES,
  'birthday',
  'birthday_year',
  'source',
  'latitude',
  'longitude',
  ...UPDATED_PARTS,
] as const;

/** Arguments of an update that give a contact its former values. */
export function formerContact(before: Contact, after: Contact): Changes {
  const values = formerValues(before, after, VALUES) as Changes;
  // Setting these computes the next date, unless it is given.
  const computesNext = 'frequency' in values || 'last_seen_at' in values;
  return {
    ...values,
    ...(computesNext && { next_reminder_at: before.next_reminder_at ?? null }),
    ...formerName(before, after),
    ...formerBirthday(before, after),
    ...formerPlace(before, after),
    ...formerLists(before, after),
    ...formerTags(before, after),
    ...formerRelations(before, after),
    ...formerTexts(before, after),
    ...(before.source && before.source !== after.source && { source: before.source as NonNullable<Changes['source']> }),
    ...(differ(before, after, 'contact_birthdays') && {
      contact_birthdays: before.contact_birthdays && {
        last_dismissal_year: before.contact_birthdays.last_dismissal_year,
      },
    }),
  };
}

const differ = (before: Contact, after: Contact, field: keyof Contact): boolean =>
  field in before && field in after && !same(before[field], after[field]);

/** A name that was joined from its parts is joined again, not set. */
function formerName(before: Contact, after: Contact): Changes {
  if (!differ(before, after, 'full_name')) return {};
  const joined = [before.first_name, before.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
  return { full_name: (before.full_name ?? '') === joined ? null : before.full_name };
}

const formerBirthday = (before: Contact, after: Contact): Changes =>
  differ(before, after, 'birthday') || differ(before, after, 'birthday_year')
    ? { birthday: before.birthday ?? null, birthday_year: before.birthday_year ?? null }
    : {};

function formerPlace(before: Contact, after: Contact): Changes {
  if (!differ(before, after, 'latitude') && !differ(before, after, 'longitude')) return {};
  const { latitude, longitude } = before;
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { coordinates: { operation: 'set', data: { latitude, longitude } } }
    : { coordinates: { operation: 'delete' } };
}

const EMAIL = ['email', 'label', 'ranking'] as const;
const PHONE = ['phone_number', 'label', 'country_code', 'phone_number_sanitized', 'ranking'] as const;

/** Fields of a row that have a value. */
const filled = <Row extends object, Field extends keyof Row>(row: Row, fields: readonly Field[]) =>
  Object.fromEntries(
    fields.flatMap((field) => (row[field] === null || row[field] === undefined ? [] : [[field, row[field]]])),
  ) as Pick<Row, Field>;

/** Lists that an update replaces. */
function formerLists(before: Contact, after: Contact): Changes {
  const changed: Changes = {};
  const emails = (contact: Contact) => contact.contact_emails?.map((row) => filled(row, EMAIL));
  const phones = (contact: Contact) => contact.contact_phone_numbers?.map((row) => filled(row, PHONE));
  const addresses = (contact: Contact) => contact.legacy_contact_addresses?.map((row) => filled(row, POSTAL_FIELDS));
  const groups = (contact: Contact) => contact.groups_contacts?.map(({ group_id }) => ({ group_id }));
  const isChanged = (list: (contact: Contact) => unknown) =>
    list(before) !== undefined && list(after) !== undefined && !same(list(before), list(after));
  if (isChanged(emails)) changed.contact_emails = emails(before);
  if (isChanged(phones)) changed.contact_phone_numbers = phones(before);
  if (isChanged(addresses)) changed.legacy_contact_addresses = addresses(before);
  if (isChanged(groups)) changed.groups_contacts = groups(before);
  return changed;
}

function formerTags(before: Contact, after: Contact): Changes {
  if (!before.tags_contacts || !after.tags_contacts) return {};
  const ids = ({ tags_contacts = [] }: Contact) => tags_contacts.map(({ tag_id }) => tag_id);
  const append = without(ids(before), ids(after)).map((tag_id) => ({ tag_id }));
  const remove = without(ids(after), ids(before)).map((tag_id) => ({ tag_id }));
  return append.length + remove.length > 0 ? { tags_contacts: changesOf(append, remove) } : {};
}

function formerRelations(before: Contact, after: Contact): Changes {
  if (!(SOURCES in before && SOURCES in after)) return {};
  const [had, has] = [relationsOf(before), relationsOf(after)];
  const append = had.filter((one) => !has.some((other) => same(one, other)));
  const remove = has.filter((one) => !had.some((other) => same(one, other)));
  return append.length + remove.length > 0
    ? {
        related_contacts: changesOf(
          append,
          remove.map(({ destination }) => ({ destination })),
        ),
      }
    : {};
}

/** A contact's relations, seen from this contact. */
const relationsOf = (contact: Contact) => [
  ...(contact[SOURCES] ?? []).map(({ destination, source_contact, destination_contact }) => ({
    destination,
    source_contact,
    destination_contact,
  })),
  ...(contact[DESTINATIONS] ?? []).map(({ source, source_contact, destination_contact }) => ({
    destination: source,
    source_contact: destination_contact,
    destination_contact: source_contact,
  })),
];

/** An update sets only text values. */
function formerTexts(before: Contact, after: Contact): Changes {
  const values = ({ contacts_custom_fields = [] }: Contact) =>
    new Map(contacts_custom_fields.map((row) => [row.custom_field_id, row]));
  if (!before.contacts_custom_fields || !after.contacts_custom_fields) return {};
  const [had, has] = [values(before), values(after)];
  const custom_fields = [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const [one, other] = [had.get(id), has.get(id)];
    const type = (one ?? other)?.custom_fields.field_type;
    return type !== 'input' || same(one?.text_value, other?.text_value)
      ? []
      : [{ id, text_value: one?.text_value ?? null }];
  });
  return custom_fields.length > 0 ? { custom_fields } : {};
}

const changesOf = <A, R>(append: A[], remove: R[]) => ({
  ...(append.length > 0 && { append }),
  ...(remove.length > 0 && { remove }),
});

export const without = <T>(all: readonly T[], some: readonly T[]): T[] => {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
};
