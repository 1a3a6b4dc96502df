import * as z from 'zod';
import { BOUNDS } from './bounds.ts';
import {
  ADDRESS_FIELDS,
  birthdayText,
  CONTACT_SOURCES,
  FLAG_FIELDS,
  frequency,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  POSTAL_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  provider,
  readBirthday,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './contact-fields.ts';
import { asObject, asText, inTools } from './contact-in-tools.ts';
import { once } from './operation.ts';
import { pictureOrAddress } from './photos.ts';
import {
  anyObject,
  each,
  email,
  ignored,
  integer,
  listOf,
  nullableDateTime,
  nullableText,
  nullableUuid,
  ranking,
  text,
  uuid,
} from './schema/primitives.ts';

const birthday = () =>
  z
    .string()
    .max(40)
    .refine((value) => readBirthday(value) !== null, 'must be a date as YYYY-MM-DD, or --MM-DD without the year')
    .describe('YYYY-MM-DD or --MM-DD');

/** The longest of each text. What is stored may be longer, from before there was a bound: it stays as it is. */
const LONGEST: Record<(typeof TEXT_FIELDS)[number], number> = {
  first_name: BOUNDS.name,
  last_name: BOUNDS.name,
  full_name: BOUNDS.name,
  description: 10_000,
  job_title: BOUNDS.name,
  company: BOUNDS.name,
  education: BOUNDS.phrase,
  legacy_location: BOUNDS.phrase,
};

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

interface BirthdayInput {
  birthday?: string | null | undefined;
  birthday_year?: number | null | undefined;
}

/** A birthday and a year given together must make a day that exists: February 29th needs a leap year. */
const dayExists = ({ birthday, birthday_year }: BirthdayInput): boolean => {
  const day = birthday && birthday_year ? readBirthday(birthday) : null;
  return !day || readBirthday(birthdayText(birthday_year!, day.month, day.day)) !== null;
};
const noSuchDay = { path: ['birthday_year'], message: 'has no such day' };

/** The fields that create, bulk create and both updates take alike. */
const writable = once(() => ({
  ...each(TEXT_FIELDS, (field) => nullableText(LONGEST[field]).optional()),
  ...each(PROFILE_FIELDS, () => nullableText(2_000).optional()),
  ...each(FLAG_FIELDS, () => z.boolean().optional()),
  source: z.enum(CONTACT_SOURCES).optional().meta(asText),
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
    .optional()
    .meta(inTools.coordinates),
  priority_tier: integer(-1_000_000, 1_000_000).nullable().optional(),
  ...each(ADDRESS_FIELDS, () => pictureOrAddress().nullable().optional()),
  image_source: nullableText(2_000).optional(),
  website: nullableText(8_192).optional(),
  birthday: birthday().nullable().optional(),
  birthday_year: integer(1, 9999).nullable().optional(),
  frequency: frequency().nullable().optional().describe('such as 14 days, 1 mon, 1 year'),
  ...each(TIME_FIELDS, () => nullableDateTime().optional().meta(asText)),
  ...each(MESSAGE_TEXT_FIELDS, () => nullableText().optional()),
  ...each(MESSAGE_TIME_FIELDS, () => nullableDateTime().optional().meta(asText)),
  ...each(PROVIDER_FIELDS, () => provider().nullable().optional().meta(asText)),
  linkedin_data: anyObject().nullable().optional().meta(asObject),
  web_search_summary: anyObject().nullable().optional().meta(asObject),
  contact_birthdays: z
    .strictObject({ contact_id: uuid().optional(), last_dismissal_year: integer(1, 9999) })
    .nullable()
    .optional()
    .meta(asObject),
  legacy_contact_addresses: listOf(addressInput()).optional().meta(inTools.addresses),
  contact_emails: listOf(emailInput()).optional().meta(inTools.emails),
  contact_phone_numbers: listOf(phoneInput()).optional().meta(inTools.phones),
  groups_contacts: listOf(z.strictObject({ group_id: uuid() }))
    .optional()
    .meta(inTools.groups),
  custom_fields: listOf(
    z.strictObject({
      id: uuid(),
      type: z.literal('input').optional(),
      text_value: nullableText().optional(),
      custom_field: ignored(),
    }),
  )
    .optional()
    .meta(inTools.customFields),
}));

/** What other programs learn of a contact as time goes by: taken on creation too, but no tool speaks of it there. */
const KEPT_BY_PROGRAMS = [...MESSAGE_TEXT_FIELDS, ...MESSAGE_TIME_FIELDS, ...PROVIDER_FIELDS];

const unseen = <S extends Record<string, z.ZodType>>(shape: S, names: readonly (keyof S & string)[]): S => ({
  ...shape,
  ...Object.fromEntries(names.map((name) => [name, shape[name]!.meta({ tool: 'omit' })])),
});

/** Create and bulk create: the links are plain arrays, and the caller may bring the id. */
export const contactCreate = once(() =>
  z
    .strictObject({
      id: uuid().optional(),
      ...unseen(writable(), KEPT_BY_PROGRAMS),
      tags_contacts: listOf(tagLink()).optional().meta(inTools.tags),
      related_contacts: listOf(relatedInput()).optional().meta(inTools.relations),
    })
    .refine(dayExists, noSuchDay),
);

/** Update as PUT /v1/contacts takes it: links are appended, removed or replaced. */
export const contactUpdate = once(() =>
  z
    .strictObject({
      ...writable(),
      tags_contacts: z
        .strictObject({
          append: listOf(tagLink()).optional(),
          remove: listOf(z.strictObject({ tag_id: uuid(), contact_id: nullableUuid().optional() })).optional(),
          replace: listOf(tagLink()).optional(),
        })
        .optional()
        .meta(inTools.tagChanges),
      related_contacts: z
        .strictObject({
          append: listOf(relatedInput()).optional(),
          remove: listOf(z.strictObject({ source: uuid().optional(), destination: uuid() })).optional(),
          replace: listOf(relatedInput()).optional(),
        })
        .optional()
        .meta(inTools.relationChanges),
    })
    .refine(dayExists, noSuchDay),
);

/** PATCH adds the action fields, which name what to do rather than a value to hold. */
export const contactPatch = once(() =>
  z
    .strictObject({
      ...contactUpdate().shape,
      last_seen_now: z.literal(true).optional(),
      snooze_days: integer(1, 3650).optional(),
      add_emails: listOf(emailInput().omit({ ranking: true }))
        .optional()
        .meta(inTools.emails),
      remove_emails: listOf(text(320)).optional(),
      add_phones: listOf(phoneInput().omit({ ranking: true, phone_number_sanitized: true }))
        .optional()
        .meta(inTools.phones),
      remove_phones: listOf(text(100)).optional(),
    })
    .refine(dayExists, noSuchDay)
    .refine((body) => !(body.last_seen_now && body.snooze_days), {
      path: ['snooze_days'],
      message: 'cannot be combined with last_seen_now',
    }),
);
