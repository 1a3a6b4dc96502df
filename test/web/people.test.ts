import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Where } from '../../src/contract/contact-filter.ts';
import { chosen, pathOf, readSearch, searchOf } from '../../src/web/people/search.ts';
import { type Browser, type Page, signedIn } from '../support/browser.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf, type Json, makeContact, makeContacts, makeTag } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The people list: filters, views, tags, and groups, using only links and forms. No script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;
let grace: Json;
let alan: Json;
let friend: Json;
let work: Json;

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ full_name: `${name} ${String(index).padStart(3, '0')}` }));

const PLACE = /<tbody id="rows">.*?<bdi>(.*?)<\/bdi>/s;

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

/** The names in the list's rows. */
const namesIn = ({ text }: Page): string[] =>
  [...text.matchAll(/<a href="\/people\/[0-9a-f-]{36}"><bdi>(.*?)<\/bdi>/g)].map(([, name]) => plain(name!)).sort();
const found = async (address: string): Promise<string[]> => namesIn(await browser.open(`/people?${address}`));
const ALL = ['Alan Turing', 'Grace Hopper', 'nameless@example.com'];

/** The link that removes a filter, by the first words of its name. */
const removeLink = ({ text }: Page, name: string): string =>
  plain(new RegExp(`<a class="remove"[^>]* href="([^"]+)"[^>]*><span class="unseen">[^<]*: ${name}`).exec(text)![1]!);

/** Opens the form that adds conditions to a URL, and sends it. */
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
    [{ 'new-seen': '3m' }, ALL],
    [{ 'new-seen': 'never' }, ['Alan Turing', 'nameless@example.com']],
    [{ 'new-has': 'has.birthday' }, ['Grace Hopper']],
    [{ 'new-has': 'lacks.email' }, ['Alan Turing']],
    [{ 'new-place': 'nowhere' }, []],
    [{ archived: 'yes' }, ['Old Friend']],
  ])('%j find %j', async (values, names) => {
    const page = await filter(values);
    expect([page.status, namesIn(page)]).toEqual([200, names]);
    // The URL contains exactly the filter.
    expect(page.url.search).not.toContain('new-');
    expect([...page.url.searchParams.values()]).not.toContain('');
    expect(namesIn(await browser.open(page.url))).toEqual(names);
  });

  test('match any, all, or none of several tags', async () => {
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

  test('combine with all or any, also with words, and each can be removed with a link', async () => {
    const two = 'starred=yes&company=npl';
    expect(await found(two)).toEqual([]);
    expect(await found(`${two}&match=any`)).toEqual(['Alan Turing', 'Grace Hopper']);
    expect(await found(`${two}&match=any&q=hopp`)).toEqual(['Grace Hopper']);
    expect(await found(`last_seen_at.lte-or-never=2026-05-01&${two}&match=any&q=turing`)).toEqual(['Alan Turing']);
    const page = await browser.open(`/people?${two}`);
    expect((await browser.open(`/people/filter?${two}`)).text).toContain('Company contains “<bdi>npl</bdi>”');
    const remove = removeLink(page, 'Starred');
    expect(namesIn(await browser.open(remove))).toEqual(['Alan Turing']);
    expect(page.text).toContain('No one matches these filters.');
  });

  test('match custom fields', async () => {
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

  test('without a required part come back as typed, with the reason at the field', async () => {
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
    'last_seen_at.older=months',
    'last_seen_at.lte=tomorrow',
    'has=everything',
    'also=%7B',
    'also=%7B"no":1%7D',
  ])('with %s in the URL report that they cannot be read', async (address) => {
    const page = await browser.open(`/people?${address}`);
    expect([page.status, namesIn(page)]).toEqual([200, ALL]);
    expect(page.text).toContain('role="alert"');
  });
});

describe('a filter as a URL', () => {
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
  ])('is unchanged when %j is read again', (filter) => {
    const search = readSearch(new URL(pathOf(searchOf(filter, 'full_name', id)), 'http://x').searchParams)!;
    expect(chosen(search)).toEqual(filter);
    expect(search.sort).toBe('full_name');
  });
});

test('saves, runs, changes, renames, deletes, and restores a view', async () => {
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

  const changed = await browser.open(removeLink(saved, 'Name'));
  expect(namesIn(changed)).toEqual(['Alan Turing', 'Grace Hopper']);
  const path = `/people/views/${id}`;
  await browser.send(`${path}/filter`, formIn(changed.text, `${path}/filter`));
  expect((await views())[0].filters).toEqual({ company: 'n' });

  const unread = typed(form, { 'view-name': 'Kept', birthday: '13', key: randomUUID() });
  const refused = await browser.send('/people/views', unread);
  expect([refused.status, await views()]).toMatchObject([400, [{ id }]]);

  const list = await browser.open('/people/views');
  expect(list.text).toContain('Company contains “<bdi>n</bdi>”');
  const blank = await browser.send(path, typed(formIn(list.text, path), { name: ' ' }));
  expect([blank.status, blank.text.includes(`id="name-${id}-error"`)]).toEqual([400, true]);
  await browser.send(path, typed(formIn(blank.text, path), { name: 'N' }));
  expect((await views())[0].name).toBe('N');
  const gone = await browser.send(`${path}/delete`, formIn(list.text, `${path}/delete`));
  expect([gone.text.includes('No views yet.'), await views()]).toEqual([true, []]);
  const back = await browser.send(`${path}/restore`, formIn(gone.text, `${path}/restore`));
  expect([back.text.includes('Restored with all data'), (await views())[0].name]).toEqual([true, 'N']);
});

