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

const ofContact = () => uuid().describe('The contact it belongs to.');
const label = () => z.string().nullable().describe('What kind it is, such as `work`; null for none.');
const place = () => z.int().describe('Its place, the lowest first: the main one.');

export const contactEmail = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: ofContact(),
      ...owner(),
      email: z.string().describe('The e-mail address, as written.'),
      label: label(),
      ranking: place(),
      ...stamps(),
    })
    .meta({ id: 'ContactEmail', description: 'An e-mail address of a contact.' }),
);

export const contactPhoneNumber = once(() =>
  z
    .object({
      id: ownId(),
      contact_id: ofContact(),
      ...owner(),
      phone_number: z.string().describe('The number, as written.'),
      label: label(),
      ranking: place(),
      country_code: z.string().nullable().describe('The country the number is from, as it was sent.'),
      phone_number_sanitized: z
        .string()
        .nullable()
        .describe('The number in international form, where it could be read.'),
      ...stamps(),
    })
    .meta({ id: 'ContactPhoneNumber', description: 'A phone number of a contact, as written and as it is dialed.' }),
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
    .meta({ id: 'ContactAddress', description: 'A postal address of a contact.' }),
);

const relation = () =>
  z.object({
    id: ownId(),
    source: uuid().describe('The contact on one side.'),
    destination: uuid().describe('The contact on the other side.'),
    source_contact: z.string().nullable().describe('What the source is to the destination, such as `mother`.'),
    destination_contact: z.string().nullable().describe('What the destination is to the source, such as `son`.'),
  });

const thisContact = () => uuid().describe('This contact.');

const customValue = () =>
  z.object({
    id: ownId(),
    contact_id: thisContact(),
    custom_field_id: uuid().describe('The field that the value is for.'),
    text_value: z.string().nullable().describe('The value of an `input` field.'),
    date_value: answeredDate().nullable().describe('The date of a `datepicker` field.'),
    array_value: z.array(z.string()).nullable().describe('The values of an `autocomplete` field.'),
    custom_fields: z
      .object({
        id: uuid().describe('The id of the field.'),
        name: z.string().describe('What the field is called.'),
        field_type: z.string().describe('What values it takes.'),
      })
      .describe('The field, in short.'),
  });

const membership = () =>
  z.object({
    contact_id: thisContact(),
    group_id: uuid().describe('A group it is in.'),
    groups: z
      .object({
        id: uuid().describe('The id of the group.'),
        name: z.string().describe('What the group is called.'),
        emoji: z.string().nullable().describe('Its symbol.'),
      })
      .describe('The group, in short.'),
  });

const tagged = () =>
  z.object({
    contact_id: thisContact(),
    tag_id: uuid().describe('A tag it carries.'),
    tags: z
      .object({ id: uuid().describe('The id of the tag.'), name: z.string().describe('What the tag is called.') })
      .describe('The tag, in short.'),
  });

const keepInTouch = () =>
  z.object({
    frequency: z.string().describe('How often to be in touch.'),
    next_reminder_at: answeredTime().nullable().describe(ABOUT.next_reminder_at),
    last_reminder_at: answeredTime().nullable().describe(ABOUT.last_reminder_at),
  });

const lastNote = () =>
  z.object({
    id: uuid().describe('The id of the note.'),
    preview: z.string().describe('Its beginning.'),
    event_time: answeredTime().describe('When it happened.'),
    emoji: z.string().nullable().describe('Its symbol.'),
    meeting_type: z.string().nullable().describe('The kind of meeting.'),
  });

