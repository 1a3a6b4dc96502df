import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { personNameOf } from '../../src/import/matching/names.ts';

const fixture = (name: string) => readContacts(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const outlook = (...rows: string[]) =>
  readContacts(Buffer.from(['First Name,Last Name,E-mail Address,Birthday,Notes', ...rows].join('\n')));

describe('CSV exports', () => {
  it('reads the Google header since 2024: labels, several values per cell, line breaks inside cells', () => {
    const { format, records, bad, warnings } = fixture('google-2024.csv');
    expect(format).toBe('Google CSV');
    expect(records.map(({ line }) => line)).toEqual([2, 6, 7]);
    expect(records[0]).toMatchObject({
      tags: ['Science'],
      notes: [{ text: 'Line one\nline two, with comma' }],
      contact: {
        full_name: 'Prof. Leila N. Haddad',
        starred: true,
        birthday: '1981-02-03',
        linkedin: 'https://www.linkedin.com/in/leila-haddad',
        description: 'Nickname: Lulu\nDepartment: Physics\nBrother: Sami Haddad\nAnniversary: --06-18\nLocker: 12',
        contact_emails: [
          { email: 'leila@tunis.example', label: 'work', ranking: 0 },
          { email: 'l.haddad@tunis.example', label: 'work', ranking: 1 },
          { email: 'leila@old.example', label: 'Old school', ranking: 2 },
        ],
        legacy_contact_addresses: [{ formatted: '7 Rue de Marseille\nTunis 1000\nTN', city: 'Tunis' }],
      },
    });
    expect(records[1]!.contact).toEqual({
      source: 'csv_import',
      birthday: '--05-17',
      contact_emails: [{ email: 'only.mail@mail.example', ranking: 0 }],
    });
    expect(records[2]!.contact).toMatchObject({ full_name: 'Boulangerie Centrale', company: 'Boulangerie Centrale' });
    expect(bad).toEqual([
      { line: 8, reason: 'no name, email address, phone number, or profile to identify a person by' },
    ]);
    expect(warnings).toEqual(['Skipped column "Phonetic First Name": kith has no field for it']);
  });

  it('reads the older Google header', () => {
    const { format, records } = fixture('google-old.csv');
    expect(format).toBe('Google CSV');
    expect(records[0]).toMatchObject({
      tags: ['Music'],
      contact: {
        first_name: 'Tomás',
        last_name: 'Ó Briain',
        telegram: '@tomas_fiddle',
        legacy_location: 'Galway',
        contact_phone_numbers: [
          { phone_number: '087 123 4567', label: 'mobile' },
          { phone_number: '+353 91 555 010', label: 'mobile' },
          { phone_number: '091 555 011', label: 'work fax' },
        ],
      },
    });
  });

  it('reads Outlook, accepts a short row, and continues after a badly quoted one', () => {
    const { format, records, bad, warnings } = fixture('outlook.csv');
    expect(format).toBe('Outlook CSV');
    expect(records.map(({ line, contact }) => [line, personNameOf(contact)])).toEqual([
      [2, 'Ms. Grace B. Whitfield'],
      [4, 'Hank Exchange'],
      [5, 'Mr. Too Short'],
      [7, 'After Broken'],
    ]);
    expect(records[0]).toMatchObject({
      tags: ['Customers', 'VIP'],
      notes: [{ text: 'Asked for a "big" catalog\nsecond line' }],
      contact: { birthday: '1985-05-17', description: 'Department: Sales\nSpouse: Ron' },
    });
    expect(records[1]!.warnings).toEqual([
      'e-mail address left out, must be an email address: /o=ExchangeLabs/ou=Group/cn=hank',
    ]);
    expect(bad).toEqual([{ line: 6, reason: 'text follows a closing quote, or a quote was not closed' }]);
    expect(warnings).toEqual([
      'Skipped column "Account": kith has no field for it',
      'left out because the program fills them in: "E-mail Type", "E-mail Display Name", "Gender", "Initials", "Priority", "Private", "Sensitivity"',
    ]);
  });

  it('reads Outlook with semicolons in windows-1252, day first', () => {
    const { records } = fixture('outlook-semicolon.csv');
    expect(records[0]).toMatchObject({
      tags: ['Kunden', 'Köln'],
      notes: [{ text: 'Preis 5 € – „gut“' }],
      contact: { first_name: 'Jürgen', last_name: 'Groß', birthday: '1985-05-17' },
    });
    expect(records[1]!.contact.birthday).toBe('1990-06-05');
  });

  it('reads LinkedIn below its notes', () => {
    const { format, records, bad } = fixture('linkedin.csv');
    expect(format).toBe('LinkedIn CSV');
    expect(records.map(({ line, contact }) => [line, personNameOf(contact), contact.first_met_at])).toEqual([
      [5, 'Noor van Dijk', '2026-09-12T00:00:00.000Z'],
      [6, 'Kwame Mensah', '2025-01-03T00:00:00.000Z'],
      [7, 'Zoë, PhD Quist', '2024-02-28T00:00:00.000Z'],
    ]);
    expect(records[0]!.contact).toMatchObject({
      linkedin: 'https://www.linkedin.com/in/noorvandijk',
      company: 'Grachten, B.V.',
      job_title: 'Partner',
    });
    expect(bad.map(({ line }) => line)).toEqual([8]);
  });

  it.each([
    ['5/17/1985', '1985-05-17'],
    ['12/31/1985', '1985-12-31'],
    ['1985-05-17', '1985-05-17'],
    ['17.05.1985', '1985-05-17'],
    ['0/0/00', undefined],
  ])('reads the Outlook birthday %s', (value, expected) => {
    const [record] = outlook(`Ann,Lee,,${value},`).records;
    expect(record!.contact.birthday).toBe(expected);
    expect(record!.warnings).toEqual([]);
  });

  it('infers the order of day and month from a day above 12', () => {
    const { records } = outlook('Ann,Lee,,05/06/1990,', 'Bob,Lee,,17/05/1985,');
    expect(records.map(({ contact }) => contact.birthday)).toEqual(['1990-06-05', '1985-05-17']);
  });

  it('continues after an unclosed quote', () => {
    const { records, bad } = outlook('"Ann,Lee,,,', 'Bob,Lee,,,', '"Cleo",Lee,,,"a', 'b"', '"Dan,Lee,,,');
    expect(records.map(({ line, contact }) => [line, contact.first_name])).toEqual([
      [3, 'Bob'],
      [4, 'Cleo'],
    ]);
    expect(bad.map(({ line }) => line)).toEqual([2, 6]);
  });

  it.each([
    ['tab', 'First Name\tLast Name\tE-mail Address\nAnn\tLee\ta@b.example\n'],
    ['UTF-16', Buffer.from('\uFEFFFirst Name,Last Name,E-mail Address\r\nAnn,Lee,a@b.example\r\n', 'utf16le')],
    ['a byte order mark', '\uFEFFFirst Name,Last Name,E-mail Address\r\nAnn,Lee,a@b.example,,\r\n'],
    ['old Mac lines', 'First Name,Last Name,E-mail Address\rAnn,Lee,a@b.example\r'],
  ])('reads %s', (_, content) => {
    expect(readContacts(Buffer.from(content)).records).toMatchObject([
      { line: 2, contact: { first_name: 'Ann', last_name: 'Lee' } },
    ]);
  });

  it('names unknown columns', () => {
    expect(() => readContacts(Buffer.from('Schlüssel;Wert;Menge\na;b;1\n'))).toThrow(
      'Unknown columns: "Schlüssel", "Wert", "Menge".',
    );
    expect(() => readContacts(Buffer.from(''))).toThrow('The file is empty.');
  });
});

describe('headers in other languages and from other programs', () => {
  const cells = (delimiter: string, ...rows: string[][]) =>
    readContacts(Buffer.from(rows.map((row) => row.join(delimiter)).join('\r\n')));
  const anna = {
    ...{ first_name: 'Anna', last_name: 'Bär', full_name: 'Dr. Anna Bär', company: 'Werk', job_title: 'Chefin' },
    ...{ birthday: '1985-05-03', description: 'Department: Labor\nSpouse: Bob' },
    contact_emails: [
      { email: 'anna@x.example', ranking: 0 },
      { email: 'a2@x.example', ranking: 1 },
    ],
    contact_phone_numbers: [
      { phone_number: '0170 1', label: 'mobile', ranking: 0 },
      { phone_number: '030 2', label: 'home', ranking: 1 },
    ],
    legacy_contact_addresses: [{ street: 'Weg 1', city: 'Ulm', postal_code: '89073', address_type: 'work' }],
  };
  it.each([
    [
      'German',
      ';',
      ['Anrede', 'Vorname', 'Weitere Vornamen', 'Nachname', 'Firma', 'Abteilung', 'Position', 'Straße geschäftlich'],
      ['Ort geschäftlich', 'Postleitzahl geschäftlich', 'Mobiltelefon', 'Telefon privat', 'E-Mail-Adresse'],
      ['E-Mail 2: Adresse', 'E-Mail 2: Typ', 'Geburtstag', 'Partner', 'Geschlecht', 'Vertraulichkeit'],
    ],
    [
      'French',
      ';',
      ['Titre', 'Prénom', 'Deuxième prénom', 'Nom', 'Société', 'Service', 'Titre', 'Rue (bureau)'],
      ['Ville (bureau)', 'Code postal (bureau)', 'Tél. mobile', 'Téléphone (domicile)', 'Adresse de messagerie'],
      [
        'Adresse de messagerie 2',
        'Type de messagerie 2',
        'Anniversaire',
        'Conjoint(e)',
        'Sexe',
        'Critère de diffusion',
      ],
    ],
    [
      'Spanish',
      ',',
      [
        'Título',
        'Nombre',
        'Segundo nombre',
        'Apellidos',
        'Organización',
        'Departamento',
        'Puesto',
        'Calle del trabajo',
      ],
      [
        'Ciudad de trabajo',
        'Código postal del trabajo',
        'Teléfono móvil',
        'Particular',
        'Dirección de correo electrónico',
      ],
      [
        'Dirección de correo electrónico 2',
        'Tipo de correo electrónico 2',
        'Cumpleaños',
        'Cónyuge',
        'Género',
        'Prioridad',
      ],
    ],
  ])('reads Outlook in %s', (_, delimiter, ...header) => {
    const row = ['Dr.', 'Anna', '', 'Bär', 'Werk', 'Labor', 'Chefin', 'Weg 1', 'Ulm', '89073', '0170 1', '030 2'];
    const rest = ['anna@x.example', 'a2@x.example', 'SMTP', '03/05/1985', 'Bob', 'Unspecified', 'Normal'];
    const file = cells(delimiter, header.flat(), [...row, ...rest]);
    const ignored = expect.stringContaining('left out because the program fills them in: "E-mail 2 Type", "Gender", "');
    expect(file).toMatchObject({ format: 'Outlook CSV', bad: [], warnings: [ignored] });
    expect(file.records[0]!.contact).toMatchObject(anna);
  });

  it("reads Thunderbird's export, in windows-1252 too", () => {
    const header =
      'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,' +
      'Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2,Home City,Home State,Home ZipCode,Home Country,' +
      'Job Title,Department,Organization,Web Page 1,Web Page 2,Birth Year,Birth Month,Birth Day,Custom 1,Notes,';
    const row =
      'Zoë,Ray,Zoë Ray,Zo,zoe@x.example,z2@x.example,,1111,,,,2222,1 Road,Flat 2,Leeds,,LS1,UK,' +
      'Cook,Kitchen,Inn,,https://zoe.example,,02,29,vegan,Likes tea,';
    const { format, records, bad, warnings } = readContacts(Buffer.from(`${header}\r\n${row}\r\n`, 'latin1'));
    expect({ format, bad, warnings }).toEqual({ format: 'Thunderbird CSV', bad: [], warnings: [] });
    expect(records[0]).toMatchObject({
      notes: [{ text: 'Likes tea' }],
      contact: {
        ...{
          first_name: 'Zoë',
          company: 'Inn',
          job_title: 'Cook',
          website: 'https://zoe.example',
          birthday: '--02-29',
        },
        description: 'Nickname: Zo\nDepartment: Kitchen\nUser 1: vegan',
        contact_emails: [{ email: 'zoe@x.example' }, { email: 'z2@x.example' }],
        contact_phone_numbers: [
          { phone_number: '2222', label: 'mobile' },
          { phone_number: '1111', label: 'work' },
        ],
        legacy_contact_addresses: [{ street: '1 Road\nFlat 2', city: 'Leeds', country: 'UK' }],
      },
    });
  });
});
