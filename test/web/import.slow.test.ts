import { strToU8, zipSync } from 'fflate';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWhole } from '../import/read-whole.ts';
import { type Browser, newBrowser, originOf, type Page, signedIn, withData } from '../support/browser.ts';
import { formIn, plain, typed } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A file import, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const listed = async (user: User): Promise<Json[]> => dataOf(await user.get('/v2/contacts?take=500')).contacts;
const contactsOf = async (user: User) => Promise.all((await listed(user)).map(({ id }) => getContact(user, id)));
const namesOf = async (user: User) => (await listed(user)).map(({ full_name }) => full_name).sort();

/** A new user, so that the counts cover only their people. */
async function newcomer(): Promise<{ user: User; browser: Browser }> {
  const user = await service.user(undefined, 'Europe/Berlin');
  return { user, browser: await signedIn(service, user.email) };
}

type Content = string | Uint8Array<ArrayBuffer>;

/** Chooses a file and sends it, with a page's form or one opened earlier. */
async function bring(by: Browser, name: string, content: Content, page?: Page): Promise<Page> {
  const form = new FormData();
  const { text } = page ?? (await by.open('/import'));
  for (const [field, value] of formIn(text, '/import')) if (field !== 'file') form.append(field, value);
  form.append('file', new Blob([content]), name);
  return by.send('/import', form);
}

/** Reloads as a browser without scripts does, until nothing is in progress. */
async function settled(by: Browser, page: Page): Promise<Page> {
  let last = page;
  while (last.text.includes('http-equiv="refresh"')) last = await by.open(page.url);
  return last;
}

const look = async (by: Browser, name: string, content: Content) => settled(by, await bring(by, name, content));

const press = async (by: Browser, page: Page, action: string, values: Record<string, string> = {}): Promise<Page> => {
  const path = `${page.url.pathname}/${action}`;
  return settled(by, await by.send(path, typed(formIn(page.text, path), values)));
};

/** The counts above the lines. */
const countsIn = ({ text }: Page): string[] =>
  [...text.matchAll(/<li><strong>([\d,]+)<\/strong> ([^<]+)<\/li>/g)].map(([, count, what]) => `${count} ${what}`);

const createdIn = (page: Page): number => Number.parseInt(countsIn(page)[0]!.replace(',', ''), 10);

const rowsIn = ({ text }: Page): string[] =>
  [...text.slice(text.indexOf('id="lines"')).matchAll(/<li><div class="about">(.*?)<\/li>/gs)].map(([, row]) =>
    plain(row!.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).trim(),
  );

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\n');

