import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type Page, signedIn } from '../support/browser.ts';
import { MARKUP } from '../support/hostile.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Possible duplicates, compared and merged with only links and forms: no script runs here.

let service: RunningService;
let user: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A new user, with only their own people. */
async function newUser(): Promise<void> {
  user = await service.user();
  browser = await signedIn(service, user.email);
}

/** A picture of one pixel. */
const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const EMAIL = 'grace@example.com';
const emails = (...all: string[]) => ({ contact_emails: all.map((email) => ({ email })) });

async function makePair(first: object = {}, second: object = {}): Promise<[Json, Json]> {
  await newUser();
  const older = await makeContact(user, { full_name: 'Grace Hopper', ...emails(EMAIL), company: 'Navy', ...first });
  const newer = await makeContact(user, {
    full_name: 'Grace B. Hopper',
    ...emails(EMAIL, 'ghopper@example.org'),
    company: 'US Navy',
    ...second,
  });
  return [older, newer];
}

const pairOf = (contacts: Json[], choices: Record<string, string> = {}): string =>
  String(new URLSearchParams([...contacts.map(({ id }): [string, string] => ['id', id]), ...Object.entries(choices)]));

/** The hidden fields of the form with an action. */
function fieldsIn({ text }: Page, action: string): [string, string][] {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`))!;
  const html = form.slice(0, form.indexOf('</form>'));
  return [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ]);
}

/** The list, however long the comparison takes. */
const openList = () => browser.open('/duplicates?wait=yes');

const merge = async (contacts: Json[], choices: Record<string, string> = {}) => {
  const preview = await browser.open(`/duplicates/preview?${pairOf(contacts, choices)}`);
  const fields = fieldsIn(preview, '/duplicates/merge');
  return { preview, fields, answer: await browser.send('/duplicates/merge', fields) };
};
const emailsOf = ({ contact_emails }: Json): string[] => contact_emails.map(({ email }: Json) => email);
const found = async (): Promise<Json[]> => (await user.get('/v2/contacts/duplicates')).body.data.duplicates;

describe('the list', () => {
  test('explains itself when it is empty', async () => {
    await newUser();
    const { status, text } = await openList();
    expect(status).toBe(200);
    expect(text).toContain('No duplicates');
    expect(text).toMatch(/<a href="\/duplicates" aria-current="page">/);
  });

  test('has pairs by confidence, with counts and reasons in plain words', async () => {
    const contacts = await makePair();
    const { text } = await openList();
    const [{ confidence, contactIds }] = (await found()) as [Json];
    expect(confidence).toBe('certain');
    expect(text).toContain('>Certain: 1</h2>');
    expect(text).toContain('same email');
    expect(text).not.toMatch(/same_|similar_|conflict_/);
    expect(contactIds).toEqual(contacts.map(({ id }) => id));
    const path = /href="(\/duplicates\/pair\?ids=[^"&]+)"/.exec(text)![1]!;
    const pair = await browser.open(path);
    for (const { id } of contacts) expect(pair.text).toContain(`name="id" value="${id}"`);
  });

  test('continues after its first page, and counts all', async () => {
    await newUser();
    for (let place = 0; place < 41; place++) {
      // Nobody resembles anyone but their own second card.
      const hash = createHash('sha256').update(String(place)).digest('hex');
      const name = hash.slice(0, 12).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
      for (let card = 0; card < 2; card++)
        await makeContact(user, { full_name: `Zeb ${name}`, ...emails(`${name}@example.com`) });
    }
    const total = (await user.get('/v2/contacts/duplicates?take=200')).body.data.duplicates.length;
    const first = await openList();
    const counts = [...first.text.matchAll(/>(?:Certain|Likely|Possible): (\d+)</g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(total);
    const rows = (page: Page) => page.text.split('name="pair"').length - 1;
    expect(rows(first)).toBe(30);
    const next = /href="(\/duplicates\?cursor=[^"]+)"/.exec(first.text)![1]!;
    expect(rows(await browser.open(next))).toBe(Math.min(30, total - 30));
  });
});

/** The value of each row's box, by the name of its first contact. */
const boxesIn = ({ text }: Page): Map<string, string> =>
  new Map(
    [...text.matchAll(/name="pair" value="([^"]+)" aria-label="Select ([^"·]+?)(?: ·|")/g)].map(([, v, n]) => [n!, v!]),
  );

/** Pairs of equal cards, each with names that resemble no other's. */
async function makePairs(names: string[]): Promise<[Json, Json][]> {
  const pairs: [Json, Json][] = [];
  for (const name of names) {
    const card = { full_name: name, ...emails(`${name.replace(' ', '.').toLowerCase()}@example.com`) };
    pairs.push([await makeContact(user, card), await makeContact(user, { ...card, job_title: 'Pilot' })]);
  }
  return pairs;
}

const NAMES = ['Zebulon Thistlewood', 'Ottoline Quarrie', 'Wilhelmina Bjarnason', 'Fitzgerald Okonkwo'];
const isMerged = async ([older, newer]: [Json, Json]): Promise<boolean> =>
  (await user.get(`/v2/contacts/${newer.id}`)).body.error?.details?.merged_into === older.id;
const statesOf = (pairs: [Json, Json][]) => Promise.all(pairs.flat().map(({ id }) => getContact(user, id)));

describe('many pairs', () => {
  test('are merged with one form, and undone with one', async () => {
    await newUser();
    const pairs = await makePairs(NAMES);
    const before = await statesOf(pairs);
    const list = await openList();
    const boxes = boxesIn(list);
    expect(boxes.size).toBe(4);
    const fields: [string, string][] = [
      ['key', crypto.randomUUID()],
      ...NAMES.slice(1).map((name): [string, string] => ['pair', boxes.get(name)!]),
    ];
    const merged = await browser.send('/duplicates/merge-many', fields);
    expect(merged.text).toContain('Merged 3 duplicates');
    expect(await Promise.all(pairs.map(isMerged))).toEqual([false, true, true, true]);
    // Sent again, the form has the same result, and the same undo.
    const again = await browser.send('/duplicates/merge-many', fields);
    expect(again.text).toContain('Merged 3 duplicates');
    const undo = fieldsIn(again, '/duplicates/undo');
    expect(undo).toEqual(fieldsIn(merged, '/duplicates/undo'));
    const undone = await browser.send('/duplicates/undo', undo);
    expect(undone.text).toContain('Undid 3 merges');
    expect((await browser.send('/duplicates/undo', undo)).text).toContain('Undid 3 merges');
    expect(await statesOf(pairs)).toEqual(before);
  });

  test('that are certain are merged with one button, more than one request merges too', async () => {
    await newUser();
    // Nobody resembles anyone but their own second card.
    const names = Array.from({ length: 61 }, (_, place) => {
      const hash = createHash('sha256').update(String(place)).digest('hex');
      const letters = hash.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
      return `Z${letters.slice(0, 9)} Q${letters.slice(9, 20)}`;
    });
    const contacts = names.flatMap((full_name) => {
      const card = { full_name, ...emails(`${full_name.replace(' ', '.').toLowerCase()}@example.com`) };
      return [card, card];
    });
    await user.post('/v2/contacts/batch', { contacts, onDuplicate: 'create' });
    const list = await openList();
    const certain = (await found()).filter(({ confidence }) => confidence === 'certain').length;
    const all = Number(/Merge all (\d+) certain duplicates/.exec(list.text)![1]);
    expect(all).toBeGreaterThan(50);
    expect(all).toBeGreaterThanOrEqual(certain);
    let page = await browser.send('/duplicates/merge-many', fieldsIn(list, '/duplicates/merge-many'));
    expect(page.text).toContain(`50 of ${all} merged`);
    page = await browser.send('/duplicates/merge-many', fieldsIn(page, '/duplicates/merge-many'));
    expect(page.text).toContain(`Merged ${all} duplicates`);
    expect((await found()).filter(({ confidence }) => confidence === 'certain')).toEqual([]);
    page = await browser.send('/duplicates/undo', fieldsIn(page, '/duplicates/undo'));
    expect(page.text).toContain(`50 of ${all} undone`);
    page = await browser.send('/duplicates/undo', fieldsIn(page, '/duplicates/undo'));
    expect(page.text).toContain(`Undid ${all} merges`);
    expect((await found()).filter(({ confidence }) => confidence === 'certain')).toHaveLength(certain);
  });

  test('that share a contact become one contact', async () => {
    await newUser();
    const [[first, second], [, third]] = (await makePairs(['Zebulon Thistlewood', 'Zebulon Thistlewood'])) as [
      [Json, Json],
      [Json, Json],
    ];
    const pack = (...ids: string[]) => Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');
    const merged = await browser.send('/duplicates/merge-many', [
      ['key', crypto.randomUUID()],
      ['pair', pack(first.id, second.id)],
      ['pair', pack(second.id, third.id)],
    ]);
    expect(merged.text).toContain('Merged into');
    for (const { id } of [second, third])
      expect((await user.get(`/v2/contacts/${id}`)).body.error.details.merged_into).toBe(first.id);
  });

  test('name the contacts that could not be merged', async () => {
    await newUser();
    const pairs = await makePairs(NAMES.slice(0, 2));
    const list = await openList();
    await user.call('DELETE', `/v2/contacts/${pairs[0]![1].id}`);
    const fields = [...boxesIn(list).values()].map((value): [string, string] => ['pair', value]);
    const { text } = await browser.send('/duplicates/merge-many', [['key', crypto.randomUUID()], ...fields]);
    expect(text).toContain('Merged into');
    expect(text).toMatch(/Could not merge <bdi>Zebulon Thistlewood<\/bdi>/);
    const none = await browser.send('/duplicates/merge-many', [['key', crypto.randomUUID()]]);
    expect(none.status).toBe(400);
    expect(none.text).toContain('Nothing is selected');
    const gone = await browser.send('/duplicates/merge-many', [['key', crypto.randomUUID()], fields[0]!]);
    expect(gone.text).toContain('Could not merge');
  });

  test('keep the fuller name and the uploaded photo', async () => {
    await newUser();
    const key = emails('jramon@example.com');
    const older = await makeContact(user, {
      full_name: 'Jose Ramon Ibanez',
      image_url: 'https://example.com/jose.png',
      ...key,
    });
    const newer = await makeContact(user, { full_name: 'José Ramón Ibáñez Cortés', image_url: PHOTO, ...key });
    const list = await openList();
    const row = [...boxesIn(list).values()][0]!;
    await browser.send('/duplicates/merge-many', [
      ['key', crypto.randomUUID()],
      ['only', row],
    ]);
    expect(await getContact(user, older.id)).toMatchObject({
      full_name: 'José Ramón Ibáñez Cortés',
      image_url: newer.image_url,
    });
    expect(newer.image_url).toMatch(/^kith:/);
  });

  test('are not merged for another user', async () => {
    await newUser();
    const [pair] = (await makePairs(NAMES.slice(0, 1))) as [[Json, Json]];
    const box = [...boxesIn(await openList()).values()][0]!;
    const eve = await signedIn(service, (await service.user()).email);
    const { text } = await eve.send('/duplicates/merge-many', [
      ['key', crypto.randomUUID()],
      ['pair', box],
    ]);
    expect(text).toContain('Could not merge');
    expect(text).not.toContain('Zebulon');
    expect(await isMerged(pair)).toBe(false);
  });
});

test('the navigation counts certain and likely duplicates after the list was shown', async () => {
  await newUser();
  await makePairs(NAMES);
  const count = async () => /id="count-duplicates">(\d*)</.exec((await browser.open('/navigation')).text)![1];
  expect(await count()).toBe('');
  const boxes = boxesIn(await openList());
  expect(await count()).toBe('4');
  const row: [string, string][] = [
    ['key', crypto.randomUUID()],
    ['only', boxes.get(NAMES[0]!)!],
  ];
  // As the script does: the list is not read again.
  const byScript = { 'sec-fetch-site': 'same-origin', 'hx-request': 'true', 'hx-target': 'li' };
  const merged = await browser.send('/duplicates/merge-many', row, byScript);
  expect(await count()).toBe('3');
  await browser.send('/duplicates/undo', fieldsIn(merged, '/duplicates/undo'), byScript);
  expect(await count()).toBe('4');
});

describe('a pair', () => {
  test('shows differences side by side, and collapses equal values', async () => {
    const contacts = await makePair({ website: 'https://navy.example' }, { website: 'https://navy.example' });
    const { text } = await browser.open(`/duplicates/pair?${pairOf(contacts)}`);
    const [open, folded] = [text.slice(0, text.indexOf('<details>')), text.slice(text.indexOf('<details>'))];
    for (const shown of ['Navy', 'US Navy', 'Grace B. Hopper', 'ghopper@example.org', 'same email'])
      expect(open).toContain(shown);
    expect(open).not.toContain('https://navy.example');
    expect(folded).toContain('https://navy.example');
    // The oldest contact stays, and its values are preselected.
    expect(open).toContain(`name="keep" value="${contacts[0].id}" checked=""`);
    expect(open).toContain(`name="of.company" value="${contacts[0].id}" checked=""`);
  });

  test('is merged as chosen, with the previewed result, and undo restores everything', async () => {
    const contacts = await makePair({ birthday: '--12-09', job_title: 'Admiral' }, { birthday: '1906-12-09' });
    const [older, newer] = contacts;
    const before = await Promise.all(contacts.map(({ id }) => getContact(user, id)));
    const { preview, answer } = await merge(contacts, { keep: newer.id, 'of.company': older.id, 'of.name': newer.id });
    expect(preview.text).toContain('<h2 id="contact">Grace B. Hopper</h2>');
    expect(preview.text).toContain('December 9, 1906');
    const lost = preview.text.slice(preview.text.indexOf('id="lost"'));
    expect(lost).toContain('US Navy');
    expect(lost).toContain('>Grace Hopper<');
    expect(lost).not.toContain('Admiral');
    expect(await found()).toEqual([]);

    const kept = await getContact(user, newer.id);
    expect(kept).toMatchObject({
      full_name: 'Grace B. Hopper',
      company: 'Navy',
      job_title: 'Admiral',
      birthday_year: 1906,
    });
    expect(emailsOf(kept).sort()).toEqual(['ghopper@example.org', EMAIL]);
    expect((await user.get(`/v2/contacts/${older.id}`)).body.error.details.merged_into).toBe(newer.id);

    expect(answer.text).toContain('Merged');
    const undone = await browser.send('/duplicates/undo', fieldsIn(answer, '/duplicates/undo'));
    expect(undone.url.pathname).toBe('/duplicates/pair');
    expect(undone.text).toContain('the contacts are separate again');
    expect(await Promise.all(contacts.map(({ id }) => getContact(user, id)))).toEqual(before);
  });

  test("without choices is merged like the API's default, except for the fuller name", async () => {
    const contacts = await makePair({ birthday: '--12-09' }, { birthday: '1906-12-09' });
    // The page's preselected choices.
    const page = await browser.open(`/duplicates/pair?${pairOf(contacts)}`);
    const standing = [...page.text.matchAll(/name="(of\.[^"]+)" value="([^"]*)" checked/g)].map(([, name, id]) => [
      name,
      id,
    ]);
    const { answer, fields } = await merge(contacts, Object.fromEntries(standing));
    expect(Object.keys(JSON.parse(new Map(fields).get('changes')!))).toEqual(['full_name', 'first_name', 'last_name']);
    expect(answer.status).toBe(200);
    expect(await getContact(user, contacts[0].id)).toMatchObject({
      full_name: 'Grace B. Hopper',
      company: 'Navy',
      birthday_year: 1906,
    });
  });

  test('can join names in parts, and choose values of custom fields', async () => {
    await newUser();
    const custom_field = { name: 'Shoe size', field_type: 'input', categories: [] };
    const { id } = dataOf(await user.post('/v1/custom-fields', { custom_field })).custom_field;
    const value = (text_value: string) => ({ custom_fields: [{ id, text_value }] });
    const older = await makeContact(user, { first_name: 'Grace', ...emails(EMAIL), ...value('38') });
    const newer = await makeContact(user, { last_name: 'Hopper', ...emails(EMAIL), ...value('39') });
    const page = await browser.open(`/duplicates/pair?${pairOf([older, newer])}`);
    expect(page.text).toContain('name="of.name" value="" checked=""');
    await merge([older, newer], { 'of.name': '', [`of.custom-${id}`]: newer.id });
    const kept = await getContact(user, older.id);
    expect(kept.full_name).toBe('Grace Hopper');
    expect(kept.contacts_custom_fields.map(({ text_value }: Json) => text_value)).toEqual(['39']);
  });

  test('is merged once, however often the form is sent, and undone once', async () => {
    const contacts = await makePair();
    const [older, newer] = contacts;
    const preview = await browser.open(`/duplicates/preview?${pairOf(contacts, { 'of.company': newer.id })}`);
    const fields = fieldsIn(preview, '/duplicates/merge');
    const [first, second] = await Promise.all([
      browser.send('/duplicates/merge', fields),
      browser.send('/duplicates/merge', fields),
    ]);
    for (const answer of [first, second, await browser.send('/duplicates/merge', fields)]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('Merged');
    }
    expect((await getContact(user, older.id)).company).toBe('US Navy');
    const undo = fieldsIn(first, '/duplicates/undo');
    expect((await browser.send('/duplicates/undo', undo)).text).toContain('the contacts are separate again');
    expect((await browser.send('/duplicates/undo', undo)).text).toContain('the contacts are separate again');
    // An undone merge's form merges no more.
    const again = await browser.send('/duplicates/merge', fields);
    expect(again.text).toContain('the contacts are separate again');
    expect((await getContact(user, older.id)).company).toBe('Navy');
    const other = await browser.send('/duplicates/undo', [
      ['key', crypto.randomUUID()],
      ['id', older.id],
    ]);
    expect(other.status).toBe(409);
    expect(other.text).toContain('Nothing to undo');
  });

  test('reports a merge or deletion in another window', async () => {
    const contacts = await makePair();
    const [older] = contacts;
    const preview = await browser.open(`/duplicates/preview?${pairOf(contacts)}`);
    await merge(contacts);
    const late = await browser.send('/duplicates/merge', fieldsIn(preview, '/duplicates/merge'));
    expect(late.status).toBe(404);
    expect(late.text).toContain('Already merged');
    expect(late.text).toContain(`href="/people/${older.id}"`);
    expect((await browser.open(`/duplicates/pair?${pairOf(contacts)}`)).text).toContain('Already merged');

    const others = await makePair();
    await user.call('DELETE', `/v2/contacts/${others[1].id}`);
    for (const path of ['pair', 'preview']) {
      const { status, text } = await browser.open(`/duplicates/${path}?${pairOf(others)}`);
      expect(status).toBe(404);
      expect(text).toContain('no longer exists');
    }
  });

  test('is not merged at all if a chosen value is rejected', async () => {
    const contacts = await makePair();
    const preview = await browser.open(`/duplicates/preview?${pairOf(contacts)}`);
    const fields = fieldsIn(preview, '/duplicates/merge');
    const bad = fields.map(([name, value]): [string, string] => [
      name,
      name === 'changes' ? JSON.stringify({ company: 'x'.repeat(3_000) }) : value,
    ]);
    const { status, text } = await browser.send('/duplicates/merge', bad);
    expect(status).toBe(400);
    expect(text).toContain('company');
    expect(text).toContain('Choose again');
    for (const { id } of contacts) expect((await user.get(`/v2/contacts/${id}`)).status).toBe(200);
    for (const broken of [[['changes', '{']], [['id', contacts[0].id]], [['keep', 'x']]] as [string, string][][]) {
      const sent = [...fields.filter(([name]) => name !== broken[0]![0]), ...broken];
      expect((await browser.send('/duplicates/merge', sent)).status).toBe(400);
    }
    expect((await browser.open('/duplicates/pair?id=x&id=y')).status).toBe(400);
    expect((await browser.open('/duplicates/pair')).status).toBe(400);
  });

  test('marked as different people is removed from the suggestions until that is undone', async () => {
    const contacts = await makePair();
    const page = await browser.open(`/duplicates/pair?${pairOf(contacts)}`);
    const out = await browser.send('/duplicates/leave-out', fieldsIn(page, '/duplicates/leave-out'));
    expect(out.text).toContain('is no longer suggested');
    expect(await found()).toEqual([]);
    await browser.send('/duplicates/leave-out', fieldsIn(out, '/duplicates/leave-out'));
    expect(await found()).toHaveLength(1);
  });

  test('shows text from others as text', async () => {
    const hostile = { company: MARKUP, description: MARKUP };
    const contacts = await makePair({ ...hostile, full_name: `Grace ${MARKUP}` }, { company: `${MARKUP} 2` });
    const { preview, answer } = await merge(contacts, { 'of.company': contacts[1].id });
    const again = await makePair(hostile, { company: `${MARKUP} 2` });
    const pair = await browser.open(`/duplicates/pair?${pairOf(again)}`);
    for (const { status, text } of [preview, answer, pair, await openList()]) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/<img src=x|<script>alert|<\/textarea><script/);
    }
    expect(preview.text).toContain('&lt;img src=x onerror');
  });

  test('is hidden from other users, and from someone who is not signed in', async () => {
    const contacts = await makePair();
    const fields = fieldsIn(await browser.open(`/duplicates/preview?${pairOf(contacts)}`), '/duplicates/merge');
    const eve = await signedIn(service, (await service.user()).email);
    expect((await eve.open(`/duplicates/pair?${pairOf(contacts)}`)).status).toBe(404);
    expect((await eve.send('/duplicates/merge', fields)).status).toBe(404);
    expect((await browser.send('/duplicates/merge', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    eve.cookies.clear();
    const path = `/duplicates/preview?${pairOf(contacts)}`;
    // After the sign-in, the choices are restored.
    expect((await eve.open(path)).url.searchParams.get('to')).toBe(path);
    expect((await eve.send('/duplicates/merge', fields)).status).toBe(401);
    expect(await found()).toHaveLength(1);
  });
});
