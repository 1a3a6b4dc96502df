import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMapping } from '../../src/import/formats/csv/mapping.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { KithError } from '../../src/shared/error.ts';

// Handmade lists: columns with plain names, or none.

const read = (text: string) => readContacts(Buffer.from(text));
const refusal = (text: string): KithError => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof KithError) return error;
  }
  throw new Error('it was read');
};
const ann = {
  contact_emails: [{ email: 'ann@x.example', ranking: 0 }],
  contact_phone_numbers: [{ phone_number: '+49 30 1234567', ranking: 0 }],
};

describe('plain headers', () => {
  it.each([
    ['English', 'name,email,phone'],
    ['German', 'Name;E-Mail;Telefon'],
    ['French', 'Nom complet;Courriel;Téléphone'],
    ['Spanish', 'Nombre y apellidos;Correo electrónico;Teléfono'],
    ['Italian', 'Nominativo;Indirizzo e-mail;Telefono'],
    ['Portuguese', 'Nome completo;E-mail;Telefone'],
    ['Dutch', 'Naam;E-mailadres;Telefoonnummer'],
    ['Danish', 'Navn;E-mail;Tlf.'],
    ['Norwegian', 'Navn;E-post;Telefon'],
    ['Swedish', 'Namn;E-postadress;Telefonnummer'],
    ['Finnish', 'Nimi;Sähköposti;Puhelin'],
    ['Polish', 'Imię i nazwisko;Adres e-mail;Numer telefonu'],
    ['Czech', 'Jméno a příjmení;E-mail;Telefonní číslo'],
    ['Hungarian', 'Teljes név;E-mail cím;Telefon'],
    ['Romanian', 'Nume complet;Adresă de e-mail;Număr de telefon'],
    ['Greek', 'Ονοματεπώνυμο;Email;Τηλέφωνο'],
    ['Turkish', 'Ad Soyad;E-posta;Telefon'],
    ['Russian', 'ФИО;Электронная почта;Телефон'],
    ['Ukrainian', 'ПІБ;Електронна пошта;Телефон'],
    ['Japanese', '氏名,メールアドレス,電話番号'],
    ['Korean', '이름,이메일,전화번호'],
    ['Chinese', '姓名,电子邮件,电话'],
    ['Hebrew', 'שם מלא,אימייל,טלפון'],
    ['Arabic', 'الاسم,البريد الإلكتروني,الهاتف'],
    ['a program', 'fullName\temailAddress\tphoneNumber'],
  ])('are understood: %s', (_, header) => {
    const [separator = ','] = /[,;\t]/.exec(header)!;
    const { format, records, bad, warnings } = read(
      `${header}\n${['Ann Lee', 'ann@x.example', '+49 30 1234567'].join(separator)}\nBob${separator}bob@x.example\n`,
    );
    expect([format, bad, warnings]).toEqual(['CSV', [], []]);
    expect(records).toMatchObject([
      { line: 2, contact: { full_name: 'Ann Lee', ...ann } },
      { line: 3, contact: { full_name: 'Bob', contact_emails: [{ email: 'bob@x.example' }] } },
    ]);
  });

  it.each([
    ['Name;Vorname;Mail', 'Lee;Ann;ann@x.example'],
    ['Nombre;Apellidos;Correo', 'Ann;Lee;ann@x.example'],
    ['Nom;Prénom;Courriel', 'Lee;Ann;ann@x.example'],
    ['Cognome;Nome;E-mail', 'Lee;Ann;ann@x.example'],
    ['first_name;last_name;email', 'Ann;Lee;ann@x.example'],
    ['Name;First name;E-mail', 'Ann Lee;Ann;ann@x.example'],
  ])('combine two name columns: %s', (header, row) => {
    const [record] = read(`${header}\n${row}\n`).records;
    const { full_name, first_name, last_name } = record!.contact;
    expect(full_name ?? [first_name, last_name].join(' ')).toBe('Ann Lee');
  });

  it('label numbers, addresses, and tags, with several per cell', () => {
    const header =
      'First name,Middle,Surname,Email,Work email,Mobile,Phone 2,Street,City,Birthday,Tags,Nickname,Comments';
    const row =
      'Ann,M.,Lee,"a@x.example; b@x.example",w@x.example,0170 123456,030 123456,Road 1,Ulm,5/17/1985,"chess, choir",Annie,Tea';
    const [record] = read(`${header}\n${row}\n`).records;
    expect(record).toMatchObject({
      tags: ['chess', 'choir'],
      notes: [{ text: 'Tea' }],
      contact: {
        full_name: 'Ann M. Lee',
        birthday: '1985-05-17',
        description: 'Nickname: Annie',
        contact_emails: [{ email: 'a@x.example' }, { email: 'b@x.example' }, { email: 'w@x.example', label: 'work' }],
        contact_phone_numbers: [{ phone_number: '0170 123456', label: 'mobile' }, { phone_number: '030 123456' }],
        legacy_contact_addresses: [{ street: 'Road 1', city: 'Ulm' }],
      },
    });
  });

  it.each([
    ['First name,Last name,Email,Met on', 'Ann,Lee,ann@x.example,3/2/2019'],
    ['Vorname;Nachname;E-Mail;Kennengelernt', 'Ann;Lee;ann@x.example;2.3.2019'],
  ])("set the first-met date, in the language's format: %s", (header, row) => {
    expect(read(`${header}\n${row}\n`).records[0]!.contact.first_met_at).toBe('2019-03-02T00:00:00.000Z');
  });

  it('take precedence over an export with some of the same columns', () => {
    const text = 'First Name,Last Name,E-mail Address,Mail 2,Tel\nAnn,Lee,ann@x.example,b@x.example,030 123456\n';
    const { records, warnings } = read(text);
    expect(warnings).toEqual([]);
    expect(records[0]!.contact.contact_emails).toHaveLength(2);
    expect(records[0]!.contact.contact_phone_numbers).toHaveLength(1);
  });
});

