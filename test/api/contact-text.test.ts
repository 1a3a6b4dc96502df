import { afterAll, beforeAll, expect, test } from 'vitest';
import { localUser } from '../../src/identity/users/users.ts';
import { ALL_RELATIONS, readContact, readContactText } from '../../src/service/contact-rows/read.ts';
import { relationColumns, withRelations } from '../../src/service/contact-rows/relation-fields.ts';
import { ownFields } from '../../src/service/contact-rows/view.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import { newId } from '../../src/store/ids.ts';
import { untyped } from '../../src/store/store.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { engine, engineSettings, TEST_SECRET } from '../support/engine.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';

// A contact's JSON is assembled from text that SQLite writes. It must equal JSON.stringify of the same row.

const CONTACTS = 60;
const random = randomFrom(seed);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
const TIME = '2026-01-02T03:04:05.678Z';
/** Characters that JSON escapes, or might: quotes, control characters, separators, surrogate pairs, and half pairs. */
const PIECES = [
  'a',
  '"',
  '\\',
  '/',
  '\n',
  '\r',
  '\t',
  '\b',
  '\f',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0080',
  'é',
  '\u2028',
  '😀',
];
const text = () => Array.from({ length: below(8) }, () => pick(PIECES)).join('');
const maybe = <T>(value: () => T): T | null => (below(3) === 0 ? value() : null);

const folder = temporaryFolder();
let data: Data;
let user: UserRow;
beforeAll(async () => {
  const { KITH_DATABASE_URL } = await engineSettings(folder.path);
  data = openData(folder.path, TEST_SECRET, KITH_DATABASE_URL);
  user = await localUser(data.store);
});
afterAll(async () => {
  await data.store.close();
  folder.remove();
});

const OWN: Record<string, () => unknown> = {
  birthday: () => pick(['1604-02-29T00:00:00.000Z', '0000-01-01T00:00:00.000Z', text()]),
  birthday_year: () => below(3_000),
  birthday_dismissed_year: () => below(3_000),
  priority_tier: () => below(4),
  frequency: () => pick(['1 mon', '14 days', '2 years']),
  latitude: () => pick([0, -0.1, 52, 52.520006599999995, 1 / 3, -89.99999999999999, 1e-7]),
  longitude: () => pick([0, 13.404953999999975, -179.99999999999997]),
  linkedin_data: () => JSON.stringify({ '2': text(), '1': [1.5, null, true], [text()]: {} }),
  web_search_summary: () => JSON.stringify(text()),
  source: () => 'mobile',
};
const FOLDED = Object.fromEntries(
  ['name', 'company', 'job_title', 'education', 'location', 'description'].map((name) => [`folded_${name}`, '']),
);
const KEPT = ['user_id', 'id', 'created_at', 'updated_at'];
const FLAGS = /^(starred|is_archived|ignore_merge|never_keep_in_touch|full_name_given|has_notes)$/;

async function addContact(context: Context, columns: string[]): Promise<string> {
  const { user_id } = user;
  const db = untyped(context.db);
  const id = newId();
  const insert = (table: Parameters<typeof db.insertInto>[0], row: Record<string, unknown>) =>
    db
      .insertInto(table)
      .values({ user_id, ...row })
      .execute();
  const own = columns
    .filter((column) => !KEPT.includes(column) && !(column in FOLDED))
    .flatMap((column) => {
      if (FLAGS.test(column)) return [[column, below(2)]];
      if (column === 'geocode_attempts') return [[column, below(5)]];
      return [[column, maybe(OWN[column] ?? text)]];
    });
  const stamps = { created_at: TIME, updated_at: TIME };
  await insert('contacts', { ...Object.fromEntries(own), ...FOLDED, id, ...stamps });
  const detail = () => ({
    id: newId(),
    contact_id: id,
    normal: newId(),
    label: maybe(text),
    ranking: below(3),
    ...stamps,
  });
  for (let left = below(3); left > 0; left--) {
    await insert('contact_emails', { ...detail(), email: text() });
    await insert('contact_phone_numbers', { ...detail(), phone_number: text(), country_code: maybe(text) });
    const { label: _, ranking: __, ...address } = detail();
    await insert('legacy_contact_addresses', { ...address, city: maybe(text), formatted: maybe(text) });
    const [tag_id, group_id, note_id, field_id] = [newId(), newId(), newId(), newId()];
    await insert('tags', { id: tag_id, name: `${text()}${tag_id}`, created_at: TIME });
    await insert('tags_contacts', { tag_id, contact_id: id });
    await insert('groups', { id: group_id, name: `${text()}${group_id}`, emoji: maybe(text), ...stamps });
    await insert('groups_contacts', { group_id, contact_id: id, created_at: TIME });
    const note = { note: maybe(() => text().repeat(100)), custom_emoji: maybe(text), event_time: TIME };
    await insert('timeline_items', {
      id: note_id,
      audience: 'private',
      channels: '[]',
      attachments: '[]',
      created_at: TIME,
      ...note,
    });
    const link = { timeline_item_id: note_id, contact_id: id, is_origin: below(2), event_time: TIME };
    await insert('timeline_items_contacts', link);
    const field = {
      id: field_id,
      name: `${text()}${field_id}`,
      field_type: 'autocomplete',
      categories: '[]',
      ...stamps,
    };
    await insert('custom_fields', field);
    const value = {
      text_value: maybe(text),
      array_value: maybe(() => JSON.stringify([text(), text()])),
      folded_value: '',
    };
    await insert('contacts_custom_fields', {
      id: newId(),
      custom_field_id: field_id,
      contact_id: id,
      ...value,
    });
  }
  return id;
}

test('matches JSON.stringify of the row and its relations, byte by byte', async () => {
  const context = (db: Context['db']) => ({ db, user, now: TIME }) as Context;
  const ids = await data.store.write(user.user_id, async (db) => {
    // The first one shows the columns.
    const given = { user_id: user.user_id, id: newId(), created_at: TIME, updated_at: TIME };
    await untyped(db)
      .insertInto('contacts')
      .values({ ...given, ...FOLDED })
      .execute();
    const [row] = await db.selectFrom('contacts').selectAll().where('user_id', '=', user.user_id).execute();
    const made = [given.id];
    for (let number = 0; number < CONTACTS; number++) made.push(await addContact(context(db), Object.keys(row!)));
    return made;
  });
  for (const id of ids) {
    await data.store.read(user.user_id, async (db) => {
      const row = await db
        .selectFrom('contacts')
        .selectAll('contacts')
        .select((contacts) => relationColumns(contacts, db, user.user_id, ALL_RELATIONS))
        .where('contacts.user_id', '=', user.user_id)
        .where('contacts.id', '=', id)
        .executeTakeFirstOrThrow();
      const expected = JSON.stringify({ contact: withRelations(ownFields(row), row, ALL_RELATIONS) });
      const { fullText, view } = {
        fullText: await readContactText(context(db), id),
        view: await readContact(context(db), id),
      };
      expect(fullText, `${engine}, seed ${seed}`).toBe(expected);
      expect(JSON.stringify(view), `${engine}, seed ${seed}`).toBe(expected);
    });
  }
});
