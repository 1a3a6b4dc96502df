import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, linkFor, signedIn } from '../support/browser.ts';
import { formIn, plain, press, typed, undo } from '../support/forms.ts';
import { dataOf, type Json, makeContact, patchContact } from '../support/people.ts';
import { addressOf, idOf, picture } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person as they are edited, by links and forms alone: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

const contactOf = async ({ id }: Json): Promise<Json> => dataOf(await ada.get(`/v2/contacts/${id}`)).contact;
const pathOf = ({ id }: Json): string => `/people/${id}`;

/** Opens the form, types, and sends it. */
async function edit(contact: Json, values: Record<string, string>) {
  const path = `${pathOf(contact)}/edit`;
  return browser.send(path, typed(formIn((await browser.open(path)).text, path), values));
}

const fieldsOf = (value: Json) => ({
  first_name: value.first_name,
  company: value.company,
  birthday: value.birthday,
  birthday_year: value.birthday_year,
  emails: value.contact_emails.map(({ email, label }: Json) => [email, label]),
  phones: value.contact_phone_numbers.map(({ phone_number, label }: Json) => [phone_number, label]),
  cities: value.legacy_contact_addresses.map(({ city }: Json) => city),
});

describe('the form of a person', () => {
  test('that is sent as it was opened changes nothing', async () => {
    const contact = await makeContact(ada, {
      full_name: '  Grace\nHopper ',
      description: '\nFirst line\r\nsecond <b>&amp;"\n',
      company: 'a\nb',
      birthday: '--05-17',
      website: ' https://example.com ',
      frequency: '10 days',
      contact_emails: [{ email: 'Grace@Example.com', label: 'work', ranking: 7 }],
      contact_phone_numbers: [{ phone_number: '030 1234567', country_code: 'DE' }],
      legacy_contact_addresses: [{ formatted: 'Long Street 1\n10115 Berlin' }, { city: 'Paris', address_type: 'home' }],
    });
    const before = await contactOf(contact);
    expect((await edit(contact, {})).text).toContain('Saved.');
    expect(await contactOf(contact)).toEqual(before);
  });

  test('changes, adds and removes what is typed, and nothing else', async () => {
    const contact = await makeContact(ada, {
      first_name: 'Grace',
      last_name: 'Hopper',
      contact_emails: [{ email: 'a@example.com' }, { email: 'b@example.com', label: 'home' }],
      contact_phone_numbers: [{ phone_number: '030 1234567', country_code: 'DE' }],
      legacy_contact_addresses: [{ city: 'Paris' }],
    });
    const [a, b] = contact.contact_emails;
    const [phone] = contact.contact_phone_numbers;
    const [address] = contact.legacy_contact_addresses;
    const saved = await edit(contact, {
      first_name: 'Grace Brewster',
      company: 'Navy',
      'birthday.day': '9',
      'birthday.month': '12',
      'birthday.year': '1906',
      [`email.${a.id}.remove`]: 'on',
      [`email.${b.id}.label`]: 'work',
      'email.new0.email': 'c@example.com',
      [`phone.${phone.id}.label`]: 'office',
      [`address.${address.id}.city`]: '',
      'address.new0.city': 'Arlington',
    });
    expect(saved.url.pathname).toBe(pathOf(contact));
    const after = await contactOf(contact);
    expect(fieldsOf(after)).toEqual({
      first_name: 'Grace Brewster',
      company: 'Navy',
      birthday: '1906-12-09T00:00:00.000Z',
      birthday_year: 1906,
      emails: [
        ['b@example.com', 'work'],
        ['c@example.com', null],
      ],
      phones: [['030 1234567', 'office']],
      cities: ['Arlington'],
    });
    expect(after.full_name).toBe('Grace Brewster Hopper');
    expect(after.contact_emails[0].id).toBe(b.id);
    expect(after.contact_phone_numbers[0]).toMatchObject({
      country_code: 'DE',
      phone_number_sanitized: '+49301234567',
    });

    await edit(contact, { 'birthday.year': '', company: '' });
    expect(fieldsOf(await contactOf(contact))).toMatchObject({ company: null, birthday_year: null });
    expect((await browser.open(pathOf(contact))).text).toContain('December 9<');
  });

  test('that cannot be taken is shown as typed, with each reason at its field, and nothing is saved', async () => {
    const contact = await makeContact(ada, { full_name: 'Kept', contact_emails: [{ email: 'a@example.com' }] });
    const { status, text } = await edit(contact, {
      company: 'Typed <i>company</i>',
      'birthday.day': '30',
      'birthday.month': '02',
      [`email.${contact.contact_emails[0].id}.email`]: 'no address',
      'email.new0.email': 'new@example.com',
      'phone.new0.phone_number': 'none',
    });
    expect(status).toBe(400);
    const again = Object.fromEntries(formIn(text, `${pathOf(contact)}/edit`));
    expect(again).toMatchObject({ company: 'Typed <i>company</i>', 'birthday.day': '30', 'birthday.month': '02' });
    expect(again[`email.${contact.contact_emails[0].id}.email`]).toBe('no address');
    expect(Object.values(again)).toContain('new@example.com');
    for (const field of ['birthday', `email-${contact.contact_emails[0].id}-email`, 'phone-new0-phone_number']) {
      expect(text).toContain(`id="${field}-error"`);
      expect(text).toContain(`aria-describedby="${field}-error"`);
    }
    expect(fieldsOf(await contactOf(contact))).toMatchObject({ company: null, emails: [['a@example.com', null]] });
    // Set right, the same page saves it all.
    const fixed = typed(formIn(text, `${pathOf(contact)}/edit`), {
      'birthday.day': '28',
      [`email.${contact.contact_emails[0].id}.email`]: 'b@example.com',
      'phone.new0.phone_number': '030 7654321',
    });
    await browser.send(`${pathOf(contact)}/edit`, fixed);
    expect(fieldsOf(await contactOf(contact))).toMatchObject({
      company: 'Typed <i>company</i>',
      emails: [
        ['b@example.com', null],
        ['new@example.com', null],
      ],
      phones: [['030 7654321', null]],
    });
  });

  test('has place, education and profiles, which lead there only where a browser may go', async () => {
    const contact = await makeContact(ada, { full_name: 'Elsewhere', twitter: 'javascript:alert(1)' });
    const typedIn = { linkedin: 'https://linkedin.com/in/x', legacy_location: 'Paris', education: 'MIT' };
    const { text } = await edit(contact, { ...typedIn, website: 'data:text/html,x' });
    expect(await contactOf(contact)).toMatchObject({ ...typedIn, twitter: 'javascript:alert(1)' });
    expect(text).toContain('href="https://linkedin.com/in/x"');
    for (const shown of ['javascript:alert(1)', 'data:text/html,x', 'Paris', 'MIT']) expect(text).toContain(shown);
    expect(text).not.toMatch(/href="(javascript|data):/);
  });

  test('has the fields of your own, each by its type', async () => {
    const field = async (name: string, field_type: string, categories: string[] = []) => {
      const custom_field = { name, field_type, categories: categories.map((category) => ({ category })) };
      return dataOf(await ada.post('/v1/custom-fields', { custom_field })).custom_field.id as string;
    };
    const [motto, since, languages] = [
      await field('Motto', 'input'),
      await field('Since', 'datepicker'),
      await field('Languages', 'autocomplete', ['Cobol', 'Fortran']),
    ];
    const contact = await makeContact(ada, { full_name: 'Custom' });
    const path = `${pathOf(contact)}/edit`;
    const opened = formIn((await browser.open(path)).text, path);
    const bad = await browser.send(path, typed(opened, { [`custom.${since}`]: '2026-02-30', company: 'C' }));
    expect(bad.status).toBe(400);
    expect(bad.text).toContain(`id="custom-${since}-error"`);
    expect((await contactOf(contact)).company).toBeNull();
    await browser.send(path, [
      ...typed(opened, { [`custom.${motto}`]: 'two\r\nlines', [`custom.${since}`]: '2026-02-28' }),
      [`custom.${languages}`, 'Fortran'],
      [`custom.${languages}`, 'Latin'],
    ]);
    const values = (await contactOf(contact)).contacts_custom_fields.map((row: Json) => [
      row.custom_fields.name,
      row.text_value ?? row.date_value ?? row.array_value,
    ]);
    expect(Object.fromEntries(values)).toEqual({
      Motto: 'two\nlines',
      Since: '2026-02-28',
      Languages: ['Fortran', 'Latin'],
    });
  });

  test('opened in two windows loses nothing of either, and asks where both changed a field', async () => {
    const contact = await makeContact(ada, {
      first_name: 'Grace',
      company: 'Old',
      contact_emails: [{ email: 'a@example.com', label: 'home' }],
    });
    const path = `${pathOf(contact)}/edit`;
    const label = `email.${contact.contact_emails[0].id}.label`;
    const [first, second] = [
      formIn((await browser.open(path)).text, path),
      formIn((await browser.open(path)).text, path),
    ];
    await browser.send(
      path,
      typed(first, { job_title: 'Admiral', company: 'First', [label]: 'one', 'email.new0.email': 'first@example.com' }),
    );
    const asked = await browser.send(
      path,
      typed(second, {
        last_name: 'Hopper',
        company: 'Second',
        [label]: 'two',
        'email.new0.email': 'second@example.com',
      }),
    );
    expect(asked.status).toBe(409);
    for (const value of ['First', 'Second', 'one', 'two'])
      expect(asked.text).toContain(`<bdi class="text">${value}</bdi>`);
    expect(await contactOf(contact)).toMatchObject({ company: 'First', last_name: null });
    const answered = typed(formIn(asked.text, path), { 'choose.company': 'theirs', [`choose.${label}`]: 'mine' });
    expect((await browser.send(path, answered)).text).toContain('Saved.');
    expect(await contactOf(contact)).toMatchObject({
      company: 'First',
      job_title: 'Admiral',
      last_name: 'Hopper',
      contact_emails: [
        { email: 'a@example.com', label: 'two' },
        { email: 'first@example.com' },
        { email: 'second@example.com' },
      ],
    });
  });

  test.each(['mine', 'theirs'])('asks about a row that was changed here and replaced there: %s', async (choice) => {
    const contact = await makeContact(ada, { contact_emails: [{ email: 'a@example.com', label: 'home' }] });
    const path = `${pathOf(contact)}/edit`;
    const row = `email.${contact.contact_emails[0].id}`;
    const opened = formIn((await browser.open(path)).text, path);
    await browser.send(path, typed(opened, { [`${row}.email`]: 'b@example.com' }));
    const asked = await browser.send(path, typed(opened, { [`${row}.label`]: 'work' }));
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('<bdi class="text">a@example.com, work</bdi>');
    await browser.send(path, typed(formIn(asked.text, path), { [`choose.${row}.email`]: choice }));
    const mine = choice === 'mine' ? [['a@example.com', 'work']] : [];
    const { emails } = fieldsOf(await contactOf(contact));
    expect(emails.sort()).toEqual([...mine, ['b@example.com', 'home']]);
  });

  test('sent after the session is over is given back whole, and taken once somebody signed in', async () => {
    const contact = await makeContact(ada, { full_name: 'Session' });
    const path = `${pathOf(contact)}/edit`;
    const other = await signedIn(service, ada.email);
    const fields = typed(formIn((await other.open(path)).text, path), {
      description: 'A long "story"\r\nof <two> lines',
    });
    other.cookies.clear();
    const lost = await other.send(path, fields);
    expect(lost.status).toBe(401);
    expect(lost.text).toContain('href="/sign-in"');
    expect(plain(lost.text)).toContain('\nA long "story"');
    expect(lost.text).not.toContain('<two>');
    const kept = formIn(lost.text, path);
    await other.send(await linkFor(service, ada.email), []);
    expect((await other.send(path, kept)).text).toContain('Saved.');
    expect((await contactOf(contact)).description).toBe('A long "story"\nof <two> lines');
  });
});

test('somebody who is deleted is back by a button on the next page, with all that went along', async () => {
  const contact = await makeContact(ada, { full_name: 'Gone & back', contact_emails: [{ email: 'gone@example.com' }] });
  const path = pathOf(contact);
  const remove = formIn((await browser.open(path)).text, `${path}/delete`);
  const gone = await browser.send(`${path}/delete`, remove);
  expect(gone.status).toBe(410);
  expect(plain(gone.text)).toContain('Gone & back is deleted');
  // What another window sends meanwhile is not lost.
  const late = await browser.send(`${path}/edit`, [['description', 'typed meanwhile']]);
  expect([late.status, late.text.includes('typed meanwhile')]).toEqual([404, true]);
  expect((await browser.send(`${path}/delete`, remove)).status).toBe(410);
  const back = await browser.send(`${path}/restore`, formIn(gone.text, `${path}/restore`));
  expect(back.text).toContain('Everything is back.');
  expect(fieldsOf(await contactOf(contact)).emails).toEqual([['gone@example.com', null]]);
});

test('somebody is archived, and brought back', async () => {
  const contact = await makeContact(ada, { full_name: 'Old friend' });
  const path = pathOf(contact);
  const archived = await browser.send(`${path}/archive`, formIn((await browser.open(path)).text, `${path}/archive`));
  expect(archived.text).toContain('Archived:');
  expect((await contactOf(contact)).is_archived).toBe(true);
  await browser.send(`${path}/unarchive`, formIn(archived.text, `${path}/unarchive`));
  expect((await contactOf(contact)).is_archived).toBe(false);
});

test('what others wrote is text in every form', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'</textarea><script>alert(2)</script>&amp;`;
  const tag = dataOf(await ada.post('/v2/tags', { tag: { name: hostile } })).tag;
  const custom_field = { name: hostile, field_type: 'autocomplete', categories: [{ category: hostile }] };
  dataOf(await ada.post('/v1/custom-fields', { custom_field }));
  const other = await makeContact(ada, { full_name: `${hostile} other` });
  const contact = await makeContact(ada, {
    full_name: hostile,
    company: hostile,
    description: hostile,
    contact_emails: [{ email: 'hostile@example.com', label: hostile }],
    legacy_contact_addresses: [{ formatted: hostile }],
    tags_contacts: [{ tag_id: tag.id }],
    ...Object.fromEntries(['linkedin', 'website', 'education', 'legacy_location'].map((name) => [name, hostile])),
    related_contacts: [{ destination: other.id, source_contact: hostile, destination_contact: hostile }],
  });
  const group = { name: hostile, groups_contacts: [{ contact_id: contact.id }] };
  dataOf(await ada.post('/v2/groups', { group }));
  const about = { timeline_items_contacts: [{ contact_id: contact.id }] };
  const note = dataOf(await ada.post('/v2/timeline/notes', { note: { note: hostile, ...about } })).note;
  const reminder = { text: hostile, due_at_date: '2026-01-01', reminders_contacts: [{ contact_id: contact.id }] };
  const { id } = dataOf(await ada.post('/v2/reminders', { reminder })).reminder;
  const path = pathOf(contact);
  const form = formIn((await browser.open(`${path}/edit`)).text, `${path}/edit`);
  dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { company: `${hostile} 2` }));
  const stranger = await signedIn(service, ada.email);
  stranger.cookies.clear();
  const pages = [
    await browser.open(path),
    await browser.open(`${path}/edit`),
    await browser.open(`${path}/notes/${note.id}`),
    await browser.open(`${path}?done=note-deleted&note=${encodeURIComponent(hostile)}`),
    await browser.open(`${path}?done=unrelated&of=${contact.id}&other=${other.id}&mine=${encodeURIComponent(hostile)}`),
    await browser.open(`${path}/timeline`),
    await browser.open(`${path}/relations/new?name=${encodeURIComponent(hostile)}`),
    await browser.open(`/reminders/${id}?back=${encodeURIComponent(`/${hostile}`)}`),
    await browser.open('/today'),
    await press(browser, path, `${path}/relations`, { name: `${hostile} nobodyatall`, theirs: hostile }),
    await press(browser, path, `${path}/relations/change`, { theirs: hostile.repeat(9) }),
    await press(browser, path, `${path}/rhythm`, { frequency: hostile, next: hostile }),
    await press(browser, path, `${path}/reminders`, { text: hostile, day: hostile }),
    await press(browser, `/reminders/${id}`, `/reminders/${id}`, { day: hostile }),
    await browser.send(`${path}/edit`, typed(form, { company: `${hostile} 3` })),
    await browser.send(`${path}/edit`, typed(form, { 'email.new0.email': hostile, 'birthday.day': hostile })),
    await browser.send(`${path}/tags`, typed(form, { name: hostile.repeat(3) })),
    await stranger.send(`${path}/edit`, typed(form, { company: hostile })),
    await browser.send(`${path}/delete`, formIn((await browser.open(path)).text, `${path}/delete`)),
  ];
  expect(pages.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 400, 400, 400, 400, 409, 400, 400, 401, 410],
  ]);
  for (const { text } of pages) {
    expect(text).not.toMatch(/<img src=x|<script>alert|<\/textarea><script/);
    expect(text).toContain('&lt;img src=x onerror');
  }
});

