import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Where } from '../../src/contract/contact-filter.ts';
import { chosen, pathOf, readSearch, searchOf } from '../../src/web/people/search.ts';
import { type Browser, type Page, signedIn } from '../support/browser.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The list of people: filters, views and changes of many, by links and forms alone. No script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;
let grace: Json;
let alan: Json;
let friend: Json;
let work: Json;

const HOSTILE = `<img src=x onerror=alert(1)>"'</option><script>alert(2)</script>&amp;`;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
  friend = await makeTag(ada, HOSTILE);
  work = await makeTag(ada, 'Work');
  grace = await makeContact(ada, {
    full_name: 'Grace Hopper',
    company: 'Navy',
    starred: true,
    birthday: '--12-09',
    frequency: '1 mon',
    contact_emails: [{ email: 'grace@example.com' }],
    tags_contacts: [{ tag_id: friend.id }, { tag_id: work.id }],
    last_seen_at: '2026-05-01T10:00:00Z',
  });
  alan = await makeContact(ada, { full_name: 'Alan Turing', company: 'NPL', tags_contacts: [{ tag_id: work.id }] });
  await makeContact(ada, { contact_emails: [{ email: 'nameless@example.com' }] });
  await makeContact(ada, { full_name: 'Old Friend', is_archived: true });
});
afterAll(() => service.stop());

/** The names in the rows of the list. */
const namesIn = ({ text }: Page): string[] =>
  [...text.matchAll(/<a href="\/people\/[0-9a-f-]{36}"><bdi>(.*?)<\/bdi>/g)].map(([, name]) => plain(name!)).sort();
const found = async (address: string): Promise<string[]> => namesIn(await browser.open(`/people?${address}`));
const ALL = ['Alan Turing', 'Grace Hopper', 'nameless@example.com'];

/** Opens the form that adds conditions to an address, and sends it. */
async function filter(values: Record<string, string>, address = ''): Promise<Page> {
  const fields = typed(
    formIn((await browser.open(`/people/filter?${address.replace('?', '')}`)).text, '/people'),
    values,
  );
  return browser.open(`/people?${new URLSearchParams(fields)}`);
}

