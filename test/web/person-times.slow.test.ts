import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { formIn, plain, press, typed, undo } from '../support/forms.ts';
import { dataOf, getContact, type Json, makeContact, makeNote } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person's past and upcoming events, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

const pathOf = ({ id }: Json): string => `/people/${id}`;

describe('a note', () => {
  const written = async (contact: Json): Promise<Json> =>
    dataOf(await ada.get(`/v2/timeline/notes?contactId=${contact.id}`)).notes[0];

  test('has a kind and a day, and is changed, deleted, and restored', async () => {
    const contact = await makeContact(ada, { full_name: 'Noted' });
    const path = pathOf(contact);
    const form = formIn((await browser.open(path)).text, '/log');
    await browser.send('/log', typed(form, { note: 'Two\r\nlines', meeting_type: 'coffee', day: '2026-01-15' }));
    const note = await written(contact);
    expect(note).toMatchObject({ note: 'Two\nlines', meeting_type: 'coffee', event_time: '2026-01-15T11:00:00.000Z' });

    const at = `${path}/notes/${note.id}`;
    const opened = formIn((await browser.open(at)).text, at);
    await browser.send(at, opened);
    expect(await written(contact)).toEqual(note);
    await browser.send(at, typed(opened, { day: '2026-07-15', meeting_type: '' }));
    // Local time was noon, also in summer.
    expect(await written(contact)).toMatchObject({ meeting_type: null, event_time: '2026-07-15T10:00:00.000Z' });
    const asked = await browser.send(at, typed(opened, { note: 'Three', meeting_type: 'call' }));
    expect(asked.status).toBe(409);
    await browser.send(at, typed(formIn(asked.text, at), { 'choose.meeting_type': 'mine' }));
    expect(await written(contact)).toMatchObject({
      note: 'Three',
      meeting_type: 'call',
      event_time: '2026-07-15T10:00:00.000Z',
    });

    const deleted = await browser.send(`${at}/delete`, formIn((await browser.open(at)).text, `${at}/delete`));
    expect(deleted.text).toContain('moved to trash');
    expect(await written(contact)).toBeUndefined();
    await browser.send(`${at}/restore`, formIn(deleted.text, `${at}/restore`));
    expect((await written(contact)).note).toBe('Three');
  });

  test('with an invalid day or kind keeps its text', async () => {
    const contact = await makeContact(ada, { full_name: 'Not noted' });
    const path = pathOf(contact);
    const form = formIn((await browser.open(path)).text, '/log');
    for (const wrong of [{ day: '2026-02-30' }, { day: 'soon' }, { meeting_type: 'duel' }]) {
      const { status, text } = await browser.send('/log', typed(form, { note: 'Kept text', ...wrong }));
      expect([status, text.includes('Kept text</textarea>')], JSON.stringify(wrong)).toEqual([400, true]);
    }
    expect(await written(contact)).toBeUndefined();
  });
});

test('sets a reminder on the page, with its day and recurrence', async () => {
  const contact = await makeContact(ada, { full_name: 'Reminded' });
  const path = pathOf(contact);
  const form = formIn((await browser.open(path)).text, `${path}/reminders`);
  const bad = await browser.send(`${path}/reminders`, typed(form, { text: 'Call', day: '2026-13-01' }));
  expect([bad.status, bad.text.includes('value="Call"')]).toEqual([400, true]);
  const fields = typed(form, { text: 'Call', day: '2027-03-01', recurrence: '1 mon' });
  await browser.send(`${path}/reminders`, fields);
  expect((await browser.send(`${path}/reminders`, fields)).text).toContain('repeats monthly');
  const { reminders } = dataOf(await ada.get(`/v2/reminders?contactId=${contact.id}`));
  expect(reminders).toHaveLength(1);
  expect(reminders[0]).toMatchObject({ due_at_date: '2027-03-01T00:00:00.000Z', recurrence: '1 mon' });
});

