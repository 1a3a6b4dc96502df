import {
  ADDRESS_FIELDS,
  MESSAGE_TEXT_FIELDS,
  NO_YEAR,
  PROFILE_FIELDS,
  PROVIDER_FIELDS,
  READ_ONLY_TEXT_FIELDS,
  readBirthday,
  TEXT_FIELDS,
} from '../../../contract/contact-fields.ts';
import type { ContactRow } from '../../../store/tables.ts';
import { contactColumns } from '../../contact-rows/columns.ts';

/** Belong together, so they must come from the same contact. */
const PLACE: (keyof ContactRow)[] = ['latitude', 'longitude'];

/** Columns of the last message in each channel. The first one is its time. */
const CHANNELS: (keyof ContactRow)[][] = [
  ['linkedin_last_message_at', 'linkedin_last_message_snippet', 'linkedin_message_link'],
  ['whatsapp_last_message_at', 'whatsapp_message_snippet', 'whatsapp_message_link'],
  ['imessage_last_message_at', 'imessage_message_snippet', 'imessage_message_link'],
  ['instagram_last_message_at', 'instagram_message_snippet', 'instagram_message_link'],
  [
    'gmail_last_interaction_at',
    'gmail_last_interaction_subject',
    'gmail_last_interaction_provider',
    'gmail_last_interaction_provider_id',
  ],
  [
    'gcal_last_interaction_at',
    'gcal_last_interaction_title',
    'gcal_last_interaction_provider',
    'gcal_last_interaction_provider_id',
  ],
  ['phone_call_last_interaction_at', 'phone_call_interaction_snippet'],
];

const FILLED: (keyof ContactRow)[] = [
  ...TEXT_FIELDS,
  ...ADDRESS_FIELDS,
  ...PROFILE_FIELDS,
  ...MESSAGE_TEXT_FIELDS,
  ...PROVIDER_FIELDS,
  ...READ_ONLY_TEXT_FIELDS,
  'workspace_id',
  'image_source',
  'website',
  'source',
  'priority_tier',
  'frequency',
  'linkedin_data',
  'linkedin_enhance_date',
  'web_search_summary',
  'next_reminder_at',
  'birthday_dismissed_year',
];

/** The survivor's columns after the merge. `others` are oldest first. */
export function mergedColumns(survivor: ContactRow, others: ContactRow[], now: string): Partial<ContactRow> {
  const rows = [survivor, ...others];
  const merged: Record<string, unknown> = {};
  const copy = (from: ContactRow | undefined, columns: (keyof ContactRow)[]) => {
    for (const column of columns) if (from && from[column] !== null) merged[column] = from[column];
  };
  for (const column of FILLED)
    copy(
      rows.find((row) => row[column] !== null),
      [column],
    );
  copy(
    rows.find((row) => row.latitude !== null),
    PLACE,
  );
  for (const columns of CHANNELS) copy(latest(rows, columns[0]!), columns);
  for (const column of ['last_seen_at', 'last_reminder_at'] as const) copy(latest(rows, column), [column]);
  for (const column of ['first_met_at', 'first_interaction_at', 'created_at'] as const)
    copy(earliest(rows, column), [column]);
  for (const column of ['starred', 'never_keep_in_touch'] as const)
    merged[column] = rows.some((row) => row[column]) ? 1 : 0;
  merged.is_archived = rows.every((row) => row.is_archived) ? 1 : 0;
  return { ...(merged as Partial<ContactRow>), ...mergedBirthday(rows), ...mergedName(survivor, rows, merged, now) };
}

/** The first birthday. A missing year is filled from another contact with the same day. */
function mergedBirthday(rows: ContactRow[]): Partial<ContactRow> {
  const first = rows.find((row) => row.birthday !== null);
  const day = first?.birthday?.slice('YYYY'.length);
  const fits = ({ birthday }: ContactRow) => !day || birthday === null || birthday.endsWith(day);
  const known = first?.birthday_year ?? rows.find((row) => row.birthday_year !== null && fits(row))?.birthday_year;
  if (!first) return { birthday_year: known ?? null };
  const birthday = `${String(known ?? NO_YEAR).padStart(4, '0')}${day}`;
  if (!readBirthday(birthday)) return { birthday: first.birthday, birthday_year: first.birthday_year };
  return { birthday, birthday_year: known ?? null };
}

/** A full name that was joined from first and last name is joined again from the merged names. */
function mergedName(
  survivor: ContactRow,
  rows: ContactRow[],
  merged: Partial<ContactRow>,
  now: string,
): Partial<ContactRow> {
  if (survivor.full_name_given) return {};
  const given = rows.find((row) => row.full_name_given);
  if (given && !survivor.full_name) return { full_name: given.full_name, full_name_given: 1 };
  const { full_name, full_name_given } = contactColumns(
    { first_name: merged.first_name, last_name: merged.last_name },
    survivor,
    now,
  );
  return { ...(full_name !== undefined && { full_name }), ...(full_name_given !== undefined && { full_name_given }) };
}

const present = (rows: ContactRow[], column: keyof ContactRow) => rows.filter((row) => row[column] !== null);
const latest = (rows: ContactRow[], column: keyof ContactRow): ContactRow | undefined =>
  present(rows, column).reduce<ContactRow | undefined>(
    (best, row) => (!best || row[column]! > best[column]! ? row : best),
    undefined,
  );
const earliest = (rows: ContactRow[], column: keyof ContactRow): ContactRow | undefined =>
  present(rows, column).reduce<ContactRow | undefined>(
    (best, row) => (!best || row[column]! < best[column]! ? row : best),
    undefined,
  );
