import * as z from 'zod';
import { answeredDate, answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { anyObject, cursor, dayOrTime, idOf, integer, pagination, text } from './schema/primitives.ts';

/** What a search can find. */
export const SEARCH_KINDS = ['person', 'note', 'reminder', 'group', 'tag', 'event', 'email'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The most characters of a query. */
export const SEARCH_LENGTH = 1_000;

/** The most characters of a result's passage. */
export const LONGEST_PASSAGE = 300;

const contact = () =>
  z.object({
    id: z.string().describe('The id of the contact.'),
    full_name: z.string().nullable().describe('What the person is called. Null for someone without a name.'),
  });

const result = () =>
  z
    .object({
      id: z.string().describe('The id of the record. `fetch` accepts it.'),
      kind: z.enum(SEARCH_KINDS).describe('What the record is.'),
      title: z.string().describe('The name of a person, group, or tag, or the first words of a text.'),
      text: z.string().describe(`The passage that matches, at most ${LONGEST_PASSAGE} characters.`),
      url: z.string().describe('The address of the record: `kith://`, or a page of the web app.'),
      date: z
        .union([answeredTime(), answeredDate()])
        .nullable()
        .describe('When it happens: event time, due date, or start. Null if it has none.'),
      contacts: z.array(contact()).describe('The people of a note, reminder, or event, at most 10.'),
      archived: z.boolean().describe('Whether the person is archived.'),
      trashed: z.literal(true).optional().describe('True for a record in the trash. Absent otherwise.'),
      score: z.number().describe('How well it matches, 0 to 1. Comparable within one answer.'),
    })
    .meta({ id: 'SearchResult', description: 'A record that matches a search.' });

const count = () =>
  z.object({
    count: z.int().describe('How many records match any word of the query.'),
    archived: z.int().describe('How many of them are archived.'),
    trashed: z.int().describe('How many of them are in the trash.'),
  });

export const search = defineOperations({
  search: {
    summary: 'Search everything',
    description:
      'Finds people, notes, reminders, groups, tags and calendar events for a question or a few words, best match first. Names may be misspelled, and times such as "last summer" count. Quoted words must occur. Includes archived people and the trash.',
    method: 'GET',
    path: '/v2/search',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    query: () =>
      z.strictObject({
        query: text(1_000).min(1, 'must not be empty').meta({
          description: 'A question or a few words. Quoted words must occur.',
          toolDescription: 'the question as asked, or a few words; "quoted" words must occur',
        }),
        kinds: z.array(z.enum(SEARCH_KINDS)).min(1, 'must not be empty').max(SEARCH_KINDS.length).optional().meta({
          description: 'What to find. Default: all kinds except `email`.',
          toolDescription: 'default: all but email',
        }),
        contactId: idOf('contact').optional().describe('Only records of this person.'),
        groupId: idOf('group').optional().describe('Only records of members of this group.'),
        startDate: dayOrTime().optional().meta({
          description: 'The first day or moment of the date of a record.',
          toolDescription: 'first day of the thing (YYYY-MM-DD)',
        }),
        endDate: dayOrTime().optional().meta({
          description: 'The last day or moment. A day is covered whole.',
          toolDescription: 'last day, covered whole',
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
          .describe('How many records of each kind match, up to 1,000 for each word.'),
        pagination: pagination(),
        warnings: z
          .array(z.string())
          .describe(
            '`weak_match` if the best result covers too little of the query to be trusted, and what could not be searched.',
          ),
      }),
  },
  fetch: {
    summary: 'Fetch a search result',
    description:
      'Answers any record that `search` found, whole, as Markdown and as data. Also finds records in the trash.',
    method: 'GET',
    path: '/v2/records/{id}',
    textIds: true,
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () =>
      z.object({
        id: z.string().describe('The id of the record.'),
        kind: z.enum(SEARCH_KINDS).describe('What the record is.'),
        title: z.string().describe('The name of a person, group, or tag, or the first words of a text.'),
        text: z.string().describe('The record as Markdown.'),
        url: z.string().describe('The address of the record: `kith://`, or a page of the web app.'),
        metadata: z.record(z.string(), z.string()).describe('Facts about the record, such as `trashed`.'),
        record: anyObject().describe('The record as the operation of its kind answers it, such as `get_note`.'),
      }),
  },
});