describe('filters', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ 'new-text-in': 'company', 'new-text': 'nav' }, ['Grace Hopper']],
    [{ 'new-part': 'email' }, ['Grace Hopper', 'nameless@example.com']],
    [{ 'new-part': 'email', 'new-part-how': 'lacks' }, ['Alan Turing']],
    [{ 'new-flag': 'starred.yes' }, ['Grace Hopper']],
    [{ 'new-flag': 'starred.no' }, ['Alan Turing', 'nameless@example.com']],
    [{ 'new-birthday': '12' }, ['Grace Hopper']],
    [{ 'new-frequency': '1 mon' }, ['Grace Hopper']],
    [{ 'new-time': 'last_seen_at', 'new-time-how': 'lte', 'new-day': '2026-05-01' }, ['Grace Hopper']],
    [{ 'new-time': 'last_seen_at', 'new-time-how': 'lte', 'new-day': '2026-04-30' }, []],
    [{ 'new-time': 'last_seen_at', 'new-time-how': 'gte', 'new-day': '2026-05-01' }, ['Grace Hopper']],
    [{ 'new-time': 'last_seen_at', 'new-time-how': 'never' }, ['Alan Turing', 'nameless@example.com']],
    [{ 'new-time': 'last_seen_at', 'new-time-how': 'lte-or-never', 'new-day': '2026-05-01' }, ALL],
    [{ 'new-text-in': 'email', 'new-text': 'GRACE@example.com' }, ['Grace Hopper']],
    [{ archived: 'yes' }, ['Old Friend']],
  ])('%j find %j', async (values, names) => {
    const page = await filter(values);
    expect([page.status, namesIn(page)]).toEqual([200, names]);
    // The address says it all, and no more.
    expect(page.url.search).not.toContain('new-');
    expect([...page.url.searchParams.values()]).not.toContain('');
    expect(namesIn(await browser.open(page.url))).toEqual(names);
  });

  test('by tags: any, all and none of several', async () => {
    const tag = async (how: string, one: Json, address = '') =>
      filter({ 'new-tag': one.id, 'new-tag-how': how }, address);
    const either = await tag('any', work, (await tag('any', friend)).url.search);
    expect(namesIn(either)).toEqual(['Alan Turing', 'Grace Hopper']);
    const both = await tag('all', work, (await tag('all', friend)).url.search);
    expect(namesIn(both)).toEqual(['Grace Hopper']);
    expect(namesIn(await tag('none', friend))).toEqual(['Alan Turing', 'nameless@example.com']);
    expect(plain(both.text)).toContain(`Tag “<bdi>${HOSTILE}</bdi>”`);
    expect(both.text).not.toContain(HOSTILE);
  });

  test('are joined by all or any, with words as well, and each is taken away by a link', async () => {
    const two = 'starred=yes&company=npl';
    expect(await found(two)).toEqual([]);
    expect(await found(`${two}&match=any`)).toEqual(['Alan Turing', 'Grace Hopper']);
    expect(await found(`${two}&match=any&q=hopp`)).toEqual(['Grace Hopper']);
    expect(await found(`last_seen_at.lte-or-never=2026-05-01&${two}&match=any&q=turing`)).toEqual(['Alan Turing']);
    const page = await browser.open(`/people?${two}`);
    const [, remove] = /<a class="remove" href="([^"]+)"><span class="unseen">[^<]*: Starred/.exec(page.text)!;
    expect(namesIn(await browser.open(plain(remove!)))).toEqual(['Alan Turing']);
    expect(page.text).toContain('Nobody meets these conditions.');
  });

  test('by fields of one’s own', async () => {
    const custom_field = { name: 'Motto', field_type: 'input' };
    const { id } = dataOf(await ada.post('/v1/custom-fields', { custom_field })).custom_field;
    const custom_fields = [{ contact_id: grace.id, custom_field_id: id, text_value: 'A.B' }];
    dataOf(await ada.post('/v2/custom-fields/contacts/values', { custom_fields }));
    const value = { 'new-field': id, 'new-field-how': 'contains', 'new-field-text': 'a.b' };
    const page = await filter(value);
    expect(namesIn(page)).toEqual(['Grace Hopper']);
    expect(page.text).toContain('Field “<bdi>Motto</bdi>” contains “<bdi>a.b</bdi>”');
    expect(namesIn(await filter({ ...value, 'new-field-how': 'absent' }))).toEqual([
      'Alan Turing',
      'nameless@example.com',
    ]);
  });

  test('that lack a part come back as typed, with the reason at the field', async () => {
    const page = await filter({ 'new-time': 'created_at', 'new-text': 'kept <b>', 'new-text-in': 'company' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('id="new-day-error"');
    expect(page.text).toContain('aria-describedby="new-day-error"');
    const again = Object.fromEntries(formIn(page.text, '/people'));
    expect(again).toMatchObject({ 'new-time': 'created_at', 'new-text': 'kept <b>', 'new-text-in': 'company' });
  });

  test.each([
    'tag.any=none',
    'birthday=13',
    'last_seen_at.lte=tomorrow',
    'has=everything',
    'also=%7B',
    'also=%7B"no":1%7D',
  ])('an address with %s says that it cannot be read', async (address) => {
    const page = await browser.open(`/people?${address}`);
    expect([page.status, namesIn(page)]).toEqual([200, ALL]);
    expect(page.text).toContain('role="alert"');
  });
});

