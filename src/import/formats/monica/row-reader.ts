import { isRecord, recordsIn } from '../../../shared/records.ts';
import { clean } from '../../../shared/text/charset.ts';
import { type MonicaRow, saysSomething } from './account.ts';

// Tracks which columns are read, so that the report can list the others.

/** A row from Monica that is read column by column. */
export interface RowFields {
  /** The trimmed text of a column, with numbers as digits; empty if it has no value. */
  text(column: string): string;
  /** 1, true, "1" and "yes" are true. */
  flag(column: string): boolean;
  /** A moment in UTC, or undefined. */
  moment(column: string): string | undefined;
  texts(column: string): string[];
  /** The rows of a nested list. */
  rows(column: string): RowFields[];
  /** The columns of a nested row. */
  inner(column: string): RowFields | undefined;
}

export interface MonicaRowReader {
  read(kind: string, row: MonicaRow): RowFields;
  /** Nonempty columns that were not read, such as `contact.shoe_size (3 times)`. */
  unread(): string[];
}

/** Columns about the record in Monica rather than the person. */
const IGNORED = new Set([
  ...['id', 'uuid', 'object', 'account', 'account_id', 'contact', 'contact_id', 'created_at', 'updated_at', 'url'],
  ...['number_of_views', 'last_consulted_at', 'hash_id', 'initials', 'complete_name', 'statistics', 'distant_etag'],
  ...['place_id', 'gender_id', 'gender_type', 'life_event_type_id', 'contact_field_type_id', 'activity_type_id'],
  ...['pet_category_id', 'company_id', 'reminder_id', 'birthday_reminder_id', 'deceased_reminder_id', 'conversation'],
  ...['first_met_reminder_id', 'birthday_special_date_id', 'deceased_special_date_id', 'first_met_special_date_id'],
  ...['first_met_through_contact_id', 'avatar_photo_id', 'deceased_reminder', 'first_met_reminder', 'conversation_id'],
  ...['has_avatar', 'has_avatar_bool', 'default_avatar_color', 'gravatar_url', 'avatar_source', 'avatar_gravatar_url'],
  ...['avatar_adorable_uuid', 'avatar_adorable_url', 'avatar_default_url', 'avatar_external_url', 'avatar_file_name'],
  ...['avatar_location', 'is_me', 'last_activity_together', 'amount_with_currency', 'favorited_at', 'is_favorite'],
]);

const YES = new Set<unknown>([1, true, '1', 'yes', 'true']);

export function newRowReader(): MonicaRowReader {
  const asked = new Map<string, Set<string>>();
  const rows = new Map<string, Set<MonicaRow>>();

  function read(kind: string, row: MonicaRow): RowFields {
    const columns = entryOf(asked, kind);
    entryOf(rows, kind).add(row);
    const get = (column: string): unknown => {
      columns.add(column);
      return row[column];
    };
    return {
      text: (column) => rowText(get(column)),
      flag: (column) => YES.has(get(column)),
      moment: (column) => rowInstant(rowText(get(column))),
      texts(column) {
        const value = get(column);
        return (Array.isArray(value) ? value : []).map(rowText).filter(Boolean);
      },
      rows(column) {
        return recordsIn(get(column)).map((inner) => read(`${kind}.${column}`, inner));
      },
      inner(column) {
        const value = get(column);
        return isRecord(value) && saysSomething(value) ? read(`${kind}.${column}`, value) : undefined;
      },
    };
  }

  function unread(): string[] {
    const counts = new Map<string, number>();
    for (const [kind, all] of rows) {
      for (const row of all)
        for (const [column, value] of Object.entries(row)) {
          if (IGNORED.has(column) || asked.get(kind)?.has(column) || !saysSomething(value)) continue;
          counts.set(`${kind}.${column}`, (counts.get(`${kind}.${column}`) ?? 0) + 1);
        }
    }
    return [...counts].sort().map(([name, count]) => (count > 1 ? `${name} (${count} times)` : name));
  }

  return { read, unread };
}

function entryOf<T>(map: Map<string, Set<T>>, kind: string): Set<T> {
  const found = map.get(kind) ?? new Set<T>();
  map.set(kind, found);
  return found;
}

export function rowText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? clean(value).trim() : '';
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Converts a time from Monica to UTC: `2020-05-17`, `2020-05-17 10:00:00` (always UTC), or ISO 8601, with a precision
 * of seconds. Undefined for `0000-00-00` and other invalid values.
 */
export function rowInstant(text: string): string | undefined {
  const [, day, time = '00:00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (!day) return undefined;
  const at = new Date(`${day}T${time.slice(0, 8)}${zone}`);
  const exists = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return exists ? at.toISOString() : undefined;
}

export const rowDay = (moment: string): string => moment.slice(0, 10);

/** Monica stores most events by day, at midnight. Noon is on the same day nearly everywhere. */
export const atNoonOfDay = (moment: string): string => moment.replace('T00:00:00.000Z', 'T12:00:00.000Z');
