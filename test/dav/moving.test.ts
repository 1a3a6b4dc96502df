import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Archive, ArchiveRow, TableName } from '../../src/contract/archive.ts';
import { openAddressBook } from '../../src/service/cards/address-book.ts';
import { listConflicts } from '../../src/service/cards/conflicts.ts';
import { exportRows } from '../../src/service/history/archive/export.ts';
import { importArchive } from '../../src/service/history/archive/import.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import { deletePermanently, findEntry } from '../../src/service/undo-records/trash-entries.ts';
import { cardsIn, leaveCards, sentPerson } from '../support/cards.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, makeContact } from '../support/people.ts';

// Device-specific card data: kept in moves and merges, and deleted with the person.

const { service, database } = await clockedServiceForFile();

async function account() {
  const user = await service.user();
  const data = await service.userData(user.id);
  const devices = (device: string) => openAddressBook(data, device);
  return { user, data, devices, phone: devices('phone') };
}
type Account = Awaited<ReturnType<typeof account>>;

async function exported({ data }: Account): Promise<Required<Archive>['rows']> {
  const rows: Partial<Record<TableName, ArchiveRow[]>> = {};
  await data.read((context) =>
    exportRows(context, async (table, some) => {
      rows[table] = [...(rows[table] ?? []), ...some];
    }),
  );
  return rows;
}

const importInto = ({ data }: Account, rows: Archive['rows'], more = {}) => importArchive(data, { rows }, { ...more });

const told = (rows: Archive['rows']) => [rows.cards, rows.card_conflicts];

/** The id of the person on a card. */
const idOf = ({ user }: Account, name: string): string =>
  String(database.all('select id from cards where user_id = ? and name = ? and gone = 0', user.id, name)[0]?.id);

const rowsAt = ({ user }: Account, table: string) =>
  database.tablesOf(user.id).find(([name]) => name === table)?.[1] ?? [];

test('keeps URLs, UIDs, and all card data for devices after a move', async () => {
  const old = await account();
  await leaveCards(old.devices);
  for (const name of ['Gone', 'Away', 'Stays']) await old.phone.put(`${name}.vcf`, sentPerson(`uid ${name}`, name), {});
  await makeContact(old.user, { full_name: 'No device said anything' });
  const [gone, away, stays] = ['Gone', 'Away', 'Stays'].map((name) => idOf(old, `${name}.vcf`));
  dataOf(await old.user.post('/v2/contacts/merge', { contactIds: [[stays, away]], survivorIds: [stays] }));
  dataOf(await old.user.call('DELETE', `/v2/contacts/${gone}`));
  const rows = await exported(old);
  expect(rows.cards).toHaveLength(6);
  expect(rows.card_conflicts).toMatchObject([{ device: 'phone', field: 'company', kept: 'Three', lost: 'Two' }]);

  const moved = await account();
  const dry = await importInto(moved, rows, { dryRun: true });
  const report = await importInto(moved, rows);
  expect(report).toMatchObject({ problems: [], tables: { cards: { added: 6 }, card_conflicts: { added: 1 } } });
  expect({ ...dry, dryRun: false }).toEqual(report);
  expect(told(await exported(moved))).toEqual(told(rows));
  expect(await cardsIn(moved.phone)).toEqual(await cardsIn(old.phone));
  const all = (context: Context) => listConflicts(context, { after: undefined, limit: 100 });
  expect(await moved.data.read(all)).toEqual(await old.data.read(all));
  const before = database.rowsOf(moved.user.id);
  expect((await importInto(moved, rows)).tables).toMatchObject({ cards: { added: 0, kept: 6 } });
  expect(database.rowsOf(moved.user.id)).toBe(before);

  for (const { user } of [old, moved]) {
    dataOf(await user.post('/v2/trash/restore', { ids: [gone] }));
    dataOf(await user.post(`/v2/contacts/${stays}/undo-merge`));
  }
  const cards = await cardsIn(moved.phone);
  expect(cards).toEqual(await cardsIn(old.phone));
  expect(cards).toContainEqual(expect.objectContaining({ name: 'Gone.vcf', uid: 'uid Gone' }));
  expect(cards).toContainEqual(expect.objectContaining({ text: expect.stringContaining('X-KEPT:of Away') }));
});