describe('the keep-in-touch frequency', () => {
  const rhythm = async ({ id }: Json) => {
    const { frequency, next_reminder_at, last_seen_at, never_keep_in_touch } = await getContact(ada, id);
    return { frequency, next_reminder_at, last_seen_at, never_keep_in_touch };
  };

  test('is set, moved, and stopped on the page, and undo restores the exact moment', async () => {
    const contact = await makeContact(ada, { full_name: 'In rhythm', last_seen_at: '2026-01-31T08:15:00.000Z' });
    const path = pathOf(contact);
    const start = await rhythm(contact);
    const form = formIn((await browser.open(path)).text, `${path}/rhythm`);
    const fields = typed(form, { frequency: '1 mon' });
    await browser.send(`${path}/rhythm`, fields);
    const set = await browser.send(`${path}/rhythm`, fields);
    expect(await rhythm(contact)).toMatchObject({ frequency: '1 mon', next_reminder_at: '2026-02-28T08:15:00.000Z' });
    expect(set.text).toMatch(/datetime="2026-02-28"[^>]*>[^<]+<\/time><span class="badge warning">due/);
    await undo(browser, set);
    expect(await rhythm(contact)).toEqual(start);

    await press(browser, path, `${path}/rhythm`, { frequency: '1 mon', next: '2026-07-15' });
    const moved = await rhythm(contact);
    expect(moved).toMatchObject({ frequency: '1 mon', next_reminder_at: '2026-07-15T10:00:00.000Z' });
    const never = await press(browser, path, `${path}/rhythm`, { never: 'on' });
    expect([(await rhythm(contact)).never_keep_in_touch, never.text.includes('rhythm/later')]).toEqual([true, false]);
    await undo(browser, never);
    for (const [action, key] of [
      ['seen', 'last_seen_at'],
      ['later', 'next_reminder_at'],
    ] as const) {
      const done = await press(browser, path, `${path}/rhythm/${action}`);
      expect(Date.parse((await rhythm(contact))[key])).toBeGreaterThan(Date.parse(moved[key]));
      await undo(browser, done);
      expect(await rhythm(contact)).toEqual(moved);
    }
  });

  test('is rejected at its field if it is invalid, and asks in the second of two windows', async () => {
    const contact = await makeContact(ada, { full_name: 'Refused rhythm' });
    const path = pathOf(contact);
    const form = formIn((await browser.open(path)).text, `${path}/rhythm`);
    for (const [wrong, field] of [
      [{ frequency: 'often' }, 'rhythm-frequency'],
      [{ next: '2027-01-01' }, 'rhythm-frequency'],
      [{ frequency: '1 mon', next: '2027-02-30' }, 'rhythm-next'],
    ] as const) {
      const { status, text } = await browser.send(`${path}/rhythm`, typed(form, wrong));
      expect([status, text.includes(`id="${field}-error"`)], JSON.stringify(wrong)).toEqual([400, true]);
    }
    const second = formIn((await browser.open(path)).text, `${path}/rhythm`);
    await browser.send(`${path}/rhythm`, typed(form, { frequency: '7 days' }));
    const asked = await browser.send(`${path}/rhythm`, typed(second, { frequency: '1 year' }));
    expect([asked.status, (await rhythm(contact)).frequency]).toEqual([409, '7 days']);
    await browser.send(`${path}/rhythm`, formIn(asked.text, `${path}/rhythm`));
    expect((await rhythm(contact)).frequency).toBe('1 year');
  });
});

describe('a reminder', () => {
  const make = async (contact: Json, fields: object): Promise<Json> => {
    const reminder = { text: 'Call', reminders_contacts: [{ contact_id: contact.id }], ...fields };
    return dataOf(await ada.post('/v2/reminders', { reminder })).reminder;
  };
  const read = async ({ id }: Json): Promise<Json> => dataOf(await ada.get(`/v2/reminders/${id}`)).reminder;

  test('is edited on its own page, linked from its people and Today, and keeps its local time', async () => {
    const contact = await makeContact(ada, { full_name: 'Of the reminder' });
    const one = await make(contact, { text: 'Two\nlines', due_at_time: '2026-01-15T08:30:00.000Z' });
    const at = `/reminders/${one.id}`;
    for (const path of [pathOf(contact), '/today'])
      expect((await browser.open(path)).text).toContain(`href="${at}?back=`);
    const opened = formIn((await browser.open(at)).text, at);
    expect(Object.fromEntries(opened)).toMatchObject({ text: 'Two\r\nlines', day: '2026-01-15', time: '09:30' });
    await browser.send(at, opened);
    expect(await read(one)).toEqual(await read(one));
    expect(await read(one)).toMatchObject({ text: 'Two\nlines', due_at_time: '2026-01-15T08:30:00.000Z' });
    const saved = await browser.send(at, typed(opened, { day: '2026-07-15', recurrence: '1 mon' }));
    expect(saved.url.pathname).toBe(pathOf(contact));
    expect(await read(one)).toMatchObject({ due_at_time: '2026-07-15T07:30:00.000Z', recurrence: '1 mon' });
    const asked = await browser.send(at, typed(opened, { day: '2026-08-01' }));
    expect([asked.status, asked.text.includes('choose.day')]).toEqual([409, true]);
    await browser.send(at, typed(formIn(asked.text, at), { 'choose.day': 'mine', time: '' }));
    expect(await read(one)).toMatchObject({ due_at_date: '2026-08-01T00:00:00.000Z', due_at_time: null });
    await press(browser, at, at, { time: '07:45' });
    expect(await read(one)).toMatchObject({ due_at_date: null, due_at_time: '2026-08-01T05:45:00.000Z' });
    for (const wrong of [{ day: 'soon' }, { time: '25:00' }, { recurrence: '3 days' }]) {
      const bad = await press(browser, at, at, { text: 'Kept text', ...wrong });
      expect([bad.status, bad.text.includes('Kept text</textarea>')], JSON.stringify(wrong)).toEqual([400, true]);
    }
  });

  test('is completed, moved, and deleted, and each can be undone', async () => {
    const contact = await makeContact(ada, { full_name: 'Taken back' });
    const path = pathOf(contact);
    for (const fields of [{ due_at_date: '2026-03-01' }, { due_at_time: '2026-03-01T08:00:00.000Z' }]) {
      const one = await make(contact, fields);
      const before = await read(one);
      for (const action of ['done', 'snooze', 'delete']) {
        const from = action === 'delete' ? `/reminders/${one.id}` : path;
        const done = await press(browser, from, `/reminders/${one.id}/${action}`);
        if (action === 'done') expect(await read(one)).toMatchObject({ is_complete: true });
        if (action === 'snooze') expect((await read(one)).is_overdue).toBe(false);
        if (action === 'delete') expect((await ada.get(`/v2/reminders/${one.id}`)).status).toBe(404);
        expect(done.url.pathname).toBe(path);
        await undo(browser, done);
        expect(await read(one), action).toEqual(before);
      }
    }
    const monthly = await make(contact, { due_at_date: '2026-03-01', recurrence: '1 mon' });
    const before = await read(monthly);
    await undo(browser, await press(browser, path, `/reminders/${monthly.id}/done`));
    expect(await read(monthly)).toEqual(before);
  });
});

