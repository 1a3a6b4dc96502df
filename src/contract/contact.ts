import * as z from 'zod';
import { once } from '../shared/once.ts';
import { CONTACT_DESCRIPTIONS as ABOUT, POSTAL_DESCRIPTIONS } from './contact-descriptions.ts';
import {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  POSTAL_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  provider,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  RELATION_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from './contact-fields.ts';
import { answeredDate, answeredTime } from './schema/answered-times.ts';
import { flags, namesInTools } from './schema/flags.ts';
import { anyObject, owner, ownId, shape, stamps, uuid } from './schema/primitives.ts';

const ofContact = () => uuid().describe('Contact that it belongs to.');
const label = () => z.string().nullable().describe('Label, such as `work`; null for none.');
const place = () => z.int().describe('Sort position. The lowest is the main one.');

export const contactEmail = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: ofContact(),
      ...owner(),
      email: z.string().describe('Email address, as written.'),
      label: label(),
      ranking: place(),
      ...stamps(),
    })
    .meta({ id: 'ContactEmail', description: "A contact's email address." }),
);

export const contactPhoneNumber = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: ofContact(),
      ...owner(),
      phone_number: z.string().describe('Phone number, as written.'),
      label: label(),
      ranking: place(),
      country_code: z.string().nullable().describe('Country of the number, as sent.'),
      phone_number_sanitized: z
        .string()
        .nullable()
        .describe('Number in international format; null if it could not be parsed.'),
      ...stamps(),
    })
    .meta({
      id: 'ContactPhoneNumber',
      description: "A contact's phone number, as written and in international format.",
    }),
);

export const contactAddress = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: ofContact(),
      ...owner(),
      ...shape(POSTAL_FIELDS, (field) => z.string().nullable().describe(POSTAL_DESCRIPTIONS[field])),
      ...stamps(),
    })
    .meta({ id: 'ContactAddress', description: "A contact's postal address." }),
);

const relation = () =>
  z.object({
    id: ownId(),
    source: uuid().describe('The contact on one side.'),
    destination: uuid().describe('The contact on the other side.'),
    source_contact: z.string().nullable().describe('Role of the source for the destination, such as `mother`.'),
    destination_contact: z.string().nullable().describe('Role of the destination for the source, such as `son`.'),
  });

const thisContact = () => uuid().describe('This contact.');

const customValue = () =>
  z.object({
    id: ownId(),
    contact_id: thisContact(),
    custom_field_id: uuid().describe('The custom field.'),
    text_value: z.string().nullable().describe('The value of an `input` field.'),
    date_value: answeredDate().nullable().describe('The date of a `datepicker` field.'),
    array_value: z.array(z.string()).nullable().describe('The values of an `autocomplete` field.'),
    custom_fields: z
      .object({
        id: uuid().describe('Id of the field.'),
        name: z.string().describe('Name of the field.'),
        field_type: z.string().describe('Type of value.'),
      })
      .describe('The field in brief.'),
  });

const membership = () =>
  z.object({
    contact_id: thisContact(),
    group_id: uuid().describe('A group of the contact.'),
    groups: z
      .object({
        id: uuid().describe('Id of the group.'),
        name: z.string().describe('Name of the group.'),
        emoji: z.string().nullable().describe('Emoji shown next to it.'),
      })
      .describe('The group in brief.'),
  });

const tagged = () =>
  z.object({
    contact_id: thisContact(),
    tag_id: uuid().describe('A tag of the contact.'),
    tags: z
      .object({ id: uuid().describe('Id of the tag.'), name: z.string().describe('Name of the tag.') })
      .describe('The tag in brief.'),
  });

const keepInTouch = () =>
  z.object({
    frequency: z.string().describe('Keep-in-touch frequency.'),
    next_reminder_at: answeredTime().nullable().describe(ABOUT.next_reminder_at),
    last_reminder_at: answeredTime().nullable().describe(ABOUT.last_reminder_at),
  });

const lastNote = () =>
  z.object({
    id: uuid().describe('Id of the note.'),
    preview: z.string().describe('Beginning of the note.'),
    event_time: answeredTime().describe('When it happened.'),
    emoji: z.string().nullable().describe('Emoji shown next to it.'),
    meeting_type: z.string().nullable().describe('Type of the meeting, such as `coffee`.'),
  });

