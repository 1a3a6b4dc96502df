import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveTable, TABLE_NAMES, type TableName } from '../../src/contract/archive.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { loadEngine } from '../../src/store/engine.ts';
import { databaseUrl, TEST_SECRET } from '../support/engine.ts';
import { ensureDatabase, querying, TEMPLATE } from '../support/postgres.ts';
import { temporaryFolder } from '../support/service.ts';

// A column that the archive does not list is lost in every export. Both engines' own schemas are the reference here.

const folder = temporaryFolder();
afterAll(() => folder.remove());

type Columns = { table: string; column: string }[];

async function sqliteColumns(): Promise<Columns> {
  const { store } = openData(folder.path, TEST_SECRET);
  await store.read('', (db) => db.selectFrom('tags').select('id').execute());
  await store.close();
  const database = new (loadEngine())(join(folder.path, 'kith.db'));
  try {
    return database
      .prepare(
        `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
      )
      .all() as Columns;
  } finally {
    database.close();
  }
}

async function postgresColumns(): Promise<Columns> {
  await ensureDatabase(databaseUrl(folder.path), TEMPLATE);
  return querying(databaseUrl(folder.path), async (client) => {
    const { rows } = await client.query(
      `select table_name as "table", column_name as "column" from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    return rows;
  });
}

/** Columns outside the archive, by table, with the reason. Every table also has `user_id`, which names the account itself. */
const LEFT_OUT: Partial<Record<TableName, Record<string, string>>> = {
  photos: { bytes: 'in `picture`', size: 'computed from `picture`', checked_at: 'time of this service' },
  contacts: {
    ...Object.fromEntries(
      ['name', 'company', 'job_title', 'education', 'location', 'description'].map((field) => [
        `folded_${field}`,
        'computed from the text',
      ]),
    ),
    has_notes: 'computed from the notes',
  },
  contact_emails: { normal: 'computed from `email`' },
  contact_phone_numbers: { normal: 'computed from `phone_number`' },
  legacy_contact_addresses: { normal: 'computed from the address' },
  contacts_custom_fields: { folded_value: 'computed from the value' },
  reminders: { due_at: 'computed from `due_at_date` and `due_at_time`' },
  timeline_items_contacts: { event_time: 'copy of the note’s' },
  share_links: {
    lookup: 'opens a link on this service only: an import makes a new one',
    sealed: 'opens a link on this service only: an import makes a new one',
  },
  merges: { sealed: 'in `images`' },
  group_merges: { sealed: 'in `change`' },
  bin: { sealed: 'in `title`, `rows` and `changes`' },
  card_conflicts: { sealed: 'in `field`, `kept` and `lost`' },
  cards: {
    change: 'number of a change on this service',
    changed_at: 'time of a change on this service',
    gone: 'in `gone_at`',
  },
};

const SEARCH = 'computed for search and duplicates';
const COUNTS = 'computed count';
const ACCESS = 'access to this service';
const DEVICES = 'state of a device’s sync with this service';
const CONNECTED = 'belongs to a connection, whose secret stays on this service';
const QUEUED = 'work that this service still has to do';

/** Tables outside the archive, with the reason. */
const LEFT_OUT_TABLES: Record<string, string> = {
  users: 'in the settings of the archive',
  bin_objects: 'computed from `bin`',
  card_texts: 'in `cards`',
  card_members: 'group members that are not contacts: a device sends them again',
  card_properties: 'WebDAV properties that a device stored',
  ...tables(
    SEARCH,
    'contact_search contact_found note_search note_found match_keys contacts_to_match records_to_index',
  ),
  ...tables(COUNTS, 'kept_counts card_counters'),
  ...tables(ACCESS, 'api_keys passkeys sessions sign_in_records connected_hosts security_log'),
  ...tables(DEVICES, 'card_devices cards_given feed_events'),
  ...tables(
    CONNECTED,
    'connected_accounts contact_counts followed_books followed_cards feeds messages dismissed_offers',
  ),
  ...tables(QUEUED, 'jobs outbox idempotency_records'),
};

function tables(reason: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, reason]));
}

describe.each([
  ['sqlite', sqliteColumns],
  ['postgres', postgresColumns],
] as const)('on %s', (_, columnsOf) => {
  let byTable: Map<string, string[]>;
  beforeAll(async () => {
    byTable = new Map();
    for (const { table, column } of await columnsOf()) byTable.set(table, [...(byTable.get(table) ?? []), column]);
  });

  test.each(TABLE_NAMES)('archives every column of %s', (table) => {
    const columns = byTable.get(table)!;
    const reasons = { user_id: 'the account itself', ...LEFT_OUT[table] };
    const archived = archiveTable(table).columns;
    const missing = columns.filter((column) => !Object.hasOwn(archived, column) && !Object.hasOwn(reasons, column));
    expect(missing, 'add them to ARCHIVE_TABLES, or to LEFT_OUT here with the reason').toEqual([]);
    const unknown = Object.keys(reasons).filter((column) => !columns.includes(column));
    expect(unknown, 'LEFT_OUT names columns that the table does not have').toEqual([]);
  });

  test('archives every table with user data', () => {
    const owned = [...byTable].filter(([, columns]) => columns.includes('user_id')).map(([table]) => table);
    expect(owned).toContain('contacts');
    const known = [...TABLE_NAMES, ...Object.keys(LEFT_OUT_TABLES)];
    const missing = owned.filter((table) => !known.includes(table));
    expect(missing, 'add them to ARCHIVE_TABLES, or to LEFT_OUT_TABLES here with the reason').toEqual([]);
  });
});
