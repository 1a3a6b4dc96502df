import type * as z from 'zod';
import type { POSTAL_FIELDS } from './contact-fields.ts';

// Compact tool schemas for a contact's nested parts. Requests may contain more, and validation uses the full schemas.

const text = { type: 'string' };
const listOf = (...names: string[]) => ({
  type: 'array',
  items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) },
});

/** Fields that are passed through, or whose format the service checks. */
export const asText = { tool: text };

/** Tool descriptions of fields whose names are not self-explanatory. */
const WORDS: Record<string, string> = {
  description: 'free text',
  legacy_location: 'where they live',
  ignore_merge: 'no duplicate',
  priority_tier: 'your own scale',
  birthday_year: 'if the day is unknown',
  last_seen_at: 'with offset',
  first_met_at: 'with offset',
  next_reminder_at: 'with offset',
  source: 'the program that adds it, such as csv_import',
};

export const POSTAL_WORDS: Record<(typeof POSTAL_FIELDS)[number], string | undefined> = {
  formatted: 'complete address, in place of parts',
  street: 'with number',
  city: undefined,
  region: 'state or province',
  country: undefined,
  postal_code: undefined,
  address_type: 'such as home or work',
};

/** Returns the fields for tools: some with a short description, others hidden. */
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
  relations: {
    tool: {
      type: 'object',
      properties: { append: listOf(...RELATION) },
      description: 'source_contact: role of this person',
      examples: [{ append: [{ destination: 'Ada King', source_contact: 'mother', destination_contact: 'son' }] }],
    },
  },
  relationChanges: {
    tool: {
      type: 'object',
      properties: { append: listOf(...RELATION), remove: listOf('destination') },
      description: 'source_contact: role of this person',
    },
  },
};
