import * as z from 'zod';
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
  TEXT_FIELDS,
  TIME_FIELDS,
} from './contact-fields.ts';
import { once } from './operation.ts';
import { anyObject, each, flags, uuid } from './schema/primitives.ts';

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

export const includeQuery = () => ({ include: flags().optional() });
export const readQuery = () => ({ ...includeQuery(), select: flags().optional() });
