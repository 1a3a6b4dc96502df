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
import { asText, inToolForm, inTools, POSTAL_WORDS, UNSAID_IN_CHANGES, UNSAID_OF_NEW } from './contact-in-tools.ts';
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

/** The longest of each text. A stored text may be longer, from before there was a bound, and stays as it is. */
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

export const relatedInput = () =>
  z.strictObject({
    destination: idOf('contact').describe('The contact that this one is related to; never itself.'),
    source_contact: nullableText(200).optional().describe('What this contact is to the other, such as `mother`.'),
    destination_contact: nullableText(200).optional().describe('What the other is to this contact, such as `son`.'),
  });

const tagLink = () => z.strictObject({ tag_id: idOf('tag').describe('A tag of yours.') });

const label = () =>
  nullableText(200)
    .optional()
    .meta({ description: 'What kind it is, such as `work`; null for none.', toolDescription: 'such as work' });
const place = () =>
  ranking().optional().meta({
    description: 'Its place, the lowest first; after the last one if left out.',
    toolDescription: 'lowest first, from 0 (below 0 too); last if left out',
  });

export const emailInput = () =>
  z.strictObject({ email: email().describe('The e-mail address.'), label: label(), ranking: place() });

export const phoneInput = () =>
  z.strictObject({
    phone_number: text(100)
      .refine((value) => /\p{Nd}/u.test(value), 'must contain at least one digit')
      .describe('The number, kept as written.'),
    label: label(),
    country_code: nullableText(10).optional().meta({
      description: 'The country the number is from, such as `DE`.',
      toolDescription: 'such as DE, of a number without +49',
    }),
    phone_number_sanitized: nullableText(100)
      .optional()
      .meta({ tool: 'omit', description: 'The number in international form; worked out if left out.' }),
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

/** A birthday and a year given together must make a day that exists: February 29th needs a leap year. */
const dayExists = ({ birthday, birthday_year }: BirthdayInput): boolean => {
  const day = birthday && birthday_year ? readBirthday(birthday) : null;
  return !day || readBirthday(birthdayText(birthday_year!, day.month, day.day)) !== null;
};
const noSuchDay = { path: ['birthday_year'], message: 'has no such day' };

const picture = (what: string) =>
  `${what}: an absolute address; \`kith://photos/{photoId}\` of a photo of yours; or a picture of at most 3 MiB as \`data:image/…;base64,…\`, which the service keeps and answers by such a kith address.`;
const PICTURES = { image_url: picture('The photo'), business_card_url: picture('The business card') };

/** The place of a contact, in degrees. */
export const coordinates = () => ({
  latitude: z.number().min(-90).max(90).describe('Degrees north, -90 to 90.'),
  longitude: z.number().min(-180).max(180).describe('Degrees east, -180 to 180.'),
});

const time = (description: string) =>
  nullableDateTime()
    .optional()
    .meta({ ...asText, description });

/** A list that an update replaces as a whole. */
const list = <S extends z.ZodType>(entry: S, inTool: { tool: object }, description: string) =>
  listOf(entry)
    .optional()
    .meta({ ...inTool, description: `${description} At most 500; they replace those that were there.` });

/** The fields that create, bulk create and both updates take alike. */
const writable = once(() => ({
  ...shape(TEXT_FIELDS, (field) => nullableText(LONGEST[field]).optional().describe(ABOUT[field])),
  ...shape(PROFILE_FIELDS, (field) => nullableText(2_000).optional().describe(ABOUT[field])),
  ...shape(FLAG_FIELDS, (field) => z.boolean().optional().describe(ABOUT[field])),
  source: z
    .enum(CONTACT_SOURCES)
    .optional()
    .meta({ ...asText, description: 'The program that brings the contact.' }),
  coordinates: z
    .strictObject({
      operation: z.enum(['set', 'delete']).describe('Whether to set the place or to forget it.'),
      data: z.strictObject(coordinates()).optional().describe('The place; needed to set it.'),
    })
    .refine(({ operation, data }) => operation === 'delete' || data !== undefined, {
      path: ['data'],
      message: 'required to set coordinates',
    })
    .optional()
    .describe('Where the person lives, on the map.'),
  priority_tier: integer(-1_000_000, 1_000_000).nullable().optional().describe(ABOUT.priority_tier),
  ...shape(ADDRESS_FIELDS, (field) => pictureOrAddress().nullable().optional().describe(PICTURES[field])),
  image_source: nullableText(2_000).optional().describe(ABOUT.image_source),
  website: nullableText(8_192).optional().describe(ABOUT.website),
  birthday: birthday()
    .meta({ toolDescription: 'YYYY-MM-DD or --MM-DD' })
    .nullable()
    .optional()
    .describe('The birthday: YYYY-MM-DD, or --MM-DD without the year; null clears it.'),
  birthday_year: integer(1, 9999).nullable().optional().describe('The year of birth; null if unknown.'),
  frequency: frequency().nullable().optional().meta({
    description:
      'How often to be in touch: a number of days, weeks, mons or years; null stops. Sets `next_reminder_at`.',
    toolDescription: 'how often to be in touch: 14 days, 1 mon, 1 year',
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
      contact_id: idOf('contact').optional().describe('This contact; may be left out.'),
      last_dismissal_year: integer(1, 9999).describe('The last year in which the birthday was dismissed.'),
    })
    .nullable()
    .optional()
    .describe('When the birthday was last dismissed; null forgets it.'),
  legacy_contact_addresses: list(addressInput(), inTools.addresses, 'Postal addresses.'),
  contact_emails: list(emailInput(), inTools.emails, 'E-mail addresses.'),
  contact_phone_numbers: list(phoneInput(), inTools.phones, 'Phone numbers.'),
  groups_contacts: list(
    z.strictObject({ group_id: idOf('group').describe('A group of yours.') }),
    inTools.groups,
    'The groups it is in.',
  ),
  custom_fields: listOf(
    z.strictObject({
      id: idOf('custom field').describe('The custom field.'),
      type: z.literal('input').optional().describe('Only fields of this type are set here.'),
      text_value: nullableText().optional().describe('The value; null clears it.'),
      custom_field: ignored(),
    }),
  )
    .optional()
    .meta({
      ...inTools.customFields,
      description: 'Values of custom fields, at most 500; fields that are not named stay.',
    }),
}));

/** What other programs learn about a contact over time. Tools take it, but do not show it. */
const SET_BY_PROGRAMS = [...MESSAGE_TEXT_FIELDS, ...MESSAGE_TIME_FIELDS, ...PROVIDER_FIELDS];

/** What a contact is linked to is given as the list itself, or as changes to it. Creating and changing take both. */
const inEitherForm = <L extends z.ZodType, C extends z.ZodType>(first: L, second: C) => z.union([first, second]);

const tagLinks = () => listOf(tagLink());
const tagChanges = () =>
  z.strictObject({
    append: tagLinks().optional().describe('Tags to add.'),
    remove: listOf(
      z.strictObject({
        tag_id: idOf('tag').describe('A tag to take off.'),
        contact_id: idOf('contact').nullable().optional().describe('This contact; may be left out.'),
      }),
    )
      .optional()
      .describe('Tags to take off.'),
    replace: tagLinks().optional().describe('All tags it carries from now on.'),
  });

const relationList = () => listOf(relatedInput());
const relationChanges = () =>
  z.strictObject({
    append: relationList().optional().describe('Relations to add.'),
    remove: listOf(
      z.strictObject({
        source: idOf('contact').optional().describe('This contact; may be left out.'),
        destination: idOf('contact').describe('The contact it is no longer related to.'),
      }),
    )
      .optional()
      .describe('Relations to end.'),
    replace: relationList().optional().describe('All relations it has from now on.'),
  });

/** A new contact has nothing to remove. */
const NOT_NEW = { remove: true } as const;

/** Create and bulk create: the caller may bring the id. */
export const contactCreate = once(() =>
  z
    .strictObject({
      id: uuid()
        .optional()
        .meta({ tool: 'omit', description: 'The id to give it, a UUID; the service makes one if left out.' }),
      ...inToolForm(writable(), [...SET_BY_PROGRAMS, ...UNSAID_OF_NEW]),
      tags_contacts: inEitherForm(tagLinks(), tagChanges().omit(NOT_NEW))
        .optional()
        .meta({ ...inTools.tags, description: 'The tags it carries, at most 500: the list, or `{ append: … }`.' }),
      related_contacts: inEitherForm(relationList(), relationChanges().omit(NOT_NEW))
        .optional()
        .meta({
          ...inTools.relations,
          description: 'Other contacts and what they are to this one, at most 500: the list, or `{ append: … }`.',
        }),
    })
    .refine(dayExists, noSuchDay),
);

/** Update as PUT /v1/contacts takes it: links are appended, removed or replaced. */
export const contactUpdate = once(() =>
  z
    .strictObject({
      ...writable(),
      tags_contacts: inEitherForm(tagChanges(), tagLinks())
        .optional()
        .meta({ ...inTools.tagChanges, description: 'Changes to the tags it carries; a mere list replaces them.' }),
      related_contacts: inEitherForm(relationChanges(), relationList())
        .optional()
        .meta({
          ...inTools.relationChanges,
          description: 'Changes to the relations with other contacts; a mere list replaces them.',
        }),
    })
    .refine(dayExists, noSuchDay),
);

/** PATCH adds the action fields, which name what to do rather than a value to hold. */
export const contactPatch = once(() =>
  z
    .strictObject({
      ...inToolForm(contactUpdate().shape, [...SET_BY_PROGRAMS, ...UNSAID_IN_CHANGES]),
      last_seen_now: z.literal(true).optional().meta({
        description: 'You just met: sets the last-seen time to now, and the next reminder with it.',
        toolDescription: 'true: just met',
      }),
      snooze_days: integer(1, 3650).optional().meta({
        description: 'Be reminded this many days from now, 1 to 3650; does not go with `last_seen_now`.',
        toolDescription: 'days from now to be in touch',
      }),
      add_emails: listOf(emailInput().omit({ ranking: true }))
        .optional()
        .meta({ ...inTools.emails, description: 'E-mail addresses to add; those it has already are skipped.' }),
      remove_emails: listOf(text(320)).optional().describe('E-mail addresses to remove.'),
      add_phones: listOf(phoneInput().omit({ ranking: true, phone_number_sanitized: true }))
        .optional()
        .meta({ ...inTools.phones, description: 'Phone numbers to add; those it has already are skipped.' }),
      remove_phones: listOf(text(100)).optional().describe('Phone numbers to remove.'),
    })
    .refine(dayExists, noSuchDay)
    .refine((body) => !(body.last_seen_now && body.snooze_days), {
      path: ['snooze_days'],
      message: 'cannot be combined with last_seen_now',
    }),
);
