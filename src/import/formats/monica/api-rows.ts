import { isRecord, recordsIn } from '../../../shared/records.ts';
import type { ListName, Row } from './account.ts';
import { textOf } from './row-reader.ts';

// Records as the API answers them, as rows with the columns of the database.

const inside = (row: Row, column: string): Row => (isRecord(row[column]) ? row[column] : {});
const pick = (row: Row, ...columns: string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

const NAMES = ['first_name', 'last_name', 'nickname', 'gender', 'is_starred', 'is_partial', 'is_active', 'is_dead'];

/** A contact in full. `keyOf` gives the key of one that is named inside it. */
export function contactRow(raw: Row, photos: Row[], keyOf: (contact: Row) => string): Row {
  const information = inside(raw, 'information');
  const dates = inside(information, 'dates');
  const career = inside(information, 'career');
  const met = inside(information, 'how_you_met');
  const avatar = inside(information, 'avatar');
  const photo = photos.find(({ link }) => link === avatar.url);
  return {
    ...pick(raw, ...NAMES, 'description', 'stay_in_touch_frequency', 'stay_in_touch_trigger_date'),
    ...pick(raw, 'created_at', 'updated_at'),
    middle_name: middleName(raw),
    last_talked_to: raw.last_called,
    ...{ birthdate: dates.birthdate, deceased_date: dates.deceased_date, first_met_date: met.first_met_date },
    first_met_additional_info: met.general_information,
    first_met_through: isRecord(met.first_met_through_contact) ? keyOf(met.first_met_through_contact) : null,
    ...pick(career, 'job', 'company'),
    food_preferences: information.food_preferences,
    tags: recordsIn(raw.tags).map(({ name }) => name),
    avatar: avatar.source === 'photo' ? photo?.dataUrl : null,
  };
}

/** A contact as others' records name it. */
export function shortRow(raw: Row): Row {
  return { ...pick(raw, ...NAMES), ...pick(inside(raw, 'information'), 'birthdate', 'deceased_date') };
}

/** The API gives the middle name only inside the complete one: what stands between first and last, in either order. */
function middleName(raw: Row): string {
  const [first, last, whole] = [textOf(raw.first_name), textOf(raw.last_name), textOf(raw.complete_name)];
  return last && (between(whole, first, last) || between(whole, last, first));
}

function between(whole: string, before: string, after: string): string {
  const end = whole.indexOf(` ${after}`, before.length);
  return whole.startsWith(`${before} `) && end > before.length ? whole.slice(before.length, end).trim() : '';
}

const emotions = (raw: Row) => recordsIn(raw.emotions).map(({ name }) => name);
const money = (raw: Row) => textOf(raw.amount_with_currency) || textOf(raw.amount);

/** Where the API answers each list of a contact, and the rows in it. */
export const API_LISTS: Partial<Record<ListName, { path: string; row(raw: Row): Row }>> = {
  notes: {
    path: 'notes',
    row: (raw) => pick(raw, 'body', 'is_favorited', 'created_at'),
  },
  calls: {
    path: 'calls',
    row: (raw) => ({ ...pick(raw, 'called_at', 'content', 'contact_called', 'created_at'), emotions: emotions(raw) }),
  },
  conversations: {
    path: 'conversations',
    row: (raw) => ({
      ...pick(raw, 'happened_at', 'created_at'),
      contact_field_type: inside(raw, 'contact_field_type').name,
      messages: recordsIn(raw.messages).map((message) => pick(message, 'content', 'written_at', 'written_by_me')),
    }),
  },
  reminders: {
    path: 'reminders',
    row: (raw) => ({
      ...pick(
        raw,
        'title',
        'description',
        'frequency_type',
        'frequency_number',
        'initial_date',
        'delible',
        'created_at',
      ),
      // The API does not say whether a reminder was sent: one whose day has passed was.
      inactive: raw.frequency_type === 'one_time' && textOf(raw.initial_date) < new Date().toISOString().slice(0, 10),
    }),
  },
  tasks: { path: 'tasks', row: (raw) => pick(raw, 'title', 'description', 'completed', 'completed_at', 'created_at') },
  gifts: {
    path: 'gifts',
    row: (raw) => ({
      ...pick(raw, 'name', 'comment', 'url', 'status', 'date', 'created_at'),
      amount: money(raw),
      recipient_name: textOf(inside(raw, 'recipient').complete_name),
      photos: recordsIn(raw.photos).map(({ original_filename }) => original_filename),
    }),
  },
  debts: {
    path: 'debts',
    row: (raw) => ({ ...pick(raw, 'in_debt', 'status', 'reason', 'created_at'), amount: money(raw) }),
  },
  pets: {
    path: 'pets',
    row: (raw) => ({ name: raw.name, category: inside(raw, 'pet_category').name }),
  },
  life_events: {
    path: 'lifeevents',
    row(raw) {
      const { default_life_event_type_key, name } = inside(raw, 'life_event_type');
      return { ...pick(raw, 'name', 'note', 'happened_at', 'created_at'), type: default_life_event_type_key || name };
    },
  },
  occupations: {
    path: 'occupations',
    row: (raw) => ({
      ...pick(raw, 'title', 'description', 'salary', 'salary_unit', 'currently_works_here', 'start_date', 'end_date'),
      company: inside(raw, 'company').name,
    }),
  },
  documents: { path: 'documents', row: (raw) => pick(raw, 'original_filename') },
};
