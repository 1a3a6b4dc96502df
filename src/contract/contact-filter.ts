import * as z from 'zod';
import { frequency } from './contact-fields.ts';
import { once } from './operation.ts';
import { dayOrTime, each, integer, text, uuid } from './schema/primitives.ts';

/** Compared as folded substrings; each has a `has_…` twin. */
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
] as const;
export const RANGE_FIELDS = ['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'first_met_at'] as const;
export const FILTER_FLAGS = ['starred', 'is_archived', 'ignore_merge', 'never_keep_in_touch'] as const;

const idList = () => z.array(uuid()).max(500).optional();
const links = () => z.strictObject({ any: idList(), all: idList(), none: idList() }).optional();
/** Both ends inclusive; a bare date is a day in UTC, as in the lists of notes, and as an end covers all of it. */
const range = once(() =>
  z.strictObject({ gte: dayOrTime().optional(), lte: dayOrTime().optional() }).meta({ id: 'TimeRange' }),
);
const fieldValue = () => z.union([z.string().max(2_000), z.number(), z.array(z.string().max(2_000)).max(100)]);

const customField = () =>
  z
    .strictObject({
      id: uuid(),
      operator: z.enum(['contains', 'eq', 'in', 'not_in', 'present', 'absent', 'gte', 'lte']),
      value: fieldValue().optional(),
    })
    .refine(({ operator, value }) => value !== undefined || operator === 'present' || operator === 'absent', {
      path: ['value'],
      message: 'required for this operator',
    });

const conditions = () => ({
  in: idList(),
  not_in: idList(),
  ...each(FILTER_FLAGS, () => z.boolean().optional()),
  ...each(SEARCHED_FIELDS, () => text(500).optional()),
  ...each(PRESENCE_FIELDS, () => z.boolean().optional()),
  email: text(320).optional(),
  phone: text(100).optional(),
  source: text(100).optional(),
  frequency: frequency().optional(),
  priority_tier: z.int().optional(),
  tags: links(),
  groups: links(),
  birthday: z.strictObject({ month: integer(1, 12), day: integer(1, 31).optional() }).optional(),
  ...each(RANGE_FIELDS, () => range().optional()),
  custom_fields: z.array(customField()).max(20).optional(),
});

// Three levels of `or` say whatever a person would; a bound keeps a hostile filter cheap and the schema finite.
const atDepth = (depth: number): z.ZodObject =>
  z.strictObject({
    ...conditions(),
    ...(depth > 0 && {
      or: z
        .array(atDepth(depth - 1))
        .min(1)
        .max(20)
        .optional(),
    }),
  });

const words = (names: readonly string[]) => names.join(', ');

/** As tools show it: every key, in words, since forty small schemas say no more in three times the room. */
const IN_TOOLS = {
  type: 'object',
  properties: {},
  description: [
    `Text, or with has_ before it true or false: ${words(SEARCHED_FIELDS)}`,
    `text: ${words(['email', 'phone', 'source', 'frequency'])}`,
    `true or false: ${words([...FILTER_FLAGS, ...PRESENCE_FIELDS.slice(SEARCHED_FIELDS.length)])}`,
    `{gte, lte}: ${words(RANGE_FIELDS)}`,
    'lists of ids: tags and groups {any, all, none}, in, not_in',
    'birthday {month, day}',
    'priority_tier',
    'custom_fields [{id, operator, value}]',
    'or: [alternatives]',
  ].join('; '),
};

/** The `where` of filter and count: all keys join with AND, an unknown key is refused (docs/api/filters.md#where). */
export const where = once(() =>
  z
    .strictObject({ ...conditions(), or: z.array(atDepth(2)).min(1).max(20).optional() })
    .meta({ id: 'ContactFilter', tool: IN_TOOLS }),
);

export type Where = Omit<z.output<ReturnType<typeof where>>, 'or'> & { or?: Where[] | undefined };

/** What a list of contacts can be ordered by. */
export const contactSort = () => z.enum(['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'full_name']);

export const near = () =>
  z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    radius_km: z.number().positive('must be above 0').max(20_040).default(50),
  });
