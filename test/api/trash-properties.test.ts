import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreAllFromTrash, restoreFromTrash } from '../../src/service/history/trash/restore.ts';
import type { UserData } from '../../src/service/runtime/user-data.ts';
import { listTrash } from '../../src/service/undo-records/trash-entries.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { makeGraph, makeReminder, type Owner, person } from '../support/people-graph.ts';
import { addFavorites, addGroup, addShareLink, addView } from '../support/records.ts';
import { rounds } from '../support/rounds.ts';
import { readable, stateOf } from '../support/state.ts';

const { service, database } = await clockedServiceForFile();

const tick = (ms = 1_000) => {
  service.now = new Date(service.now.getTime() + ms);
};

/** All deletable records of one user, with the path that deletes each. */
interface Things {
  paths: string[];
  contacts: string[];
  favorites: string[];
}

async function makeThings(owner: Owner, people: Json[]): Promise<Things> {
  const { ids, tags, groups, textFields, listField, notes, reminders } = await makeGraph(owner, people);
  await owner.post('/v2/contacts/merge', { contactIds: [ids.slice(0, 2)] });
  await owner.post('/v2/contacts/merge', {
    contactIds: [
      [ids[2], ids[0]],
      [ids[2], ids[1]],
    ],
  });
  // Groups three deep, a view and a link on the middle one, and a note created from a reminder.
  const child = await addGroup(owner, 'child', { parent_id: groups[0] });
  const grandchild = await addGroup(owner, 'grandchild', { parent_id: child });
  const view = await addView(owner, 'view', { group_id: child });
  const link = await addShareLink(owner, child);
  const favorites = await addFavorites(owner, { group_id: child }, { view_id: view });
  const reminder = await makeReminder(owner, []);
  const note = { note: 'done', reminder_id: reminder, timeline_items_contacts: [] };
  const done = dataOf(await owner.post('/v2/timeline/notes', { note })).note.id;
  const { contacts } = dataOf(await owner.get('/v2/contacts?take=100&include[contact_emails]=true'));
  const archived = dataOf(await owner.get('/v2/contacts?take=100&archived=true')).contacts;
  const living = [...contacts, ...archived].map(({ id }: Json) => id);
  const details: string[] = [];
  for (const id of living) {
    const contact = await getContact(owner, id);
    for (const { id: at } of contact.contact_emails.slice(0, 1)) details.push(`/v2/contact-emails/${id}/${at}`);
    for (const { id: at } of contact.contact_phone_numbers.slice(0, 1))
      details.push(`/v2/contact-phone-numbers/${id}/${at}`);
    for (const { id: at } of contact.legacy_contact_addresses) details.push(`/v2/contact-legacy-addresses/${id}/${at}`);
  }
  const all = dataOf(await owner.get('/v2/favorites')).favorites.map(({ id }: Json) => id);
  return {
    contacts: living,
    favorites: all,
    paths: [
      ...living.map((id) => `/v2/contacts/${id}`),
      ...tags.map((id) => `/v2/tags/${id}`),
      ...[...groups, child, grandchild].map((id) => `/v2/groups/${id}`),
      ...[...textFields, listField].map((id) => `/v2/custom-fields/${id}`),
      ...[...notes, done].map((id) => `/v2/timeline/notes/${id}`),
      ...[...reminders, reminder].map((id) => `/v2/reminders/${id}`),
      ...favorites.map((id) => `/v2/favorites/${id}`),
      `/v2/views/${view}`,
      `/v2/groups/${child}/share-links/${link.id}`,
      ...details,
    ],
  };
}

/** Every row except the trash's own, including merge records. */
function everything(userId: string): string[] {
  const merges = database.all('select * from merges where user_id = ? order by id', userId);
  return [...readable(stateOf(database, userId)), ...merges.map((row) => JSON.stringify(row))];
}

const restore = (account: UserData, id: string) => account.write((context) => restoreFromTrash(context, id));