describe('a people file', () => {
  test('is previewed line by line, written once, reported, and changes nothing the second time', async () => {
    const { user, browser: own } = await newcomer();
    await makeContact(user, { full_name: 'Ann Lee', contact_emails: [{ email: 'ann@x.example' }] });
    const file =
      card('FN:Ann Lee', 'EMAIL:ann@x.example', 'TITLE:Boss') +
      card('FN:Bob Ray', 'TEL:+49 30 1234567') +
      card('FN:Bob Ray', 'TEL:+49 30 1234567') +
      'BEGIN:VCARD\nNOTE:Cut off\n';
    const ready = await look(own, 'people.vcf', file);
    expect(countsIn(ready)).toEqual(['1 new', '1 updated', '1 unchanged', '1 can’t import']);
    expect(rowsIn(ready)).toEqual([
      'Ann Lee Line 1 · would add job title updated',
      'Bob Ray Line 7 new',
      'Bob Ray Line 12 · same card as line 7 unchanged',
      'Line 17 no name, email address, phone number, or profile to identify a person by; END:VCARD is missing; the file ends before it can’t import',
    ]);
    expect(ready.text).toContain('detected as vCard');
    expect(await namesOf(user)).toEqual(['Ann Lee']);

    const path = `${ready.url.pathname}/go`;
    const go = formIn(ready.text, path);
    const [done, second] = await Promise.all(
      [own.send(path, go), own.send(path, go)].map(async (page) => settled(own, await page)),
    );
    expect(second!.text).toContain('<h1>Import complete</h1>');
    expect(countsIn(done!)).toEqual(['1 created', '1 updated', '1 unchanged', '1 skipped']);
    expect(rowsIn(done!)[0]).toBe('Ann Lee Line 1 · added job title updated');
    expect(await namesOf(user)).toEqual(['Ann Lee', 'Bob Ray']);
    // The form from before the import, sent again after going back.
    expect(countsIn(await settled(own, await own.send(path, go)))).toEqual(countsIn(done!));

    expect(countsIn(await press(own, done!, 'go'))).toEqual(['0 created', '0 updated', '3 unchanged', '1 skipped']);
    const again = await look(own, 'people.vcf', file);
    expect(countsIn(again)[0]).toBe('0 new');
    expect(again.text).toContain('You already have everything in this file');
    expect(await namesOf(user)).toEqual(['Ann Lee', 'Bob Ray']);
    // Written in the background.
    const logged = () =>
      withData(service, ({ store }) =>
        store.read('', (db) => db.selectFrom('security_log').select('event').where('user_id', '=', user.id).execute()),
      );
    await expect.poll(logged).toContainEqual({ event: 'data.imported' });
  });

  test('offers to tag the new people, to review duplicates, and to set a frequency, and groups skipped fields', async () => {
    const { user, browser: own } = await newcomer();
    await makeContact(user, { full_name: 'Ann Lee', company: 'Bakery', legacy_location: 'Oslo' });
    const people = Array.from({ length: 600 }, (_, index) =>
      card(`FN:Guest ${index}`, `EMAIL:g${index}@x.example`, 'TZ:-05:00'),
    );
    const ready = await look(own, 'guests.vcf', people.join(''));
    expect(plain(ready.text)).toContain('Skipped “TZ” (600 contacts): kith has no field for it');
    expect(plain(ready.text)).toMatch(/Lines 5, 11, .*, …/);
    expect(ready.text).not.toContain('Next steps');
    const done = await press(own, ready, 'go');
    expect(plain(done.text)).toContain('Add a tag to all 600 new people.');
    const path = `${done.url.pathname}/people`;
    expect(done.text).toContain(`href="${path}#tag"`);
    expect(done.text).toContain(`href="${path}#rhythm"`);
    const choice = await own.open(path);
    expect(choice.text).toContain('Edit 600 people');
    const preview = await own.send(
      '/people/change',
      typed(formIn(choice.text, '/people/change'), { tag: 'guests', action: 'tag' }),
    );
    expect(plain(preview.text)).toContain('Add tag to 600 people');
    const before = await own.open(`${ready.url.pathname.slice(0, -1)}0/people`);
    expect(before.url.pathname).not.toContain('/people');
    expect((await browser.open(path)).text).not.toContain('Guest');
  });

  test('belongs to its uploader, counts once if sent twice, and is replaced by the next', async () => {
    const page = await browser.open('/import');
    const [one, two] = await Promise.all([1, 2].map(() => bring(browser, 'a.vcf', card('FN:A Person'), page)));
    expect(two!.url.href).toBe(one!.url.href);
    const { browser: other } = await newcomer();
    const theirs = await other.open(one!.url);
    expect([theirs.status, theirs.text.includes('A Person')]).toEqual([404, false]);
    for (const action of ['go', 'cancel', 'choices'])
      expect((await other.send(`${one!.url.pathname}/${action}`, [['key', 'x']])).text).not.toContain('A Person');
    expect((await settled(browser, one!)).text).toContain('1</strong> new');
    expect((await browser.open('/import')).text).toContain('is ready to import');

    // Chosen with the same form, after going back.
    const next = await settled(browser, await bring(browser, 'b.vcf', card('FN:B Person'), page));
    expect(rowsIn(next)).toEqual(['B Person Line 1 new']);
    expect((await browser.open(one!.url)).text).toContain('File not found');
    expect((await press(browser, next, 'cancel')).url.pathname).toBe('/import');
    expect((await browser.open(next.url)).status).toBe(404);
  });

  test('shows text from others as text', async () => {
    const name = `<img src=x onerror=alert(1)>"'${CORPUS[2]}.csv`;
    const header = '"name","email","<b>column</b>"\n';
    const rows = CORPUS.map(
      (text, index) => `"${text.replaceAll('"', '""')}","p${index}@x.example","<script>1</script>"\n`,
    );
    const page = await look(browser, name, header + rows.join(''));
    const shown = page.text.replace(/<script type="module"[^>]*>/, '');
    expect(shown).not.toMatch(/<script|<img src=x|<b>|<system>/);
    expect(plain(shown)).toContain('<b>column</b>');
    expect(countsIn(page)[0]).toBe(`${CORPUS.length} new`);
    const back = await browser.open('/import');
    expect(back.text).not.toContain('<img src=x');
  });

  test("with an unknown column is read with the user's column choices", async () => {
    const { user, browser: own } = await newcomer();
    const refused = await look(own, 'list.csv', 'wer;wo;x\nAnn Lee;Berlin;7\nBob Ray;Paris;8\n');
    expect(refused.text).toContain('Unknown columns');
    expect(refused.text).not.toContain('--map');
    const nothing = await press(own, refused, 'choices');
    expect(nothing.status).toBe(400);
    expect(nothing.text).toContain('must name a column and its field');
    const ready = await press(own, refused, 'choices', { 'field.0': 'full_name', 'field.1': 'city' });
    expect(countsIn(ready)[0]).toBe('2 new');
    const form = Object.fromEntries(formIn(ready.text, `${ready.url.pathname}/choices`));
    expect(form).toMatchObject({ 'column.0': 'wer', 'field.0': 'full_name', 'field.1': 'city', 'field.2': '' });
    await press(own, ready, 'go');
    const cities = (await contactsOf(user)).map(({ full_name, legacy_contact_addresses: [address] }) => [
      full_name,
      address.city,
    ]);
    expect(cities.sort()).toEqual([
      ['Ann Lee', 'Berlin'],
      ['Bob Ray', 'Paris'],
    ]);
  });

  test('keeps recognized details of columns that were left unchanged', async () => {
    const { user, browser: own } = await newcomer();
    const ready = await look(own, 'list.csv', 'name,work phone,extra\nAnn,"030 1234567",Tall\n');
    expect(ready.text).toContain('column &quot;extra&quot;');
    await press(own, await press(own, ready, 'choices', { 'field.2': 'description' }), 'go');
    const [{ description, contact_phone_numbers: phones }] = await contactsOf(user);
    expect([description, phones[0].label]).toEqual(['Tall', 'work']);
  });

  test("in another code page is read with the user's choice of encoding", async () => {
    // "Анна" and "Борис" in windows-1251.
    const bytes = Buffer.from('name,email\n\xc0\xed\xed\xe0,a@x.example\n\xc1\xee\xf0\xe8\xf1,b@x.example\n', 'latin1');
    const guessed = await look(browser, 'list.csv', new Uint8Array(bytes));
    expect(guessed.text).toContain('If letters look wrong');
    const right = await press(browser, guessed, 'choices', { encoding: 'windows-1251' });
    expect(rowsIn(right)).toEqual(['Анна Line 2 new', 'Борис Line 3 new']);
    expect(Object.fromEntries(formIn(right.text, `${right.url.pathname}/choices`)).encoding).toBe('windows-1251');
    const unknown = await press(browser, right, 'choices', { encoding: 'klingon' });
    expect([unknown.status, unknown.text.includes('Unknown encoding: klingon')]).toEqual([400, true]);
  });

  test('that is long is shown in pages, also by outcome, and resumes after it was canceled', async () => {
    const { browser: own } = await newcomer();
    const people = Array.from({ length: 1000 }, (_, index) => `Person ${index},p${index}@x.example\n`);
    const ready = await look(own, 'many.csv', `name,email\n${people.join('')}`);
    expect(rowsIn(ready)).toHaveLength(50);
    expect(ready.text).toContain('1–50 of 1,000');
    const last = await own.open(`${ready.url.pathname}?show=created&page=20`);
    expect(rowsIn(last).at(-1)).toBe('Person 999 Line 1,001 new');
    expect(rowsIn(await own.open(`${ready.url.pathname}?page=999999`)).at(-1)).toBe('Person 999 Line 1,001 new');

    const path = `${ready.url.pathname}/go`;
    let begun = await own.send(path, formIn(ready.text, path));
    // Until the first few hundred are imported.
    while (!/>[1-9]\d* of 1,000</.test(begun.text)) begun = await own.open(begun.url);
    const refused = await bring(own, 'other.vcf', card('FN:Other'));
    expect([refused.status, refused.text.includes('many.csv is being imported.')]).toEqual([409, true]);
    const stopped = await press(own, begun, 'cancel');
    expect(stopped.text).toContain('The import stopped early: canceled.');
    const first = createdIn(stopped);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(1000);
    const done = await press(own, stopped, 'go');
    expect(createdIn(done)).toBe(1000 - first);
    expect(countsIn(done)[2]).toBe(`${new Intl.NumberFormat('en-US').format(first)} unchanged`);
  });
});

