import * as z from 'zod';
import { once } from '../shared/once.ts';
import { completeTime, day, email, nullableText, text } from './schema/primitives.ts';

// An event has a start and end time, or a start and end date with an exclusive end (docs/api/agenda.md).

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/i;

/** A time with an offset, or local time in `time_zone`. */
const moment = () =>
  z
    .string()
    .overwrite(completeTime)
    .check(
      z.iso.datetime({
        offset: true,
        local: true,
        error: 'must be ISO 8601, with an offset unless time_zone is given, such as 2026-11-01T09:00:00Z',
      }),
    )
    .meta({ toolDescription: 'offset, or time_zone' });

const ACCOUNT = 'The connected account of the calendar. Default: the primary account.';

export const timeZone = () => z.string().refine(isZone, 'must be an IANA time zone such as Europe/Berlin');

function isZone(value: string): boolean {
  try {
    return /^[\w+/-]+$/.test(value) && !!new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return false;
  }
}

/** A time of day. */
export const clock = () =>
  z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time of day such as 09:00');

const fields = () => ({
  summary: text(1_000)
    .refine((summary) => summary.trim() !== '', 'must not be blank')
    .describe('The title of the event.'),
  start_datetime: moment()
    .optional()
    .describe('When a timed event starts: ISO 8601, with an offset unless `time_zone` is given.'),
  end_datetime: moment().optional().describe('When a timed event ends. Required with `start_datetime`.'),
  start_date: day().optional().meta({
    description: 'The first day of an all-day event.',
    toolDescription: 'YYYY-MM-DD, all day',
  }),
  end_date: day().optional().meta({
    description: 'The day after the last day of an all-day event. Default: the day after `start_date`.',
    toolDescription: 'YYYY-MM-DD, the day after the last',
  }),
  time_zone: timeZone().optional().meta({
    description: 'IANA time zone of times without an offset, such as Europe/Berlin.',
    toolDescription: 'for times without offset, such as Europe/Berlin',
  }),
  description: nullableText(8_000).optional().describe('Description of the event.'),
  location: nullableText(1_000).optional().describe('Where the event takes place.'),
  attendees: z
    .array(
      z.strictObject({
        email: email().describe('Email address of the guest.'),
        name: text(500).optional().describe('Name of the guest.'),
      }),
    )
    .max(100, 'must have at most 100 entries')
    .optional()
    .meta({
      description: 'The guests, at most 100. An update replaces all of them.',
      toolDescription: 'the guests; an update replaces all',
    }),
  account_email: text(320).optional().meta({ description: ACCOUNT, toolDescription: 'default: primary' }),
  send_invitations: z.boolean().optional().meta({
    description: 'Whether the guests are notified by mail. Office 365 always notifies them. Default: false.',
    toolDescription: 'emails the guests; only if the user asks for it',
  }),
});

type Times = Partial<Record<'start_datetime' | 'end_datetime' | 'start_date' | 'end_date' | 'time_zone', string>>;

/** Reports each time that is inconsistent with the others. */
function checkTimes(times: Times, needed: boolean, report: (field: keyof Times, reason: string) => void): void {
  const { start_datetime, end_datetime, start_date, end_date, time_zone } = times;
  const timed = start_datetime !== undefined || end_datetime !== undefined;
  const allDay = start_date !== undefined || end_date !== undefined;
  if (timed && allDay) {
    report(
      start_date === undefined ? 'end_date' : 'start_date',
      'cannot be combined with start_datetime and end_datetime',
    );
  } else if (timed) {
    if (start_datetime === undefined) report('start_datetime', 'required with end_datetime');
    if (end_datetime === undefined) report('end_datetime', 'required with start_datetime');
    for (const field of ['start_datetime', 'end_datetime'] as const) {
      const value = times[field];
      if (value !== undefined && time_zone === undefined && !HAS_OFFSET.test(value))
        report(field, 'must have an offset unless time_zone is given');
    }
  } else if (allDay) {
    if (start_date === undefined) report('start_date', 'required with end_date');
    else if (end_date !== undefined && end_date <= start_date)
      report('end_date', 'must be after start_date; the end is exclusive, so one day ends on the next');
  } else if (needed) {
    report('start_datetime', 'required, with end_datetime; for an all-day event, give start_date instead');
  }
}

/** Checks the times even if another field is invalid, so that one error lists all problems. */
const withTimes = <S extends z.ZodObject>(schema: S, needed: boolean) =>
  schema.superRefine(
    (value, { issues }) =>
      checkTimes(value as Times, needed, (field, message) =>
        issues.push({ code: 'custom', path: [field], message, input: value }),
      ),
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  );

/** A new event. */
export const eventInput = once(() =>
  withTimes(
    z.strictObject({
      ...fields(),
      add_conference: z
        .boolean()
        .optional()
        .meta({ description: "Whether to add the provider's video call.", toolDescription: 'adds a video call' }),
    }),
    true,
  ),
);

export const SCOPES = ['one', 'following', 'all'] as const;

/** Which events of a series to change or delete. */
export const scope = () =>
  z.enum(SCOPES).optional().meta({
    description:
      'Which events of a series the id of an occurrence stands for: only that `one`, it and all `following` ones, or `all`. Default: the event that the id belongs to.',
    toolDescription: 'which events of a series; default: the one with the id',
  });

/** Body of an update. Omitted fields are kept, null clears a field, and attendees replace the list. */
export const eventChange = once(() =>
  withTimes(z.strictObject({ ...fields(), summary: fields().summary.optional(), scope: scope() }), false).refine(
    ({ account_email: _, send_invitations: __, time_zone: ___, scope: ____, ...changes }) =>
      Object.values(changes).some((value) => value !== undefined),
    'must change at least one field',
  ),
);

export const hasOffset = (moment: string): boolean => HAS_OFFSET.test(moment);
