import { z } from 'zod';
import { once } from './operation.ts';
import {
  anyObject,
  each,
  email,
  flags,
  ignored,
  integer,
  listOf,
  nullableDateTime,
  nullableText,
  nullableUuid,
  ranking,
  text,
  uri,
  uuid,
} from './shapes.ts';

// The lists below are the contact's scalar columns, by kind. Store, merge and filters read them too,
// so that a new field is added in one place.
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
/** Times a caller may set. */
export const TIME_FIELDS = ['last_seen_at', 'first_met_at', 'next_reminder_at'] as const;
/** Answered, never taken: other parts of the service write them. */
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

/** Parts of a contact that lists leave out unless `include` names them (decisions, Contacts). */
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

export const provider = () => z.enum(['GOOGLE', 'OFFICE365']);

const FREQUENCY = /^[1-9]\d{0,3} (day|week|mon|year)s?$/;

/** `7 days`, `1 mon`, `1 year`: a whole number of days, weeks, months or years (decisions, Contacts). */
export const frequency = () =>
  z.string().regex(FREQUENCY, 'must be a whole number of days, weeks, mons or years, such as "14 days" or "1 mon"');

const BIRTHDAY = /^(\d{4}|-)-(\d\d)-(\d\d)(T.*)?$/;

/** A birthday as `YYYY-MM-DD`, `--MM-DD` (no year), or the date-time this service answers. */
export function readBirthday(value: string): { year: number | null; month: number; day: number } | null {
  const match = BIRTHDAY.exec(value);
  if (!match || (match[4] && Number.isNaN(Date.parse(value)))) return null;
  const [year, month, day] = [match[1] === '-' ? 1604 : Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  // 1604 is the year that stands for "no year".
  return { year: year === 1604 ? null : year, month, day };
}

const birthday = () =>
  z
    .string()
    .max(40)
    .refine((value) => readBirthday(value) !== null, 'must be a date as YYYY-MM-DD, or --MM-DD without the year')
    .describe('YYYY-MM-DD or --MM-DD');

const owned = () => ({ user_id: z.string(), workspace_id: z.string().nullable() });
const stamps = () => ({ created_at: z.string(), updated_at: z.string() });

export const contactEmail = once(() =>
  z
    .object({
      id: uuid(),
      contact_id: uuid(),
      ...owned(),
      email: z.string(),
      label: z.string().nullable(),
      ranking: z.int(),
      ...stamps(),
    })
    .meta({ id: 'ContactEmail' }),
);

export const contactPhoneNumber = once(() =>
  z
    .object({
      id: uuid(),
      contact_id: uuid(),
      ...owned(),
      phone_number: z.string(),
      label: z.string().nullable(),
      ranking: z.int(),
      country_code: z.string().nullable(),
      phone_number_sanitized: z.string().nullable(),
      ...stamps(),
    })
    .meta({ id: 'ContactPhoneNumber' }),
);

export const POSTAL_FIELDS = [
  'formatted',
  'street',
  'city',
  'region',
  'country',
  'postal_code',
  'address_type',
] as const;

export const contactAddress = once(() =>
  z
    .object({
      id: uuid(),
      contact_id: uuid(),
      ...owned(),
      ...each(POSTAL_FIELDS, () => z.string().nullable()),
      ...stamps(),
    })
    .meta({ id: 'ContactAddress' }),
);

const relation = () =>
  z.object({
    id: uuid(),
    source: uuid(),
    destination: uuid(),
    source_contact: z.string().nullable(),
    destination_contact: z.string().nullable(),
  });

const relations = () => ({
  contact_emails: z.array(contactEmail()),
  contact_phone_numbers: z.array(contactPhoneNumber()),
  legacy_contact_addresses: z.array(contactAddress()),
  contact_locations: z.array(anyObject()),
  contacts_custom_fields: z.array(
    z.object({
      id: uuid(),
      contact_id: uuid(),
      custom_field_id: uuid(),
      text_value: z.string().nullable(),
      date_value: z.string().nullable(),
      array_value: z.array(z.string()).nullable(),
      custom_fields: z.object({ id: uuid(), name: z.string(), field_type: z.string() }),
    }),
  ),
  groups_contacts: z.array(
    z.object({
      contact_id: uuid(),
      group_id: uuid(),
      groups: z.object({ id: uuid(), name: z.string(), emoji: z.string().nullable() }),
    }),
  ),
  tags_contacts: z.array(
    z.object({ contact_id: uuid(), tag_id: uuid(), tags: z.object({ id: uuid(), name: z.string() }) }),
  ),
  timeline_items_contacts: z.array(z.object({ timeline_item_id: uuid(), contact_id: uuid(), is_origin: z.boolean() })),
  reminders_contacts: z.array(z.object({ reminder_id: uuid(), contact_id: uuid() })),
  contact_relations_contact_relations_sourceTocontacts: z.array(relation()),
  contact_relations_contact_relations_destinationTocontacts: z.array(relation()),
  feed_items: z.array(anyObject()),
  contact_birthdays: z.object({ contact_id: uuid(), last_dismissal_year: z.int() }).nullable(),
  keep_in_touch_reminders: z
    .object({
      frequency: z.string(),
      next_reminder_at: z.string().nullable(),
      last_reminder_at: z.string().nullable(),
    })
    .nullable(),
  last_note: z
    .object({
      id: uuid(),
      preview: z.string(),
      event_time: z.string(),
      emoji: z.string().nullable(),
      meeting_type: z.string().nullable(),
    })
    .nullable(),
  _count: z.object({ groups_contacts: z.int() }),
});

/** A contact as answered. Only `id` is always there: lists and `select` leave parts out. */
export const contact = once(() => {
  const fields = z
    .object({
      ...owned(),
      ...each([...TEXT_FIELDS, ...ADDRESS_FIELDS, 'image_source', 'website', ...PROFILE_FIELDS], () =>
        z.string().nullable(),
      ),
      ...each([...MESSAGE_TEXT_FIELDS, ...READ_ONLY_TEXT_FIELDS], () => z.string().nullable()),
      ...each([...TIME_FIELDS, ...MESSAGE_TIME_FIELDS, ...READ_ONLY_TIME_FIELDS], () => z.string().nullable()),
      ...each(PROVIDER_FIELDS, () => provider().nullable()),
      ...each(FLAG_FIELDS, () => z.boolean()),
      birthday: z.string().nullable(),
      birthday_year: z.int().nullable(),
      source: z.string().nullable(),
      priority_tier: z.int().nullable(),
      frequency: z.string().nullable(),
      frequency_text: z.string().nullable(),
      frequency_interval: anyObject().nullable(),
      web_search_summary: anyObject().nullable(),
      linkedin_data: anyObject().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      geocode_attempts: z.int(),
      ...stamps(),
      ...relations(),
    })
    .partial();
  return z.object({ id: uuid(), ...fields.shape }).meta({ id: 'Contact' });
});

const relatedInput = () =>
  z.strictObject({
    destination: uuid(),
    source_contact: nullableText(200).optional(),
    destination_contact: nullableText(200).optional(),
  });

const tagLink = () => z.strictObject({ tag_id: uuid() });

export const emailInput = () =>
  z.strictObject({ email: email(), label: nullableText(200).optional(), ranking: ranking().optional() });

export const phoneInput = () =>
  z.strictObject({
    phone_number: text(100).refine((value) => /\p{Nd}/u.test(value), 'must contain at least one digit'),
    label: nullableText(200).optional(),
    country_code: nullableText(10).optional(),
    phone_number_sanitized: nullableText(100).optional(),
    ranking: ranking().optional(),
  });

export const addressInput = () => z.strictObject(each(POSTAL_FIELDS, () => nullableText(2_000).optional()));

/** The fields that create, bulk create and both updates take alike. */
const writable = once(() => ({
  ...each(TEXT_FIELDS, () => nullableText().optional()),
  ...each(PROFILE_FIELDS, () => nullableText(2_000).optional()),
  ...each(FLAG_FIELDS, () => z.boolean().optional()),
  source: z.enum(CONTACT_SOURCES).optional(),
  coordinates: z
    .strictObject({
      operation: z.enum(['set', 'delete']),
      data: z
        .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
        .optional(),
    })
    .refine(({ operation, data }) => operation === 'delete' || data !== undefined, {
      path: ['data'],
      message: 'required to set coordinates',
    })
    .optional(),
  priority_tier: integer(-1_000_000, 1_000_000).nullable().optional(),
  ...each(ADDRESS_FIELDS, () => uri().nullable().optional()),
  image_source: nullableText(2_000).optional(),
  website: nullableText(8_192).optional(),
  birthday: birthday().nullable().optional(),
  birthday_year: integer(1, 9999).nullable().optional(),
  frequency: frequency()
    .nullable()
    .optional()
    .describe('How often to keep in touch: 7 days, 14 days, 1 mon, 42 days, 3 mons, 6 mons, 1 year'),
  ...each(TIME_FIELDS, () => nullableDateTime().optional()),
  ...each(MESSAGE_TEXT_FIELDS, () => nullableText().optional()),
  ...each(MESSAGE_TIME_FIELDS, () => nullableDateTime().optional()),
  ...each(PROVIDER_FIELDS, () => provider().nullable().optional()),
  linkedin_data: anyObject().nullable().optional(),
  web_search_summary: anyObject().nullable().optional(),
  contact_birthdays: z
    .strictObject({ contact_id: uuid().optional(), last_dismissal_year: integer(1, 9999) })
    .nullable()
    .optional(),
  legacy_contact_addresses: listOf(addressInput()).optional(),
  contact_emails: listOf(emailInput()).optional(),
  contact_phone_numbers: listOf(phoneInput()).optional(),
  groups_contacts: listOf(z.strictObject({ group_id: uuid() })).optional(),
  custom_fields: listOf(
    z.strictObject({
      id: uuid(),
      type: z.literal('input').optional(),
      text_value: nullableText().optional(),
      custom_field: ignored(),
    }),
  ).optional(),
}));

/** Create and bulk create: the links are plain arrays, and the caller may bring the id. */
export const contactCreate = once(() =>
  z.strictObject({
    id: uuid().optional(),
    ...writable(),
    tags_contacts: listOf(tagLink()).optional(),
    related_contacts: listOf(relatedInput()).optional(),
  }),
);

/** Update as PUT /v1/contacts takes it: links are appended, removed or replaced. */
export const contactUpdate = once(() =>
  z.strictObject({
    ...writable(),
    tags_contacts: z
      .strictObject({
        append: listOf(tagLink()).optional(),
        remove: listOf(z.strictObject({ tag_id: uuid(), contact_id: nullableUuid().optional() })).optional(),
        replace: listOf(tagLink()).optional(),
      })
      .optional(),
    related_contacts: z
      .strictObject({
        append: listOf(relatedInput()).optional(),
        remove: listOf(z.strictObject({ source: uuid().optional(), destination: uuid() })).optional(),
        replace: listOf(relatedInput()).optional(),
      })
      .optional(),
  }),
);

/** PATCH adds the action fields, which name what to do rather than a value to hold. */
export const contactPatch = once(() =>
  z
    .strictObject({
      ...contactUpdate().shape,
      last_seen_now: z.literal(true).optional(),
      snooze_days: integer(1, 3650).optional(),
      add_emails: listOf(emailInput().omit({ ranking: true })).optional(),
      remove_emails: listOf(text(320)).optional(),
      add_phones: listOf(phoneInput().omit({ ranking: true, phone_number_sanitized: true })).optional(),
      remove_phones: listOf(text(100)).optional(),
    })
    .refine((body) => !(body.last_seen_now && body.snooze_days), {
      path: ['snooze_days'],
      message: 'cannot be combined with last_seen_now',
    }),
);

export const includeQuery = () => ({ include: flags().optional() });
export const readQuery = () => ({ ...includeQuery(), select: flags().optional() });