describe('other kinds of files', () => {
  test('imports an archive completely, with its original times', async () => {
    const { user, browser: own } = await newcomer();
    const [created_at, updated_at] = ['2001-02-03T04:05:06.000Z', '2002-03-04T05:06:07.000Z'];
    const id = '0198a2c4-0000-7000-8000-000000000001';
    const contacts = [{ id, full_name: 'Old Friend', created_at, updated_at }];
    const archive = { format: 'kith archive', version: 1, contacts };
    const ready = await look(own, 'kith.json', JSON.stringify(archive));
    expect(ready.text).toContain('detected as kith JSON');
    expect(countsIn(ready)[0]).toBe('1 new');
    expect(await namesOf(user)).toEqual([]);
    const done = await press(own, ready, 'go');
    expect(done.text).toContain('<dt>contacts</dt><dd>1 created');
    expect((await contactsOf(user))[0]).toMatchObject({ id, full_name: 'Old Friend', created_at });
  });

  test("asks who a chat's participants are, and creates notes on request", async () => {
    const { user, browser: own } = await newcomer();
    const lines = ['[27.11.23, 21:15:32] Jane Doe: Hi', '[27.11.23, 21:16:32] Max: Hello'];
    const refused = await look(own, 'chat.txt', `${lines.join('\n')}\n`);
    expect(refused.text).toContain('Which of Jane Doe, Max are you?');
    const ready = await press(own, refused, 'choices', { me: 'Max', notes: 'on' });
    expect(rowsIn(ready)).toEqual(['Jane Doe Line 2 new']);
    await press(own, ready, 'go');
    const [jane] = await contactsOf(user);
    expect(jane.last_seen_at).toBe('2023-11-27T20:16:32.000Z');
    const { items } = dataOf(await user.get(`/v2/timeline?contactId=${jane.id}`));
    expect(items).toHaveLength(1);
  });

  test('reads a zip without unpacking it', async () => {
    const zip = zipSync({ 'one.vcf': strToU8(card('FN:Zip One')), 'two.vcf': strToU8(card('FN:Zip Two')) });
    const ready = await look(browser, 'all.zip', new Uint8Array(zip));
    expect(rowsIn(ready)).toEqual(['Zip One one.vcf · Line 1 new', 'Zip Two two.vcf · Line 1 new']);
  });
});