describe('a filter said as an address', () => {
  const id = '0b0f6f3e-5b1a-4c3e-9d55-6f0a8f1c2d3e';
  test.each<Where>([
    {},
    { is_archived: true },
    { is_archived: false, starred: true },
    { tags: { any: [id], none: [id] }, groups: { all: [id] } },
    { name: 'a', has_email: true, has_notes: false, priority_tier: 1, source: 'csv_import', frequency: '10 days' },
    { last_seen_at: { gte: '2026-01-01', lte: '2026-02-01' }, created_at: null },
    { last_seen_at: { gte: '2026-01-01T10:00:00.000Z' } },
    { or: [{ last_seen_at: { lte: '2026-06-30' } }, { last_seen_at: null }] },
    { starred: true, or: [{ last_seen_at: { lte: '2026-06-30' } }, { last_seen_at: null }] },
    { or: [{ starred: true }, { company: 'x' }] },
    {
      or: [
        { starred: true, name: 'y' },
        { company: 'x', or: [{ in: [id] }, { birthday: { month: 2, day: 29 } }] },
      ],
    },
    { or: [{ tags: { any: [id] } }, { tags: { any: [id] } }] },
    { in: [id], not_in: [id], tags: { any: [] } },
    {
      custom_fields: [
        { id, operator: 'eq', value: 'a.b' },
        { id, operator: 'absent' },
      ],
    },
    {
      custom_fields: [
        { id, operator: 'in', value: ['a', 'b'] },
        { id, operator: 'gte', value: 5 },
      ],
    },
  ])('%j is the same filter when it is read again', (filter) => {
    const search = readSearch(new URL(pathOf(searchOf(filter, 'full_name', id)), 'http://x').searchParams)!;
    expect(chosen(search)).toEqual(filter);
    expect(search.sort).toBe('full_name');
  });
});

test('a saved view is kept, run, changed, renamed, deleted and brought back', async () => {
  const name = CORPUS[2]!;
  const opened = await browser.open('/people?company=n&name=ing&sort=full_name&q=');
  const form = typed(formIn(opened.text, '/people/views'), { 'view-name': name });
  const [saved] = await Promise.all([browser.send('/people/views', form), browser.send('/people/views', form)]);
  const views = async (): Promise<Json[]> => dataOf(await ada.get('/v2/views')).views;
  expect(await views()).toMatchObject([{ name, sort: 'full_name', filters: { company: 'n', name: 'ing' } }]);
  const id = (await views())[0].id;
  expect([saved.url.search, namesIn(saved)]).toEqual([`?view=${id}`, ['Alan Turing']]);
  expect(plain(saved.text)).toContain(name);
  expect(saved.text).not.toContain(name);

  const [, without] = /<a class="remove" href="([^"]+)"><span class="unseen">[^<]*: Name/.exec(saved.text)!;
  const changed = await browser.open(plain(without!));
  expect(namesIn(changed)).toEqual(['Alan Turing', 'Grace Hopper']);
  const path = `/people/views/${id}`;
  await browser.send(`${path}/filter`, formIn(changed.text, `${path}/filter`));
  expect((await views())[0].filters).toEqual({ company: 'n' });

  const list = await browser.open('/people/views');
  expect(list.text).toContain('Company contains “<bdi>n</bdi>”');
  const blank = await browser.send(path, typed(formIn(list.text, path), { name: ' ' }));
  expect([blank.status, blank.text.includes(`id="name-${id}-error"`)]).toEqual([400, true]);
  await browser.send(path, typed(formIn(blank.text, path), { name: 'N' }));
  expect((await views())[0].name).toBe('N');
  const gone = await browser.send(`${path}/delete`, formIn(list.text, `${path}/delete`));
  expect([gone.text.includes('You have no views yet.'), await views()]).toEqual([true, []]);
  const back = await browser.send(`${path}/restore`, formIn(gone.text, `${path}/restore`));
  expect([back.text.includes('The view is back.'), (await views())[0].name]).toEqual([true, 'N']);
});

test('a view that asks for more than the form can say is run whole, and said in words', async () => {
  const filters = {
    or: [{ starred: true, has_birthday: true }, { in: [alan.id] }],
    created_at: { gte: '2020-01-01T10:00:00Z' },
  };
  const { id } = dataOf(await ada.post('/v2/views', { view: { name: 'Odd', filters } })).view;
  const page = await browser.open(`/people?view=${id}`);
  expect(namesIn(page)).toEqual(['Alan Turing', 'Grace Hopper']);
  expect(page.text).toContain('Either Starred and Has a birthday; or 1 chosen person');
  expect(page.text).toContain('Added since Jan 1, 2020, 10:00');
  // A condition more narrows it.
  const address = `${/href="\/people\/filter\?([^"]+)"/.exec(page.text)![1]}`;
  const narrowed = await filter({ 'new-text': 'grace' }, plain(address));
  expect(namesIn(narrowed)).toEqual(['Grace Hopper']);
  expect(narrowed.text).toContain('Save them to the view');
});