test('restores everything byte by byte, in any order of deletions and restores', async () => {
  const runs = { numRuns: rounds(3) };
  const graph = fc.array(person, { minLength: 4, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(graph, fc.infiniteStream(fc.nat()), fc.boolean(), async (people, numbers, bulk) => {
      const owner = await service.user();
      const account = await service.userData(owner.id);
      const { paths, contacts, favorites } = await makeThings(owner, people);
      const before = everything(owner.id);
      const next = () => numbers.next().value as number;
      const shuffled = <T>(list: T[]): T[] =>
        list
          .map((one) => [next(), one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);

      if (bulk) {
        tick();
        const some = shuffled(contacts).slice(0, 1 + (next() % contacts.length));
        dataOf(await owner.post('/v2/contacts/batch-delete', { contactIds: some }));
        dataOf(await owner.post('/v2/favorites/batch-delete', { favoriteIds: favorites }));
      }
      for (const path of shuffled(paths).slice(0, 1 + (next() % paths.length))) {
        tick();
        const { status } = await owner.call('DELETE', path);
        // Some were deleted with others.
        expect([200, 404]).toContain(status);
        if (!path.includes('share-links')) expect((await owner.call('DELETE', path)).status).toBe(404);
      }
      const entries = await account.read(listTrash);
      expect(entries.length).toBeGreaterThan(0);
      tick();
      // One by one, and several in one transaction.
      for (const left = shuffled(entries); left.length > 0; ) {
        const ids = left.splice(0, 1 + (next() % 4)).map(({ id }) => id);
        const restored = await account.write((context) => restoreAllFromTrash(context, ids));
        expect(restored).toMatchObject(ids.map((id) => ({ id })));
      }
      expect(everything(owner.id)).toEqual(before);
      expect(await account.read(listTrash)).toEqual([]);
    }),
    runs,
  );
});

test('returns a nested group to its place, even if its parents were deleted earlier and restored in between', async () => {
  const owner = await service.user();
  const account = await service.userData(owner.id);
  const top = await addGroup(owner, 'top');
  const middle = await addGroup(owner, 'middle', { parent_id: top });
  const low = await addGroup(owner, 'low', { parent_id: middle });
  const before = everything(owner.id);
  for (const id of [middle, low, top]) {
    tick();
    dataOf(await owner.call('DELETE', `/v2/groups/${id}`));
  }
  for (const id of [middle, low, top]) await restore(account, id);
  expect(everything(owner.id)).toEqual(before);
});

test('returns 404 for a deleted contact for 30 days, and then deletes it permanently', async () => {
  const owner = await service.user();
  const account = await service.userData(owner.id);
  const { id } = await makeContact(owner, { full_name: 'Ann', contact_emails: [{ email: 'ann@x.example' }] });
  dataOf(await owner.call('DELETE', `/v2/contacts/${id}`));
  expect((await owner.get(`/v2/contacts/${id}`)).status).toBe(404);
  expect(await account.read(listTrash)).toMatchObject([{ kind: 'contact', object_id: id, title: 'Ann' }]);
  tick(31 * 86_400_000);
  expect(await account.read(listTrash)).toEqual([]);
  await expect(restore(account, id)).rejects.toMatchObject({ code: 'NotFound' });
  // Any write with a key purges expired entries.
  await makeContact(owner, {});
  for (const table of ['bin', 'bin_objects'])
    expect(database.all(`select 1 from ${table} where user_id = ?`, owner.id)).toEqual([]);
});

test('deletes nothing in a dry run, and leaves the trash as it was', async () => {
  const owner = await service.user();
  const { id } = await makeContact(owner, {});
  dataOf(await owner.call('DELETE', `/v2/contacts/${id}?dryRun=true`));
  expect(await (await service.userData(owner.id)).read(listTrash)).toEqual([]);
  expect((await owner.get(`/v2/contacts/${id}`)).status).toBe(200);
});

test("moves a restored tag's contacts to a newer tag with its name", async () => {
  const owner = await service.user();
  const account = await service.userData(owner.id);
  const old = dataOf(await owner.post('/v2/tags', { tag: { name: 'Friends' } })).tag.id;
  const { id } = await makeContact(owner, { full_name: 'Ann', tags_contacts: [{ tag_id: old }] });
  dataOf(await owner.call('DELETE', `/v2/tags/${old}`));
  const since = dataOf(await owner.post('/v2/tags', { tag: { name: 'Friends' } })).tag.id;
  await restore(account, old);
  expect((await getContact(owner, id)).tags_contacts).toMatchObject([{ tag_id: since }]);
});

test('moves links to a contact merged in the meantime to the survivor', async () => {
  const owner = await service.user();
  const account = await service.userData(owner.id);
  const [ann, bob, bobby] = [await makeContact(owner), await makeContact(owner), await makeContact(owner)];
  await owner.call('PATCH', `/v2/contacts/${ann.id}`, { related_contacts: { append: [{ destination: bobby.id }] } });
  dataOf(await owner.call('DELETE', `/v2/contacts/${ann.id}`));
  dataOf(await owner.post('/v2/contacts/merge', { contactIds: [[bob.id, bobby.id]] }));
  await restore(account, ann.id);
  const { contact_relations_contact_relations_sourceTocontacts: relations } = await getContact(owner, ann.id);
  expect(relations).toMatchObject([{ destination: bob.id }]);
});

test("hides another user's trash", async () => {
  const [owner, stranger] = [await service.user(), await service.user()];
  const { id } = await makeContact(owner, {});
  dataOf(await owner.call('DELETE', `/v2/contacts/${id}`));
  await expect(restore(await service.userData(stranger.id), id)).rejects.toMatchObject({ code: 'NotFound' });
});
