import { type RawBuilder, sql } from 'kysely';
import { knownValue } from '../../contract/archive-rows.ts';
import {
  ADDRESS_FIELDS,
  CONTACT_SOURCES,
  FLAG_FIELDS,
  MESSAGE_TEXT_FIELDS,
  MESSAGE_TIME_FIELDS,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  PROVIDERS,
  READ_ONLY_TEXT_FIELDS,
  READ_ONLY_TIME_FIELDS,
  TEXT_FIELDS,
  TIME_FIELDS,
} from '../../contract/contact-fields.ts';
import { isRecord, parseJson } from '../../shared/records.ts';
import type { ContactRow } from '../../store/tables.ts';
import { intervalObject, knownFrequency } from '../common/frequency.ts';

// A contact's own fields in API format, always in the same order. They come from a row or, on SQLite, from JSON that the
// statement generates, because SQLite returns one text much faster than sixty columns.

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
  ...TIME_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...MESSAGE_TIME_FIELDS,
  ...PROVIDER_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  ...READ_ONLY_TIME_FIELDS,
  'geocode_attempts',
] as const;
/** Numbers that SQLite's JSON functions would round. */
const COORDINATES = ['latitude', 'longitude'] as const;
const STAMPS = ['created_at', 'updated_at'] as const;
const OBJECTS = ['linkedin_data', 'web_search_summary'] as const;
/** Columns whose unknown values are returned as null. */
const CHECKED = ['source', 'birthday', 'birthday_year', ...PROVIDER_FIELDS] as const;
const isChecked = (name: string): name is (typeof CHECKED)[number] => (CHECKED as readonly string[]).includes(name);
const isOneOf = (choices: readonly string[]) => (column: RawBuilder<unknown>) =>
  sql`${column} in (${sql.join(choices.map((one) => sql.lit(one)))})`;
const IS_KNOWN: Record<(typeof CHECKED)[number], (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  source: isOneOf(CONTACT_SOURCES),
  birthday: (column) => sql`${column} >= '0001' and ${column} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*'`,
  birthday_year: (column) => sql`${column} between 1 and 9999`,
  gmail_last_interaction_provider: isOneOf(PROVIDERS),
  gcal_last_interaction_provider: isOneOf(PROVIDERS),
};

/** A row's own fields in API format. */
export function ownFields(row: ContactRow): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const field of [...AS_STORED, ...COORDINATES, ...STAMPS]) view[field] = row[field];
  for (const flag of FLAG_FIELDS) view[flag] = row[flag] === 1;
  for (const field of CHECKED) view[field] = knownValue('contacts', field, view[field]);
  Object.assign(view, frequencyFields(row.frequency));
  for (const field of OBJECTS) view[field] = JSON.parse(objectText(row[field]));
  return view;
}

function frequencyFields(stored: string | null) {
  const frequency = knownFrequency(stored);
  return {
    frequency,
    frequency_text: frequency && `every ${frequency}`,
    frequency_interval: frequency && intervalObject(frequency),
  };
}

/** Stored JSON for an answer, or "null" if it is not an object. */
const objectText = (json: string | null): string => (json !== null && isRecord(parseJson(json)) ? json : 'null');

/** Columns that are read in addition to the JSON, to compute fields and relations. */
const OTHER_COLUMNS = [
  'id',
  'frequency',
  'next_reminder_at',
  'last_reminder_at',
  'birthday_dismissed_year',
  ...COORDINATES,
  ...OBJECTS,
] as const;

/** A row with most fields as two JSON texts. */
export interface JsonRow extends Pick<ContactRow, (typeof OTHER_COLUMNS)[number]> {
  before_place: string;
  after_place: string;
}

export const isJsonRow = (row: object): row is JsonRow => 'before_place' in row;

/** The columns of a `JsonRow`. */
export function jsonColumns() {
  const column = (name: keyof ContactRow) => sql.ref(`contacts.${name}`);
  const object = (fields: [name: string, value: RawBuilder<unknown>][]) =>
    sql<string>`json_object(${sql.join(fields.flatMap(([name, value]) => [sql.lit(name), value]))})`;
  const known = (name: (typeof CHECKED)[number]) => sql`iif(${IS_KNOWN[name](column(name))}, ${column(name)}, null)`;
  const before = AS_STORED.map((name): [string, RawBuilder<unknown>] => [
    name,
    isChecked(name) ? known(name) : column(name),
  ]);
  const after = [
    ...STAMPS.map((name): [string, RawBuilder<unknown>] => [name, column(name)]),
    ...FLAG_FIELDS.map((name): [string, RawBuilder<unknown>] => [
      name,
      sql`json(iif(${column(name)} = 1, 'true', 'false'))`,
    ]),
  ];
  return [
    ...OTHER_COLUMNS.map((name) => `contacts.${name}` as const),
    object(before).as('before_place'),
    object(after).as('after_place'),
  ] as const;
}

/** The fields of a `JsonRow` as JSON, without the closing brace. */
export function ownText(row: JsonRow): string {
  const place = COORDINATES.map((field) => `"${field}":${JSON.stringify(row[field])}`);
  const frequency = JSON.stringify(frequencyFields(row.frequency)).slice(1, -1);
  const objects = OBJECTS.map((field) => `"${field}":${objectText(row[field])}`);
  return [row.before_place.slice(0, -1), ...place, row.after_place.slice(1, -1), frequency, ...objects].join(',');
}