test("another's people and notes have no page and take no form", async () => {
  const contact = await makeContact(ada, { full_name: 'Only of Ada' });
  const about = { timeline_items_contacts: [{ contact_id: contact.id }] };
  const note = dataOf(await ada.post('/v2/timeline/notes', { note: { note: 'Private', ...about } })).note;
  const eve = await signedIn(service, (await service.user()).email);
  const path = pathOf(contact);
  for (const at of [`${path}/edit`, `${path}/notes/${note.id}`, `${path}/timeline`, `${path}/relations/new`])
    expect((await eve.open(at)).status).toBe(404);
  const key: [string, string] = ['key', '01890000-0000-7000-8000-000000000000'];
  for (const action of [
    'edit',
    'archive',
    `notes/${note.id}`,
    `notes/${note.id}/delete`,
    'reminders',
    'relations',
    'rhythm',
    'rhythm/seen',
    'star',
  ])
    expect((await eve.send(`${path}/${action}`, [key, ['text', 'x'], ['day', '2026-01-01']])).status, action).not.toBe(
      200,
    );
  await eve.send(`${path}/delete`, [key]);
  expect((await browser.open(path)).text).toContain('Private');
  expect((await contactOf(contact)).is_archived).toBe(false);
});

test('an address that names no note or tag makes no way back', async () => {
  const path = pathOf(await makeContact(ada, { full_name: 'Not undone' }));
  for (const note of ['..', '../../trash', 'x', ''])
    for (const done of ['note-deleted', 'noted', 'untagged', 'toString'])
      expect((await browser.open(`${path}?${new URLSearchParams({ done, note, tag: note })}`)).text).not.toContain(
        'class="beside undo"',
      );
});

