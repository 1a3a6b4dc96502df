import * as z from 'zod';
import { once } from '../shared/once.ts';
import { CONTACT_SOURCES, frequency } from './contact-fields.ts';
import { dayOrTime, type IdKind, idOf, integer, shape, text } from './schema/primitives.ts';

/** Texts to find a part of, case and accents aside; each has a `has_…` twin. */
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
/** Both ends inclusive; a bare date is a day in UTC, as in the lists of notes, and as an end covers all of it. */
const range = once(() =>
  z
    .strictObject({
      gte: dayOrTime().optional().describe('The first day (in UTC) or moment.'),
      lte: dayOrTime().optional().describe('The last day (in UTC) or moment; a day is covered whole.'),
    })
    .meta({
      id: 'TimeRange',
      description:
        'A stretch of time, both ends included; contacts without the time are left out. Null in its place finds those alone.',
    }),
);
const fieldValue = () => z.union([z.string().max(2_000), z.number(), z.array(z.string().max(2_000)).max(100)]);

const customField = () =>
  z
    .strictObject({
      id: idOf('custom field').describe('The custom field.'),
      operator: z
        .enum(['contains', 'eq', 'in', 'not_in', 'present', 'absent', 'gte', 'lte'])
        .describe('How its value compares.'),
      value: fieldValue().optional().describe('What to compare with; not for `present` and `absent`.'),
    })
    .refine(({ operator, value }) => value !== undefined || operator === 'present' || operator === 'absent', {
      path: ['value'],
      message: 'required for this operator',
    });

const FLAG_WORDS: Record<(typeof FILTER_FLAGS)[number], string> = {
  starred: 'Only contacts that are marked as important, or only others.',
  is_archived: 'Only archived contacts, or only others; false if left out.',
  ignore_merge: 'Only contacts that are never proposed as duplicates, or only others.',
  never_keep_in_touch: 'Only contacts without keep-in-touch reminders, or only others.',
};

const TIME_WORDS: Record<(typeof RANGE_FIELDS)[number], string> = {
  created_at: 'When they were added.',
  updated_at: 'When they were last changed.',
  last_seen_at: 'When you last met or were in touch; null: never. A range leaves those out: join them with `or`.',
  next_reminder_at: 'When to be in touch again; null: at no time set.',
  first_met_at: 'When you first met; null: not known.',
};

const inWords = (field: string) => field.replaceAll('_', ' ');

const conditions = () => ({
  in: idList('contact', 'Only these contacts, at most 500.'),
  not_in: idList('contact', 'None of these contacts, at most 500.'),
  ...shape(FILTER_FLAGS, (field) => z.boolean().optional().describe(FLAG_WORDS[field])),
  ...shape(SEARCHED_FIELDS, (field) =>
    text(500)
      .optional()
      .describe(`A part of the ${inWords(field)}; case and accents do not matter.`),
  ),
  ...shape(PRESENCE_FIELDS, (field) =>
    z
      .boolean()
      .optional()
      .describe(`True finds contacts with ${inWords(field.slice(4))}, false those without.`),
  ),
  email: text(320).optional().describe('An e-mail address of theirs, exactly; case does not matter.'),
  phone: text(100)
    .optional()
    .describe('A phone number of theirs, however it is written; its last five digits or more will do.'),
  source: z.enum(CONTACT_SOURCES).optional().describe('The program that brought them.'),
  frequency: frequency().optional().describe('How often to be in touch, exactly, such as `1 mon`.'),
  priority_tier: z.int().optional().describe('Their priority, exactly.'),
  tags: linked('tag'),
  groups: linked('group'),
  birthday: z
    .strictObject({
      month: integer(1, 12).describe('The month, 1 to 12.'),
      day: integer(1, 31).optional().describe('The day of the month; the whole month if left out.'),
    })
    .optional()
    .describe('Born in this month, or on this day of it.'),
  ...shape(RANGE_FIELDS, (field) => range().nullable().optional().describe(TIME_WORDS[field])),
  custom_fields: z.array(customField()).max(20).optional().describe('Conditions on custom fields, at most 20.'),
});

const ALTERNATIVES = 'Further conditions, 1 to 20 sets of them: at least one set must be met too.';

// Three levels of `or` say whatever a person would; a bound keeps a hostile filter cheap and the schema finite.
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

/** Conditions that every tool with a filter shows. The descriptions only name the others, which saves tokens. */
const COMMON_CONDITIONS = {
  ...all(['name', 'company'], string),
  ...all(['starred', 'is_archived', 'has_email'], boolean),
  ...all(['tags', 'groups'], object(all(['any', 'none'], list(string)))),
  last_seen_at: RANGE_IN_TOOLS,
};

/** The filter argument of tools other than filter_contacts, whose description explains it. */
export const filterInTools = (description: string) => ({ ...object(COMMON_CONDITIONS), description });

const IN_TOOLS = {
  ...object({
    ...COMMON_CONDITIONS,
    ...all(['location', 'phone'], string),
    ...all(['has_phone', 'has_birthday', 'has_notes'], boolean),
    created_at: RANGE_IN_TOOLS,
    birthday: object(all(['month', 'day'], { type: 'integer' })),
    custom_fields: list(object(all(['id', 'operator', 'value'], string))),
    or: list(object({ last_seen_at: RANGE_IN_TOOLS })),
  }),
  description: [
    'All must hold; texts match a part',
    'also job_title, education, description, email, source, frequency, priority_tier, first_met_at, next_reminder_at, updated_at, in, not_in, never_keep_in_touch, has_…',
    'ranges: dates or times; null: never. Not seen since or never: or [{last_seen_at: {lte}}, {last_seen_at: null}]',
    'operator: contains, eq, in, not_in, gte, lte, present, absent',
  ].join('; '),
};

/** The `where` of filter and count: all keys join with AND, an unknown key is refused (docs/api/filters.md#where). */
export const where = once(() =>
  z.strictObject({ ...conditions(), or: z.array(atDepth(2)).min(1).max(20).optional().describe(ALTERNATIVES) }).meta({
    id: 'ContactFilter',
    description: 'Conditions that a contact must all meet. Unknown keys are refused.',
    tool: IN_TOOLS,
  }),
);

export type Where = Omit<z.output<ReturnType<typeof where>>, 'or'> & { or?: Where[] | undefined };

/** What a list of contacts can be ordered by. */
export const contactSort = () => z.enum(['created_at', 'updated_at', 'last_seen_at', 'next_reminder_at', 'full_name']);

export const sortOrder = () => z.enum(['asc', 'desc']);
