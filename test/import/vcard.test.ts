import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { photoType } from '../../src/contract/photos.ts';
import { parseVcards } from '../../src/import/formats/vcard/parse-vcards.ts';
import { personNameOf } from '../../src/import/matching/names.ts';
import type { ImportRecord } from '../../src/import/records/record.ts';

const fixture = (name: string) => parseVcards(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

/** The one record of a card with these lines between FN and END. */
function record(version: '2.1' | '3.0' | '4.0', ...lines: string[]): ImportRecord {
  const card = ['BEGIN:VCARD', `VERSION:${version}`, 'FN:Test Person', ...lines, 'END:VCARD', ''].join('\r\n');
  const { records, bad } = parseVcards(Buffer.from(card));
  expect(bad).toEqual([]);
  return records[0]!;
}

describe('vCard exports', () => {
  it('reads an Apple 3.0 export: item labels, a birthday without a year, a photo, a group', () => {
    const { records, skipped, unmapped, warnings } = fixture('apple-3.0.vcf');
    const [ada, cafe] = records;
    expect(ada).toMatchObject({
      line: 1,
      uid: '7F3C1B52-9B1E-4D6A-8E2B-0A4D3C5E6F70',
      tags: ['Research', 'Choir', 'Choir friends'],
      warnings: [],
      photo: { bytes: expect.any(Buffer) },
    });
    expect(ada!.contact).toEqual({
      full_name: 'Dr. Adaeze Chidinma Okonkwo-Lindström',
      first_name: 'Adaeze',
      last_name: 'Okonkwo-Lindström',
      company: 'Nordic Water Institute',
      job_title: 'Senior Researcher',
      website: 'https://adaeze.example/',
      linkedin: 'https://www.linkedin.com/in/adaeze-okonkwo/',
      twitter: 'http://twitter.com/adaeze_o',
      instagram: 'ada.choir',
      birthday: '--05-17',
      description: [
        'Anniversary: 2011-06-18',
        'Spouse: Erik Lindström',
        'Skype: ada.okonkwo',
        'Department: Hydrology',
        'Nickname: Ada',
      ].join('\n'),
      contact_emails: [
        { email: 'adaeze@nordicwater.example', label: 'work', ranking: 0 },
        { email: 'ada.okonkwo@mail.example', label: 'home', ranking: 1 },
        { email: 'ada@choir.example', label: 'Choir', ranking: 2 },
      ],
      contact_phone_numbers: [
        { phone_number: '+46 70 123 45 67', label: 'mobile', ranking: 0 },
        { phone_number: '+46 70 765 43 21', label: 'iPhone mobile', ranking: 1 },
        { phone_number: '+46 8 555 010 20', label: 'home fax', ranking: 2 },
      ],
      legacy_contact_addresses: [
        {
          formatted: 'Storgatan 12, Lgh 1103, Göteborg 411 24, Sweden',
          street: 'Storgatan 12\nLgh 1103',
          city: 'Göteborg',
          postal_code: '411 24',
          country: 'Sweden',
          address_type: 'home',
        },
      ],
    });
    expect(ada!.notes).toEqual([
      { text: 'Met at the Stockholm conference.\nLikes strong coffee, no sugar; allergic to nuts.' },
    ]);
    expect(cafe!.contact).toMatchObject({ full_name: 'Kaffebaren AB', company: 'Kaffebaren AB' });
    expect(skipped).toEqual([
      { line: 52, name: 'Choir friends', reason: 'a group; its name is now a tag of 1 of its 1 members' },
    ]);
    expect([warnings, unmapped]).toEqual([[], [{ name: 'X-PHONETIC-LAST-NAME', contacts: 1, lines: [34] }]]);
  });

  it('reads a Nokia 2.1 export: quoted-printable in two charsets, bare parameters, base64 without white space', () => {
    const { records, bad } = fixture('nokia-2.1.vcf');
    const [joerg, jiri, taro] = records;
    expect(bad).toEqual([]);
    expect(joerg!.contact).toMatchObject({ first_name: 'Jörg', last_name: 'Müller', birthday: '1972-04-08' });
    expect(joerg!.contact.contact_phone_numbers).toEqual([
      { phone_number: '+491701234567', label: 'mobile', ranking: 0 },
      { phone_number: '030 1234567', label: 'home', ranking: 1 },
    ]);
    expect(joerg!.contact.legacy_contact_addresses).toEqual([
      {
        formatted: 'Straße des 17. Juni 135\n10623 Berlin',
        street: 'Straße des 17. Juni 135',
        city: 'Berlin',
        postal_code: '10623',
        country: 'Deutschland',
        address_type: 'home',
      },
    ]);
    expect(joerg!.notes).toEqual([{ text: 'Kaffee um 9 € 3,50\nZweite Zeile; mit Semikolon und Leerzeichen' }]);
    expect(joerg!.photo?.bytes.length).toBe(142);
    // windows-1250 by name, windows-1252 by default, Shift JIS.
    expect(personNameOf(jiri!.contact)).toBe('Jiří Novák');
    expect(jiri!.notes).toEqual([{ text: 'Cena 5 € – „dobrá“' }]);
    expect(personNameOf(taro!.contact)).toBe('太郎 山田');
  });

  it('reads an Android 2.1 export: a name with soft breaks, a nested AGENT, a folded photo', () => {
    const { records, bad } = fixture('android-2.1.vcf');
    expect(bad).toEqual([]);
    expect(records).toHaveLength(1);
    expect(records[0]!.contact).toMatchObject({
      first_name: 'Анна',
      last_name: 'Иванова',
      company: 'Завод',
      birthday: '--04-12',
      description: 'Nickname: Аня',
    });
    expect(records[0]!.photo?.bytes.length).toBe(142);
    expect(records[0]!.warnings).toEqual(['AGENT left out (line 13)']);
  });

  it('reads an Outlook 2.1 export: delivery labels, soft breaks that end in a blank line', () => {
    const [philippa] = fixture('outlook-2.1.vcf').records;
    expect(philippa!.contact.legacy_contact_addresses![0]!.formatted).toBe(
      '221b Baker Street\nFirst floor\nLondon\nNW1 6XE',
    );
    expect(philippa!.notes).toEqual([{ text: 'Prefers calls before noon.' }]);
    expect(philippa!.contact.description).toContain('Department: Accounts\nAnniversary: 1990-06-30');
  });

  it('reads a Google 3.0 export: unlabeled numbers, an empty email, myContacts, a web picture', () => {
    const [mateo, newsletter] = fixture('google-3.0.vcf').records;
    expect(mateo).toMatchObject({
      tags: ['Neighbours'],
      contact: {
        birthday: '1979-11-03',
        image_url: 'https://lh3.googleusercontent.example/contacts/AbC=s100',
        contact_emails: [{ email: 'Mateo.Garcia@Mail.Example', label: 'home', ranking: 0 }],
      },
    });
    expect(newsletter!.contact).toEqual({ contact_emails: [{ email: 'newsletter@club.example', ranking: 0 }] });
  });

  it('reads a 4.0 export: preferences, tel addresses, a data photo, dated notes', () => {
    const [yui] = fixture('google-4.0.vcf').records;
    expect(yui!.contact).toMatchObject({
      full_name: '中村 結衣',
      birthday: '--05-17',
      coordinates: { operation: 'set', data: { latitude: 35.6339, longitude: 139.7159 } },
      instagram: 'https://www.instagram.com/nami.studio/',
      contact_emails: [{ email: 'yui.nakamura@mail.example' }, { email: 'yui@studio.example' }],
      contact_phone_numbers: [
        { phone_number: '+81-90-1234-5678', label: 'mobile' },
        { phone_number: '+81-3-5555-0100 ext. 42', label: 'work' },
      ],
    });
    expect(yui!.notes).toEqual([
      { text: 'Talked about the book cover.', eventTime: '2026-09-12T09:30:00.000Z', meetingType: 'coffee' },
      { text: 'Prefers e-mail' },
    ]);
    expect(photoType(yui!.photo!.bytes)).toBe('image/png');
  });

  it('reads a Thunderbird 4.0 export, and names properties without a field', () => {
    const { records, unmapped } = fixture('thunderbird-4.0.vcf');
    expect(records[0]!.contact).toMatchObject({ first_name: 'Inês', last_name: 'Duarte', birthday: '1988-02-29' });
    expect(unmapped?.map(({ name }) => name)).toEqual(['TZ', 'X-CUSTOM1']);
  });

  it('reads UTF-16, in which only quoted-printable keeps its declared charset', () => {
    const [lukasz] = fixture('utf16.vcf').records;
    expect(lukasz).toMatchObject({ contact: { first_name: 'Łukasz', last_name: 'Żółć' }, notes: [{ text: 'Łódź' }] });
  });

  it('reads as much as possible of broken cards, and reports each broken line', () => {
    const { records, bad } = fixture('broken.vcf');
    expect(records.map(({ line, contact, warnings }) => [line, contact.full_name, ...warnings])).toEqual([
      [1, 'Good One'],
      [6, 'Never Closed', 'END:VCARD is missing; the next card begins at line 10'],
      [
        ...[10, 'Good Two', 'line 15 is not a property and was left out'],
        'e-mail address left out, must be an email address: not an address',
      ],
      [21, 'From the future', 'unknown vCard version 7.0, read as 4.0'],
      [28, 'Good Three', 'birthday left out because it is not a full date: circa 1800'],
    ]);
    expect(bad.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '17 no name, email address, phone number, or profile to identify a person by',
      '25 END:VCARD without BEGIN:VCARD',
      '26 text outside a card',
      '33 no name, email address, phone number, or profile to identify a person by; line 35 may be truncated and was left out; END:VCARD is missing; the file ends before it',
    ]);
  });

  describe.each(['2.1', '3.0', '4.0', '3', '5.0', 'three'])('version %s', (version) => {
    const card = (own: string) => [
      'BEGIN:VCARD',
      `VERSION:${version}`,
      `FN:${own}`,
      `TEL:+1202555010${own}`,
      'END:VCARD',
    ];
    const all = [...card('1'), ...card('2'), ...card('3')];
    it.each([...all.entries()].slice(5, 10))('loses no person to a broken line %i: %s', (index, line) => {
      const { records, bad } = parseVcards(Buffer.from(all.with(index, line.replace(':', '')).join('\r\n')));
      const known = records.map(({ contact }) => contact.full_name ?? contact.contact_phone_numbers?.[0]?.phone_number);
      expect(known).toEqual(['1', line === 'FN:2' ? '+12025550102' : '2', '3']);
      const faults = [...records.flatMap(({ warnings }) => warnings), ...bad.map(({ reason }) => reason)];
      expect(faults.some((text) => /is not a property|is missing/.test(text))).toBe(true);
    });
    it.each([...all.entries()].slice(5, 10))('loses no person to a missing line %i: %s', (index) => {
      const { records } = parseVcards(Buffer.from(all.with(index, '').join('\r\n')));
      expect(records.map(({ contact }) => contact.contact_phone_numbers?.[0]?.phone_number.slice(-1))).toEqual(
        index === 8 ? ['1', undefined, '3'] : ['1', '2', '3'],
      );
    });
  });

  it('reads no value from a last line without a line end', () => {
    const { records } = parseVcards(
      Buffer.from('BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nTEL:+12025550101\nTEL:+1202555'),
    );
    expect(records[0]!.contact.contact_phone_numbers).toEqual([{ phone_number: '+12025550101', ranking: 0 }]);
    expect(records[0]!.warnings).toEqual([
      'line 5 may be truncated and was left out',
      'END:VCARD is missing; the file ends before it',
    ]);
  });

  it('names at most 20 broken lines of one card', () => {
    const { warnings } = record('3.0', ...Array.from({ length: 100 }, () => 'no property'));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('80 more warnings are not listed');
  });
});

