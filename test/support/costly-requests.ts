import { randomUUID } from 'node:crypto';
import { BOUNDS } from '../../src/contract/schema/limits.ts';

/** A request that once delayed everyone else, or might, and its expected status. */
export interface CostlyRequest {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  status: number;
  /** Whether a read-only key can send it. */
  reads?: true;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const unknown = (count: number) => Object.fromEntries(many(count, (index) => [`first_nam${index}`, 1]));
const ids = (count: number) => many(count, () => randomUUID());
/** One character that folds to 18. */
const SWELLING = '\ufdfa';

const filter = (what: string, where: unknown, status: number): CostlyRequest => ({
  what: `filter: ${what}`,
  method: 'POST',
  path: '/v2/contacts/filter',
  body: { where },
  status,
  reads: true,
});
const create = (what: string, body: unknown, status: number): CostlyRequest => ({
  what: `contact: ${what}`,
  method: 'POST',
  path: '/v2/contacts',
  body,
  status,
});
const bulk = (what: string, contacts: unknown[], status: number): CostlyRequest => ({
  what: `contacts: ${what}`,
  method: 'POST',
  path: '/v2/contacts/batch',
  body: { contacts },
  status,
});
const note = (what: string, fields: object, status: number): CostlyRequest => ({
  what: `note: ${what}`,
  method: 'POST',
  path: '/v2/timeline/notes',
  body: { note: { timeline_items_contacts: [], ...fields } },
  status,
});

/** Letters that no engine can store in fewer bytes. */
const random = (length: number): string =>
  String.fromCharCode(...many(length, () => 0x400 + Math.floor(Math.random() * 0x50)));

/** Small values in 5 MiB, each under its own name. */
function fullOfFields(): string {
  let json = '{';
  for (let index = 0; json.length < 5_200_000; index++) json += `"${index.toString(36)}":1,`;
  return `${json}"last":1}`;
}

/** Requests with unknown fields, excessive lists, and texts that expand, beside large valid ones. */
export const costlyRequests = (contactIds: string[], tagIds: string[]): CostlyRequest[] => [
  create('60,000 unknown fields', unknown(60_000), 400),
  create('unknown fields, as many as an object may have', unknown(BOUNDS.fields), 400),
  filter('60,000 unknown conditions', unknown(60_000), 400),
  { ...filter('', {}, 400), what: 'filter: 5 MiB of fields', body: fullOfFields() },
  { ...filter('', {}, 400), what: 'filter: 5 MiB of empty lists', body: `[${'[],'.repeat(1_700_000)}[]]` },
  { ...filter('', {}, 400), what: 'filter: wrong flags', body: { include: unknown(BOUNDS.fields) } },
  bulk(
    '500 with 190 unknown fields each',
    many(500, () => unknown(190)),
    400,
  ),
  bulk(
    '90 with 500 wrong e-mails each',
    many(90, () => ({ contact_emails: many(500, () => ({ email: 'x' })) })),
    400,
  ),
  filter(
    '8,000 conditions',
    { or: many(20, () => ({ or: many(20, () => ({ or: many(20, () => ({ name: 'a' })) })) })) },
    400,
  ),
  filter(
    'a hundred thousand ids',
    { or: many(20, () => ({ or: many(10, () => ({ tags: { any: ids(500) } })) })) },
    400,
  ),
  filter('the same with in', { or: many(20, () => ({ or: many(10, () => ({ in: ids(500) })) })) }, 400),
  filter('as many ids as it may have', { or: many(10, () => ({ tags: { any: ids(500) } })) }, 200),
  filter(
    'all fields of its own, by value',
    { custom_fields: many(20, () => ({ id: randomUUID(), operator: 'contains', value: 'x' })), in: ids(500) },
    200,
  ),
  filter('all of 150 tags', { tags: { all: ids(150) } }, 200),
  filter(
    'as many conditions as it may have',
    { or: many(9, (one) => ({ or: many(10, (other) => ({ description: `${one} ${other}` })) })) },
    200,
  ),
  filter('text that swells', { or: many(20, () => ({ name: SWELLING.repeat(500) })) }, 200),
  bulk(
    '20 of swelling names',
    many(20, () => ({ full_name: SWELLING.repeat(10_000) })),
    400,
  ),
  bulk(
    '150 that swell',
    many(150, () => ({ description: SWELLING.repeat(10_000) })),
    400,
  ),
  bulk(
    '20 that swell within the bound',
    many(20, () => ({ description: SWELLING.repeat(10_000) })),
    201,
  ),
  bulk(
    '500 in order',
    many(500, (index) => ({ full_name: `Person ${index}`, description: 'x'.repeat(2_000) })),
    201,
  ),
  create(
    'all that an index of names could hold',
    { full_name: random(500), first_name: random(500), last_name: random(500) },
    201,
  ),
  create(
    'a long address',
    { legacy_contact_addresses: [{ street: random(2_000), city: random(2_000), region: random(2_000) }] },
    201,
  ),
  note('500,000 letters in words of their own', { note: many(62_500, () => random(7)).join(' ') }, 201),
  {
    what: 'notes: eighty of five hundred people each',
    method: 'POST',
    path: '/v2/timeline/notes/batch',
    body: {
      notes: many(80, (index) => ({
        note: `Note ${index}`,
        timeline_items_contacts: contactIds.slice(1_000, 1_500).map((contact_id) => ({ contact_id })),
      })),
    },
    status: 201,
  },
  {
    what: 'contacts: five hundred of whom each may be there already',
    method: 'POST',
    path: '/v2/contacts/batch',
    body: {
      contacts: many(500, (index) => ({
        full_name: `Ann ${'Long'.repeat(1 + (index % 100))} Miller`,
        contact_emails: [{ email: `ann${index}@example.com` }],
      })),
      onDuplicate: 'skip',
    },
    status: 201,
  },
  note('500,000 that swell', { note: SWELLING.repeat(500_000) }, 400),
  note('swelling as far as it may', { note: SWELLING.repeat(Math.floor(BOUNDS.foldedText / 18)) }, 201),
  note('marks in a row', { note: '\u0301\u0323'.repeat(250_000) }, 201),
  note('a time of a million letters', { note: 'x', event_time: 'T'.repeat(1_000_000) }, 400),
  {
    what: 'tags of a million marks',
    method: 'POST',
    path: '/v2/tags/batch',
    body: { names: many(4, (index) => `${index}${'\u0301\u0323'.repeat(250_000)}`) },
    status: 201,
  },
  {
    what: '500 contacts with 40 tags',
    method: 'POST',
    path: '/v2/tags/contacts/add',
    body: { contactIds: contactIds.slice(0, 500), tagIds },
    status: 200,
  },
  {
    what: '500 changes',
    method: 'PUT',
    path: '/v1/contacts',
    body: contactIds.slice(0, 500).map((contactId) => ({ contactId, data: { job_title: 'Smith' } })),
    status: 200,
  },
  { what: 'duplicates', method: 'GET', path: '/v2/contacts/duplicates', status: 200, reads: true },
  {
    what: '500 deletions',
    method: 'POST',
    path: '/v2/contacts/batch-delete',
    body: { contactIds: contactIds.slice(0, 500) },
    status: 200,
  },
  {
    what: 'the trash: a search through five hundred contacts',
    method: 'GET',
    path: '/v2/trash?searchQuery=nobody',
    status: 200,
    reads: true,
  },
  {
    what: 'the trash: five hundred contacts come back',
    method: 'POST',
    path: '/v2/trash/restore',
    body: { ids: contactIds.slice(0, 500) },
    status: 200,
  },
];
