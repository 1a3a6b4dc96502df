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
/** Columns whose unknown values read as none, with the SQL test for known values. */
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

/** The fields of a row, as an object. */
export function ownFields(row: ContactRow): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const field of [...AS_STORED, ...PLACE, ...STAMPS]) view[field] = row[field];
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

/** Stored JSON for an answer. Anything but an object reads as none. */
const objectText = (json: string | null): string => (json !== null && isRecord(parseJson(json)) ? json : 'null');

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
    ...BESIDE.map((name) => `contacts.${name}` as const),
    object(before).as('before_place'),
    object(after).as('after_place'),
  ] as const;
}

/** The fields of a `WrittenRow` as JSON, without the brace that ends the object. */
export function ownText(row: WrittenRow): string {
  const place = PLACE.map((field) => `"${field}":${JSON.stringify(row[field])}`);
  const frequency = JSON.stringify(frequencyFields(row.frequency)).slice(1, -1);
  const objects = OBJECTS.map((field) => `"${field}":${objectText(row[field])}`);
  return [row.before_place.slice(0, -1), ...place, row.after_place.slice(1, -1), frequency, ...objects].join(',');
}