test('runs and describes a view that exceeds the form', async () => {
  const filters = {
    or: [{ starred: true, has_birthday: true }, { in: [alan.id] }],
    created_at: { gte: '2020-01-01T10:00:00Z' },
  };
  const { id } = dataOf(await ada.post('/v2/views', { view: { name: 'Odd', filters } })).view;
  const page = await browser.open(`/people?view=${id}`);
  expect(namesIn(page)).toEqual(['Alan Turing', 'Grace Hopper']);
  expect(page.text).toContain('Either Starred and Has birthday; or 1 selected person');
  expect(page.text).toContain('Added since Jan 1, 2020, 10:00');
  // Another condition narrows it.
  const address = `${/href="\/people\/filter\?([^"]+)"/.exec(page.text)![1]}`;
  const narrowed = await filter({ 'new-text': 'grace' }, plain(address));
  expect(namesIn(narrowed)).toEqual(['Grace Hopper']);
  expect(narrowed.text).toContain('Update view');
});

test('continues a long list with a link, each person once', async () => {
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
    address = /<tr class="more"><td><a class="button" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(new Set(names).size).toBe(120);
  expect(names).toHaveLength(120);
});

describe.each(['tags', 'groups'] as const)('%s', (kind) => {
  test('are created, renamed, deleted, and restored, and filter with one click', async () => {
    const eve = await service.user();
    const reader = await signedIn(service, eve.email);
    const path = `/people/${kind}`;
    const all = async (): Promise<Json[]> => dataOf(await eve.get(`/v2/${kind}`))[kind];
    const empty = await reader.open(path);
    expect(empty.text).toContain(`No ${kind} yet.`);
    const form = typed(formIn(empty.text, path), { name: HOSTILE });
    await Promise.all([reader.send(path, form), reader.send(path, form)]);
    expect(await all()).toMatchObject([{ name: HOSTILE }]);
    const { id } = (await all())[0];

    const about = kind === 'tags' ? { tags_contacts: [{ tag_id: id }] } : { groups_contacts: [{ group_id: id }] };
    await makeContact(eve, { full_name: 'In', ...about });
    await makeContact(eve, { full_name: 'Out' });
    const list = await reader.open(path);
    expect(list.text).toContain('1 person<');
    expect(list.text).not.toContain(HOSTILE);
    const [, address] = /<strong><a href="([^"]+)">/.exec(list.text)!;
    expect(namesIn(await reader.open(plain(address!)))).toEqual(['In']);
    expect((await reader.open('/people/filter')).text).toContain(`<option value="${id}">`);

    const own = `${path}/${id}`;
    const blank = await reader.send(own, typed(formIn(list.text, own), { name: ' ' }));
    expect([blank.status, blank.text.includes(`id="name-${id}-error"`)]).toEqual([400, true]);
    await reader.send(own, typed(formIn(blank.text, own), { name: 'Renamed' }));
    expect(await all()).toMatchObject([{ name: 'Renamed' }]);
    const gone = await reader.send(`${own}/delete`, formIn(list.text, `${own}/delete`));
    expect([await all(), gone.text.includes('deleted. Its people')]).toEqual([[], true]);
    await reader.send(`${own}/restore`, formIn(gone.text, `${own}/restore`));
    expect(await all()).toMatchObject([{ name: 'Renamed' }]);
    expect(namesIn(await reader.open(plain(address!)))).toEqual(['In']);
  });
});

test('leads to the people of a letter if a long list is sorted by name', async () => {
  const ben = await service.user();
  const visitor = await signedIn(service, ben.email);
  const first = (path: string) => visitor.open(path).then(({ text }) => PLACE.exec(text)?.[1]);
  const letters = async () => (await visitor.open('/people?sort=full_name')).text.includes('class="letters"');
  await makeContacts(ben, named('Anna', 49));
  expect(await letters()).toBe(false);
  await makeContacts(ben, named('Berta', 220));
  for (const full_name of ['Émile', 'eve', 'Otto', '42']) await makeContact(ben, { full_name });
  expect(await letters()).toBe(true);
  expect((await visitor.open('/people')).text).not.toContain('class="letters"');
  const at = '/people?sort=full_name&letter=';
  const places = { A: 'Anna 000', B: 'Berta 000', C: 'Émile', O: 'Otto', Z: 'Berta 150' };
  for (const [letter, name] of Object.entries(places))
    expect([letter, await first(at + letter)]).toEqual([letter, name]);
  expect(await first(`${at}1`)).toBe('42');
});
