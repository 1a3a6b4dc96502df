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
    const { status, text } = await browser.open('/duplicates');
    expect(status).toBe(200);
    expect(text).toContain('No duplicates');
    expect(text).toMatch(/<a href="\/duplicates" aria-current="page">/);
  });

  test('has pairs by confidence, with counts and reasons in plain words', async () => {
    const contacts = await makePair();
    const { text } = await browser.open('/duplicates');
    const [{ confidence, contactIds }] = (await found()) as [Json];
    expect(confidence).toBe('certain');
    expect(text).toContain('>Certain: 1</h2>');
    expect(text).toContain('same e-mail');
    expect(text).not.toMatch(/same_|similar_|conflict_/);
    expect(contactIds).toEqual(contacts.map(({ id }) => id));
    expect(text).toContain(`href="/duplicates/pair?${pairOf(contacts).replaceAll('&', '&amp;')}"`);
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
    const first = await browser.open('/duplicates');
    const counts = [...first.text.matchAll(/>(?:Certain|Likely|Possible): (\d+)</g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(total);
    const rows = (page: Page) => page.text.split('href="/duplicates/pair?').length - 1;
    expect(rows(first)).toBe(40);
    const next = /href="(\/duplicates\?cursor=[^"]+)"/.exec(first.text)![1]!;
    expect(rows(await browser.open(next))).toBe(total - 40);
  });
});

describe('a pair', () => {
  test('shows differences side by side, and collapses equal values', async () => {
    const contacts = await makePair({ website: 'https://navy.example' }, { website: 'https://navy.example' });
    const { text } = await browser.open(`/duplicates/pair?${pairOf(contacts)}`);
    const [open, folded] = [text.slice(0, text.indexOf('<details>')), text.slice(text.indexOf('<details>'))];
    for (const shown of ['Navy', 'US Navy', 'Grace B. Hopper', 'ghopper@example.org', 'same e-mail'])
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

  test("without choices is merged like the API's default", async () => {
    const contacts = await makePair({ birthday: '--12-09' }, { birthday: '1906-12-09' });
    // The page's preselected choices.
    const page = await browser.open(`/duplicates/pair?${pairOf(contacts)}`);
    const standing = [...page.text.matchAll(/name="(of\.[^"]+)" value="([^"]*)" checked/g)].map(([, name, id]) => [
      name,
      id,
    ]);
    const { answer, fields } = await merge(contacts, Object.fromEntries(standing));
    expect(new Map(fields).get('changes')).toBe('{}');
    expect(answer.status).toBe(200);
    expect(await getContact(user, contacts[0].id)).toMatchObject({ company: 'Navy', birthday_year: 1906 });
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
    for (const { status, text } of [preview, answer, pair, await browser.open('/duplicates')]) {
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
