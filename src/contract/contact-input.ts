import * as z from 'zod';
import { once } from '../shared/once.ts';
import { CONTACT_DESCRIPTIONS as ABOUT, POSTAL_DESCRIPTIONS } from './contact-descriptions.ts';
import {
  ADDRESS_FIELDS,
  birthday,
  birthdayText,
  CONTACT_SOURCES,
  FLAG_FIELDS,
  frequency,
  HIDDEN_IN_CREATE,
  HIDDEN_IN_UPDATE,
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
import { asText, inToolForm, inTools, POSTAL_WORDS } from './contact-in-tools.ts';
import { pictureOrAddress } from './photos.ts';
import { BOUNDS } from './schema/limits.ts';
import {
  anyObject,
  email,
  idOf,
  ignored,
  integer,
  listOf,
  nullableDateTime,
  nullableText,
  ranking,
  shape,
  text,
  uuid,
} from './schema/primitives.ts';

/** Maximum length of each text field. Stored text from before these limits may be longer and is kept. */
const MAX_LENGTHS: Record<(typeof TEXT_FIELDS)[number], number> = {
  first_name: BOUNDS.name,
  last_name: BOUNDS.name,
  full_name: BOUNDS.name,
  description: 10_000,
  job_title: BOUNDS.name,
  company: BOUNDS.name,
  education: BOUNDS.phrase,
  legacy_location: BOUNDS.phrase,
};

export const relatedInput = () =>
  z.strictObject({
    destination: idOf('contact').describe('The related contact; must be a different contact.'),
    source_contact: nullableText(200).optional().describe('Role of this contact for the other, such as `mother`.'),
    destination_contact: nullableText(200)
      .optional()
      .describe('Role of the other contact for this one, such as `son`.'),
  });

const tagLink = () => z.strictObject({ tag_id: idOf('tag').describe('An existing tag.') });

const label = () =>
  nullableText(200)
    .optional()
    .meta({ description: 'Label, such as `work`; null for none.', toolDescription: 'such as work' });
const place = () =>
  ranking().optional().meta({
    description: 'Sort position, lowest first. Default: last.',
    toolDescription: 'lowest first; default: last',
  });

export const emailInput = () =>
  z.strictObject({ email: email().describe('Email address.'), label: label(), ranking: place() });

export const phoneInput = () =>
  z.strictObject({
    phone_number: text(100)
      .refine((value) => /\p{Nd}/u.test(value), 'must contain at least one digit')
      .describe('Phone number, stored as written.'),
    label: label(),
    country_code: nullableText(10).optional().meta({
      description: 'Country of the number, such as `DE`.',
      toolDescription: 'such as DE, for a number without +49',
    }),
    phone_number_sanitized: nullableText(100)
      .optional()
      .meta({ tool: 'omit', description: 'Number in international format. Default: derived from the number.' }),
    ranking: place(),
  });

export const addressInput = () =>
  z.strictObject(
    shape(POSTAL_FIELDS, (field) =>
      nullableText(2_000)
        .optional()
        .meta({ description: POSTAL_DESCRIPTIONS[field], toolDescription: POSTAL_WORDS[field] }),
    ),
  );

interface BirthdayInput {
  birthday?: string | null | undefined;
  birthday_year?: number | null | undefined;
}

/** Whether a birthday and a year form a valid date. February 29 requires a leap year. */
const dayExists = ({ birthday, birthday_year }: BirthdayInput): boolean => {
  const day = birthday && birthday_year ? readBirthday(birthday) : null;
  return !day || readBirthday(birthdayText(birthday_year!, day.month, day.day)) !== null;
};
const noSuchDay = { path: ['birthday_year'], message: 'has no such day' };

const picture = (what: string) =>
  `${what}: an absolute URL, \`kith://photos/{photoId}\` of a stored photo, or a picture of at most 3 MiB as \`data:image/…;base64,…\`. The service stores such a picture and returns its kith:// URL.`;
const PICTURES = { image_url: picture('The photo'), business_card_url: picture('The business card') };

/** The contact's coordinates, in degrees. */
export const coordinates = () => ({
  latitude: z.number().min(-90).max(90).describe('Degrees north, -90 to 90.'),
  longitude: z.number().min(-180).max(180).describe('Degrees east, -180 to 180.'),
});

const time = (description: string) =>
  nullableDateTime()
    .optional()
    .meta({ ...asText, description });

/** A list that an update replaces completely. */
const list = <S extends z.ZodType>(entry: S, inTool: { tool: object }, description: string) =>
  listOf(entry)
    .optional()
    .meta({ ...inTool, description: `${description} At most 500. They replace the existing ones.` });

/** Fields that create, bulk create, and both updates accept. */
const writable = once(() => ({
  ...shape(TEXT_FIELDS, (field) => nullableText(MAX_LENGTHS[field]).optional().describe(ABOUT[field])),
  ...shape(PROFILE_FIELDS, (field) => nullableText(2_000).optional().describe(ABOUT[field])),
  ...shape(FLAG_FIELDS, (field) => z.boolean().optional().describe(ABOUT[field])),
  source: z
    .enum(CONTACT_SOURCES)
    .optional()
    .meta({ ...asText, description: 'The program that adds the contact.' }),
  coordinates: z
    .strictObject({
      operation: z.enum(['set', 'delete']).describe('Whether to set or delete the coordinates.'),
      data: z.strictObject(coordinates()).optional().describe('The coordinates. Required with `set`.'),
    })
    .refine(({ operation, data }) => operation === 'delete' || data !== undefined, {
      path: ['data'],
      message: 'required to set coordinates',
    })
    .optional()
    .describe('Coordinates of where the person lives.'),
  priority_tier: integer(-1_000_000, 1_000_000).nullable().optional().describe(ABOUT.priority_tier),
  ...shape(ADDRESS_FIELDS, (field) => pictureOrAddress().nullable().optional().describe(PICTURES[field])),
  image_source: nullableText(2_000).optional().describe(ABOUT.image_source),
  website: nullableText(8_192).optional().describe(ABOUT.website),
  birthday: birthday()
    .meta({ toolDescription: 'YYYY-MM-DD or --MM-DD' })
    .nullable()
    .optional()
    .describe('Birthday as YYYY-MM-DD, or --MM-DD without the year; null clears it.'),
  birthday_year: integer(1, 9999).nullable().optional().describe('Year of birth; null if unknown.'),
  frequency: frequency().nullable().optional().meta({
    description:
      'Keep-in-touch frequency: a number of days, weeks, mons, or years; null for none. Sets `next_reminder_at`.',
    toolDescription: '14 days, 1 mon',
  }),
  ...shape(TIME_FIELDS, (field) => time(ABOUT[field])),
  ...shape(MESSAGE_TEXT_FIELDS, (field) => nullableText().optional().describe(ABOUT[field])),
  ...shape(MESSAGE_TIME_FIELDS, (field) => time(ABOUT[field])),
  ...shape(PROVIDER_FIELDS, (field) =>
    provider()
      .nullable()
      .optional()
      .meta({ ...asText, description: ABOUT[field] }),
  ),
  linkedin_data: anyObject().nullable().optional().describe(ABOUT.linkedin_data),
  web_search_summary: anyObject().nullable().optional().describe(ABOUT.web_search_summary),
  contact_birthdays: z
    .strictObject({
      contact_id: idOf('contact').optional().describe('This contact. Optional.'),
      last_dismissal_year: integer(1, 9999).describe('The last year in which the birthday was dismissed.'),
    })
    .nullable()
    .optional()
    .describe('When the birthday was last dismissed; null clears it.'),
  legacy_contact_addresses: list(addressInput(), inTools.addresses, 'Postal addresses.'),
  contact_emails: list(emailInput(), inTools.emails, 'Email addresses.'),
  contact_phone_numbers: list(phoneInput(), inTools.phones, 'Phone numbers.'),
  groups_contacts: list(
    z.strictObject({ group_id: idOf('group').describe('An existing group.') }),
    inTools.groups,
    'Groups of the contact.',
  ),
  custom_fields: listOf(
    z.strictObject({
      id: idOf('custom field').describe('The custom field.'),
      type: z.literal('input').optional().describe('Only fields of this type can be set here.'),
      text_value: nullableText().optional().describe('The value; null clears it.'),
      custom_field: ignored(),
    }),
  )
    .optional()
    .meta({
      ...inTools.customFields,
      description: 'Values of custom fields, at most 500. Other fields are kept.',
    }),
}));

/** Accepts a contact's links as a list or as changes to the list, both in creates and in updates. */
const inEitherForm = <L extends z.ZodType, C extends z.ZodType>(first: L, second: C) => z.union([first, second]);

const tagLinks = () => listOf(tagLink());
const tagChanges = () =>
  z.strictObject({
    append: tagLinks().optional().describe('Tags to add.'),
    remove: listOf(
      z.strictObject({
        tag_id: idOf('tag').describe('A tag to remove.'),
        contact_id: idOf('contact').nullable().optional().describe('This contact. Optional.'),
      }),
    )
      .optional()
      .describe('Tags to remove.'),
    replace: tagLinks().optional().describe('The complete new list of tags.'),
  });

const relationList = () => listOf(relatedInput());
const relationChanges = () =>
  z.strictObject({
    append: relationList().optional().describe('Relations to add.'),
    remove: listOf(
      z.strictObject({
        source: idOf('contact').optional().describe('This contact. Optional.'),
        destination: idOf('contact').describe('The contact whose relation to remove.'),
      }),
    )
      .optional()
      .describe('Relations to remove.'),
    replace: relationList().optional().describe('The complete new list of relations.'),
  });

/** Not available for a new contact, which has nothing to remove. */
const NOT_NEW = { remove: true } as const;

/** Body of create and bulk create. The caller may choose the id. */
export const contactCreate = once(() =>
  z
    .strictObject({
      id: uuid().optional().meta({ tool: 'omit', description: 'Id for the new contact, a UUID. Default: generated.' }),
      ...inToolForm(writable(), HIDDEN_IN_CREATE),
      tags_contacts: inEitherForm(tagLinks(), tagChanges().omit(NOT_NEW))
        .optional()
        .meta({ ...inTools.tags, description: 'Tags of the contact, at most 500: a list, or `{ append: … }`.' }),
      related_contacts: inEitherForm(relationList(), relationChanges().omit(NOT_NEW))
        .optional()
        .meta({
          ...inTools.relations,
          description: 'Relations to other contacts, at most 500: a list, or `{ append: … }`.',
        }),
    })
    .refine(dayExists, noSuchDay),
);

/** Body of PUT /v1/contacts: links can be appended, removed, or replaced. */
export const contactUpdate = once(() =>
  z
    .strictObject({
      ...writable(),
      tags_contacts: inEitherForm(tagChanges(), tagLinks())
        .optional()
        .meta({ ...inTools.tagChanges, description: 'Changes to the tags. A plain list replaces them.' }),
      related_contacts: inEitherForm(relationChanges(), relationList())
        .optional()
        .meta({
          ...inTools.relationChanges,
          description: 'Changes to the relations with other contacts. A plain list replaces them.',
        }),
    })
    .refine(dayExists, noSuchDay),
);

/** Body of PATCH, with additional fields for actions. */
export const contactPatch = once(() =>
  z
    .strictObject({
      ...inToolForm(contactUpdate().shape, HIDDEN_IN_UPDATE),
      last_seen_now: z.literal(true).optional().meta({
        description: 'You just met. Sets the last-seen time to now and updates the next reminder.',
        toolDescription: 'true: just met',
      }),
      snooze_days: integer(1, 3650).optional().meta({
        description: 'Remind in this many days, 1 to 3650. Cannot be combined with `last_seen_now`.',
        toolDescription: 'days to wait',
      }),
      add_emails: listOf(emailInput().omit({ ranking: true }))
        .optional()
        .meta({ ...inTools.emails, description: 'Email addresses to add. Existing ones are skipped.' }),
      remove_emails: listOf(text(320)).optional().describe('Email addresses to remove.'),
      add_phones: listOf(phoneInput().omit({ ranking: true, phone_number_sanitized: true }))
        .optional()
        .meta({ ...inTools.phones, description: 'Phone numbers to add. Existing ones are skipped.' }),
      remove_phones: listOf(text(100)).optional().describe('Phone numbers to remove.'),
    })
    .refine(dayExists, noSuchDay)
    .refine((body) => !(body.last_seen_now && body.snooze_days), {
      path: ['snooze_days'],
      message: 'cannot be combined with last_seen_now',
    }),
);
