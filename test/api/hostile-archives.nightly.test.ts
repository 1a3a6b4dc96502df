import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  type ArchiveRow,
  type ArchiveRows,
  archiveTable,
  TABLE_NAMES,
  type TableName,
} from '../../src/contract/archive.ts';
import { expectExports, expectReads, expectWrites, importRowsOf, openRows, rowsOf } from '../support/archives.ts';
import { leaveCards, withDevices } from '../support/cards.ts';
import { enrichWorld } from '../support/every-column.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { NASTY } from '../support/random-requests.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { startService } from '../support/service.ts';
import { makeWorld } from '../support/world.ts';

// An import names a malicious value's table, row, and column, or all of kith works with the imported value.

const service = await startService();
const rows = await openRows(service);
afterAll(async () => {
  await rows.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
const ID = '018f0000-0000-7000-8000-00000000000a';

const HOSTILE: unknown[] = [
  ...NASTY,
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    -1e300,
    1e-300,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    1e9,
    {},
    [],
    [[]],
    [null],
    ['x'],
  ],
  ...['1e-300 days', '-7 days', '0 days', 'x', '1e-300 mon', '7 days', '9999 years', '1 mon', '31 days', ''],
  ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '0001-01-01', '9999-12-31', '2026-02-29', '1604-02-29'],
  ...['GOOGLE', 'csv_import', 'coffee', 'full_name', 'private', 'input', 'contact', 'kith://photos/x', ID],
  ...[deep(105), JSON.parse('{"__proto__":{"x":1},"constructor":null}'), { toString: 1, length: 'x' }],
  ...[
    { bogus: 1 },
    { or: [{ name: 'x' }] },
    { custom_fields: [{ id: ID, operator: 'eq', value: 1 }] },
    'x'.repeat(150_000),
  ],
];

interface Change {
  /** Indexes of the row, the column, and the value to use. */
  at: number;
  column: number;
  value: unknown;
  /** Whether to change a row inside a record, such as a trash record, if there is one. */
  inside: number | null;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  column: fc.nat(),
  value: fc.constantFrom(...HOSTILE),
  inside: fc.option(fc.nat()),
});

/** Replaces a row with a copy that has one changed value. `inside` selects a row inside a record. */
function changedRow(table: TableName, row: ArchiveRow, one: Change): ArchiveRow {
  const record = table === 'bin' ? 'rows' : table === 'merges' ? 'images' : undefined;
  const inner = record && one.inside !== null ? (row[record] as ArchiveRows | undefined) : undefined;
  const names = Object.keys(inner ?? {}) as TableName[];
  if (record && inner && names.length > 0) {
    const name = names[one.inside! % names.length]!;
    const list = [...inner[name]!];
    const at = one.at % list.length;
    list[at] = changedRow(name, list[at]!, { ...one, inside: one.inside! >> 3 });
    return { ...row, [record]: { ...inner, [name]: list } };
  }
  const columns = Object.keys(archiveTable(table).columns);
  return { ...row, [columns[one.column % columns.length]!]: one.value };
}

const ada = await service.user(undefined, 'Europe/Berlin');
const world = await makeWorld(ada, 'ada');
await enrichWorld(ada, world);
await withDevices(service.dataDir, ada.id, leaveCards);
const reminder = (contact: string, more: object) => ({
  reminder: { text: 'x', recurrence: '1 mon', reminders_contacts: [{ contact_id: contact }], ...more },
});
for (const due of [{ due_at_date: '2026-01-31' }, { due_at_time: '2026-03-29T01:30:00Z', is_complete: true }])
  dataOf(await ada.post('/v2/reminders', reminder(world.other, due)));
const gone = await makeContact(ada, {
  full_name: 'Gone',
  frequency: '7 days',
  contact_emails: [{ email: 'g@x.example' }],
});
dataOf(await ada.post('/v2/reminders', reminder(gone.id, { due_at_date: '2026-01-31' })));
const note = { note: 'gone', meeting_type: 'call', timeline_items_contacts: [{ contact_id: gone.id }] };
dataOf(await ada.post('/v2/timeline/notes', { note }));
dataOf(await ada.call('DELETE', `/v2/contacts/${gone.id}`));
dataOf(await ada.call('DELETE', `/v2/views/${world.view}`));
const merged = await makeContact(ada, {
  full_name: 'Merged',
  contact_emails: [{ email: 'm@x.example' }],
  frequency: '1 mon',
});
dataOf(await ada.post('/v2/contacts/merge', { contactIds: [[world.other, merged.id]], survivorIds: [world.other] }));
const whole = await rowsOf(await rows.of(ada));

/** Reasons without a column: the row refers to a missing record, or to one that already exists. */
const NOT_PLACED = /is not there|exists here|are not merged here|was merged into|not an object/;

test('an import rejects malicious archive values by name, or they do no harm', async () => {
  const changes = fc.record(
    Object.fromEntries(TABLE_NAMES.map((table) => [table, fc.option(change, { freq: 3 })])) as Record<
      TableName,
      fc.Arbitrary<Change | null>
    >,
  );
  await fc.assert(
    fc.asyncProperty(changes, async (made) => {
      const archive: ArchiveRows = { ...whole };
      for (const table of TABLE_NAMES) {
        const [one, list] = [made[table], [...(whole[table] ?? [])]];
        if (!one || list.length === 0) continue;
        const at = one.at % list.length;
        list[at] = changedRow(table, list[at]!, one);
        archive[table] = list;
      }
      const [user, other] = [await service.user(), await service.user()];
      const { problems } = await importRowsOf(await rows.of(user), archive);
      for (const { table, row, reason } of problems) {
        expect(row).toMatch(/^.{1,130}$/s);
        const isNamed = Object.keys(archiveTable(table).columns).some((column) => reason.includes(column));
        expect(isNamed || NOT_PLACED.test(reason), `${table} ${row}: ${reason}`).toBe(true);
      }
      await expectReads(service, rows, user, world);
      await expectExports(rows, user, other);
      await expectWrites(rows, user);
      await expectReads(service, rows, user, world);
    }),
    { numRuns: rounds(25), seed, endOnFailure: true },
  );
});
