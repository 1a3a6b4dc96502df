import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type Page, signedIn } from '../support/browser.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf, type Json, makeContacts } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Bulk changes of people: selected, previewed, applied, and undone. No script runs here.

let service: RunningService;
let eve: User;
let reader: Browser;
let people: Json[];
beforeAll(async () => {
  service = await startService();
  eve = await service.user();
  reader = await signedIn(service, eve.email);
  people = await makeContacts(
    eve,
    Array.from({ length: 6 }, (_, index) => ({
      full_name: `${CORPUS[index]} ${index}`,
      company: index < 4 ? 'Four' : 'Two',
      starred: index === 0,
      frequency: index === 0 ? '7 days' : null,
    })),
  );
});

afterAll(() => service.stop());

const of = async (id: string): Promise<Json> => dataOf(await eve.get(`/v2/contacts/${id}`)).contact;
const starred = async (): Promise<boolean[]> =>
  Promise.all(people.map(async ({ id }) => (await of(id)).starred as boolean));
const CHANGE = '/people/change';
const GO = `${CHANGE}/go`;

/** Selects rows of a list, chooses a change, and previews it. */
async function dryRun(rows: Json[], choice: Record<string, string>, address = '', more: [string, string][] = []) {
  const list = formIn((await reader.open(`/people?${address}`)).text, CHANGE);
  const chosen = await reader.send(CHANGE, [...list, ...rows.map(({ id }): [string, string] => ['id', id]), ...more]);
  expect(chosen.status).toBe(200);
  // A short selection is previewed at a URL.
  return reader.open(`${CHANGE}?${new URLSearchParams(typed(formIn(chosen.text, CHANGE), choice))}`);
}
const go = (page: Page) => reader.send(GO, formIn(page.text, GO));

test('are tagged with a new tag after a preview, once however often it is sent, and untagged again', async () => {
  const name = CORPUS[4]!;
  const dry = await dryRun(people.slice(0, 3), { action: 'tag', tag: name });
  expect(plain(dry.text)).toContain(`Add new tag “<bdi>${name}</bdi>” to 3 people?`);
  for (const { full_name } of people.slice(0, 3)) expect(plain(dry.text)).toContain(full_name);
  expect(dataOf(await eve.get('/v2/tags')).tags).toEqual([]);

  const form = formIn(dry.text, GO);
  const [done] = await Promise.all([reader.send(GO, form), reader.send(GO, form)]);
  const tags = async (): Promise<Json[]> => dataOf(await eve.get('/v2/tags')).tags;
  expect(await tags()).toMatchObject([{ name, _count: { tags_contacts: 3 } }]);
  expect(done.text).toContain('Added tag');

  const again = await dryRun(people.slice(1, 5), { action: 'tag', tag: name.toUpperCase() });
  expect(again.text).toContain('to 2 people?');
  expect(again.text).toContain('Unchanged: 2 people already tagged.');
  const second = await go(again);
  expect((await tags())[0]._count.tags_contacts).toBe(5);
  // Only those who received the tag lose it again.
  const undone = await go(second);
  expect(undone.text).toContain('Removed tag');
  expect((await tags())[0]._count.tags_contacts).toBe(3);
  await go(await dryRun(people.slice(0, 3), { action: 'untag', tag: name }));
  expect((await tags())[0]._count.tags_contacts).toBe(0);
});

test('are added to a group and removed', async () => {
  const groups = async (): Promise<Json[]> => dataOf(await eve.get('/v2/groups')).groups;
  await go(await dryRun(people, { action: 'group', group: 'Choir' }));
  expect(await groups()).toMatchObject([{ name: 'Choir', _count: { groups_contacts: 6 } }]);
  await go(await dryRun(people.slice(2), { action: 'ungroup', group: 'choir' }));
  expect((await groups())[0]._count.groups_contacts).toBe(2);
});

test('include everyone that a filter matches, not only selected rows', async () => {
  const dry = await dryRun([], { action: 'star' }, 'company=four', [['everyone', 'yes']]);
  expect(dry.text).toContain('Star 3 people?');
  expect(dry.text).toContain('Unchanged: 1 person already starred.');
  const done = await go(dry);
  expect(await starred()).toEqual([true, true, true, true, false, false]);
  expect(done.text).toContain('href="/people?company=four"');
  await go(done);
  expect(await starred()).toEqual([true, false, false, false, false, false]);
});

