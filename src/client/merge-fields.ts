import { PROFILE_NAMES } from '../contract/contact-fields.ts';
import type { Operations } from '../contract/operations.ts';
import { photoIdIn } from '../contract/photos.ts';
import type { DataOf } from '../contract/schema/operation.ts';
import { isRicherName } from './richer-name.ts';

// Compares the fields of possible duplicates, and computes the changes that a choice among them makes.

export type ComparedContact = DataOf<Operations['get_contact']>['contact'];
export type MergedContact = DataOf<Operations['merge_contacts']>['merged'][number];
type Part = Exclude<MergedContact['contacts_custom_fields'], undefined>[number];

/** Arguments of `update_contact` for the choices. */
export type ContactUpdate = Record<string, unknown>;

/** A field with one value per contact. */
interface SingleField {
  id: string;
  label: string;
  /** The displayed and compared value. */
  text(contact: MergedContact): string | null;
  /** Arguments that copy this value to another contact. Absent if only a merge can. */
  set?: (contact: MergedContact) => ContactUpdate;
}

/** A list of which a merge keeps all values. */
interface ListField {
  id: string;
  label: string;
  texts(contact: MergedContact): string[];
}

export interface SingleRow {
  kind: 'one';
  field: SingleField;
  /** One entry per contact, in the contacts' order. */
  texts: (string | null)[];
}

export interface ManyRow {
  kind: 'all';
  field: ListField;
  texts: string[][];
}

export type ComparisonRow = SingleRow | ManyRow;

const WORDS = {
  name: 'Name',
  birthday: 'Birthday',
  photo: 'Photo',
  photoHere: 'kept in kith',
  frequency: 'In touch',
  priority_tier: 'Priority',
  emails: 'Emails',
  phones: 'Phone numbers',
  addresses: 'Addresses',
  tags: 'Tags',
  groups: 'Groups',
};

const COLUMNS = {
  company: 'Company',
  job_title: 'Job title',
  description: 'Description',
  education: 'Education',
  legacy_location: 'Location',
  website: 'Website',
  ...PROFILE_NAMES,
} as const;

/** A day without a year: `--05-17`. */
function birthdayOf({ birthday, birthday_year }: MergedContact): string | null {
  if (!birthday) return null;
  const day = birthday.slice('YYYY-'.length, 'YYYY-MM-DD'.length);
  return birthday_year ? `${String(birthday_year).padStart(4, '0')}-${day}` : `--${day}`;
}

/** The date in American English. */
function birthdayText(contact: MergedContact): string | null {
  const birthday = birthdayOf(contact);
  if (!birthday) return null;
  const isYearless = birthday.startsWith('--');
  const date = new Date(isYearless ? `2000-${birthday.slice(2)}` : birthday);
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', isYearless ? options : { ...options, year: 'numeric' }).format(date);
}

const SINGLE: SingleField[] = [
  {
    id: 'name',
    label: WORDS.name,
    text: ({ full_name }) => full_name || null,
    set: ({ full_name, first_name, last_name }) => ({ full_name, first_name, last_name }),
  },
  ...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((column) => ({
    id: column,
    label: COLUMNS[column],
    text: (contact: MergedContact) => contact[column] || null,
    set: (contact: MergedContact) => ({ [column]: contact[column] }),
  })),
  {
    id: 'birthday',
    label: WORDS.birthday,
    text: birthdayText,
    set: (contact) => ({ birthday: birthdayOf(contact) }),
  },
  {
    id: 'frequency',
    label: WORDS.frequency,
    text: ({ frequency_text }) => frequency_text ?? null,
    set: ({ frequency }) => ({ frequency }),
  },
  {
    id: 'priority_tier',
    label: WORDS.priority_tier,
    text: ({ priority_tier }) => priority_tier?.toString() ?? null,
    set: ({ priority_tier }) => ({ priority_tier }),
  },
  {
    id: 'image_url',
    label: WORDS.photo,
    text: ({ image_url }) => image_url?.replace(/^kith:\/\/photos\/(.{6}).*$/, `${WORDS.photoHere} ($1)`) || null,
    set: ({ image_url, image_source }) => ({ image_url, image_source }),
  },
];

const postal = (row: NonNullable<MergedContact['legacy_contact_addresses']>[number]): string =>
  row.formatted ?? [row.street, row.postal_code, row.city, row.region, row.country].filter(Boolean).join(', ');

const MANY: ListField[] = [
  {
    id: 'emails',
    label: WORDS.emails,
    texts: ({ contact_emails = [] }) => contact_emails.map(({ email }) => email),
  },
  {
    id: 'phones',
    label: WORDS.phones,
    texts: ({ contact_phone_numbers = [] }) => contact_phone_numbers.map(({ phone_number }) => phone_number),
  },
  {
    id: 'addresses',
    label: WORDS.addresses,
    texts: ({ legacy_contact_addresses = [] }) => legacy_contact_addresses.map(postal),
  },
  { id: 'tags', label: WORDS.tags, texts: ({ tags_contacts = [] }) => tags_contacts.map(({ tags }) => tags.name) },
  {
    id: 'groups',
    label: WORDS.groups,
    texts: ({ groups_contacts = [] }) => groups_contacts.map(({ groups }) => groups.name),
  },
];

const customValue = ({ text_value, date_value, array_value }: Part): string | null =>
  text_value ?? date_value?.slice(0, 'YYYY-MM-DD'.length) ?? array_value?.join(', ') ?? null;

