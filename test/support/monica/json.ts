import { type Account, find, of, PIXEL, type Row, uuidOf } from './account.ts';

type Json = Record<string, unknown>;

/** Times in Laravel's format. */
const iso = (value: unknown): string | null =>
  typeof value === 'string' ? `${value.slice(0, 10)}T${value.slice(11) || '00:00:00'}.000000Z` : null;

/** A record: its columns, and under `properties` the nonempty ones. */
function record(table: string, row: Row, properties: Json = {}): Json {
  const filled = Object.entries(properties).filter(([, value]) => value !== null && value !== undefined);
  return {
    uuid: row.uuid ?? uuidOf(table, row.id),
    ...{ created_at: iso(row.created_at), updated_at: iso(row.updated_at) },
    properties: Object.fromEntries(filled),
  };
}

const pick = (row: Row, ...columns: string[]): Json =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** A Monica collection, omitted if empty. */
const collection = (type: string, values: unknown[]): Json[] =>
  values.length > 0 ? [{ count: values.length, type, values }] : [];

const PETS = 'reptile bird cat dog fish hamster horse rabbit rat small_animal other'.split(' ');

/** The account in the format of Monica's JSON export. */
export function jsonExport(account: Account): string {
  const rows = (table: string) => account[table] ?? [];
  const instanceOf = (table: string, ...columns: string[]) =>
    rows(table).map((row) => record(table, row, pick(row, ...columns)));
  const value = {
    version: '1.0-preview.1',
    app_version: '4.1.2',
    export_date: '2026-01-01T00:00:00.000000Z',
    url: 'https://monica.example.com',
    exported_by: uuidOf('users', 1),
    account: {
      uuid: uuidOf('accounts', 1),
      data: [
        ...collection(
          'user',
          rows('users').map((row) => ({ ...record('users', row), email: row.email })),
        ),
        ...collection(
          'contact',
          rows('contacts').map((row) => contact(account, row)),
        ),
        ...collection(
          'relationship',
          rows('relationships').map((row) =>
            record('relationships', row, {
              type: find(account, 'relationship_types', row.relationship_type_id)?.name,
              contact_is: uuidOf('contacts', row.contact_is),
              of_contact: uuidOf('contacts', row.of_contact),
            }),
          ),
        ),
        ...collection(
          'photo',
          rows('photos').map((row) =>
            record('photos', row, {
              ...pick(row, 'original_filename', 'filesize', 'mime_type'),
              dataUrl: `data:image/png;base64,${PIXEL}`,
            }),
          ),
        ),
        ...collection(
          'document',
          rows('documents').map((row) => record('documents', row, pick(row, 'original_filename', 'filesize', 'type'))),
        ),
        ...collection(
          'activity',
          rows('activities').map((row) =>
            record('activities', row, {
              ...pick(row, 'summary', 'description'),
              happened_at: iso(row.happened_at),
              type: row.activity_type_id && uuidOf('activity_types', row.activity_type_id),
            }),
          ),
        ),
      ],
      properties: {
        journal_entries: rows('journal_entries').map((row) => journalEntry(account, row)),
        modules: [{ key: 'love_relationships', properties: { active: true } }],
        audit_logs: rows('audit_logs').map((row) => ({ created_at: row.created_at, properties: pick(row, 'action') })),
      },
      instance: {
        activity_types: instanceOf('activity_types', 'translation_key', 'name'),
        contact_field_types: instanceOf('contact_field_types', 'name', 'protocol', 'type'),
        genders: instanceOf('genders', 'name', 'type'),
        life_event_types: rows('life_event_types').map((row) =>
          record('life_event_types', row, { name: row.name, translation_key: row.default_life_event_type_key }),
        ),
      },
    },
  };
  return JSON.stringify(value, null, 4);
}