const associations = () => ({
  contact_emails: z.array(contactEmail()).describe('Email addresses, by ranking.'),
  contact_phone_numbers: z.array(contactPhoneNumber()).describe('Phone numbers, by ranking.'),
  legacy_contact_addresses: z.array(contactAddress()).describe('Postal addresses, oldest first.'),
  contact_locations: z.array(anyObject()).describe('Always empty.'),
  contacts_custom_fields: z.array(customValue()).describe('Values of custom fields.'),
  groups_contacts: z.array(membership()).describe('Groups of the contact.'),
  tags_contacts: z.array(tagged()).describe('Tags of the contact.'),
  timeline_items_contacts: z
    .array(
      z.object({
        timeline_item_id: uuid().describe('A note about the contact.'),
        contact_id: thisContact(),
        is_origin: z.boolean().describe("Whether the note was written on this contact's page."),
      }),
    )
    .describe('Notes about the contact, by id.'),
  reminders_contacts: z
    .array(z.object({ reminder_id: uuid().describe('A reminder about the contact.'), contact_id: thisContact() }))
    .describe('Reminders about the contact, by id.'),
  contact_relations_contact_relations_sourceTocontacts: z
    .array(relation())
    .describe('Relations in which this contact is the source.'),
  contact_relations_contact_relations_destinationTocontacts: z
    .array(relation())
    .describe('Relations in which this contact is the destination.'),
  feed_items: z.array(anyObject()).describe('Always empty.'),
  contact_birthdays: z
    .object({
      contact_id: thisContact(),
      last_dismissal_year: z.int().describe('The last year in which the birthday was dismissed.'),
    })
    .nullable()
    .describe('When the birthday was last dismissed; null if never.'),
  keep_in_touch_reminders: keepInTouch()
    .nullable()
    .describe('Keep-in-touch frequency and next date; null without a `frequency`.'),
  last_note: lastNote().nullable().describe('The latest note about the contact in brief.'),
  _count: z.object({ groups_contacts: z.int().describe('Number of groups.') }).describe('Counts for the contact.'),
});

const texts = <const N extends keyof typeof ABOUT>(names: readonly N[]) =>
  shape(names, (field) => z.string().nullable().describe(ABOUT[field]));

/** A contact in responses. Only `id` is always present: lists and `select` omit parts. */
export const contact = once(() => {
  const fields = z
    .object({
      ...owner(),
      ...texts([...TEXT_FIELDS, ...ADDRESS_FIELDS, 'image_source', 'website', ...PROFILE_FIELDS]),
      ...texts([...MESSAGE_TEXT_FIELDS, ...READ_ONLY_TEXT_FIELDS]),
      ...shape([...TIME_FIELDS, ...MESSAGE_TIME_FIELDS, ...READ_ONLY_TIME_FIELDS], (field) =>
        answeredTime().nullable().describe(ABOUT[field]),
      ),
      ...shape(PROVIDER_FIELDS, (field) => provider().nullable().describe(ABOUT[field])),
      ...shape(FLAG_FIELDS, (field) => z.boolean().describe(ABOUT[field])),
      birthday: answeredTime('birthday')
        .nullable()
        .describe('Birthday as midnight UTC. The year is 1604 if it is unknown.'),
      birthday_year: z.int().nullable().describe('Year of birth; null if unknown.'),
      source: z.string().nullable().describe('The program that added the contact; null if a person did.'),
      priority_tier: z.int().nullable().describe(ABOUT.priority_tier),
      frequency: z.string().nullable().describe('Keep-in-touch frequency, such as `1 mon`; null if not set.'),
      frequency_text: z.string().nullable().describe('Frequency as text, such as `every 1 mon`.'),
      frequency_interval: anyObject().nullable().describe('Frequency as numbers by unit, such as `{ "months": 1 }`.'),
      web_search_summary: anyObject().nullable().describe(ABOUT.web_search_summary),
      linkedin_data: anyObject().nullable().describe(ABOUT.linkedin_data),
      latitude: z.number().nullable().describe('Degrees north of where the person lives.'),
      longitude: z.number().nullable().describe('Degrees east of where the person lives.'),
      geocode_attempts: z.int().describe('Number of geocoding attempts.'),
      ...stamps(),
      ...associations(),
    })
    .partial();
  return z.object({ id: ownId(), ...fields.shape }).meta({
    id: 'Contact',
    description: 'A person you know. Lists and `select` omit parts.',
  });
});

/** Names of other parts that v1 reads omit (docs/api/contacts.md#relations). */
const OTHER_PARTS = ['groups_count', 'linkedin_data', 'coordinates'];

/** Parts that are in the tool schema. All others are accepted too. */
const PARTS_IN_TOOLS = [
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'tags_contacts',
  'groups_contacts',
  'contacts_custom_fields',
  'last_note',
];

/** The `include` argument. `more` are names besides the contact's parts. */
export const includeQuery = (...more: string[]) => ({
  include: flags(() => [...RELATION_FIELDS, ...OTHER_PARTS, ...more])
    .optional()
    .meta({
      description: 'Additional parts of the contacts to return: `{ "contact_emails": true, "tags_contacts": true }`.',
      tool: namesInTools('as in list_contacts'),
    }),
});

/** Parts that `include` can name. To save tokens, only one tool lists them. */
export const listedParts = { tool: namesInTools('parts to add', PARTS_IN_TOOLS) };

export const readQuery = () => ({
  ...includeQuery(),
  // The order matters: a word stands for the first name that contains it, so `name` means `full_name`.
  select: flags(() => [...new Set(['full_name', ...Object.keys(contact().shape), ...OTHER_PARTS])])
    .optional()
    .meta({
      description: 'Return only these fields and `id`: `{ "full_name": true }`.',
      tool: namesInTools('only these fields, such as full_name'),
    }),
});