test("keeps an existing person's card, and leaves a taken name or UID to its owner", async () => {
  const [old, here] = [await account(), await account()];
  const mail = (value: string) => ({ emails: [{ value }] });
  for (const book of [old.phone, here.phone])
    await book.put('ann.vcf', sentPerson(`ann ${book === here.phone}`, 'Ann', mail('ann@x.example')), {});
  await old.phone.put('other.vcf', sentPerson('urn:uuid:TAKEN', 'Bob'), {});
  await here.phone.put('other.vcf', sentPerson('taken', 'Somebody else'), {});
  await old.phone.put('cid.vcf', sentPerson('cid', 'Cid'), {});
  await here.phone.put('cid.vcf', sentPerson('cid gone', 'Was here'), {});
  dataOf(await here.user.call('DELETE', `/v2/contacts/${idOf(here, 'cid.vcf')}`));
  const [ann, bob] = [idOf(old, 'ann.vcf'), idOf(old, 'other.vcf')];
  const rows = await exported(old);
  const contactIds = new Map([[ann, idOf(here, 'ann.vcf')]]);
  expect((await importInto(here, rows, { match: async () => contactIds })).problems).toEqual([]);
  const cards = await cardsIn(here.phone);
  expect(cards.map(({ name, uid, title }) => [name, uid, title]).sort()).toEqual(
    [
      ['ann.vcf', 'ann true', 'Ann'],
      [`${bob}.vcf`, bob, 'Bob'],
      ['cid.vcf', 'cid', 'Cid'],
      ['other.vcf', 'taken', 'Somebody else'],
    ].sort(),
  );
  expect(cards.find(({ title }) => title === 'Bob')?.text).toContain('X-KEPT:of Bob');
  const before = database.rowsOf(here.user.id);
  await importInto(here, rows, { match: async () => contactIds });
  expect(database.rowsOf(here.user.id)).toBe(before);
});