test('get a keep-in-touch frequency, and undo restores the old one', async () => {
  const rhythms = async () =>
    Promise.all(
      people.map(async ({ id }) => {
        const { frequency, next_reminder_at } = await of(id);
        return [frequency, next_reminder_at];
      }),
    );
  const before = await rhythms();
  const dry = await dryRun(people, { action: 'rhythm', rhythm: '1 mon' });
  expect(dry.text).toContain('First reminders are spread from');
  const done = await go(dry);
  expect((await rhythms()).map(([frequency]) => frequency)).toEqual(Array(6).fill('1 mon'));
  // Six people are due five days apart, the last after a whole month.
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const days = (await rhythms()).map(([, next]) => Math.floor((Date.parse(next!) - today) / 86_400_000));
  expect(days.toSorted((a, b) => a - b)).toEqual([5, 10, 15, 20, 25, 30]);
  await go(done);
  expect(await rhythms()).toEqual(before);
});

test('are archived and unarchived, deleted and restored, and people deleted in between are reported', async () => {
  const archive = await go(await dryRun(people.slice(4), { action: 'archive' }));
  expect((await of(people[4].id)).is_archived).toBe(true);
  await go(await dryRun(people.slice(4), { action: 'unarchive' }, 'archived=yes'));
  expect((await of(people[4].id)).is_archived).toBe(false);
  expect(archive.text).toContain('Archived 2 people');

  const dry = await dryRun(people.slice(0, 2), { action: 'delete' });
  expect(dry.text).toContain('Delete 2 people');
  await eve.call('DELETE', `/v2/contacts/${people[1].id}`);
  const deleted = await go(dry);
  expect(deleted.text).toContain('Skipped because they were merged or deleted: 1 person.');
  expect((await eve.get(`/v2/contacts/${people[0].id}`)).status).toBe(404);
  const back = await go(deleted);
  expect(back.text).toContain('Restored 1 person');
  expect((await of(people[0].id)).full_name).toBe(people[0].full_name);
  const star = await dryRun(people.slice(0, 3), { action: 'star' });
  expect(star.text).toContain('Skipped because they were merged or deleted: 1 person.');
});

test('are changed in parts with accurate reports if one operation is too small', async () => {
  const many = await service.user();
  reader = await signedIn(service, many.email);
  await makeContacts(
    many,
    Array.from({ length: 1_100 }, (_, index) => ({ full_name: `Person ${index}` })),
  );
  const dry = await dryRun([], { action: 'tag', tag: 'All' }, '', [['everyone', 'yes']]);
  expect(dry.text).toContain('to 1,100 people?');
  expect(dry.text).toContain('and 1,000 people more');
  const first = await go(dry);
  expect(first.text).toContain('500 of 1,100 done');
  const tagged = async (): Promise<number> => dataOf(await many.get('/v2/tags')).tags[0]._count.tags_contacts;
  expect(await tagged()).toBe(500);
  const last = await go(await go(first));
  expect(last.text).toContain('to 1,100 people');
  expect(await tagged()).toBe(1_100);
  for (let page = last; page.text.includes(GO); ) page = await go(page);
  expect(await tagged()).toBe(0);
});

test('shows an error in place for an empty selection or an unknown tag', async () => {
  const none = await reader.send(CHANGE, [['starred', 'yes']]);
  expect([none.status, none.text.includes('No one is selected.')]).toEqual([400, true]);
  const [first] = dataOf(await eve.get('/v2/contacts')).contacts;
  reader = await signedIn(service, eve.email);
  for (const [choice, field] of [
    [{ action: 'untag', tag: '<b>none</b>' }, 'tag'],
    [{ action: 'group', group: ' ' }, 'group'],
  ] as const) {
    const page = await dryRun([first], choice);
    expect([page.status, page.text.includes(`id="${field}-error"`)]).toEqual([400, true]);
  }
  for (const before of ['{', 'null', `{"${first.id}":5}`]) {
    const fields: [string, string][] = [
      ['action', 'rhythm-back'],
      ['before', before],
      ['ids', first.id],
    ];
    expect((await reader.send(GO, fields)).status, before).toBe(400);
  }
});

test('rejects invalid earlier frequencies, and changes no one', async () => {
  const { id } = people[0]!;
  for (const before of ['null', '[]', '{"', JSON.stringify({ [id]: null }), JSON.stringify({ [id]: [{}, []] })]) {
    const answer = await reader.send(GO, [
      ['key', crypto.randomUUID()],
      ...Object.entries({ action: 'rhythm-back', ids: id, before }),
    ]);
    expect([before, answer.status]).toEqual([before, 400]);
  }
  expect(service.log()).not.toContain('TypeError');
});
