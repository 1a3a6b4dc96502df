import type * as z from 'zod';
import type { POSTAL_FIELDS } from './contact-fields.ts';

// How tools show the nested parts of a contact: the names a caller needs, in as few words as they take. The wire takes
// more, and validation runs on the schemas themselves.

const text = { type: 'string' };
const listOf = (...names: string[]) => ({
  type: 'array',
  items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) },
});

/** Fields that are passed through, or whose form the service checks. */
export const asText = { tool: text };

/** What people say of no contact, or not while they add or change one. Tools take it, but do not show it. */
const NEVER_SAID = [
  'image_url',
  'business_card_url',
  'image_source',
  'linkedin_data',
  'web_search_summary',
  'coordinates',
  'contact_birthdays',
] as const;
export const UNSAID_OF_NEW = [...NEVER_SAID, 'ignore_merge', 'next_reminder_at'] as const;
/** Lists that would replace the old one have `add_…` and `remove_…`, or a tool of their own. */
export const UNSAID_IN_CHANGES = [
  ...NEVER_SAID,
  'source',
  'birthday_year',
  'contact_emails',
  'contact_phone_numbers',
  'legacy_contact_addresses',
  'groups_contacts',
] as const;

/** What tools say of fields that their names do not explain. */
const WORDS: Record<string, string> = {
  description: 'who this is, in free words',
  legacy_location: 'where they live',
  ignore_merge: 'never suggested as a duplicate',
  priority_tier: 'on your own scale',
  birthday_year: 'where the day is unknown',
  last_seen_at: 'with offset',
  first_met_at: 'with offset',
  next_reminder_at: 'when to be in touch, with offset',
  source: 'the program it comes from, as csv_import',
};

export const POSTAL_WORDS: Record<(typeof POSTAL_FIELDS)[number], string | undefined> = {
  formatted: 'whole, in place of parts',
  street: 'with number',
  city: undefined,
  region: 'state or province',
  country: undefined,
  postal_code: undefined,
  address_type: 'such as home or work',
};

/** The fields as tools show them: some with a few words, others left out. */
export const inToolForm = <S extends Record<string, z.ZodType>>(
  shape: S,
  unshown: readonly (keyof S & string)[],
): S => {
  const form = ([name, schema]: [string, z.ZodType]) => {
    if ((unshown as readonly string[]).includes(name)) return [name, schema.meta({ tool: 'omit' })];
    return [name, WORDS[name] ? schema.meta({ toolDescription: WORDS[name] }) : schema];
  };
  return Object.fromEntries(Object.entries(shape).map(form)) as S;
};

const RELATION = ['destination', 'source_contact', 'destination_contact'];

const WHOSE = 'source_contact: what this is to destination (mother); destination_contact: the reverse';

export const inTools = {
  emails: { tool: listOf('email', 'label') },
  phones: { tool: listOf('phone_number', 'label') },
  addresses: {
    tool: { ...listOf('formatted'), description: 'or street, city, region, country, postal_code, address_type' },
  },
  groups: { tool: listOf('group_id') },
  customFields: { tool: { ...listOf('id', 'text_value'), description: 'text fields' } },
  tags: { tool: listOf('tag_id') },
  tagChanges: { tool: { type: 'object', properties: { append: listOf('tag_id'), remove: listOf('tag_id') } } },
  relations: { tool: { type: 'object', properties: { append: listOf(...RELATION) }, description: WHOSE } },
  relationChanges: {
    tool: {
      type: 'object',
      properties: { append: listOf(...RELATION), remove: listOf('destination') },
      description: WHOSE,
    },
  },
};