describe('rejected uploads', () => {
  test('an archive nested thousands of levels deep is rejected, and delays no other file', async () => {
    const deep = `{"format":"kith archive","version":1,"contacts":[${'['.repeat(6_000)}${']'.repeat(6_000)}]}`;
    const people = [await newcomer(), await newcomer(), await newcomer()];
    const pages = await Promise.all(
      people.map(({ browser: own }, at) => look(own, 'file', at < 2 ? deep : card('FN:Ann'))),
    );
    const refused = 'the file: is nested deeper than 110 levels';
    for (const page of pages.slice(0, 2)) expect(plain(page.text)).toContain(refused);
    expect(createdIn(pages[2]!)).toBe(1);
  });

  const bomb = zipSync({ 'a.csv': new Uint8Array(300 * 1024 * 1024) }, { level: 1 });
  test.each([
    ['empty', 'empty.vcf', '', 400, 'empty.vcf is empty.'],
    ['blank', 'blank.vcf', ' \n\n', 200, 'The file is empty.'],
    ['no address book', 'cat.jpg', new Uint8Array(Buffer.from('ffd8ffe000104a464946', 'hex')), 200, 'Unknown columns'],
    ['half a zip', 'half.zip', zipSync({ 'a.vcf': strToU8(card('FN:A')) }).slice(0, 60), 200, 'The zip is damaged'],
    ['a zip bomb', 'bomb.zip', new Uint8Array(bomb), 200, 'larger than 256 MB once unpacked'],
    [
      'half an archive',
      'half.json',
      '{"format":"kith archive","version":1,"contacts":[',
      200,
      'incomplete or invalid JSON',
    ],
    ['no Monica', 'not.json', '{"a":1}', 200, 'archive'],
  ])('%s', async (_, name, content, status, words) => {
    const { browser: own } = await newcomer();
    const page = await look(own, name, content as Content);
    expect([page.status, plain(page.text)]).toEqual([status, expect.stringContaining(words)]);
    const said = /role="alert"[^>]*>([^<]+)</.exec(page.text)?.[1];
    expect(said ?? '').not.toContain('--');
  });

  test('more than the server holds at a time', async () => {
    const bytes = new Uint8Array(Buffer.from(card('FN:A') + card('FN:B')));
    await expect(readWhole(bytes, { most: 1 })).rejects.toThrow('The file contains more than 1 entries.');
  });

  test('a second file from a user whose first still arrives waits outside memory, and delays no other user', async () => {
    const grace = await newcomer();
    let sendRest = () => {};
    const rest = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="slow.vcf"\r\n\r\n${card('FN:Slow')}`;
    async function* slowly() {
      yield Buffer.from(head);
      await rest;
      yield Buffer.from('\r\n--x--\r\n');
    }
    const cookie = [...grace.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' };
    const answered: string[] = [];
    const told = (name: string) => () => void answered.push(name);
    const slow = request(`${originOf(service)}/import`, { method: 'POST', headers, body: slowly() as never });
    // It is in progress once the service answers requests sent after it.
    const others = async () => {
      for (let count = 0; count < 20; count++) await bring(browser, 'other.vcf', card(`FN:Other ${count}`));
    };
    await others();
    const second = bring(grace.browser, 'second.vcf', card('FN:Second'));
    const all = [slow.then(told('first')), second.then(told('second'))];
    await others();
    expect(answered).toEqual([]);
    sendRest();
    await Promise.all(all);
    expect((await slow).statusCode).toBe(303);
    expect((await settled(grace.browser, await second)).text).toContain('second.vcf');
  });

  test('no selection, too large, no form, and not signed in: each with an explanation', async () => {
    const form = new FormData();
    form.append('file', new Blob([]), '');
    expect((await browser.send('/import', form)).text).toContain('Choose a file first.');
    expect((await browser.send('/import', [['file', 'x']])).text).toContain('Choose a file first.');
    const large = await bring(browser, 'large.vcf', new Uint8Array(65 * 1024 * 1024));
    expect([large.status, large.text.includes('larger than 64 MB')]).toEqual([413, true]);
    const stranger = newBrowser(originOf(service));
    const page = await bring(stranger, 'a.vcf', card('FN:A'), await browser.open('/import'));
    expect([page.status, page.text.includes('before the file was uploaded')]).toEqual([401, true]);
    const foreign = await browser.send('/import', new FormData(), { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });
});

describe('the report of a malicious file has a bounded size', () => {
  const MOST_TEXT = 100_000;
  const headerOf = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join();

  test('with unknown columns', async () => {
    const { browser: by } = await newcomer();
    const page = await look(by, 'wide.csv', `${headerOf(100_000)}\n${'1,'.repeat(99_999)}1\n`);
    expect(page.text).toContain('Line 1 cannot be read: it has more than 1,000 columns');
    expect(page.text.length).toBeLessThan(MOST_TEXT);
    const long = await look(by, 'long.csv', `${'n'.repeat(500_000)},other\n1,2\n`);
    expect(long.text).toContain('Unknown columns');
    expect(long.text.length).toBeLessThan(MOST_TEXT);
  });

  test('with extra columns, some of which can still be chosen', async () => {
    const { user, browser: by } = await newcomer();
    const row = `ann@example.com,Ann,${Array.from({ length: 900 }, (_, index) => `v${index}`).join()}`;
    const page = await look(by, 'many.csv', `E-mail,Name,${headerOf(900)}\n${row}\n`);
    expect(countsIn(page)[0]).toBe('1 new');
    expect(page.text.match(/<select/g)!.length).toBeLessThan(210);
    expect(page.text).toContain('702 other columns');
    expect(page.text).toContain('more warnings are not listed');
    const chosen = await press(by, page, 'choices', { 'field.2': 'company' });
    const done = await press(by, chosen, 'go');
    expect(countsIn(done)[0]).toBe('1 created');
    const [contact] = await contactsOf(user);
    expect(contact).toMatchObject({ full_name: 'Ann', company: 'v0' });
    expect(contact!.contact_emails.map(({ email }: Json) => email)).toEqual(['ann@example.com']);
  });

  test.each([
    ['rows of a list', 'bad.csv', `name,email\nAnn,ann@example.com\n${'a,b,c,d\n'.repeat(12_000)}`],
    ['cards', 'bad.vcf', `${card('FN:Ann')}${'BEGIN:VCARD\n'.repeat(12_000)}`],
  ])('with broken %s', async (_, name, content) => {
    const { browser: by } = await newcomer();
    const page = await look(by, name, content);
    expect(countsIn(page)).toContain('10,001 can’t import');
    const last = await by.open(`${page.url.pathname}?show=failed&page=201`);
    expect(rowsIn(last).join()).toContain('2,000 more lines are not listed');
  });

  test('with many long warnings about a person', async () => {
    const { browser: by } = await newcomer();
    const lines = Array.from({ length: 500 }, (_, index) => `no property ${index} ${'x'.repeat(1_000)}`);
    const page = await look(by, 'warned.vcf', card('FN:Ann', `N:${'y'.repeat(200_000)};;;;`, ...lines));
    expect(page.text.length).toBeLessThan(MOST_TEXT);
    expect(rowsIn(page).join()).toContain('more warnings are not listed');
  });

  test('with long file names', async () => {
    const { browser: by } = await newcomer();
    const name = (letter: string) => `${letter.repeat(60_000)}.vcf`;
    const files = { [name('a')]: strToU8(card('FN:Ann')), [name('b')]: strToU8(card('FN:Bob')) };
    const page = await look(by, 'names.zip', zipSync(files) as Uint8Array<ArrayBuffer>);
    expect(countsIn(page)[0]).toBe('2 new');
    expect(page.text.length).toBeLessThan(MOST_TEXT);
  });

  test('with a chat of many messages', async () => {
    const { browser: by } = await newcomer();
    const line = (index: number) => `[01.02.26, 10:${String(index % 60).padStart(2, '0')}:00] Ann: hello ${index}\n`;
    const page = await look(by, '_chat.txt', Array.from({ length: 100_001 }, (_, index) => line(index)).join(''));
    expect(page.text).toContain('The file contains more than 100,000 entries.');
  });
});
