import * as z from 'zod';
import { once } from '../shared/once.ts';
import { CONTACT_SOURCES, frequency } from './contact-fields.ts';
import { asMoment } from './schema/answered-times.ts';
import { dayOrTime, type IdKind, idOf, integer, shape, text } from './schema/primitives.ts';

/** Fields that a filter searches for a substring, ignoring case and accents. Each also has a `has_…` condition. */
export const SEARCHED_FIELDS = ['name', 'company', 'job_title', 'education', 'location', 'description'] as const;
export const PRESENCE_FIELDS = [
  ...SEARCHED_FIELDS.map((field) => `has_${field}` as const),
  'has_email',
  'has_phone',
  'has_linkedin',
  'has_twitter',
  'has_instagram',
  'has_frequency',
  'has_birthday',
  'has_notes',
  'has_relations',
] as const;
export const RANGE_FIELDS = ['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'first_met_at'] as const;
export const FILTER_FLAGS = ['starred', 'is_archived', 'ignore_merge', 'never_keep_in_touch'] as const;

const idList = (kind: IdKind, description: string) => z.array(idOf(kind)).max(500).optional().describe(description);
const linked = (kind: 'tag' | 'group') =>
  z
    .strictObject({
      any: idList(kind, `With at least one of these ${kind}s.`),
      all: idList(kind, `With all of these ${kind}s.`),
      none: idList(kind, `With none of these ${kind}s.`),
    })
    .optional()
    .describe(`By ${kind}s, each list up to 500 ids.`);
const AGO = /^-([1-9]\d{0,3}) (day|week|mon|year)s?$/;

/** Parses a day relative to today, such as `-6 mons`. Undefined for other values. */
export function parseAgo(value: string): { count: number; unit: 'day' | 'week' | 'mon' | 'year' } | undefined {
  const [, count, unit] = AGO.exec(value) ?? [];
  return count ? { count: Number(count), unit: unit as 'day' } : undefined;
}

const dayTimeOrAgo = () =>
  z
    .union([...dayOrTime().options, z.string().regex(AGO)], {
      error: 'must be a date (2026-11-01), a date-time with an offset, or a relative day such as "-6 mons"',
    })
    .meta({ tool: { type: 'string' } })
    .register(...asMoment);

/**
 * Both ends are inclusive. A date without a time is a day in UTC, as in note lists; an end date includes the whole day.
 */
const range = once(() =>
  z
    .strictObject({
      gte: dayTimeOrAgo().optional().describe('First day (in UTC) or time.'),
      lte: dayTimeOrAgo().optional().describe('Last day (in UTC) or time. A day is included completely.'),
    })
    .meta({
      id: 'TimeRange',
      description:
        'A time range, inclusive. A value such as `-6 mons` is a day relative to the request. It excludes contacts without the time; null instead of a range matches only those.',
    }),
);
const fieldValue = () => z.union([z.string().max(2_000), z.number(), z.array(z.string().max(2_000)).max(100)]);

const customField = () =>
  z
    .strictObject({
      id: idOf('custom field').describe('The custom field.'),
      operator: z
        .enum(['contains', 'eq', 'in', 'not_in', 'present', 'absent', 'gte', 'lte'])
        .describe('Comparison with the value.'),
      value: fieldValue().optional().describe('Value to compare with; not for `present` and `absent`.'),
    })
    .refine(({ operator, value }) => value !== undefined || operator === 'present' || operator === 'absent', {
      path: ['value'],
      message: 'required for this operator',
    });

const FLAG_WORDS: Record<(typeof FILTER_FLAGS)[number], string> = {
  starred: 'True: only contacts marked as important; false: only the others.',
  is_archived: 'True: only archived contacts; false: only the others. Default: false.',
  ignore_merge: 'True: only contacts that are never suggested as duplicates; false: only the others.',
  never_keep_in_touch: 'True: only contacts without keep-in-touch reminders; false: only the others.',
};

const TIME_WORDS: Record<(typeof RANGE_FIELDS)[number], string> = {
  created_at: 'When they were added.',
  updated_at: 'When they were last changed.',
  last_seen_at: 'When you last met or were in touch; null: never. A range excludes those; add them with `or`.',
  next_reminder_at: 'When to be in touch again; null: not set.',
  first_met_at: 'When you first met; null: unknown.',
};

const inWords = (field: string) => field.replaceAll('_', ' ');

const conditions = () => ({
  in: idList('contact', 'Only these contacts, at most 500.'),
  not_in: idList('contact', 'None of these contacts, at most 500.'),
  ...shape(FILTER_FLAGS, (field) => z.boolean().optional().describe(FLAG_WORDS[field])),
  ...shape(SEARCHED_FIELDS, (field) =>
    text(500)
      .optional()
      .describe(`Part of the ${inWords(field)}, ignoring case and accents.`),
  ),
  ...shape(PRESENCE_FIELDS, (field) =>
    z
      .boolean()
      .optional()
      .describe(`True: contacts with ${inWords(field.slice(4))}; false: contacts without.`),
  ),
  email: text(320).optional().describe('Exact email address, ignoring case.'),
  phone: text(100).optional().describe('Phone number in any format, or its last five or more digits.'),
  source: z.enum(CONTACT_SOURCES).optional().describe('The program that added them.'),
  frequency: frequency().optional().describe('Exact keep-in-touch frequency, such as `1 mon`.'),
  priority_tier: z.int().optional().describe('Exact priority.'),
  tags: linked('tag'),
  groups: linked('group'),
  birthday: z
    .strictObject({
      month: integer(1, 12).describe('Month, 1 to 12.'),
      day: integer(1, 31).optional().describe('Day of the month. Default: the whole month.'),
    })
    .optional()
    .describe('Birthday in this month or on this day.'),
  ...shape(RANGE_FIELDS, (field) => range().nullable().optional().describe(TIME_WORDS[field])),
  custom_fields: z.array(customField()).max(20).optional().describe('Conditions on custom fields, at most 20.'),
});

const ALTERNATIVES = '1 to 20 sets of further conditions, at least one of which must match.';

// Three levels of `or` are enough for people. A limit keeps malicious filters cheap and the schema finite.
const atDepth = (depth: number): z.ZodObject =>
  z.strictObject({
    ...conditions(),
    ...(depth > 0 && {
      or: z
        .array(atDepth(depth - 1))
        .min(1)
        .max(20)
        .optional()
        .describe(ALTERNATIVES),
    }),
  });

const all = <S extends object>(names: readonly string[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema]));
const [string, boolean] = [{ type: 'string' }, { type: 'boolean' }];
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const RANGE_IN_TOOLS = object(all(['gte', 'lte'], string));