test('a photo is set, shown to its owner alone, removed and brought back', async () => {
  const contact = await makeContact(ada, { full_name: 'Pictured' });
  const path = pathOf(contact);
  const send = async (file: Blob) => {
    const form = new FormData();
    for (const [name, value] of formIn((await browser.open(path)).text, `${path}/photo`))
      if (name !== 'file') form.append(name, value);
    form.append('file', file, 'a photo.png');
    return browser.send(`${path}/photo`, form);
  };
  const [one, two] = [picture('one'), picture('two')];
  for (const wrong of [new Blob(['no picture']), new Blob([]), new Blob([picture('large', 'image/png', 3_200_000)])]) {
    const { status, text } = await send(wrong);
    expect([status === 400 || status === 413, text.includes('id="picture-error"')]).toEqual([true, true]);
  }
  expect((await send(new Blob([one]))).text).toContain(`src="${path}/photo/${idOf(one)}"`);
  const changed = await send(new Blob([two]));
  expect((await contactOf(contact)).image_url).toBe(addressOf(two));
  await undo(browser, changed);
  expect((await contactOf(contact)).image_url).toBe(addressOf(one));
  const removed = await press(browser, path, `${path}/photo/remove`);
  expect((await contactOf(contact)).image_url).toBeNull();
  await undo(browser, removed);
  expect((await contactOf(contact)).image_url).toBe(addressOf(one));

  const at = `${path}/photo/${idOf(one)}`;
  const shown = await browser.open(at);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  const eve = await signedIn(service, (await service.user()).email);
  expect((await eve.open(at)).status).toBe(404);
  const late = await signedIn(service, ada.email);
  late.cookies.clear();
  expect((await late.send(`${path}/photo`, new FormData())).status).toBe(401);
  // One that is kept elsewhere is named, and never asked for.
  await patchContact(ada, contact.id, { image_url: 'https://elsewhere.example/x.png' });
  const { text } = await browser.open(path);
  expect([text.includes('elsewhere.example/x.png'), text.includes('<img class="photo"')]).toEqual([true, false]);
});

test('somebody is starred, and not any more', async () => {
  const contact = await makeContact(ada, { full_name: 'Starred' });
  const path = pathOf(contact);
  expect((await press(browser, path, `${path}/star`)).text).toContain('aria-pressed="true"');
  expect((await contactOf(contact)).starred).toBe(true);
  await press(browser, path, `${path}/unstar`);
  expect((await contactOf(contact)).starred).toBe(false);
});