test('shows the timeline page by page, with counts per year', async () => {
  const contact = await makeContact(ada, { full_name: 'Long known' });
  const about = [{ contact_id: contact.id }];
  const at = (index: number) => new Date(Date.UTC(2026, 9, 1) - index * 60 * 86_400_000).toISOString();
  const notes = Array.from({ length: 45 }, (_, index) => ({ note: `Talk ${index}.`, event_time: at(index) }));
  dataOf(
    await ada.post('/v2/timeline/notes/batch', {
      notes: notes.map((note) => ({ ...note, timeline_items_contacts: about })),
    }),
  );
  const seen: string[] = [];
  let path: string | undefined = pathOf(contact);
  while (path) {
    const { text } = await browser.open(path);
    if (seen.length === 0) {
      expect(text).toContain('2025: 6, 2026: 5; most in ');
      expect(text).toContain('Counts all notes, without emails and events.');
      expect(text.match(/<rect /g)!.length).toBeGreaterThanOrEqual(30);
    }
    seen.push(...[...text.matchAll(/Talk \d+\./g)].map(([talk]) => talk));
    path = plain(/href="([^"]*timeline\?cursor[^"]*)"/.exec(text)?.[1] ?? '');
  }
  expect(seen).toEqual(notes.map(({ note }) => note));
  const few = await makeContact(ada, { full_name: 'Little known' });
  await makeNote(ada, { note: 'Once', timeline_items_contacts: [{ contact_id: few.id }] });
  expect((await browser.open(pathOf(few))).text).not.toContain('sparkline');
});

describe('Today', () => {
  test('adds a note about a person in place, snoozes or stops them, and each can be undone', async () => {
    const eve = await service.user(undefined, 'Europe/Berlin');
    const own = await signedIn(service, eve.email);
    const empty = await own.open('/today');
    expect(empty.text).toContain('No people yet.');
    for (const path of ['/import', '/new']) expect(empty.text).toContain(`href="${path}"`);
    expect(empty.text).not.toContain('kith connect');
    const contact = await makeContact(eve, {
      full_name: 'Waiting',
      frequency: '7 days',
      last_seen_at: '2026-01-01T08:00:00Z',
    });
    const path = pathOf(contact);
    const waits = async () => (await own.open('/today')).text.includes(`id=${contact.id}&amp;`);
    const later = `${path}/rhythm/later`;
    for (const [from, action, values] of [
      ['/today', later, { days: '7' }],
      ['/today', later, { days: 'never' }],
      [`/new?id=${contact.id}&back=/today`, '/log', { note: 'Had lunch' }],
    ] as const) {
      const before = await getContact(eve, contact.id);
      const done = await press(own, from, action, values);
      expect([done.url.pathname, await waits()], action).toEqual(['/today', false]);
      expect(done.text).toContain('<bdi>Waiting</bdi>');
      const back = await undo(own, done);
      expect(back.url.pathname).toBe('/today');
      expect([await waits(), (await getContact(eve, contact.id)).next_reminder_at]).toEqual([
        true,
        before.next_reminder_at,
      ]);
    }
    const refused = await press(own, path, '/log', { note: 'Kept', day: 'soon', back: '/today' });
    expect([refused.status, refused.text.includes('Kept</textarea>')]).toEqual([400, true]);
  });
});

test('redirects a merged person to the survivor', async () => {
  const [kept, away] = [
    await makeContact(ada, { full_name: 'Kept one' }),
    await makeContact(ada, { full_name: 'Away' }),
  ];
  dataOf(await ada.post('/v2/contacts/merge', { contactIds: [[kept.id, away.id]], survivorIds: [kept.id] }));
  const { url, text } = await browser.open(pathOf(away));
  expect([url.pathname, text.includes('This contact was merged into')]).toEqual([pathOf(kept), true]);
});
