import * as z from 'zod';
import { once } from '../../shared/once.ts';
import { answeredTime, asMoment } from './answered-times.ts';
import { BOUNDS } from './limits.ts';

/** Creates a shape with the same kind of schema for each name. The type keeps the names. */
export function shape<const N extends string, S extends z.ZodType>(
  names: readonly N[],
  schema: (name: N) => S,
): { [K in N]: S } {
  return Object.fromEntries(names.map((name) => [name, schema(name)])) as { [K in N]: S };
}

/** A UUID of any version, lower-cased. */
export const uuid = () => z.guid('must be a UUID').toLowerCase();

export const nullableUuid = () => uuid().nullable();

/** The kinds of records that an argument can name by id. */
export type IdKind =
  | 'contact'
  | 'group'
  | 'tag'
  | 'custom field'
  | 'view'
  | 'meeting type'
  | 'note'
  | 'reminder'
  | 'favorite'
  | 'share link'
  | 'email address'
  | 'phone number'
  | 'postal address'
  | 'event'
  | 'message'
  | 'connected account'
  | 'suggested contact'
  | 'photo'
  | 'address book'
  | 'conflict'
  | 'session'
  | 'passkey'
  | 'connected app'
  | 'record'
  | 'deleted record';

/** The arguments that are ids, with their kinds. Tools also accept names for them (docs/api/tools.md#names-for-ids). */
export const ID_KINDS = z.registry<{ kind: IdKind }>();

/** An argument with the id of one of the user's records. */
export const idOf = (kind: IdKind) => uuid().register(ID_KINDS, { kind });

/** Text that both database engines store and return unchanged. */
export const text = (maximum = 10_000) =>
  z
    .string()
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or half a surrogate pair');

export const nullableText = (maximum?: number) => text(maximum).nullable();

/** The name of a record, stored as typed. */
export const recordName = () => text(BOUNDS.name).refine((name) => name.trim() !== '', 'must not be blank');

const toUtc = (value: string): string => {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
};

/** Completes a time that omits seconds or the offset's colon, which ISO 8601 allows but zod's pattern does not. */
export const completeTime = (value: string): string =>
  // Too long for a time, and the patterns would take quadratic time.
  value.length > 100
    ? value
    : value.replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2').replace(/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00');

/** How tools interpret a date given as a time, in the account's time zone (docs/api/times.md). */
export const BARE_DAYS = z.registry<{ means: 'start' | 'noon' | 'end' }>();

/** ISO 8601 with an offset; normalized to UTC with milliseconds (docs/api/times.md). */
export const dateTime = () =>
  z
    .string()
    .overwrite(completeTime)
    .check(z.iso.datetime({ offset: true, error: 'must be ISO 8601 with an offset, such as 2026-11-01T09:00:00Z' }))
    .refine((value) => toUtc(value).length <= 24, 'must be between the years 0 and 9999')
    .overwrite(toUtc)
    .register(...asMoment);

/** A time for which tools also accept a date. */
export const dateTimeOrDayInTools = (
  means: 'start' | 'noon' | 'end',
  words: { description: string; toolDescription: string },
) =>
  dateTime()
    .meta({ ...words, tool: { type: 'string', description: words.toolDescription } })
    .register(...asMoment)
    .register(BARE_DAYS, { means });

export const nullableDateTime = () => dateTime().nullable();

const DAY = /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Reads a date, or a date-time at midnight, the format of days in responses. Returns undefined for anything else. */
export function readDay(value: string): string | undefined {
  const day = DAY.exec(value)?.[1];
  const exists = day !== undefined && z.iso.date().safeParse(day).success && day >= '0001';
  return exists ? day : undefined;
}

/** A calendar day, without a time of day; normalized to `YYYY-MM-DD`. */
export const day = () =>
  z
    .string()
    .overwrite((value) => readDay(value) ?? value)
    .refine((value) => readDay(value) !== undefined, 'must be a date such as 2026-11-01')
    .meta({ format: 'date' });

/** A calendar day or a time. Returned as sent, so that an end day can include the whole day. */
export const dayOrTime = () =>
  z
    .union([z.iso.date(), dateTime()], { error: 'must be a date (2026-11-01) or a date-time with an offset' })
    .meta({ tool: { type: 'string' } })
    .register(...asMoment);

export const integer = (minimum: number, maximum: number) =>
  z
    .int('must be a whole number')
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);

/** A row's sort position in its list, lowest first. */
export const ranking = () => integer(-1_000_000_000, 1_000_000_000);

const HIGHEST_STORED_RANKING = 2_000_000_000;

