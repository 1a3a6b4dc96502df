import type { z } from 'zod';
import {
  ADDRESS_FIELDS,
  birthdayText,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  NO_YEAR,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  readBirthday,
  TEXT_FIELDS,
  TIME_FIELDS,
} from '../../contract/contact-fields.ts';
import type { contactPatch } from '../../contract/contact-input.ts';
import { badRequest } from '../../shared/error.ts';
import type { ContactRow } from '../../store/tables.ts';
import { nextReminder } from '../common/frequency.ts';

/** The input fields for a contact's own columns. */
export type ContactInput = Partial<
  Omit<z.output<ReturnType<typeof contactPatch>>, 'tags_contacts' | 'related_contacts'>
>;

const COPIED = [
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  ...PROFILE_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  ...TIME_FIELDS,
  'image_source',
  'website',
  'source',
  'priority_tier',
  'frequency',
] as const;

type Columns = Partial<ContactRow>;

/**
 * The columns that an input sets. `current` is the existing row, undefined for a new contact. Absent fields are not
 * changed, null clears a column. Throws 400 for an invalid birthday.
 */
export function contactColumns(input: ContactInput, current: ContactRow | undefined, now: string): Columns {
  const columns: Record<string, unknown> = {};
  for (const field of COPIED) if (input[field] !== undefined) columns[field] = input[field];
  for (const flag of FLAG_FIELDS) if (input[flag] !== undefined) columns[flag] = input[flag] ? 1 : 0;
  for (const field of ['linkedin_data', 'web_search_summary'] as const) {
    if (input[field] !== undefined) columns[field] = input[field] && JSON.stringify(input[field]);
  }
  if (input.contact_birthdays !== undefined) {
    columns.birthday_dismissed_year = input.contact_birthdays?.last_dismissal_year ?? null;
  }
  return {
    ...(columns as Columns),
    ...nameColumns(input, current),
    ...birthdayColumns(input, current),
    ...placeColumns(input),
    ...keepInTouchColumns(input, current, now),
  };
}

/** An explicit full name is kept. Otherwise the full name is joined from the first and last name when they change. */
function nameColumns(input: ContactInput, current: ContactRow | undefined): Columns {
  if (input.full_name) return { full_name_given: 1 };
  const touched = input.full_name !== undefined || input.first_name !== undefined || input.last_name !== undefined;
  if (!touched || (input.full_name === undefined && current?.full_name_given)) return {};
  const part = (field: 'first_name' | 'last_name') => (input[field] === undefined ? current?.[field] : input[field]);
  const joined = [part('first_name'), part('last_name')]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
  return { full_name: joined || null, full_name_given: 0 };
}

/** Birthdays are stored as midnight UTC. */
function birthdayColumns(input: ContactInput, current: ContactRow | undefined): Columns {
  if (input.birthday === undefined && input.birthday_year === undefined) return {};
  const text = input.birthday === undefined ? current?.birthday : input.birthday;
  const read = text ? readBirthday(text) : null;
  if (!read) return { birthday: null, birthday_year: input.birthday_year ?? null };
  const year = input.birthday_year === undefined ? read.year : input.birthday_year;
  const day = birthdayText(year ?? NO_YEAR, read.month, read.day);
  if (!readBirthday(day)) throw badRequest({ birthday_year: 'does not contain this day' });
  return { birthday: `${day}T00:00:00.000Z`, birthday_year: year };
}

function placeColumns({ coordinates }: ContactInput): Columns {
  if (!coordinates) return {};
  if (coordinates.operation === 'delete') return { latitude: null, longitude: null };
  return { latitude: coordinates.data!.latitude, longitude: coordinates.data!.longitude };
}

/** Computes the next keep-in-touch date from the frequency and the last contact, unless the input sets it. */
function keepInTouchColumns(input: ContactInput, current: ContactRow | undefined, now: string): Columns {
  const seen = input.last_seen_now ? { last_seen_at: now } : {};
  if (input.snooze_days) {
    return { next_reminder_at: new Date(Date.parse(now) + input.snooze_days * 86_400_000).toISOString() };
  }
  if (input.next_reminder_at !== undefined) return seen;
  const touched = input.frequency !== undefined || input.last_seen_at !== undefined || input.last_seen_now;
  const frequency = input.frequency === undefined ? (current?.frequency ?? null) : input.frequency;
  if (!touched || (frequency === null && input.frequency === undefined)) return seen;
  const lastSeen = seen.last_seen_at ?? (input.last_seen_at === undefined ? current?.last_seen_at : input.last_seen_at);
  return { ...seen, next_reminder_at: nextReminder(frequency, lastSeen ?? null, now) };
}
