import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { formIn, plain, typed, undo } from '../support/forms.ts';
import { dataOf, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Logging contact with a follow-up, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

const notesOf = async ({ id }: Json): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/timeline/notes?contactId=${id}`)).notes;
const remindersOf = async ({ id }: Json): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/reminders?contactId=${id}`)).reminders;

/** The composer's fields for people who are chosen in the address. */
const composerFor = async (...contacts: Json[]): Promise<[string, string][]> => {
  const query = new URLSearchParams(contacts.map(({ id }): [string, string] => ['id', id]));
  return formIn((await browser.open(`/new?${query}&back=/today`)).text, '/log');
};

describe('a form that logs contact', () => {
  test('writes one note and one reminder, however often it is sent, and undoes both', async () => {
    const contact = await makeContact(ada, { full_name: 'Logged Once' });
    const form = typed(await composerFor(contact), {
      note: 'Talked about the garden',
      meeting_type: 'call',
      remind: '7 days',
    });
    const sent = await Promise.all([browser.send('/log', form), browser.send('/log', form)]);
    const again = await browser.send('/log', form);
    for (const page of [...sent, again]) expect([page.status, page.url.pathname]).toEqual([200, '/today']);
    expect(await notesOf(contact)).toMatchObject([{ note: 'Talked about the garden', meeting_type: 'call' }]);
    const [reminder, ...others] = await remindersOf(contact);
    expect([reminder!.text, others]).toEqual(['Talked about the garden', []]);
    expect(plain(again.text)).toMatch(/Note saved for <bdi>Logged Once<\/bdi> · reminder <time/);

    const undone = await undo(browser, again);
    expect([await notesOf(contact), await remindersOf(contact)]).toEqual([[], []]);
    expect(undone.text).toContain('Note and reminder deleted');
    await undo(browser, undone);
    expect([(await notesOf(contact)).length, (await remindersOf(contact)).length]).toEqual([1, 1]);
  });

  test('sets a reminder without a note, named after the person', async () => {
    const contact = await makeContact(ada, { full_name: 'Only Reminded' });
    const page = await browser.send(
      '/log',
      typed(await composerFor(contact), { remind: 'day', remind_day: '2031-03-01' }),
    );
    expect(await notesOf(contact)).toEqual([]);
    expect(await remindersOf(contact)).toMatchObject([
      { text: 'Follow up with Only Reminded', due_at_date: '2031-03-01T00:00:00.000Z' },
    ]);
    expect(page.text).toContain('Reminder set');
  });

  test('keeps the text and shows each error at its field', async () => {
    const contact = await makeContact(ada, { full_name: 'Kept Text' });
    const form = await composerFor(contact);
    for (const [wrong, field] of [
      [{ day: '2026-02-30' }, 'day'],
      [{ remind: 'day' }, 'remind_day'],
      [{ remind: 'day', remind_day: '2020-01-01' }, 'remind_day'],
      [{ remind: 'someday' }, 'remind'],
      [{ meeting_type: 'duel' }, 'type'],
    ] as const) {
      const { status, text } = await browser.send('/log', typed(form, { note: 'Still here', ...wrong }));
      const found = [status, text.includes('Still here</textarea>'), text.includes(`id="${field}-error"`)];
      expect(found, JSON.stringify(wrong)).toEqual([400, true, true]);
    }
    const empty = await browser.send('/log', form);
    expect([empty.status, empty.text.includes('id="note-error"')]).toEqual([400, true]);
    expect(await notesOf(contact)).toEqual([]);
  });

  test('takes people by name, and asks which of several is meant', async () => {
    const [kim, first, second] = [
      await makeContact(ada, { full_name: 'Kim Solo' }),
      await makeContact(ada, { full_name: 'Robin Double', company: 'North' }),
      await makeContact(ada, { full_name: 'Robin Double', company: 'South' }),
    ];
    const form = formIn((await browser.open('/new')).text, '/log');
    const nobody = await browser.send('/log', typed(form, { note: 'Met', with: 'Zyxw Unknown' }));
    expect([nobody.status, plain(nobody.text).includes('No person is named “Zyxw Unknown”')]).toEqual([400, true]);
    const asked = await browser.send('/log', typed(form, { note: 'Met', with: 'kim solo, Robin Double' }));
    expect([asked.status, plain(asked.text).includes('People named “Robin Double”')]).toEqual([400, true]);
    const choice = [...formIn(asked.text, '/log'), ['ids', second!.id] as [string, string]];
    expect((await browser.send('/log', choice)).status).toBe(200);
    expect([(await notesOf(kim!)).length, await notesOf(first!), (await notesOf(second!)).length]).toEqual([1, [], 1]);
  });
});

test('adds a person whose name has an email address and a phone number in it', async () => {
  const form = formIn((await browser.open('/new')).text, '/new');
  await browser.send('/new', typed(form, { name: 'Nora Newcomer, nora@example.com, +1 202 555 0100' }));
  const { contacts } = dataOf(await ada.get('/v2/contacts?searchQuery=Newcomer'));
  expect(contacts).toMatchObject([{ full_name: 'Nora Newcomer' }]);
  const { contact } = dataOf(await ada.get(`/v2/contacts/${contacts[0].id}`));
  expect([contact.contact_emails[0].email, contact.contact_phone_numbers.length]).toEqual(['nora@example.com', 1]);
  const empty = await browser.send('/new', form);
  expect([empty.status, empty.text.includes('id="name-error"')]).toEqual([400, true]);
});