describe('birthdays', () => {
  it.each([
    ['2.1', 'BDAY:19850517', '1985-05-17'],
    ['2.1', 'BDAY:1985-05-17', '1985-05-17'],
    ['2.1', 'BDAY:--0517', '--05-17'],
    ['3.0', 'BDAY;VALUE=date:1985-05-17', '1985-05-17'],
    ['3.0', 'BDAY:1985-05-17T00:00:00Z', '1985-05-17'],
    ['3.0', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-17', '--05-17'],
    ['3.0', 'BDAY:1604-02-29', '--02-29'],
    ['3.0', 'BDAY;X-APPLE-OMIT-YEAR=1896:1896-05-17', '--05-17'],
    ['4.0', 'BDAY:19850517T103000', '1985-05-17'],
    ['4.0', 'BDAY:--0517', '--05-17'],
    ['4.0', 'BDAY:--05-17', '--05-17'],
    ['4.0', 'BDAY:00000517', '--05-17'],
    ['4.0', 'BDAY:19850230', undefined],
    ['4.0', 'BDAY:1985', undefined],
    ['4.0', 'BDAY:---17', undefined],
    ['4.0', 'BDAY;VALUE=text:around Easter', undefined],
  ] as const)('%s %s', (version, line, expected) => {
    const { contact, warnings } = record(version, line);
    expect(contact.birthday).toBe(expected);
    expect(warnings).toHaveLength(expected ? 0 : 1);
  });
});

describe('properties', () => {
  it.each([
    ['escapes', '3.0', ['ORG:Smith\\, Jones \\& Co\\; Ltd;Sales\\;North'], { company: 'Smith, Jones \\& Co; Ltd' }],
    ['the escapes of Gmail and macOS', '3.0', ['TITLE:\\"Bob\\" at 9\\:30 \\\'s'], { job_title: '"Bob" at 9:30 \'s' }],
    [
      'backslashes that escape nothing',
      '3.0',
      ['TITLE:C\\:\\temp\\_old \\é\\1\\'],
      { job_title: 'C:\\temp\\_old \\é\\1\\' },
    ],
    ['windows paths in 2.1 quoted-printable', '2.1', ['TITLE;QUOTED-PRINTABLE:C:\\new'], { job_title: 'C:\\new' }],
    ['quoted parameters', '4.0', ['TITLE;X-A="a;b:c,d":Boss'], { job_title: 'Boss' }],
    ['a quote that never closes', '4.0', ['TITLE;X-A="ab:Boss'], { job_title: 'Boss' }],
    ['lower case', '3.0', ['title;charset=utf-8:Boss'], { job_title: 'Boss' }],
    ['a fold in the name', '3.0', ['TI', ' TLE:Boss'], { job_title: 'Boss' }],
    ['a fold of 2.1 that keeps its space', '2.1', ['TITLE:Big', ' Boss'], { job_title: 'Big Boss' }],
    ['ROLE for want of TITLE', '3.0', ['ROLE:Cook'], { job_title: 'Cook' }],
    ['ROLE beside TITLE', '3.0', ['ROLE:Cook', 'TITLE:Chef'], { job_title: 'Chef', description: 'Role: Cook' }],
    [
      'the preferred of two titles',
      '4.0',
      ['TITLE:Second', 'TITLE;PREF=1:First'],
      { job_title: 'First', description: 'Title: Second' },
    ],
    [
      'GEO of 3.0',
      '3.0',
      ['GEO:37.4;-122.1'],
      { coordinates: { operation: 'set', data: { latitude: 37.4, longitude: -122.1 } } },
    ],
    [
      'GEO in an address',
      '4.0',
      ['ADR;GEO="geo:1.5,2.5":;;;Rome;;;'],
      { coordinates: { operation: 'set', data: { latitude: 1.5, longitude: 2.5 } } },
    ],
    ['a profile by host', '3.0', ['URL:https://x.com/someone'], { twitter: 'https://x.com/someone' }],
    [
      'SOCIALPROFILE as text (RFC 9554)',
      '4.0',
      ['SOCIALPROFILE;SERVICE-TYPE=YouTube;VALUE=text:@kanal'],
      { youtube: '@kanal' },
    ],
    ['IMPP by scheme', '4.0', ['IMPP:telegram:@someone'], { telegram: '@someone' }],
    [
      'IMPP of another service',
      '3.0',
      ['IMPP;X-SERVICE-TYPE=Skype:skype:some.one'],
      { description: 'Skype: some.one' },
    ],
    [
      'a delivery label alone',
      '2.1',
      ['LABEL;HOME;QUOTED-PRINTABLE:1 Road=0D=0ATown'],
      { legacy_contact_addresses: [{ formatted: '1 Road\nTown' }] },
    ],
    ['mailto', '4.0', ['EMAIL:mailto:a@b.example'], { contact_emails: [{ email: 'a@b.example', ranking: 0 }] }],
    [
      'TYPE="work,fax"',
      '4.0',
      ['TEL;TYPE="work,fax":1234567'],
      { contact_phone_numbers: [{ phone_number: '1234567', label: 'work fax', ranking: 0 }] },
    ],
    [
      'a data photo is no web address',
      '4.0',
      ['PHOTO;VALUE=URI:https://a.example/p.png'],
      { image_url: 'https://a.example/p.png' },
    ],
  ] as const)('%s', (_, version, lines, expected) => {
    expect(record(version, ...lines).contact).toMatchObject(expected);
  });

  it('reads a service and a label under any name', () => {
    const { contact } = record('3.0', 'IMPP;X-SERVICE-TYPE=constructor:abc', 'TEL;TYPE=constructor:1234567');
    expect(contact.description).toBe('Constructor: abc');
    expect(contact.contact_phone_numbers).toEqual([{ phone_number: '1234567', label: 'constructor', ranking: 0 }]);
  });

  it('keeps text in an unknown charset readable, and reports it', () => {
    const { contact, warnings } = record('2.1', 'TITLE;CHARSET=X-KLINGON;QUOTED-PRINTABLE:B=C3=A4cker');
    expect(contact.job_title).toBe('Bäcker');
    expect(warnings).toEqual(['unknown charset X-KLINGON (line 4)']);
  });

  it("decodes ^n, ^' and ^^ in parameters (RFC 6868)", () => {
    const { contact } = record('4.0', 'ADR;LABEL="^\'Villa^\'^nHill ^^1":;;;Rome;;;');
    expect(contact.legacy_contact_addresses![0]!.formatted).toBe('"Villa"\nHill ^1');
  });

  it('accepts any line ending, and a byte order mark before every card', () => {
    const card = '\uFEFFBEGIN:VCARD\rVERSION:3.0\rFN:Mac Classic\rEND:VCARD\r';
    expect(parseVcards(Buffer.from(card + card)).records.map(({ line }) => line)).toEqual([1, 5]);
  });

  it('reports a photo without a picture', () => {
    expect(record('3.0', 'PHOTO;ENCODING=b:').warnings).toEqual([
      'photo left out because it contains no picture (line 4)',
    ]);
  });
});

it('refers to a related person by UID if the file has their card, and otherwise in the description', () => {
  const uid = (digit: number) => `urn:uuid:00000000-0000-4000-8000-00000000000${digit}`;
  const card = (digit: number, name: string, more: string) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${uid(digit)}\r\nFN:${name}\r\n${more}END:VCARD\r\n`;
  const related = `RELATED;TYPE=spouse:${uid(2)}\r\nRELATED;TYPE=child:${uid(9)}\r\n`;
  const { records } = parseVcards(Buffer.from(card(1, 'Ann Lee', related) + card(2, 'Bo Lee', '')));
  expect(records[0]!.related).toEqual([{ uid: uid(2), what: 'spouse' }]);
  expect(records[0]!.contact.description).toBe(`Child: ${uid(9)}`);
});
