import * as z from 'zod';
import { anyInterval, readings } from './schema/intervals.ts';

// The contact's scalar columns, by kind. The store, merges, and filters use these lists too, so a new field is added in
// one place. `contact-descriptions.ts` describes each.
export const TEXT_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'description',
  'job_title',
  'company',
  'education',
  'legacy_location',
] as const;
export const ADDRESS_FIELDS = ['image_url', 'business_card_url'] as const;
export const PROFILE_FIELDS = [
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'telegram',
  'tiktok',
  'youtube',
] as const;

/** Display names of the profiles. */
export const PROFILE_NAMES: Record<(typeof PROFILE_FIELDS)[number], string> = {
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  facebook: 'Facebook',
  instagram: 'Instagram',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
};
export const FLAG_FIELDS = ['starred', 'is_archived', 'ignore_merge', 'never_keep_in_touch'] as const;
export const MESSAGE_TEXT_FIELDS = [
  'whatsapp_message_link',
  'whatsapp_message_snippet',
  'imessage_message_link',
  'imessage_message_snippet',
  'linkedin_message_link',
  'linkedin_last_message_snippet',
  'instagram_message_link',
  'instagram_message_snippet',
  'gmail_last_interaction_provider_id',
  'gmail_last_interaction_subject',
  'gcal_last_interaction_provider_id',
  'gcal_last_interaction_title',
  'phone_call_interaction_snippet',
] as const;
export const MESSAGE_TIME_FIELDS = [
  'whatsapp_last_message_at',
  'imessage_last_message_at',
  'linkedin_last_message_at',
  'instagram_last_message_at',
  'gmail_last_interaction_at',
  'gcal_last_interaction_at',
  'phone_call_last_interaction_at',
] as const;
export const PROVIDER_FIELDS = ['gmail_last_interaction_provider', 'gcal_last_interaction_provider'] as const;

/** Fields that programs set, or that people rarely set in a conversation. Tools accept but do not show them. */
const RARELY_SET = [
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  'image_url',
  'business_card_url',
  'image_source',
  'linkedin_data',
  'web_search_summary',
  'coordinates',
  'contact_birthdays',
] as const;
export const HIDDEN_IN_CREATE = [...RARELY_SET, 'ignore_merge', 'next_reminder_at'] as const;
/** Fields hidden in updates. Lists that would be replaced have `add_…` and `remove_…` fields or their own tools. */
export const HIDDEN_IN_UPDATE = [
  ...RARELY_SET,
  'source',
  'birthday_year',
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'groups_contacts',
] as const;
/** Times that callers can set. */
export const TIME_FIELDS = ['last_seen_at', 'first_met_at', 'next_reminder_at'] as const;
/** Read-only columns. */
export const READ_ONLY_TEXT_FIELDS = [
  'linkedin_companies',
  'linkedin_education',
  'linkedin_urn',
  'linkedin_headline',
] as const;
export const READ_ONLY_TIME_FIELDS = [
  'last_reminder_at',
  'first_interaction_at',
  'linkedin_enhance_date',
  'geocode_failed_at',
] as const;

/** Parts of a contact that lists omit unless `include` names them (docs/api/contacts.md#relations). */
export const RELATION_FIELDS = [
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'contact_locations',
  'contacts_custom_fields',
  'groups_contacts',
  'tags_contacts',
  'timeline_items_contacts',
  'reminders_contacts',
  'contact_relations_contact_relations_sourceTocontacts',
  'contact_relations_contact_relations_destinationTocontacts',
  'feed_items',
  'contact_birthdays',
  'keep_in_touch_reminders',
  'last_note',
  '_count',
] as const;

export const CONTACT_SOURCES = [
  'linkedin_sync',
  'facebook_import',
  'cal_ingest',
  'email_ingest',
  'web_import',
  'csv_import',
  'whatsapp_sync',
  'imessage_sync',
  'phone_calls_sync',
  'mobile',
  'mobile_import',
  'instagram_sync',
  'oauth_interaction',
  'granola_sync',
] as const;

export const PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
export const provider = () => z.enum(PROVIDERS);

const FREQUENCY = /^[1-9]\d{0,3} (day|week|mon|year)s?$/;

/**
 * A whole number of days, weeks, months, or years, such as `7 days`, `1 mon`, or `1 year`
 * (docs/api/contacts.md#keep-in-touch).
 */
export const frequency = () =>
  z
    .string()
    .regex(FREQUENCY, 'must be a whole number of days, weeks, mons, or years, such as "14 days" or "1 mon"')
    .register(readings, anyInterval);

/** The stored year of birthdays without a year, a leap year (docs/api/times.md#birthdays). */
export const NO_YEAR = 1604;

const BIRTHDAY = /^(\d{4}|-)-(\d\d)-(\d\d)(T.*)?$/;

/** Parses a birthday: `YYYY-MM-DD`, `--MM-DD` (no year), or the date-time in responses. */
export function readBirthday(value: string): { year: number | null; month: number; day: number } | null {
  const match = BIRTHDAY.exec(value);
  if (!match || (match[4] && Number.isNaN(Date.parse(value)))) return null;
  const [year, month, day] = [match[1] === '-' ? NO_YEAR : Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return { year: year === NO_YEAR ? null : year, month, day };
}

export const POSTAL_FIELDS = [
  'formatted',
  'street',
  'city',
  'region',
  'country',
  'postal_code',
  'address_type',
] as const;

/** Formats a birthday as `YYYY-MM-DD`. */
export const birthdayText = (year: number, month: number, day: number): string =>
  [year, month, day].map((part, index) => String(part).padStart(index ? 2 : 4, '0')).join('-');

/** A birthday in a format that `readBirthday` accepts. */
export const birthday = () =>
  z
    .string()
    .max(40)
    .refine((value) => readBirthday(value) !== null, 'must be a date as YYYY-MM-DD, or --MM-DD without the year');

/** A birthday normalized for storage: midnight UTC, in 1604 if it has no year. */
export const storedBirthday = () =>
  birthday().overwrite((value) => {
    const read = readBirthday(value);
    return read ? `${birthdayText(read.year ?? NO_YEAR, read.month, read.day)}T00:00:00.000Z` : value;
  });
