import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, linkFor, signedIn } from '../support/browser.ts';
import { formIn, plain, press, typed } from '../support/forms.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person's form, using only links and forms: no script runs here.

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

/** Opens the form, types, and sends it. */
const edit = (contact: Json, values: Record<string, string>) =>
  press(browser, `${pathOf(contact)}/edit`, `${pathOf(contact)}/edit`, values);

const fieldsOf = (value: Json) => ({
  first_name: value.first_name,
  company: value.company,
  birthday: value.birthday,
  birthday_year: value.birthday_year,
  emails: value.contact_emails.map(({ email, label }: Json) => [email, label]),
  phones: value.contact_phone_numbers.map(({ phone_number, label }: Json) => [phone_number, label]),
  cities: value.legacy_contact_addresses.map(({ city }: Json) => city),
});

describe("a person's form", () => {
  test('changes nothing if it is sent as opened', async () => {
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
    const before = await getContact(ada, contact.id);
    expect((await edit(contact, {})).text).toContain('</bdi> saved');
    expect(await getContact(ada, contact.id)).toEqual(before);
  });

  test('changes, adds, and removes only what was typed', async () => {
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
    const after = await getContact(ada, contact.id);
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
    expect(fieldsOf(await getContact(ada, contact.id))).toMatchObject({ company: null, birthday_year: null });
    expect((await browser.open(pathOf(contact))).text).toContain('December 9<');
  });

  test('shows invalid input as typed, with each reason at its field, and saves nothing', async () => {
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
    expect(fieldsOf(await getContact(ada, contact.id))).toMatchObject({
      company: null,
      emails: [['a@example.com', null]],
    });
    // Once corrected, the same page saves everything.
    const fixed = typed(formIn(text, `${pathOf(contact)}/edit`), {
      'birthday.day': '28',
      [`email.${contact.contact_emails[0].id}.email`]: 'b@example.com',
      'phone.new0.phone_number': '030 7654321',
    });
    await browser.send(`${pathOf(contact)}/edit`, fixed);
    expect(fieldsOf(await getContact(ada, contact.id))).toMatchObject({
      company: 'Typed <i>company</i>',
      emails: [
        ['b@example.com', null],
        ['new@example.com', null],
      ],
      phones: [['030 7654321', null]],
    });
  });

  test('has place, education, and profiles, with links only to safe targets', async () => {
    const contact = await makeContact(ada, { full_name: 'Elsewhere', twitter: 'javascript:alert(1)' });
    const typedIn = { linkedin: 'https://linkedin.com/in/x', legacy_location: 'Paris', education: 'MIT' };
    const { text } = await edit(contact, { ...typedIn, website: 'data:text/html,x' });
    expect(await getContact(ada, contact.id)).toMatchObject({ ...typedIn, twitter: 'javascript:alert(1)' });
    expect(text).toContain('href="https://linkedin.com/in/x"');
    for (const shown of ['javascript:alert(1)', 'data:text/html,x', 'Paris', 'MIT']) expect(text).toContain(shown);
    expect(text).not.toMatch(/href="(javascript|data):/);
  });

  test('has custom fields, each by its type', async () => {
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
    expect((await getContact(ada, contact.id)).company).toBeNull();
    await browser.send(path, [
      ...typed(opened, { [`custom.${motto}`]: 'two\r\nlines', [`custom.${since}`]: '2026-02-28' }),
      [`custom.${languages}`, 'Fortran'],
      [`custom.${languages}`, 'Latin'],
    ]);
    const values = (await getContact(ada, contact.id)).contacts_custom_fields.map((row: Json) => [
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
    expect(await getContact(ada, contact.id)).toMatchObject({ company: 'First', last_name: null });
    const answered = typed(formIn(asked.text, path), { 'choose.company': 'theirs', [`choose.${label}`]: 'mine' });
    expect((await browser.send(path, answered)).text).toContain('</bdi> saved');
    expect(await getContact(ada, contact.id)).toMatchObject({
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

  test.each(['mine', 'theirs'])(
    'asks about a row changed in one window and replaced in the other: %s',
    async (choice) => {
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
      const { emails } = fieldsOf(await getContact(ada, contact.id));
      expect(emails.sort()).toEqual([...mine, ['b@example.com', 'home']]);
    },
  );

  test('sent after the session expired is returned in full, and saved after a sign-in', async () => {
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
    expect((await other.send(path, kept)).text).toContain('</bdi> saved');
    expect((await getContact(ada, contact.id)).description).toBe('A long "story"\nof <two> lines');
  });
});