test("uses the archived card for a person without a device's card, and reports it to devices", async () => {
  const [old, here] = [await account(), await account()];
  await old.phone.put('ann.vcf', sentPerson('ann', 'Ann'), {});
  await old.phone.put('bob.vcf', sentPerson('bob', 'Bob'), {});
  const [ann, bob] = [await makeContact(here.user, { full_name: 'Ann' }), await makeContact(here.user, {})];
  await here.phone.read([`${bob.id}.vcf`], false, true);
  const since = await here.phone.state();
  const contactIds = new Map([
    [idOf(old, 'ann.vcf'), ann.id],
    [idOf(old, 'bob.vcf'), bob.id],
  ]);
  await importInto(here, await exported(old), { match: async () => contactIds });
  const changes = (await here.phone.changes(since, 10))!;
  expect(changes.gone).toEqual([`${ann.id}.vcf`]);
  expect(changes.changed.map(({ name }) => name).sort()).toEqual(['ann.vcf', `${bob.id}.vcf`].sort());
  expect(await cardsIn(here.phone)).toMatchObject(
    [
      { name: 'ann.vcf', uid: 'ann', text: expect.stringContaining('X-KEPT:of Ann') },
      { name: `${bob.id}.vcf`, uid: bob.id, text: expect.stringContaining('X-KEPT:of Bob') },
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('names what cannot be placed, without harm to other people', async () => {
  const here = await account();
  const { id } = await makeContact(here.user, { full_name: 'Ann' });
  const before = database.rowsOf(here.user.id);
  const absent = randomUUID();
  const rows = {
    cards: [
      { id: absent, kind: 'contact', text: 'of nobody' },
      { id: randomUUID(), kind: 'contact', gone_at: '2026-01-01T00:00:00Z' },
      { id, kind: 'group', name: 'ann.vcf' },
      { id, kind: 'contact', name: '../ann.vcf' },
      { id, kind: 'contact', uid: 'a\nb' },
    ],
    card_conflicts: [
      { id: absent, card_id: absent, device: 'phone', created_at: '2026-01-01T00:00:00Z', field: 'company' },
      { id: absent, card_id: id, device: 'phone', created_at: '2026-01-01T00:00:00Z', field: 'shoe_size' },
    ],
  };
  const { problems, tables } = await importInto(here, rows);
  expect(problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('name must be'),
    expect.stringContaining('uid must be'),
    ...Array(2).fill('the contact is not there'),
    'the group is not there',
    expect.stringContaining('field'),
    expect.stringContaining('is not there'),
  ]);
  expect(tables).toMatchObject({ cards: { added: 0, leftOut: 5 }, card_conflicts: { added: 0, leftOut: 2 } });
  expect(database.rowsOf(here.user.id)).toBe(before);
});

/** Merges two people with device cards and one without into the given one, then undoes it. */
test.each([
  ['someone with their own text keeps it', 'one', 'X-KEPT:of one'],
  ['someone without a text takes over the first available one', 'unsaid', 'X-KEPT:of one'],
])("in a merge %s, and undo restores each person's card", async (_, survivor, kept) => {
  const own = await account();
  for (const name of ['one', 'two']) await own.phone.put(`${name}.vcf`, sentPerson(name, name), {});
  const unsaid = await makeContact(own.user, { full_name: 'unsaid' });
  const ids: Record<string, string> = { one: idOf(own, 'one.vcf'), two: idOf(own, 'two.vcf'), unsaid: unsaid.id };
  const before = await cardsIn(own.phone);
  const merge = async () =>
    dataOf(
      await own.user.post('/v2/contacts/merge', { contactIds: [Object.values(ids)], survivorIds: [ids[survivor]] }),
    );
  await merge();
  expect(await cardsIn(own.phone)).toMatchObject([{ title: survivor, text: expect.stringContaining(kept) }]);
  dataOf(await own.user.post(`/v2/contacts/${ids[survivor]}/undo-merge`));
  expect(await cardsIn(own.phone)).toEqual(before);

  // Data that a device adds to the survivor in between stays theirs.
  await merge();
  const [card] = await cardsIn(own.phone);
  await own.phone.put(card!.name, { ...sentPerson(card!.uid, survivor), text: 'said meanwhile' }, {});
  dataOf(await own.user.post(`/v2/contacts/${ids[survivor]}/undo-merge`));
  const after = new Map((await cardsIn(own.phone)).map(({ title, text }) => [title, text]));
  expect(after.get(survivor)).toBe('said meanwhile');
  expect(after.get('two')).toContain('X-KEPT:of two');
});

/** Permanently deletes a person in the trash. */
const forget = ({ data }: Account, id: string) =>
  data.write(async (context) => deletePermanently(context, [(await findEntry(context, id))!.id]));

test("removes all of a person's device data when the trash is emptied", async () => {
  const own = await account();
  await leaveCards(own.devices);
  const [lea, tom] = [idOf(own, 'lea.vcf'), idOf(own, 'tom.vcf')];
  const about = (id: string) =>
    ['card_texts', 'cards_given', 'card_conflicts', 'card_properties'].map(
      (table) => rowsAt(own, table).filter((row) => [row.id, row.card_id].includes(id)).length,
    );
  dataOf(await own.user.call('DELETE', `/v2/contacts/${lea}`));
  expect(about(lea)).toEqual([1, 2, 1, 1]);
  await forget(own, lea);
  expect(about(lea)).toEqual([0, 0, 0, 0]);
  expect(about(tom)).toEqual([1, 1, 0, 0]);
  // A card's deletion is still reported, by its name only.
  expect(rowsAt(own, 'cards').filter(({ id }) => id === lea)).toEqual([expect.objectContaining({ gone: 1 })]);
  expect(JSON.stringify(await exported(own))).not.toContain(lea);
});

test('keeps a person who was merged into someone in the trash when others are deleted', async () => {
  const own = await account();
  for (const name of ['one', 'two', 'three']) await own.phone.put(`${name}.vcf`, sentPerson(name, name), {});
  const [one, two, three] = ['one', 'two', 'three'].map((name) => idOf(own, `${name}.vcf`));
  const before = (await cardsIn(own.phone)).filter(({ title }) => title !== 'three');
  dataOf(await own.user.post('/v2/contacts/merge', { contactIds: [[one, two]], survivorIds: [one] }));
  for (const id of [one, three]) dataOf(await own.user.call('DELETE', `/v2/contacts/${id}`));
  await forget(own, three!);
  const moved = await account();
  await importInto(moved, await exported(own));
  for (const { user, phone } of [own, moved]) {
    dataOf(await user.post('/v2/trash/restore', { ids: [one] }));
    dataOf(await user.post(`/v2/contacts/${one}/undo-merge`));
    expect(await cardsIn(phone)).toEqual(before);
  }
});