describe('a list without a header', () => {
  it.each([
    ['addresses alone', 'ann@x.example\nbob@x.example\n', [undefined, undefined]],
    ['under their name', 'E-Mail\nann@x.example\nbob@x.example\n', [undefined, undefined]],
    ['as mail programs copy them', 'Ann Lee <ann@x.example>\nbob@x.example\n', ['Ann Lee', undefined]],
    ['beside names', 'Ann Lee;ann@x.example\nBob;bob@x.example\n', ['Ann Lee', 'Bob']],
  ])('%s', (_, text, names) => {
    const { records, bad } = read(text);
    expect(bad).toEqual([]);
    expect(records.map(({ contact }) => contact.contact_emails?.[0]?.email)).toEqual([
      'ann@x.example',
      'bob@x.example',
    ]);
    expect(records.map(({ contact }) => contact.full_name)).toEqual(names);
  });
});

describe('an unknown file', () => {
  it.each([
    ['name,price,quantity\nbolt,3,4\n', { columns: { name: 'full_name', price: null, quantity: null } }],
    ['Hund;Katze\nRex;Mia\n', { columns: { Hund: null, Katze: null }, delimiter: ';' }],
  ])('comes with a mapping template: %j', (text, mapping) => {
    expect(refusal(text).details).toEqual({ mapping });
    expect(() => readMapping(JSON.stringify({ columns: { Hund: null } }))).toThrow('its field');
    const filled = JSON.stringify({
      ...mapping,
      columns: { ...mapping.columns, [Object.keys(mapping.columns)[0]!]: 'full_name' },
    });
    expect(readContacts(Buffer.from(text), readMapping(filled)).records).toHaveLength(1);
  });

  it('does so if it is unknown in part, and the rest is read', () => {
    const { records, warnings, mapping } = read('email,Locker\nann@x.example,12\n');
    expect(records).toHaveLength(1);
    expect(warnings).toEqual(['Skipped column "Locker": kith has no field for it']);
    expect(mapping).toEqual({ columns: { email: 'email', Locker: null } });
  });
});

const cell = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => text.replace(/[\p{C}\s"',;=+\-@＝＋－＠<>]/gu, 'x'));

it('reads a row that ends early at any cell the same way', () => {
  const header = ['Name', 'Email', 'Company', 'City', 'Notes'];
  fc.assert(
    fc.property(fc.array(cell, { minLength: 3, maxLength: 3 }), fc.nat(4), (rest, kept) => {
      const cells = ['Ann', 'ann@x.example', ...rest].map((text, index) => (index < Math.max(kept, 2) ? text : ''));
      const whole = read(`${header.join()}\n${cells.join()}\n`);
      const short = read(`${header.join()}\n${cells.slice(0, Math.max(kept, 2)).join()}\n`);
      expect(short.records).toEqual(whole.records);
      expect(short.bad).toEqual([]);
    }),
  );
});

describe('Outlook headers in languages outside its table', () => {
  const person = (header: string, row: string) => read(`${header}\n${row}\n`).records[0]!.contact;
  const reached = {
    contact_emails: [expect.objectContaining({ email: 'a@x.example' })],
    contact_phone_numbers: [
      expect.objectContaining({ phone_number: '0212345678', label: 'work' }),
      expect.objectContaining({ phone_number: '3331234567', label: 'mobile' }),
    ],
  };
  it.each([
    ['Italian', 'Nome,Cognome,Indirizzo posta elettronica,Ufficio,Cellulare,Società,Posizione'],
    ['Dutch', 'Voornaam,Achternaam,E-mailadres,Telefoon op werk,Mobiele telefoon,Bedrijf,Functie'],
    ['Polish', 'Imię,Nazwisko,Adres e-mail,Telefon służbowy,Telefon komórkowy,Firma,Stanowisko'],
    ['Portuguese', 'Nome,Sobrenome,Endereço de email,Telefone comercial,Celular,Empresa,Cargo'],
  ])('%s', (_, header) => {
    expect(person(header, 'Ada,Rossi,a@x.example,0212345678,3331234567,Acme,Boss')).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'Rossi', company: 'Acme', job_title: 'Boss' },
      ...reached,
    });
  });

  it('keep a nonnumeric office as the department', () => {
    expect(person('Nome,Cognome,E-mail,Ufficio', 'Ada,Rossi,a@x.example,Acquisti').description).toContain('Acquisti');
  });
});
