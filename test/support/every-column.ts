import { archiveTable, type ColumnKind, TABLE_NAMES, type TableName } from '../../src/contract/archive.ts';
import { dataOf } from './people.ts';
import { asData, picture } from './pictures.ts';
import { addFavorites, addGroup } from './records.ts';
import type { User } from './service.ts';
import type { World } from './world.ts';

// An account in which every archive table has a row and every column a value.

const VALUES: Partial<Record<ColumnKind, unknown>> = {
  text: 'filled',
  time: '2026-01-02T03:04:05.678Z',
  day: '2026-01-02',
  integer: 7,
  number: 1.5,
  count: 2,
  flag: true,
  json: { filled: [1, null] },
  audience: 'shared',
  said: 'filled',
};

/** Values for columns whose rules are stricter than their type. */
const OWN_VALUES: Record<string, unknown> = {
  'contacts.source': 'csv_import',
  'contacts.frequency': '14 days',
  'contacts.birthday': '1990-01-02T00:00:00.000Z',
  'contacts.gmail_last_interaction_provider': 'GOOGLE',
  'contacts.gcal_last_interaction_provider': 'OFFICE365',
  'contacts.image_url': 'https://x.example/a.png',
  'contacts.business_card_url': 'https://x.example/b.png',
  'contacts_custom_fields.array_value': ['filled'],
  'reminders.recurrence': '1 mon',
  'timeline_items.oauth_credential_id': '018f0000-0000-7000-8000-00000000000a',
  'timeline_items.meeting_type': 'coffee',
  'timeline_items.calendar_account_provider': 'GOOGLE',
  'timeline_items.channels': ['email'],
  'timeline_items.attachments': [
    { id: '018f0000-0000-7000-8000-00000000000b', url: 'https://x.example', file_name: null, file_size: 1.5 },
  ],
  'views.sort': 'full_name',
};

/** Adds what a world lacks, as far as operations can. */
export async function enrichWorld(user: User, world: World): Promise<void> {
  dataOf(await user.call('PATCH', `/v2/contacts/${world.contact}`, { image_url: asData(picture('enriched')) }));
  const child = await addGroup(user, 'child', { parent_id: world.group });
  await addFavorites(user, { group_id: child }, { contact_id: world.contact });
  const values: [string, object][] = [
    ['datepicker', { date_value: '2026-02-28' }],
    ['autocomplete', { array_value: ['a', 'b'] }],
    ['input', { text_value: 'text' }],
  ];
  for (const [field_type, value] of values) {
    const custom_field = { name: field_type, field_type, categories: [{ category: 'a' }] };
    const { id } = dataOf(await user.post('/v1/custom-fields', { custom_field })).custom_field;
    const row = { contact_id: world.contact, custom_field_id: id, ...value };
    dataOf(await user.post('/v2/custom-fields/contacts/values', { custom_fields: [row] }));
  }
  const links = [{ contact_id: world.contact, is_origin: true }];
  const note = { note: 'done', reminder_id: world.reminder, timeline_items_contacts: links };
  dataOf(await user.post('/v2/timeline/notes', { note }));
  for (const name of ['source', 'another']) {
    const sourceGroupIds = [await addGroup(user, name, { groups_contacts: [{ contact_id: world.other }] })];
    const body = { sourceGroupIds, finalName: 'united', finalEmoji: '🤝' };
    dataOf(await user.post(`/v2/groups/${child}/merge`, body));
  }
  const above = await addGroup(user, 'above');
  await addGroup(user, 'moves up', { parent_id: above });
  dataOf(await user.call('DELETE', `/v2/groups/${above}`));
}

type Rows = Record<TableName, Record<string, unknown>[]>;

/** An export in which the first row of a table supplies a value for each column that lacked one. */
export function filled(exported: string): string {
  const whole = JSON.parse(exported) as Rows;
  for (const table of TABLE_NAMES)
    for (const [column, kind] of Object.entries(archiveTable(table).columns))
      if (!whole[table].some((row) => column in row))
        whole[table][0]![column] = OWN_VALUES[`${table}.${column}`] ?? VALUES[kind];
  return JSON.stringify(whole);
}

/** Tables without a row and columns without a value in an export. */
export function missingFrom(exported: string): string[] {
  const whole = JSON.parse(exported) as Rows;
  return TABLE_NAMES.flatMap((table) =>
    whole[table].length === 0
      ? [table]
      : Object.keys(archiveTable(table).columns)
          .filter((column) => !whole[table].some((row) => column in row))
          .map((column) => `${table}.${column}`),
  );
}
