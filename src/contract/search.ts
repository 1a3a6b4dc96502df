import * as z from 'zod';
import { answeredDate, answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { anyObject, cursor, dayOrTime, idOf, integer, pagination, text } from './schema/primitives.ts';

/** Kinds of records that a search finds. */
export const SEARCH_KINDS = ['person', 'note', 'reminder', 'group', 'tag', 'event', 'email'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Maximum characters in a query. */
export const SEARCH_LENGTH = 1_000;

/** Maximum characters in a result's passage. */
export const MAX_PASSAGE = 300;

const contact = () =>
  z.object({
    id: z.string().describe('Id of the contact.'),
    full_name: z.string().nullable().describe('Name of the person. Null for someone without a name.'),
  });

const result = () =>
  z
    .object({
      id: z.string().describe('Id of the record, for `fetch`.'),
      kind: z.enum(SEARCH_KINDS).describe('Kind of record.'),
      title: z.string().describe('Name of a person, group, or tag, or the beginning of the text.'),
      text: z.string().describe(`The matching passage, at most ${MAX_PASSAGE} characters.`),
      url: z.string().describe('URL of the record: `kith://`, or a page in the web app.'),
      date: z
        .union([answeredTime(), answeredDate()])
        .nullable()
        .describe('Event time, due date, or start; null if it has none.'),
      contacts: z.array(contact()).describe('The people of a note, reminder, or event, at most 10.'),
      archived: z.boolean().describe('Whether the person is archived.'),
      trashed: z.literal(true).optional().describe('True for a record in the trash. Absent otherwise.'),
      score: z.number().describe('Relevance, 0 to 1. Comparable only within one response.'),
    })
    .meta({ id: 'SearchResult', description: 'A record that matches a search.' });

const count = () =>
  z.object({
    count: z.int().describe('Number of records that match any word of the query.'),
    archived: z.int().describe('Number of archived records among them.'),
    trashed: z.int().describe('Number of records in the trash among them.'),
  });

export const search = defineOperations({
  search: {
    summary: 'Search everything',
    description:
      'Finds people, notes, reminders, groups, tags, and calendar events for a question or a few words, best match first. It tolerates misspelled names and understands times such as "last summer". Quoted words must occur. Includes archived people and the trash.',
    method: 'GET',
    path: '/v2/search',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        query: text(1_000).min(1, 'must not be empty').meta({
          description: 'A question or a few words. Quoted words must occur.',
          toolDescription: 'question or words; "quoted" ones must occur',
        }),
        kinds: z.array(z.enum(SEARCH_KINDS)).min(1, 'must not be empty').max(SEARCH_KINDS.length).optional().meta({
          description: 'Kinds of records to find. Default: all except `email`.',
          toolDescription: 'default: all except email',
        }),
        contactId: idOf('contact').optional().describe('Only records of this person.'),
        groupId: idOf('group').optional().describe('Only records of members of this group.'),
        startDate: dayOrTime().optional().meta({
          description: 'First day or time of the record’s date.',
          toolDescription: 'first day of its date (YYYY-MM-DD)',
        }),
        endDate: dayOrTime().optional().meta({
          description: 'Last day or time. A day is included completely.',
          toolDescription: 'last day (inclusive)',
        }),
        take: integer(1, 50).default(10).meta({
          description: 'Maximum number of results, 1 to 50. Default: 10.',
          toolDescription: 'up to 50; default 10',
        }),
        cursor: cursor().optional(),
      }),
    data: () =>
      z.object({
        results: z.array(result()).describe('The matching records, best first. Records in the trash are last.'),
        found: z
          .partialRecord(z.enum(SEARCH_KINDS), count())
          .describe('Number of matching records of each kind, up to 1,000 per word.'),
        pagination: pagination(),
        warnings: z
          .array(z.string())
          .describe(
            '`weak_match` if the best result covers too little of the query to be reliable, and anything that could not be searched.',
          ),
      }),
  },
  fetch: {
    summary: 'Fetch a search result',
    description:
      'Returns a complete record that `search` found, as Markdown and as data. Also finds records in the trash.',
    method: 'GET',
    path: '/v2/records/{id}',
    textIds: true,
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () =>
      z.object({
        id: z.string().describe('Id of the record.'),
        kind: z.enum(SEARCH_KINDS).describe('Kind of record.'),
        title: z.string().describe('Name of a person, group, or tag, or the beginning of the text.'),
        text: z.string().describe('The record as Markdown.'),
        url: z.string().describe('URL of the record: `kith://`, or a page in the web app.'),
        metadata: z.record(z.string(), z.string()).describe('Metadata of the record, such as `trashed`.'),
        record: anyObject().describe('The record as returned by the operation for its kind, such as `get_note`.'),
      }),
  },
});
