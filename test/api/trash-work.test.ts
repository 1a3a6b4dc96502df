import { expect, test } from 'vitest';
import { deleteContacts } from '../../src/service/contacts/delete.ts';
import { restoreAllFromTrash } from '../../src/service/history/trash/restore.ts';
import { listTrash } from '../../src/service/undo-records/trash-entries.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { countedWork } from '../support/counted-work.ts';
import { dataOf, type Json, makeContacts, makeNote } from '../support/people.ts';
import { addFavorites } from '../support/records.ts';
import { readable, stateOf } from '../support/state.ts';

// The cost of deleting and restoring people who share notes, counted in statements and seals, because elapsed time
// depends on the computer. Twice the people may cost twice as much, but not four times.

const { service, database } = await clockedServiceForFile();

const NOTES = 8;

/** People who are all linked to the same notes. */
async function sharing(people: number) {
  const owner = await service.user();
  const made = await makeContacts(
    owner,
    Array.from({ length: people }, (_, index) => ({
      full_name: `Ann${index} Lee`,
      contact_emails: [{ email: `ann${index}@x.example` }],
    })),
  );
  const ids: string[] = made.map(({ id }: Json) => id);
  const notes: string[] = [];
  for (let index = 0; index < NOTES; index++)
    notes.push(
      (
        await makeNote(owner, {
          note: `Meeting ${index}`,
          timeline_items_contacts: ids.map((contact_id) => ({ contact_id })),
        })
      ).id,
    );
  await addFavorites(owner, ...ids.slice(0, 5).map((contact_id) => ({ contact_id })));
  return { owner, ids, notes };
}

/** The same in the trash, after one call or one call each. */
async function deleted(people: number, each: boolean) {
  const { owner, ids, notes } = await sharing(people);
  const before = readable(stateOf(database, owner.id));
  if (each) for (const id of ids) dataOf(await owner.call('DELETE', `/v2/contacts/${id}`));
  else dataOf(await owner.post('/v2/contacts/batch-delete', { contactIds: ids }));
  return { owner, ids, notes, before };
}

/** Restores all of them in one transaction. Returns the cost. */
async function restoring(people: number, { each, reversed }: { each: boolean; reversed: boolean }) {
  const { owner, ids, notes, before } = await deleted(people, each);
  const account = await service.userData(owner.id);
  const asked = reversed ? [...ids].reverse() : ids;
  const work = await account.write(async (context) => {
    const counted = countedWork(context);
    const restored = await restoreAllFromTrash(counted.context, asked);
    expect(restored).toMatchObject(asked.map((object_id) => ({ object_id })));
    return counted.work;
  });
  expect(readable(stateOf(database, owner.id))).toEqual(before);
  expect(await account.read(listTrash)).toEqual([]);
  const found = dataOf(await owner.get(`/v2/timeline/notes/search?searchQuery=meeting%20ann${people - 1}&take=100`));
  expect(found.notes.map(({ id }: Json) => id).sort()).toEqual([...notes].sort());
  return work;
}

for (const each of [false, true])
  for (const reversed of [false, true])
    test(`people deleted ${each ? 'one by one' : 'together'} and restored in ${reversed ? 'the other' : 'the same'} order: indexes each note once, and opens and seals each entry once`, async () => {
      const [some, twice] = [await restoring(20, { each, reversed }), await restoring(40, { each, reversed })];
      for (const [people, work] of [
        [20, some],
        [40, twice],
      ] as const) {
        expect(work.indexed.note).toBe(NOTES);
        expect(work.indexed.contact).toBe(people);
        expect(work.opened).toBe(people);
        // Only entries that others depend on are sealed again, each once.
        expect(work.sealed).toBeLessThanOrEqual(1);
      }
      expect(twice.statements).toBeLessThanOrEqual(2 * some.statements);
    });

test('people deleted together: indexes each remaining note once, and seals each entry once', async () => {
  const deleting = async (people: number) => {
    const { owner, ids } = await sharing(people + 1);
    const account = await service.userData(owner.id);
    return account.write(async (context) => {
      const { context: counted, work } = countedWork(context);
      await deleteContacts(counted, ids.slice(1));
      return work;
    });
  };
  const [some, twice] = [await deleting(20), await deleting(40)];
  expect(some).toMatchObject({ indexed: { note: NOTES, contact: 0 }, sealed: 20, opened: 0 });
  expect(twice).toMatchObject({ indexed: { note: NOTES, contact: 0 }, sealed: 40, opened: 0 });
  expect(twice.statements).toBeLessThanOrEqual(2 * some.statements);
});
