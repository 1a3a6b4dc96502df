import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readContacts } from '../../src/import/formats/read-contacts.ts';

// Column names and card formats in exports from address books, mail programs, and CRMs.

const fixture = (name: string) => readContacts(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

const reach = (name: string) =>
  fixture(name).records.map(({ contact }) => ({
    emails: contact.contact_emails?.map(({ email, label }) => [email, label].filter(Boolean).join(' ')),
    phones: contact.contact_phone_numbers?.map(({ phone_number, label }) =>
      [phone_number, label].filter(Boolean).join(': '),
    ),
  }));

const leftOut = (...columns: string[]) => columns.map((name) => `Skipped column "${name}": kith has no field for it`);

it.each([
  [
    'roundcube.csv',
    ['pilar@home.example home', 'p.quintana@faro.example work', 'pili@other.example other'],
    [
      ...['+34 600 555 012: mobile', '+34 911 555 010: home', '+34 911 555 011: work', '+34 911 555 015: pager'],
      ...['+34 911 555 013: home fax', '+34 911 555 014: work fax'],
    ],
    leftOut('Phone Video'),
  ],
  [
    'outlook-emails.csv',
    ['first@mail.example', 'second@mail.example', 'third@mail.example'],
    ['+49 30 5550100: work fax'],
    [],
  ],
  ['primary-email.csv', ['ann@list.example'], undefined, []],
  [
    'thunderbird-uk.csv',
    ['ros@mail.example', 'ros@second.example'],
    [
      ...['+44 7700 900005: mobile', '+44 20 7946 0002: home', '+44 20 7946 0001: work'],
      ...['+44 20 7946 0004: pager', '+44 20 7946 0003: work fax'],
    ],
    leftOut('Screen Name'),
  ],
  [
    'yahoo.csv',
    ['yuki@mail.example', 'yuki@alt1.example', 'yuki@alt2.example'],
    [
      ...['+81 3 5555 0101: home', '+81 3 5555 0102: work', '+81 3 5555 0103: pager', '+81 3 5555 0104: fax'],
      ...['+81 90 5555 0105: mobile', '+81 3 5555 0106: other'],
    ],
    leftOut('Messenger ID', 'Custom 1'),
  ],
  [
    'zoho.csv',
    ['zainab@mail.example', 'zainab@second.example'],
    [
      ...['+234 1 555 0101', '+234 802 555 0102: mobile', '+234 1 555 0103: home', '+234 1 555 0104: other'],
      '+234 1 555 0105: fax',
    ],
    leftOut('Record Id', 'Contact Owner', 'Lead Source'),
  ],
  [
    'hubspot.csv',
    ['henrik@mail.example', 'h2@mail.example', 'h3@mail.example', 'henrik@work.example work'],
    ['+47 22 55 50 01', '+47 905 55 002: mobile', '+47 22 55 50 03: fax'],
    leftOut('Record ID', 'Lead Status'),
  ],
  [
    'mailchimp.csv',
    ['mira@mail.example'],
    ['+386 1 555 0101'],
    leftOut('MEMBER_RATING', 'OPTIN_TIME', 'LATITUDE', 'LONGITUDE', 'TIMEZONE', 'CC', 'LEID'),
  ],
  [
    'evolution.csv',
    ['eunji@mail.example', 'eunji@two.example', 'eunji@three.example', 'eunji@four.example'],
    [
      ...['+82 2 555 0101: work', '+82 2 555 0102: home', '+82 2 555 0103: work fax', '+82 2 555 0104: pager'],
      '+82 10 5555 0105: mobile',
    ],
    leftOut('wants_html'),
  ],
  ['linkedin-imported.csv', ['idris@mail.example'], ['+224 555 01 01 01'], leftOut('Source', 'CreatedAt')],
  [
    'contacts-numbers.csv',
    ['noor@home.example home', 'noor@work.example work', 'noor@one.example', 'noor@two.example'],
    ['+31 6 5555 0101: mobile', '+31 20 555 0102: home fax', '+31 6 5555 0103'],
    leftOut('Column 12'),
  ],
])('reads every email address and number of %s, with its label', (name, emails, phones, warnings) => {
  expect(reach(name)[0]).toEqual({ emails, phones });
  expect(fixture(name)).toMatchObject({ bad: [], warnings });
});

it.each([
  [
    'roundcube.csv',
    { full_name: 'Dr. Pilar Quintana', company: 'Faro Norte', job_title: 'Director', birthday: '1979-04-05' },
  ],
  ['thunderbird-uk.csv', { company: 'Harbour Hospital', birthday: '1980-01-15' }],
  ['yahoo.csv', { first_name: 'Yuki', last_name: 'Sato', job_title: 'Chef', birthday: '1985-05-17' }],
  ['zoho.csv', { company: 'Delta Mills', job_title: 'Buyer', birthday: '1990-02-03' }],
  ['hubspot.csv', { company: 'Fjord AS', job_title: 'Engineer', website: 'https://fjord.example' }],
  ['linkedin-imported.csv', { first_name: 'Idris', company: 'Studio Bah' }],
])('reads names, companies, and jobs in %s', (name, contact) => {
  expect(fixture(name).records[0]!.contact).toMatchObject(contact);
});

it.each([
  [
    'thunderbird-uk.csv',
    [
      { region: 'Cornwall', postal_code: 'TR1 2AB' },
      { region: 'Yorkshire', city: 'Hull' },
    ],
  ],
  [
    'yahoo.csv',
    [
      { city: 'Tokyo', postal_code: '104-0061', address_type: 'work' },
      { city: 'Tokyo', address_type: 'home' },
    ],
  ],
  [
    'zoho.csv',
    [
      { city: 'Lagos', postal_code: '101241' },
      { city: 'Abuja', address_type: 'other' },
    ],
  ],
  ['contacts-numbers.csv', [{ street: 'Gracht 1', city: 'Utrecht', address_type: 'home' }]],
])('reads the addresses of %s', (name, addresses) => {
  const found = fixture(name).records[0]!.contact.legacy_contact_addresses!;
  expect(found).toHaveLength(addresses.length);
  expect(new Set(found)).toEqual(new Set(addresses.map((address) => expect.objectContaining(address))));
});

it.each([
  ['German', 'E-Mail (privat);Geschäftliche E-Mail;Weitere E-Mail;Fax privat;Pager'],
  ['French', 'E-mail personnel;E-mail professionnel;Autre e-mail;Fax domicile;Pager'],
  [
    'Spanish',
    'Correo electrónico personal;Correo electrónico del trabajo;Otro correo electrónico;Fax particular;Buscapersonas',
  ],
  ['Italian', 'E-mail casa;E-mail ufficio;Altro indirizzo e-mail;Fax casa;Cercapersone'],
  ['Dutch', 'E-mail thuis;E-mailadres werk;Overige e-mail;Fax thuis;Semafoon'],
  ['Polish', 'E-mail domowy;E-mail służbowy;Inny e-mail;Faks domowy;Pager'],
  ['Russian', 'Личная электронная почта;Рабочая электронная почта;Другая электронная почта;Домашний факс;Пейджер'],
  ['Japanese', '自宅メール;勤務先メールアドレス;その他メール;自宅ファックス;ポケベル'],
  ['Chinese', '家庭邮箱;工作邮箱;其他邮箱;家庭传真;呼机'],
])('recognizes addresses and numbers by their labels in %s', (_, header) => {
  const { records, warnings } = readContacts(
    Buffer.from(`${header}\na@x.example;b@x.example;c@x.example;+49301234567;+49301234568\n`),
  );
  expect(warnings).toEqual([]);
  expect(records[0]!.contact).toMatchObject({
    contact_emails: [{ label: 'home' }, { label: 'work' }, { label: 'other' }],
    contact_phone_numbers: [{ label: 'home fax' }, { label: 'pager' }],
  });
});

it.each(['Email Opt Out', 'Email Type', 'Spouse Email Status', 'Do not email', 'Phone Type'])(
  'reads no address or number from a column "%s"',
  (column) => {
    const { records, warnings } = readContacts(Buffer.from(`Name,Email,${column}\nAnn,a@x.example,other@x.example\n`));
    expect(records[0]!.contact.contact_emails).toHaveLength(1);
    expect(warnings).toEqual(leftOut(column));
  },
);

it('reads a list of addresses under any header', () => {
  expect(readContacts(Buffer.from('Abonnenten\na@x.example\nb@x.example\n')).records).toHaveLength(2);
});

it('keeps the second line of a street, and a second address', () => {
  const header = 'Name,Email,Address Line 1,Address Line 2,City';
  const [record] = readContacts(Buffer.from(`${header}\nAnn,a@x.example,1 Road,Flat 2,Ulm\n`)).records;
  expect(record!.contact.legacy_contact_addresses).toMatchObject([{ street: '1 Road, Flat 2', city: 'Ulm' }]);
  const [other] = readContacts(
    Buffer.from('Name,Email,Address,Address 2\nAnn,a@x.example,"1 Road, Ulm","2 Way, Bonn"\n'),
  ).records;
  expect(other!.contact.legacy_contact_addresses).toMatchObject([
    { formatted: '1 Road, Ulm' },
    { formatted: '2 Way, Bonn' },
  ]);
});

it('decodes the escapes of Gmail and macOS, and keeps paths', () => {
  expect(fixture('gmail-escapes.vcf').records[0]).toMatchObject({
    contact: { website: 'https://www.robin.example/a' },
    notes: [{ text: 'Called "Rob" at work, hours 9:30; path C:\\temp\newfile' }],
  });
  expect(fixture('macos-escapes.vcf').records[0]).toMatchObject({
    contact: { company: 'Atelier "Bleu"', website: 'https://lise.example' },
    notes: [{ text: 'Said "yes", it\'s done\nSee \\server\\share' }],
  });
});

it('reads as much as possible of a card with an unknown version', () => {
  const { records, bad } = fixture('broken-version.vcf');
  expect(bad).toEqual([]);
  expect(records[0]).toMatchObject({
    contact: { first_name: 'Later', contact_emails: [{ email: 'later@mail.example' }], contact_phone_numbers: [{}] },
    notes: [{ text: 'Kept' }],
    warnings: ['unknown vCard version 5.0, read as 4.0', 'line 6 is not a property and was left out'],
  });
  expect(records[1]).toMatchObject({ line: 10, warnings: ['line 13 is not a property and was left out'] });
});