/** The ranking after the highest one. It may exceed the maximum in a request. */
export const rankingAfter = (highest: number): number => Math.min(highest + 1, HIGHEST_STORED_RANKING);
export const storedRanking = () => integer(-1_000_000_000, HIGHEST_STORED_RANKING);

export const email = () => z.email('must be an email address').max(320, 'must be at most 320 characters');

/** A URL; stored, never fetched. */
export const uri = () =>
  text(8_192).refine((value) => URL.canParse(value), 'must be an absolute URL such as https://example.com/a.png');

/** A field that accepts any value and is ignored. It is not in tools. */
export const ignored = () =>
  z.unknown().optional().meta({ tool: 'omit', description: 'Accepted for compatibility and ignored.' });

/** A JSON object with any keys. */
export const anyObject = () => z.record(z.string(), z.unknown());

export const take = (fallback: number, maximum: number) =>
  integer(1, maximum)
    .default(fallback)
    .meta({
      description: `Maximum number of rows, 1 to ${maximum}. Default: ${fallback}.`,
      toolDescription: `max ${maximum}; default 20`,
    });

export const cursor = () =>
  z.string().max(4_096).meta({
    description: 'The `nextCursor` of the previous page. Default: the beginning of the list.',
    toolDescription: 'previous nextCursor',
  });

/** Paging of every list that has no limits of its own (docs/api/paging.md). */
export const paging = () => ({ take: take(50, 200), cursor: cursor().optional() });

/** Paging of a list that returns everything that fits if `take` is omitted. */
export const optionalPaging = () => ({
  take: integer(1, 200).optional().meta({
    description: 'Maximum number of rows, 1 to 200. Default: all that fit in one response.',
    toolDescription: 'max 200; default 20',
  }),
  cursor: cursor().optional(),
});

/** Fields of a list's response besides the rows. Older servers omit both. */
export const optionalPages = () => ({ pagination: pagination().optional(), ...warned() });

/** A list inside a record's body. */
export const listOf = <S extends z.ZodType>(entry: S) => z.array(entry).max(500, 'must have at most 500 entries');

/** A list of 1 to `maximum` entries. */
export const someOf = <S extends z.ZodType>(entry: S, maximum: number) =>
  z.array(entry).min(1, 'must not be empty').max(maximum, `must have at most ${maximum} entries`);

/** Ids of a bulk call. */
export const idsOf = (kind: IdKind, maximum: number) => someOf(idOf(kind), maximum);

/** The id of a record in responses. */
export const ownId = () => uuid().describe('Id of the record, a UUID.');

/** The account and workspace of a record in responses. */
export const owner = () => ({
  user_id: z.string().describe('Account that the record belongs to.'),
  workspace_id: z.string().nullable().describe('Workspace that the record belongs to; null if none.'),
});

/** The creation and change times of a record in responses. */
export const stamps = () => ({
  created_at: answeredTime().describe('When the record was created, in UTC.'),
  updated_at: answeredTime().describe('When the record was last changed, in UTC.'),
});

export const pagination = once(() =>
  z
    .object({
      nextCursor: z.string().nullable().describe('Value of `cursor` for the next page; null on the last page.'),
      count: z.int().describe('Number of rows on this page.'),
    })
    .meta({ id: 'Pagination', description: 'Paging information.' }),
);

/** Fields of a response with limited size (docs/limits.md#answers). */
export const warned = () => ({
  warnings: z
    .array(z.string())
    .optional()
    .describe('Omissions that keep the response small. Absent if nothing was omitted.'),
});

export const itemError = once(() =>
  z
    .object({
      code: z.string().describe('A stable error code, such as `NotFound`.'),
      message: z.string().describe('Description of the error for people. It may change.'),
    })
    .meta({ id: 'ItemError', description: 'Why one row of a request failed.' }),
);

const affected = () => z.int().describe('Number of changed records.');

/** Response of most bulk operations (docs/api/bulk.md). */
export const bulkResult = once(() =>
  z
    .object({
      affected: affected(),
      ids: z.array(z.string()).describe('Ids of the changed records.'),
      failed: z
        .array(z.object({ id: z.string().describe('The id as sent.'), error: itemError() }))
        .describe('The failed rows with the reasons. The others were processed.'),
    })
    .meta({ id: 'BulkResult', description: 'Outcome of a bulk operation.' }),
);

export const affectedOnly = () => z.object({ affected: affected() });

/** Response of deletes. */
export const affectedIds = () =>
  z.object({
    affected: z.int().describe('Number of deleted records.'),
    ids: z.array(z.string()).describe('Ids of the deleted records.'),
  });
