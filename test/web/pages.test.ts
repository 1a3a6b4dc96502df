import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { formIn, typed } from '../support/forms.ts';
import { MARKUP } from '../support/hostile.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// The web app's pages, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

/** The key of the form with an action. */
const keyIn = (text: string, action: string): string =>
  new RegExp(`action="${action}"[^>]*><input type="hidden" name="key" value="([^"]+)"`).exec(text)![1]!;

const notesOf = async (contact: Json): Promise<string[]> =>
  dataOf(await ada.get(`/v2/timeline/notes?contactId=${contact.id}`)).notes.map(({ note }: Json) => note);

describe('a note', () => {
  test("is added on a person's page, once however often the form is sent", async () => {
    const contact = await makeContact(ada, { full_name: 'Grace Hopper' });
    const path = `/people/${contact.id}`;
    const page = await browser.open(path);
    const fields = typed(formIn(page.text, '/log'), { note: 'Lunch on Friday' });
    const [first, second] = await Promise.all([browser.send('/log', fields), browser.send('/log', fields)]);
    // Of two at the same time, the second may be told to retry.
    const sent = [first, second].map(({ status }) => status);
    expect(sent).toContain(200);
    expect((await browser.send('/log', fields)).text).toContain('Lunch on Friday');
    expect(await notesOf(contact)).toEqual(['Lunch on Friday']);
  });

  test('that is rejected keeps its text, and explains why', async () => {
    const contact = await makeContact(ada, { full_name: 'Too Long' });
    const note = `a <long> note ${'x'.repeat(100_000)}`;
    const { status, text } = await browser.send('/log', [
      ['key', 'not a key'],
      ['ids', contact.id],
      ['note', note],
    ]);
    expect(status).toBe(400);
    expect(text).toContain(`${note.replace('<', '&lt;').replace('>', '&gt;')}</textarea>`);
    expect(text).toContain('id="note-error"');
    expect(await notesOf(contact)).toEqual([]);
  });
});

test('finds people by words, and adds them by name', async () => {
  const page = await browser.open('/people?q=Ada+Lovelace');
  const added = await browser.send('/people', [
    ['key', keyIn(page.text, '/people')],
    ['name', 'Ada Lovelace'],
  ]);
  expect(added.url.pathname).toMatch(/^\/people\/[0-9a-f-]{36}$/);
  expect(added.text).toContain('<h1><bdi>Ada Lovelace</bdi>');
  const found = await browser.open('/people?q=lovel');
  expect(found.text).toContain('>Ada Lovelace<');
  expect(found.text).not.toContain('Grace Hopper');
  expect((await browser.open('/people?q=nobodyofthisname')).text).toContain('No results for');
});

test('completes or moves a reminder in place, and reports it', async () => {
  const day = '2026-01-02';
  const reminder = { text: 'Call Grace', due_at_date: day };
  const { id } = dataOf(await ada.post('/v2/reminders', { reminder })).reminder;
  const page = await browser.open('/today');
  expect(page.text).toContain('Call Grace');
  const later = await browser.send(`/reminders/${id}/snooze`, [
    ['key', keyIn(page.text, `/reminders/${id}/snooze`)],
    ['days', '1'],
  ]);
  expect(later.text).toContain('<bdi>Call Grace</bdi>: moved to ');
  expect(dataOf(await ada.get(`/v2/reminders/${id}`)).reminder.due_at_date > day).toBe(true);
  const done = await browser.send(`/reminders/${id}/done`, [['key', keyIn(later.text, `/reminders/${id}/done`)]]);
  expect(done.text).toContain('Done: <bdi>Call Grace</bdi>');
  expect(dataOf(await ada.get(`/v2/reminders/${id}`)).reminder.is_complete).toBe(true);
});

test('shows text from others as text on every page', async () => {
  const contact = await makeContact(ada, {
    full_name: MARKUP,
    company: MARKUP,
    description: MARKUP,
    website: MARKUP,
    birthday: new Date().toISOString().slice(5, 10).replace(/^/, '--'),
    contact_emails: [{ email: 'hostile@example.com', label: MARKUP }],
  });
  const note = { note: MARKUP, timeline_items_contacts: [{ contact_id: contact.id }] };
  dataOf(await ada.post('/v2/timeline/notes', { note }));
  const reminder = { text: MARKUP, due_at_date: '2026-01-02', reminders_contacts: [{ contact_id: contact.id }] };
  dataOf(await ada.post('/v2/reminders', { reminder }));
  const query = encodeURIComponent(MARKUP.slice(0, 20));
  for (const path of ['/today', '/people', `/people?q=${query}`, `/people/${contact.id}`]) {
    const { status, text, headers } = await browser.open(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/<img src=x|<script>alert|<\/textarea><script/);
    expect(text).toContain('&lt;img src=x onerror');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  }
});

test("hides another user's people", async () => {
  const contact = await makeContact(ada, { full_name: 'Only of Ada' });
  const eve = await service.user();
  const others = await signedIn(service, eve.email);
  expect((await others.open(`/people/${contact.id}`)).status).toBe(404);
  expect((await others.open('/people?q=Only')).text).not.toContain('Only of Ada');
});

test('redirects to the sign-in without a session, and ignores the sent form', async () => {
  const contact = await makeContact(ada, { full_name: 'Kept' });
  const stranger = await signedIn(service, ada.email);
  stranger.cookies.clear();
  const { url } = await stranger.open(`/people/${contact.id}`);
  expect(url.pathname + url.search).toBe(`/sign-in?to=%2Fpeople%2F${contact.id}`);
  const fields: [string, string][] = [
    ['ids', contact.id],
    ['note', 'x'],
  ];
  const { status } = await stranger.send('/log', fields);
  expect(status).toBe(401);
  const foreign = await browser.send('/log', fields, {
    'sec-fetch-site': 'cross-site',
  });
  expect(foreign.status).toBe(403);
  expect(await notesOf(contact)).toEqual([]);
});
