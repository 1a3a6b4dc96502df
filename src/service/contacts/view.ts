import { type RawBuilder, sql } from 'kysely';
import {
  ADDRESS_FIELDS,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from '../../contract/contact-fields.ts';
import { intervalObject } from '../keep-in-touch/interval.ts';
import { fromJson } from '../store/json.ts';
import type { ContactRow } from '../store/tables.ts';

// A contact's own fields as the API shows them, in one order, whichever way they are made: from a row, or, as SQLite hands
// over one text far sooner than sixty columns, as JSON that the statement itself puts together.

const AS_STORED = [
  'id',
  'user_id',
  'workspace_id',
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  'image_source',
  'website',
  'birthday',
  'birthday_year',
  ...PROFILE_FIELDS,
  'source',
  'priority_tier',
  'frequency',
  ...TIME_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  ...READ_ONLY_TIME_FIELDS,
  'geocode_attempts',
] as const;
/** Numbers that SQLite would write with fewer digits than they have. */
const PLACE = ['latitude', 'longitude'] as const;
const STAMPS = ['created_at', 'updated_at'] as const;
const OBJECTS = ['linkedin_data', 'web_search_summary'] as const;

/** The fields of a row, as an object. */
export function ownFields(row: ContactRow): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const field of [...AS_STORED, ...PLACE, ...STAMPS]) view[field] = row[field];
  for (const flag of FLAG_FIELDS) view[flag] = row[flag] === 1;
  view.frequency_text = row.frequency && `every ${row.frequency}`;
  view.frequency_interval = row.frequency && intervalObject(row.frequency);
  for (const field of OBJECTS) view[field] = fromJson(row[field]);
  return view;
}

/** What the fields and the relations are made from beside the texts. */
const BESIDE = [
  'id',
  'frequency',
  'next_reminder_at',
  'last_reminder_at',
  'birthday_dismissed_year',
  ...PLACE,
  ...OBJECTS,
] as const;

/** A row in which SQLite has written most fields into two texts. */
export interface WrittenRow extends Pick<ContactRow, (typeof BESIDE)[number]> {
  before_place: string;
  after_place: string;
}

export const isWritten = (row: object): row is WrittenRow => 'before_place' in row;

/** The columns of a `WrittenRow`. */
export function writtenColumns() {
  const column = (name: keyof ContactRow) => sql.ref(`contacts.${name}`);
  const object = (fields: [name: string, value: RawBuilder<unknown>][]) =>
    sql<string>`json_object(${sql.join(fields.flatMap(([name, value]) => [sql.lit(name), value]))})`;
  const before = AS_STORED.map((name): [string, RawBuilder<unknown>] => [name, column(name)]);
  const after = [
    ...STAMPS.map((name): [string, RawBuilder<unknown>] => [name, column(name)]),
    ...FLAG_FIELDS.map((name): [string, RawBuilder<unknown>] => [
      name,
      sql`json(iif(${column(name)} = 1, 'true', 'false'))`,
    ]),
    ['frequency_text', sql`'every ' || ${column('frequency')}`] satisfies [string, unknown],
  ];
  return [
    ...BESIDE.map((name) => `contacts.${name}` as const),
    object(before).as('before_place'),
    object(after).as('after_place'),
  ] as const;
}

/** The fields of a `WrittenRow` as JSON, without the brace that ends the object. */
export function ownText(row: WrittenRow): string {
  const { latitude, longitude, frequency, linkedin_data, web_search_summary } = row;
  const interval = frequency === null ? 'null' : JSON.stringify(intervalObject(frequency));
  return (
    `${row.before_place.slice(0, -1)},"latitude":${latitude},"longitude":${longitude},${row.after_place.slice(1, -1)}` +
    `,"frequency_interval":${interval},"linkedin_data":${checked(linkedin_data)},"web_search_summary":${checked(web_search_summary)}`
  );
}

/** What is no JSON any more must fail here, and not at the reader of the answer. */
function checked(json: string | null): string {
  if (json === null) return 'null';
  JSON.parse(json);
  return json;
}
