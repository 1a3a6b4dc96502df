// A Monica 4.x account as in its database: numeric ids, rows by table. `sql.ts`, `json.ts`, and `api.ts` write it in
// the formats of Monica's exports and API.

export type Row = Record<string, string | number | null>;
export type Account = Record<string, Row[]>;

const at = (day: number, second = 0): string =>
  `2020-01-${String(day).padStart(2, '0')} 10:00:${String(second).padStart(2, '0')}`;

/** A UUID derived from a table and a number. */
export const uuidOf = (table: string, id: unknown): string => {
  const kind = [...table].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffff, 7);
  return `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${Number(id).toString(16).padStart(12, '0')}`;
};

/** A picture of one red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const stamped = (rows: Row[]): Row[] =>
  rows.map((row, index) => ({ id: index + 1, account_id: 1, created_at: at(1, index), updated_at: at(2), ...row }));

const PERSON: Row = {
  ...{ middle_name: null, last_name: null, nickname: null, gender_id: null, description: null, is_starred: 0 },
  ...{ is_partial: 0, is_active: 1, is_dead: 0, deceased_special_date_id: null, birthday_special_date_id: null },
  ...{ birthday_reminder_id: null, first_met_through_contact_id: null, first_met_special_date_id: null },
  ...{ first_met_where: null, first_met_additional_info: null, job: null, company: null, food_preferences: null },
  ...{ last_talked_to: null, stay_in_touch_frequency: null, stay_in_touch_trigger_date: null },
  ...{ avatar_source: 'default', avatar_photo_id: null, avatar_external_url: null, number_of_views: 3 },
};

/** A small account with some of every kind of record. */
export function sampleAccount(): Account {
  return {
    accounts: [{ id: 1, api_key: 'secret', number_of_invitations_sent: 0 }],
    users: stamped([{ first_name: 'Uma', last_name: 'User', email: 'uma@x.example', password: '$2y$hash' }]),
    contacts: stamped([
      {
        ...PERSON,
        ...{ first_name: 'Ada', middle_name: 'M.', last_name: 'Lovelace', nickname: 'Countess', gender_id: 1 },
        ...{ description: 'Likes "engines"; can\'t stop\nC:\\new', is_starred: 1, birthday_special_date_id: 1 },
        ...{ birthday_reminder_id: 1, first_met_special_date_id: 2, first_met_through_contact_id: 2 },
        ...{ first_met_where: 'London', first_met_additional_info: 'At the fair', job: 'Analyst', company: 'Engines' },
        ...{ food_preferences: 'No nuts', last_talked_to: '2020-03-01 00:00:00', stay_in_touch_frequency: 30 },
        ...{ stay_in_touch_trigger_date: '2027-01-15 00:00:00', avatar_source: 'photo', avatar_photo_id: 1 },
      },
      { ...PERSON, first_name: 'Bob', last_name: "O'Brien", birthday_special_date_id: 3 },
      { ...PERSON, first_name: 'Cem', is_partial: 1, birthday_special_date_id: 4 },
      { ...PERSON, first_name: 'Dora', last_name: 'Dee', is_active: 0, is_dead: 1, deceased_special_date_id: 5 },
      { ...PERSON, first_name: 'Zoë', last_name: '王', description: '' },
    ]).map((row) => ({ ...row, uuid: uuidOf('contacts', row.id) })),
    special_dates: stamped([
      { contact_id: 1, is_age_based: 0, is_year_unknown: 0, date: '1985-05-17' },
      { contact_id: 1, is_age_based: 0, is_year_unknown: 0, date: '2019-03-02' },
      { contact_id: 2, is_age_based: 0, is_year_unknown: 1, date: '2020-02-29' },
      { contact_id: 3, is_age_based: 1, is_year_unknown: 0, date: '2012-01-01' },
      { contact_id: 4, is_age_based: 0, is_year_unknown: 0, date: '2018-11-30' },
    ]).map((row) => ({ ...row, uuid: uuidOf('special_dates', row.id) })),
    genders: stamped([
      { name: 'Woman', type: 'F' },
      { name: 'Man', type: 'M' },
    ]),
    contact_field_types: stamped([
      { name: 'Email', fontawesome_icon: 'fa', protocol: 'mailto:', delible: 0, type: 'email' },
      { name: 'Phone', fontawesome_icon: 'fa', protocol: 'tel:', delible: 0, type: 'phone' },
      { name: 'LinkedIn', fontawesome_icon: 'fa', protocol: null, delible: 1, type: null },
      { name: 'Whatsapp', fontawesome_icon: 'fa', protocol: null, delible: 1, type: null },
    ]),
    contact_fields: stamped([
      { contact_id: 1, contact_field_type_id: 1, data: 'ada@x.example' },
      { contact_id: 1, contact_field_type_id: 2, data: '+12025550101' },
      { contact_id: 1, contact_field_type_id: 3, data: 'https://www.linkedin.com/in/ada' },
      { contact_id: 1, contact_field_type_id: 4, data: '0049301234' },
      { contact_id: 2, contact_field_type_id: 2, data: '0' },
      { contact_id: 2, contact_field_type_id: 1, data: 'no address' },
    ]),
    places: stamped([
      {
        ...{ street: "5 Rue de l'Été", city: 'Paris', province: null, postal_code: '075001', country: 'FR' },
        ...{ latitude: 48.85, longitude: 2.35 },
      },
    ]),
    addresses: stamped([{ contact_id: 1, place_id: 1, name: 'home' }]),
    tags: stamped([{ name: 'friends', name_slug: 'friends', description: null }]),
    contact_tag: [
      { contact_id: 1, tag_id: 1, account_id: 1, created_at: at(1), updated_at: at(1) },
      { contact_id: 2, tag_id: 1, account_id: 1, created_at: at(1), updated_at: at(1) },
    ],
    notes: stamped([
      { contact_id: 1, body: 'First; note -- with # everything', is_favorited: 1, favorited_at: at(2) },
      { contact_id: 1, body: 'Same second, B', is_favorited: 0, favorited_at: null, created_at: at(3) },
      { contact_id: 1, body: 'Same second, A', is_favorited: 0, favorited_at: null, created_at: at(3) },
      { contact_id: 2, body: '12345', is_favorited: 0, favorited_at: null },
    ]),
    calls: stamped([{ contact_id: 1, called_at: '2020-06-01 00:00:00', content: 'Talked', contact_called: 1 }]),
    conversations: stamped([{ contact_id: 2, contact_field_type_id: 4, happened_at: '2020-07-02 00:00:00' }]),
    messages: stamped([
      { contact_id: 2, conversation_id: 1, content: 'Hi', written_at: '2020-07-02 00:00:00', written_by_me: 1 },
      { contact_id: 2, conversation_id: 1, content: 'Hello', written_at: '2020-07-02 00:00:00', written_by_me: 0 },
    ]),
    activity_types: stamped([
      { activity_type_category_id: null, name: null, translation_key: 'ate_restaurant', location_type: null },
    ]),
    activities: stamped([
      { activity_type_id: 1, summary: 'Lunch', description: 'Pasta', happened_at: '2020-08-03' },
      { activity_type_id: null, summary: 'Walk', description: null, happened_at: '2020-08-04' },
    ]),
    activity_contact: [
      { activity_id: 1, account_id: 1, contact_id: 1 },
      { activity_id: 1, account_id: 1, contact_id: 2 },
      { activity_id: 2, account_id: 1, contact_id: 2 },
    ],
    reminders: stamped([
      reminder({ title: 'Wish Ada a happy birthday', frequency_type: 'year', initial_date: '1985-05-17', delible: 0 }),
      reminder({ title: 'Call', description: 'about the trip', frequency_type: 'month', initial_date: '2020-01-31' }),
      reminder({ title: 'Water plants', frequency_type: 'week', frequency_number: 5, initial_date: '2020-01-01' }),
      reminder({ title: 'Visit', frequency_type: 'one_time', initial_date: '2031-02-03' }),
      reminder({ title: 'Done once', frequency_type: 'one_time', initial_date: '2020-02-03', inactive: 1 }),
    ]),
    tasks: stamped([
      { contact_id: 1, title: 'Send photos', description: null, completed: 0, completed_at: null },
      { contact_id: 1, title: 'Give back book', description: 'the red one', completed: 1, completed_at: at(9) },
    ]),
    gifts: stamped([
      {
        ...{ contact_id: 1, name: 'Scarf', comment: 'blue', url: 'https://shop.example', amount: 2550, currency_id: 2 },
        ...{ status: 'idea', date: null },
      },
    ]),
    debts: stamped([
      { contact_id: 2, in_debt: 'yes', status: 'inprogress', amount: 5000, currency_id: null, reason: 'lunch' },
    ]),
    pets: stamped([
      { contact_id: 1, pet_category_id: 4, name: 'Rex' },
      { contact_id: 1, pet_category_id: 3, name: null },
    ]),
    life_event_types: stamped([
      { life_event_category_id: null, name: 'New job', default_life_event_type_key: 'new_job', core_monica_data: 1 },
    ]),
    life_events: stamped([
      {
        ...{ contact_id: 1, life_event_type_id: 1, reminder_id: null, name: 'At Engines', note: 'Well paid' },
        ...{ happened_at: '2019-09-01 00:00:00', happened_at_month_unknown: 0, happened_at_day_unknown: 1 },
        specific_information: null,
      },
    ]),
    relationship_types: stamped([
      { name: 'child', name_reverse_relationship: 'parent', relationship_type_group_id: 2, delible: 0 },
      { name: 'parent', name_reverse_relationship: 'child', relationship_type_group_id: 2, delible: 0 },
      { name: 'colleague', name_reverse_relationship: 'colleague', relationship_type_group_id: 4, delible: 0 },
    ]),
    relationships: stamped([
      { relationship_type_id: 1, contact_is: 1, of_contact: 3 },
      { relationship_type_id: 2, contact_is: 3, of_contact: 1 },
      { relationship_type_id: 3, contact_is: 1, of_contact: 2 },
      { relationship_type_id: 3, contact_is: 2, of_contact: 1 },
    ]),
    entries: stamped([{ title: 'A day', post: 'It rained.' }]),
    days: stamped([{ date: '2020-09-02', rate: 3, comment: 'Sun' }]),
    journal_entries: stamped([
      { date: '2020-09-01 00:00:00', journalable_id: 1, journalable_type: 'App\\Models\\Journal\\Entry' },
      { date: '2020-09-02 00:00:00', journalable_id: 1, journalable_type: 'App\\Models\\Journal\\Day' },
    ]),
    photos: stamped([
      { original_filename: 'ada.png', new_filename: 'p1', filesize: 70, mime_type: 'image/png' },
      { original_filename: 'beach.png', new_filename: 'p2', filesize: 70, mime_type: 'image/png' },
    ]),
    contact_photo: [
      { contact_id: 1, photo_id: 1, created_at: at(1), updated_at: at(1) },
      { contact_id: 1, photo_id: 2, created_at: at(1), updated_at: at(1) },
    ],
    documents: stamped([
      {
        ...{ contact_id: 2, original_filename: 'contract.pdf', new_filename: 'd1', filesize: 5, type: 'pdf' },
        ...{ mime_type: 'application/pdf', number_of_downloads: 2 },
      },
    ]),
    audit_logs: stamped([{ author_id: 1, about_contact_id: 1, action: 'contact_created', objects: '{}' }]),
  };
}

function reminder(row: Row): Row {
  return { contact_id: 1, description: null, frequency_number: 1, delible: 1, inactive: 0, ...row };
}

/** The row of a table with this number. */
export const find = (account: Account, table: string, id: unknown): Row | undefined =>
  account[table]?.find((row) => row.id === id);

export const of = (account: Account, table: string, column: string, value: unknown): Row[] =>
  (account[table] ?? []).filter((row) => row[column] === value);