test('a long list goes on by a link, each person once', async () => {
  const eve = await service.user();
  const reader = await signedIn(service, eve.email);
  expect((await reader.open('/people')).text).toContain('href="/import"');
  await makeContacts(
    eve,
    Array.from({ length: 120 }, (_, index) => ({ full_name: `Person ${index}`, company: CORPUS[index % 10] })),
  );
  const names: string[] = [];
  for (let address: string | undefined = '/people?sort=full_name'; address; ) {
    const page: Page = await reader.open(address);
    names.push(...namesIn(page));
    address = /<li class="more"><a class="button" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(new Set(names).size).toBe(120);
  expect(names).toHaveLength(120);
});

describe('many at once', () => {
  let eve: User;
  let reader: Browser;
  let people: Json[];
  beforeAll(async () => {
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

  const of = async (id: string): Promise<Json> => dataOf(await eve.get(`/v2/contacts/${id}`)).contact;
  const starred = async (): Promise<boolean[]> =>
    Promise.all(people.map(async ({ id }) => (await of(id)).starred as boolean));
  const CHANGE = '/people/change';
  const GO = `${CHANGE}/go`;

  /** Ticks rows of a list, chooses a change, and looks at what would happen. */
  async function dryRun(rows: Json[], choice: Record<string, string>, address = '', more: [string, string][] = []) {
    const list = formIn((await reader.open(`/people?${address}`)).text, CHANGE);
    const chosen = await reader.send(CHANGE, [...list, ...rows.map(({ id }): [string, string] => ['id', id]), ...more]);
    expect(chosen.status).toBe(200);
    return reader.send(CHANGE, typed(formIn(chosen.text, CHANGE), choice));
  }
  const go = (page: Page) => reader.send(GO, formIn(page.text, GO));

  test('are tagged with a new tag, seen first, once however often it is sent, and untagged again', async () => {
    const name = CORPUS[4]!;
    const dry = await dryRun(people.slice(0, 3), { action: 'tag', tag: name });
    expect(plain(dry.text)).toContain(`3 people would get the tag</strong> “<bdi>${name}</bdi>”. It is a new tag.`);
    for (const { full_name } of people.slice(0, 3)) expect(plain(dry.text)).toContain(full_name);
    expect(dataOf(await eve.get('/v2/tags')).tags).toEqual([]);

    const form = formIn(dry.text, GO);
    const [done] = await Promise.all([reader.send(GO, form), reader.send(GO, form)]);
    const tags = async (): Promise<Json[]> => dataOf(await eve.get('/v2/tags')).tags;
    expect(await tags()).toMatchObject([{ name, _count: { tags_contacts: 3 } }]);
    expect(done.text).toContain('3 people got the tag');

    const again = await dryRun(people.slice(1, 5), { action: 'tag', tag: name.toUpperCase() });
    expect(again.text).toContain('2 people would get the tag');
    expect(again.text).toContain('2 people would stay as they are: they have it.');
    const second = await go(again);
    expect((await tags())[0]._count.tags_contacts).toBe(5);
    // Only those who got it lose it again.
    const undone = await go(second);
    expect(undone.text).toContain('Taken back');
    expect((await tags())[0]._count.tags_contacts).toBe(3);
    await go(await dryRun(people.slice(0, 3), { action: 'untag', tag: name }));
    expect((await tags())[0]._count.tags_contacts).toBe(0);
  });

  test('are put into a group and taken out', async () => {
    const groups = async (): Promise<Json[]> => dataOf(await eve.get('/v2/groups')).groups;
    await go(await dryRun(people, { action: 'group', group: 'Choir' }));
    expect(await groups()).toMatchObject([{ name: 'Choir', _count: { groups_contacts: 6 } }]);
    await go(await dryRun(people.slice(2), { action: 'ungroup', group: 'choir' }));
    expect((await groups())[0]._count.groups_contacts).toBe(2);
  });

  test('all whom a filter finds are meant, also those who are not ticked', async () => {
    const dry = await dryRun([], { action: 'star' }, 'company=four', [['everyone', 'yes']]);
    expect(dry.text).toContain('3 people would be starred');
    expect(dry.text).toContain('1 person would stay as they are');
    const done = await go(dry);
    expect(await starred()).toEqual([true, true, true, true, false, false]);
    expect(done.text).toContain('href="/people?company=four"');
    await go(done);
    expect(await starred()).toEqual([true, false, false, false, false, false]);
  });

  test('get a rhythm, and what they had is back by undo', async () => {
    const rhythms = async () =>
      Promise.all(
        people.map(async ({ id }) => {
          const { frequency, next_reminder_at } = await of(id);
          return [frequency, next_reminder_at];
        }),
      );
    const before = await rhythms();
    const done = await go(await dryRun(people, { action: 'rhythm', rhythm: '1 mon' }));
    expect((await rhythms()).map(([frequency]) => frequency)).toEqual(Array(6).fill('1 mon'));
    await go(done);
    expect(await rhythms()).toEqual(before);
  });

  test('are archived and brought back, deleted and restored; who is gone meanwhile is told', async () => {
    const archive = await go(await dryRun(people.slice(4), { action: 'archive' }));
    expect((await of(people[4].id)).is_archived).toBe(true);
    await go(await dryRun(people.slice(4), { action: 'unarchive' }, 'archived=yes'));
    expect((await of(people[4].id)).is_archived).toBe(false);
    expect(archive.text).toContain('Archived: 2 people.');

    const dry = await dryRun(people.slice(0, 2), { action: 'delete' });
    expect(dry.text).toContain('2 people would be deleted');
    await eve.call('DELETE', `/v2/contacts/${people[1].id}`);
    const deleted = await go(dry);
    expect(deleted.text).toContain('1 person could not be changed');
    expect((await eve.get(`/v2/contacts/${people[0].id}`)).status).toBe(404);
    const back = await go(deleted);
    expect(back.text).toContain('Taken back');
    expect((await of(people[0].id)).full_name).toBe(people[0].full_name);
    const star = await dryRun(people.slice(0, 3), { action: 'star' });
    expect(star.text).toContain('Not there any more: 1 person.');
  });

  test('go part by part, told honestly, when they are more than one operation takes', async () => {
    const many = await service.user();
    reader = await signedIn(service, many.email);
    await makeContacts(
      many,
      Array.from({ length: 1_100 }, (_, index) => ({ full_name: `Person ${index}` })),
    );
    const dry = await dryRun([], { action: 'tag', tag: 'All' }, '', [['everyone', 'yes']]);
    expect(dry.text).toContain('1,100 people would get the tag');
    expect(dry.text).toContain('and 1,000 people more');
    const first = await go(dry);
    expect(first.text).toContain('500 of 1,100 are done.');
    const tagged = async (): Promise<number> => dataOf(await many.get('/v2/tags')).tags[0]._count.tags_contacts;
    expect(await tagged()).toBe(500);
    const last = await go(await go(first));
    expect(last.text).toContain('1,100 people got the tag');
    expect(await tagged()).toBe(1_100);
    for (let page = last; page.text.includes(GO); ) page = await go(page);
    expect(await tagged()).toBe(0);
  });

  test('nobody ticked, or a tag that is none, is said where it is', async () => {
    const none = await reader.send(CHANGE, [['starred', 'yes']]);
    expect([none.status, none.text.includes('Nobody is selected.')]).toEqual([400, true]);
    const [first] = dataOf(await eve.get('/v2/contacts')).contacts;
    reader = await signedIn(service, eve.email);
    for (const [choice, field] of [
      [{ action: 'untag', tag: '<b>none</b>' }, 'tag'],
      [{ action: 'group', group: ' ' }, 'group'],
    ] as const) {
      const page = await dryRun([first], choice);
      expect([page.status, page.text.includes(`id="${field}-error"`)]).toEqual([400, true]);
    }
    const bad = await reader.send(GO, [
      ['action', 'rhythm-back'],
      ['before', '{'],
      ['ids', first.id],
    ]);
    expect(bad.status).toBe(400);
  });
});