/** Conditions in the schema of every tool with a filter. To save tokens, the others are only named in descriptions. */
const COMMON_CONDITIONS = {
  ...all(['name', 'company'], string),
  ...all(['starred', 'is_archived', 'has_email'], boolean),
  ...all(['tags', 'groups'], object(all(['any', 'none'], list(string)))),
  last_seen_at: RANGE_IN_TOOLS,
};

/** The filter argument of tools other than filter_contacts, which describes it. */
export const filterInTools = (description: string) => ({ ...object(COMMON_CONDITIONS), description });

const IN_TOOLS = {
  ...object({
    ...COMMON_CONDITIONS,
    tags: object(all(['any', 'all', 'none'], list(string))),
    ...all(['location', 'phone'], string),
    ...all(['has_phone', 'has_birthday', 'has_notes'], boolean),
    created_at: RANGE_IN_TOOLS,
    birthday: object(all(['month', 'day'], { type: 'integer' })),
    custom_fields: list(object(all(['id', 'operator', 'value'], string))),
    or: list(object({ last_seen_at: RANGE_IN_TOOLS })),
  }),
  description: [
    'All must match; text fields match a substring',
    'also job_title, education, description, email, source, frequency, priority_tier, first_met_at, next_reminder_at, updated_at, in, not_in, never_keep_in_touch, has_…',
    'ranges: dates, times, or -6 mons; null: never',
    'operator: contains, eq, in, not_in, gte, lte, present, absent',
  ].join('; '),
  examples: [{ tags: { any: ['vip'] }, or: [{ last_seen_at: { lte: '-6 mons' } }, { last_seen_at: null }] }],
};

/**
 * The `where` of `filter_contacts` and `count_contacts`: all conditions must match, and unknown keys are rejected
 * (docs/api/filters.md#where).
 */
export const where = once(() =>
  z.strictObject({ ...conditions(), or: z.array(atDepth(2)).min(1).max(20).optional().describe(ALTERNATIVES) }).meta({
    id: 'ContactFilter',
    description: 'Conditions that a contact must all match. Unknown keys are rejected.',
    tool: IN_TOOLS,
  }),
);

export type Where = Omit<z.output<ReturnType<typeof where>>, 'or'> & { or?: Where[] | undefined };

/** Sort keys for contact lists. */
export const contactSort = () => z.enum(['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'full_name']);

export const sortOrder = () => z.enum(['asc', 'desc']);