function contact(account: Account, row: Row): Json {
  const date = (column: string) => {
    const found = find(account, 'special_dates', row[column]);
    return found && { uuid: found.uuid, ...pick(found, 'is_age_based', 'is_year_unknown'), date: iso(found.date) };
  };
  const tags = of(account, 'contact_tag', 'contact_id', row.id).map(
    ({ tag_id }) => find(account, 'tags', tag_id)?.name,
  );
  const linked = (table: string, column: string) =>
    of(account, table, 'contact_id', row.id).map((link) => uuidOf(`${column}s`, link[`${column}_id`]));
  return {
    ...record('contacts', row, {
      ...pick(row, 'first_name', 'middle_name', 'last_name', 'nickname', 'description', 'job', 'company'),
      ...{ is_starred: row.is_starred === 1, is_partial: row.is_partial === 1, is_active: row.is_active === 1 },
      is_dead: row.is_dead === 1,
      ...pick(row, 'food_preferences', 'stay_in_touch_frequency', 'number_of_views'),
      last_talked_to: iso(row.last_talked_to),
      stay_in_touch_trigger_date: iso(row.stay_in_touch_trigger_date),
      avatar: {
        ...pick(row, 'avatar_source', 'avatar_external_url'),
        ...(row.avatar_photo_id && { avatar_photo: uuidOf('photos', row.avatar_photo_id) }),
      },
      ...(tags.length > 0 && { tags }),
      gender: row.gender_id && uuidOf('genders', row.gender_id),
      birthdate: date('birthday_special_date_id'),
      deceased_date: date('deceased_special_date_id'),
      first_met_date: date('first_met_special_date_id'),
      first_met_through: row.first_met_through_contact_id && uuidOf('contacts', row.first_met_through_contact_id),
    }),
    data: [
      ...lists(account, row),
      ...collection(
        'activity',
        of(account, 'activity_contact', 'contact_id', row.id).map((link) => uuidOf('activities', link.activity_id)),
      ),
      ...collection('photo', linked('contact_photo', 'photo')),
      ...collection(
        'document',
        of(account, 'documents', 'contact_id', row.id).map(({ id }) => uuidOf('documents', id)),
      ),
    ],
  };
}

function lists(account: Account, { id }: Row): Json[] {
  const list = (type: string, table: string, propertiesOf: (row: Row) => Json) =>
    collection(
      type,
      of(account, table, 'contact_id', id).map((row) => record(table, row, propertiesOf(row))),
    );
  const type = (table: string, number: unknown) => (number ? uuidOf(table, number) : null);
  return [
    ...list('call', 'calls', (row) => ({
      ...{ called_at: iso(row.called_at), content: row.content, contact_called: row.contact_called === 1 },
      emotions: ['happy'],
    })),
    ...list('contact_field', 'contact_fields', (row) => ({
      ...{ data: row.data, type: type('contact_field_types', row.contact_field_type_id) },
    })),
    ...list('debt', 'debts', (row) => ({
      ...{ amount: String(Number(row.amount) / 100), status: row.status, in_debt: row.in_debt === 'yes' },
      currency: { id: 2, iso: 'USD', symbol: '$' },
    })),
    ...list('gift', 'gifts', (row) => ({
      ...pick(row, 'name', 'comment', 'url', 'status', 'date'),
      amount: String(Number(row.amount) / 100),
    })),
    ...list('note', 'notes', (row) => ({ body: row.body, favorited_at: iso(row.favorited_at) })),
    ...list('reminder', 'reminders', (row) => ({
      ...pick(row, 'title', 'description', 'frequency_type', 'frequency_number'),
      ...{ initial_date: iso(row.initial_date), delible: row.delible === 1, inactive: row.inactive },
    })),
    ...list('task', 'tasks', (row) => ({
      ...{ title: row.title, description: row.description, completed: row.completed === 1 },
      completed_at: iso(row.completed_at),
    })),
    ...list('address', 'addresses', (row) => ({
      name: row.name,
      ...pick(find(account, 'places', row.place_id)!, 'street', 'city', 'province', 'postal_code', 'country'),
      ...pick(find(account, 'places', row.place_id)!, 'latitude', 'longitude'),
    })),
    ...list('pet', 'pets', (row) => ({ name: row.name, category: PETS[Number(row.pet_category_id) - 1] })),
    ...list('conversation', 'conversations', (row) => ({
      happened_at: iso(row.happened_at),
      contact_field_type: type('contact_field_types', row.contact_field_type_id),
      messages: of(account, 'messages', 'conversation_id', row.id).map((message) =>
        record('messages', message, {
          content: message.content,
          ...{ written_at: iso(message.written_at), written_by_me: message.written_by_me === 1 },
        }),
      ),
    })),
    ...list('life_event', 'life_events', (row) => ({
      ...pick(row, 'name', 'note', 'specific_information'),
      ...{ happened_at: iso(row.happened_at), type: type('life_event_types', row.life_event_type_id) },
    })),
  ];
}

function journalEntry(account: Account, row: Row): Json {
  const isDay = String(row.journalable_type).endsWith('Day');
  const source = find(account, isDay ? 'days' : 'entries', row.journalable_id)!;
  const [year, month, day] = String(row.date).slice(0, 10).split('-').map(Number);
  const properties = isDay
    ? { type: 'day', ...pick(source, 'rate', 'comment'), year, month, day }
    : { type: 'entry', ...pick(source, 'title', 'post'), date: iso(row.date) };
  return { ...record(isDay ? 'days' : 'entries', source, properties) };
}