const associations = () => ({
  contact_emails: z.array(contactEmail()).describe('E-mail addresses, by ranking.'),
  contact_phone_numbers: z.array(contactPhoneNumber()).describe('Phone numbers, by ranking.'),
  legacy_contact_addresses: z.array(contactAddress()).describe('Postal addresses, the oldest first.'),
  contact_locations: z.array(anyObject()).describe('Always empty.'),
  contacts_custom_fields: z.array(customValue()).describe('Values of custom fields.'),
  groups_contacts: z.array(membership()).describe('The groups it is in.'),
  tags_contacts: z.array(tagged()).describe('The tags it carries.'),
  timeline_items_contacts: z
    .array(
      z.object({
        timeline_item_id: uuid().describe('A note about it.'),
        contact_id: thisContact(),
        is_origin: z.boolean().describe("Whether the note was written on this contact's page."),
      }),
    )
    .describe('The notes about it, by id.'),
  reminders_contacts: z
    .array(z.object({ reminder_id: uuid().describe('A reminder about it.'), contact_id: thisContact() }))
    .describe('The reminders about it, by id.'),
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
      last_dismissal_year: z.int().describe('The last year in which its birthday was dismissed.'),
    })
    .nullable()
    .describe('When its birthday was last dismissed; null if never.'),
  keep_in_touch_reminders: keepInTouch()
    .nullable()
    .describe('How often to be in touch, and when next; null without a `frequency`.'),
  last_note: lastNote().nullable().describe('The latest note about it, in short.'),
  _count: z
    .object({ groups_contacts: z.int().describe('How many groups it is in.') })
    .describe('Numbers about the contact.'),
});

const texts = <const N extends keyof typeof ABOUT>(names: readonly N[]) =>
  shape(names, (field) => z.string().nullable().describe(ABOUT[field]));

/** A contact as answered. Only `id` is always there: lists and `select` leave parts out. */
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
        .describe('The birthday as midnight in UTC; one without a year stands in 1604.'),
      birthday_year: z.int().nullable().describe('The year of birth; null if unknown.'),
      source: z
        .string()
        .nullable()
        .describe('The program that brought the contact; null if somebody added it by hand.'),
      priority_tier: z.int().nullable().describe(ABOUT.priority_tier),
      frequency: z.string().nullable().describe('How often to be in touch, such as `1 mon`; null if not set.'),
      frequency_text: z.string().nullable().describe('The same in words, such as `every 1 mon`.'),
      frequency_interval: anyObject().nullable().describe('The same as numbers by unit, such as `{ "months": 1 }`.'),
      web_search_summary: anyObject().nullable().describe(ABOUT.web_search_summary),
      linkedin_data: anyObject().nullable().describe(ABOUT.linkedin_data),
      latitude: z.number().nullable().describe('Degrees north of where the person lives.'),
      longitude: z.number().nullable().describe('Degrees east of where the person lives.'),
      geocode_attempts: z.int().describe('How often the place was looked up on the map.'),
      ...stamps(),
      ...associations(),
    })
    .partial();
  return z.object({ id: ownId(), ...fields.shape }).meta({
    id: 'Contact',
    description: 'A person you know. Lists leave out parts of it, and so does `select`.',
  });
});

/** Other names of parts that a v1 read leaves out (docs/api/contacts.md#relations). */
const OTHER_PARTS = ['groups_count', 'linkedin_data', 'coordinates'];

/** Relations that a tool's schema names. It accepts all others too. */
const PARTS_IN_TOOLS = [
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'tags_contacts',
  'groups_contacts',
  'contacts_custom_fields',
  'last_note',
];

/** `more`: what else can be included beside the parts of contacts. */
export const includeQuery = (...more: string[]) => ({
  include: flags(() => [...RELATION_FIELDS, ...OTHER_PARTS, ...more])
    .optional()
    .meta({
      description: 'Parts of the contacts to answer too, by name: `{ "contact_emails": true, "tags_contacts": true }`.',
      tool: namesInTools('parts to add', [...PARTS_IN_TOOLS, ...more]),
    }),
});

export const readQuery = () => ({
  ...includeQuery(),
  // The first that holds a word is what it is taken for: `name` means the whole name.
  select: flags(() => [...new Set(['full_name', ...Object.keys(contact().shape), ...OTHER_PARTS])])
    .optional()
    .meta({
      description: 'Answer only the fields named here, and `id`: `{ "full_name": true }`.',
      tool: namesInTools('only these fields and parts, such as full_name, birthday'),
    }),
});
