import * as z from 'zod';
import { once } from '../../shared/once.ts';
import { answeredTime, asMoment } from './answered-times.ts';
import { BOUNDS } from './limits.ts';

/** A shape of many fields made alike, with their names kept in the type. */
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
  | 'e-mail address'
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
  | 'deleted thing';

/** Which arguments are ids, and of what: tools take names there too (docs/api/tools.md#names-for-ids). */
export const ID_KINDS = z.registry<{ kind: IdKind }>();

/** The id of a record of the user's, as an argument. */
export const idOf = (kind: IdKind) => uuid().register(ID_KINDS, { kind });

/** Text that both engines can store and give back unchanged. */
export const text = (maximum = 10_000) =>
  z
    .string()
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or half a surrogate pair');

export const nullableText = (maximum?: number) => text(maximum).nullable();

/** The name of a record, kept as typed. */
export const recordName = () => text(BOUNDS.name).refine((name) => name.trim() !== '', 'must not be blank');

const toUtc = (value: string): string => {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
};

/** ISO 8601 lets a time end with its minutes, and an offset go without its colon; the pattern of a schema does not. */
export const completeTime = (value: string): string =>
  // Far longer than any time: the patterns would try every beginning with every end.
  value.length > 100
    ? value
    : value.replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2').replace(/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00');

/** What a bare day means where a moment is wanted: tools take one, in the account's zone (docs/api/times.md). */
export const BARE_DAYS = z.registry<{ means: 'start' | 'noon' | 'end' }>();

/** ISO 8601 with an offset; normalized to UTC with milliseconds (docs/api/times.md). */
export const dateTime = () =>
  z
    .string()
    .overwrite(completeTime)
    .check(z.iso.datetime({ offset: true, error: 'must be ISO 8601 with an offset, such as 2026-11-01T09:00:00Z' }))
    .refine((value) => toUtc(value).length <= 24, 'must lie between the years 0 and 9999')
    .overwrite(toUtc)
    .register(...asMoment);

/** A moment for which tools also take a bare day. */
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

/** The day that a date names, or a date-time at midnight, which is how days are answered; undefined for anything else. */
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

/** A calendar day or a moment; kept as sent, so that an end day can cover its whole day. */
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

/** A row's place in its list; the lowest comes first. */
export const ranking = () => integer(-1_000_000_000, 1_000_000_000);

const HIGHEST_STORED_RANKING = 2_000_000_000;

/** The ranking after the highest one. It may exceed the maximum in a request. */
export const rankingAfter = (highest: number): number => Math.min(highest + 1, HIGHEST_STORED_RANKING);
export const storedRanking = () => integer(-1_000_000_000, HIGHEST_STORED_RANKING);

export const email = () => z.email('must be an e-mail address').max(320, 'must be at most 320 characters');

/** An address of the web; stored, never fetched. */
export const uri = () =>
  text(8_192).refine((value) => URL.canParse(value), 'must be an absolute address such as https://example.com/a.png');

/** A field that takes anything, of which the service makes no use: kept out of tools. */
export const ignored = () =>
  z.unknown().optional().meta({ tool: 'omit', description: 'Taken for compatibility, and ignored.' });

/** A JSON object of any keys. */
export const anyObject = () => z.record(z.string(), z.unknown());

export const take = (fallback: number, maximum: number) =>
  integer(1, maximum)
    .default(fallback)
    .meta({
      description: `The most rows to answer, 1 to ${maximum}; ${fallback} if left out.`,
      toolDescription: `rows, up to ${maximum}; else 20`,
    });

export const cursor = () =>
  z.string().max(4_096).meta({
    description: 'The `nextCursor` of the page before; the list starts at its beginning without one.',
    toolDescription: 'nextCursor of the page before',
  });

/** Paging of every list that has no limits of its own (docs/api/paging.md). */
export const paging = () => ({ take: take(50, 200), cursor: cursor().optional() });

/** Paging of a list that returns everything that fits if `take` is left out. */
export const optionalPaging = () => ({
  take: integer(1, 200).optional().meta({
    description: 'Maximum number of rows, 1 to 200. Default: all that fit in one answer.',
    toolDescription: 'rows, up to 200; default 20',
  }),
  cursor: cursor().optional(),
});

/** The list's answer fields besides the rows. Older services leave both out. */
export const optionalPages = () => ({ pagination: pagination().optional(), ...warned() });

/** A list inside a record's body. */
export const listOf = <S extends z.ZodType>(entry: S) => z.array(entry).max(500, 'must have at most 500 entries');

/** From one entry to so many. */
export const someOf = <S extends z.ZodType>(entry: S, maximum: number) =>
  z.array(entry).min(1, 'must not be empty').max(maximum, `must have at most ${maximum} entries`);

/** Ids of a bulk call. */
export const idsOf = (kind: IdKind, maximum: number) => someOf(idOf(kind), maximum);

/** The id of a record, as answered. */
export const ownId = () => uuid().describe('The id of this record, a UUID.');

/** The account and workspace of a record, as answered. */
export const owner = () => ({
  user_id: z.string().describe('The account that the record belongs to.'),
  workspace_id: z.string().nullable().describe('The workspace that the record belongs to; null without one.'),
});

/** When a record was made and changed, as answered. */
export const stamps = () => ({
  created_at: answeredTime().describe('When the record was created, in UTC.'),
  updated_at: answeredTime().describe('When the record was last changed, in UTC.'),
});

export const pagination = once(() =>
  z
    .object({
      nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
      count: z.int().describe('How many rows this page has.'),
    })
    .meta({ id: 'Pagination', description: 'Where a page stands in its list.' }),
);

/** Fields of an answer that is limited in size (docs/limits.md#answers). */
export const warned = () => ({
  warnings: z
    .array(z.string())
    .optional()
    .describe('Omissions that keep the answer small. Absent if nothing was omitted.'),
});

export const itemError = once(() =>
  z
    .object({
      code: z.string().describe('A stable word for the kind of failure, such as `NotFound`.'),
      message: z.string().describe('The reason in words, for a person; it may change.'),
    })
    .meta({ id: 'ItemError', description: 'Why one row of a request failed while others went on.' }),
);

const affected = () => z.int().describe('How many records were changed.');

/** What most bulk calls answer (docs/api/bulk.md). */
export const bulkResult = once(() =>
  z
    .object({
      affected: affected(),
      ids: z.array(z.string()).describe('The ids of the records that were changed.'),
      failed: z
        .array(z.object({ id: z.string().describe('The id as it was sent.'), error: itemError() }))
        .describe('The rows that failed, each with its reason; the others were done.'),
    })
    .meta({ id: 'BulkResult', description: 'What a request of many rows did.' }),
);

export const affectedOnly = () => z.object({ affected: affected() });

/** What a delete answers. */
export const affectedIds = () =>
  z.object({
    affected: z.int().describe('How many records were deleted.'),
    ids: z.array(z.string()).describe('The ids of the deleted records.'),
  });