/** Custom fields with a value in any of the contacts. Only text values can be set. */
function customFields(contacts: readonly MergedContact[]): SingleField[] {
  const fields = new Map(
    contacts.flatMap(({ contacts_custom_fields = [] }) =>
      contacts_custom_fields.map(({ custom_field_id, custom_fields }) => [custom_field_id, custom_fields] as const),
    ),
  );
  return [...fields].map(([id, { name, field_type }]) => {
    const part = ({ contacts_custom_fields = [] }: MergedContact) =>
      contacts_custom_fields.find(({ custom_field_id }) => custom_field_id === id);
    const text = (contact: MergedContact) => {
      const found = part(contact);
      return (found && customValue(found)) || null;
    };
    return {
      id: `custom-${id}`,
      label: name,
      text,
      ...(field_type === 'input' && {
        set: (contact: MergedContact) => ({ custom_fields: [{ id, text_value: part(contact)?.text_value ?? null }] }),
      }),
    };
  });
}

/** All fields with a value in any of the contacts. */
export function rowsOf(contacts: readonly MergedContact[]): ComparisonRow[] {
  const one = [...SINGLE, ...customFields(contacts)].map(
    (field): ComparisonRow => ({ kind: 'one', field, texts: contacts.map(field.text) }),
  );
  const all = MANY.map((field): ComparisonRow => ({ kind: 'all', field, texts: contacts.map(field.texts) }));
  const [name, ...others] = one;
  return [name!, ...all.slice(0, 2), ...others, ...all.slice(2)].filter(({ texts }) =>
    texts.some((text) => text !== null && text.length > 0),
  );
}

/** Whether the contacts differ, so that the user must choose or review. */
export function differs(row: ComparisonRow): boolean {
  if (row.kind === 'one') return new Set(row.texts.filter((text) => text !== null)).size > 1;
  return new Set(row.texts.filter(({ length }) => length > 0).map((texts) => [...texts].sort().join('\n'))).size > 1;
}

export const isToChoose = (row: ComparisonRow): row is SingleRow => row.kind === 'one' && differs(row);

/** Source contact of each value, by field id. The merge decides about absent fields. */
export type MergeChoices = Map<string, string>;

/** Name and photo of a contact. */
type Face = Pick<MergedContact, 'id' | 'full_name' | 'image_url'>;

/**
 * Choices for a merge that nobody reviews: a richer name than the one that the merge keeps, and an uploaded photo instead
 * of a link to a picture or none. `merged` is the merge without choices. Contacts are oldest first.
 */
export function betterValues(contacts: readonly Face[], merged: Omit<Face, 'id'>): MergeChoices {
  const picks: MergeChoices = new Map();
  let name = merged.full_name;
  for (const { id, full_name } of contacts) {
    if (!isRicherName(full_name, name)) continue;
    name = full_name;
    picks.set('name', id);
  }
  const uploaded = contacts.find(({ image_url }) => photoIdIn(image_url));
  if (uploaded && !photoIdIn(merged.image_url)) picks.set('image_url', uploaded.id);
  return picks;
}

/** Contact selected in a choice: the picked one, otherwise the first whose value the merge keeps. */
export function pickOf(
  row: SingleRow,
  contacts: readonly MergedContact[],
  merged: MergedContact,
  picks: MergeChoices,
): MergedContact | undefined {
  const picked = row.field.set && contacts.find(({ id }) => id === picks.get(row.field.id));
  const kept = row.field.text(merged);
  return picked && row.field.text(picked) !== null ? picked : contacts.find((one) => row.field.text(one) === kept);
}

interface MergeOutcome {
  /** Changes beyond the merge itself. */
  changes: ContactUpdate;
  /** Values that are dropped. */
  lost: { label: string; text: string; contactId: string }[];
  /** Single values of the merged contact. */
  kept: { id: string; label: string; text: string }[];
}

/** Computes the result of the choices. */
export function mergeOutcomeOf(
  contacts: readonly MergedContact[],
  merged: MergedContact,
  picks: MergeChoices,
): MergeOutcome {
  const outcome: MergeOutcome = { changes: {}, lost: [], kept: [] };
  for (const row of rowsOf([...contacts, merged])) {
    if (row.kind === 'all') continue;
    const { id, label, text, set } = row.field;
    const chosen = picks.has(id) ? pickOf(row, contacts, merged, picks) : undefined;
    const value = text(chosen ?? merged);
    if (chosen && set && value !== text(merged)) add(outcome.changes, set(chosen));
    if (value !== null) outcome.kept.push({ id, label, text: value });
    const told = new Set([null, value]);
    for (const contact of contacts) {
      const other = text(contact);
      if (other !== null && !told.has(other)) outcome.lost.push({ label, text: other, contactId: contact.id });
      told.add(other);
    }
  }
  return outcome;
}

/** Joins changes; lists are concatenated. */
function add(changes: ContactUpdate, more: ContactUpdate): void {
  for (const [name, value] of Object.entries(more)) {
    const before = changes[name];
    changes[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
}

/** All list values of a contact. */
export const listsOf = (contact: MergedContact): { label: string; texts: string[] }[] =>
  MANY.map(({ label, texts }) => ({ label, texts: texts(contact) })).filter(({ texts }) => texts.length > 0);
