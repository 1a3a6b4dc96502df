import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { isAsSent, writeCard } from '../../src/dav/cards/write-card.ts';
import type { ReceivedCard, ReceivedPerson } from '../../src/shared/cards/address-book.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { changed, changesBy, person, properties, stored, versionOf } from '../support/card-texts.ts';
import { picture } from '../support/pictures.ts';

// Cards as phones and programs write them, sent through kith and back.

const folders = [new URL('fixtures/', import.meta.url), new URL('../import/fixtures/', import.meta.url)];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.vcf') && !/broken|utf16|nokia/.test(name))
    .map((name): [string, string] => [name, readFileSync(new URL(name, folder), 'utf8')]),
);
const samples: [string, string][] = files.flatMap(([name, text]) =>
  text.split(/(?<=^END:VCARD\r?\n)(?=BEGIN:VCARD)/m).map((card, index): [string, string] => {
    const eol = card.includes('\r\n') ? '\r\n' : '\n';
    return [
      `${name} ${index + 1}`,
      /^UID:/m.test(card) ? card : card.replace(/END:VCARD\s*$/, `UID:u-1${eol}END:VCARD${eol}`),
    ];
  }),
);
const modern = samples.filter(([name]) => !name.includes('-2.1'));

it('has samples from many programs', () => {
  expect(modern.length).toBeGreaterThan(12);
});

describe("another program's card", () => {
  it.each(modern)('%s is returned unchanged, twice', (_, text) => {
    const once = readCard(text);
    const given = writeCard(stored(once), versionOf(text));
    expect(properties(given)).toEqual(properties(text));
    expect(isAsSent(stored(once), once.text)).toBe(true);
    const twice = readCard(given);
    expect({ ...twice, text: '' }).toEqual({ ...once, text: '' });
    expect(writeCard(stored(twice), versionOf(text))).toBe(given);
  });

  it.each(samples)('%s means the same in the other version, and back', (_, text) => {
    const other = versionOf(text) === '4.0' ? '3.0' : '4.0';
    const once = readCard(text);
    const there = readCard(writeCard(stored(once), other));
    const back = readCard(writeCard(stored(there), versionOf(text)));
    for (const card of [there, back]) expect(saidBy(card)).toEqual(saidBy(once));
    const names = (card: string) =>
      properties(card)
        .map((line) => line.replace(/[;:].*/s, '').toUpperCase())
        .filter(
          (name) =>
            !['REV', 'N', 'FN', 'X-ADDRESSBOOKSERVER-KIND', 'KIND', 'MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'].includes(
              name,
            ),
        );
    expect(names(back.text).sort()).toEqual(names(once.text).sort());
  });
});

/** A card's content without an address's formatted line, which 3.0 lacks. */
const saidBy = (card: ReceivedCard) => {
  if (card.kind === 'group') return [card.title, card.members];
  const addresses = card.fields.addresses.map(({ formatted: _, ...address }) => address);
  return [{ ...card.fields, addresses }, card.uid, Buffer.from(card.photo ?? [])];
};

describe('a change to one field', () => {
  const ios = person(samples.find(([name]) => name.startsWith('ios'))![1]);
  const davx5 = person(samples.find(([name]) => name.startsWith('davx5'))![1]);
  const difference = (sent: ReceivedPerson, fields: Partial<CardFields>) => {
    const version = versionOf(sent.text);
    const photo = fields.photo?.startsWith('kith:') ? picture('new') : undefined;
    const [before, after] = [stored(sent), { ...changed(sent, fields), ...(photo && { photo }) }].map((card) =>
      properties(writeCard(card, version)).filter((line) => !line.startsWith('REV')),
    ) as [string[], string[]];
    return {
      gone: before.filter((line) => !after.includes(line)),
      new: after.filter((line) => !before.includes(line)),
    };
  };

  it.each<[string, ReceivedPerson, Partial<CardFields>, string[], string[]]>([
    [
      'the company, with its units',
      ios,
      { company: 'UMC; Utrecht' },
      ['ORG:Sint Maarten Ziekenhuis;Cardiologie;'],
      ['ORG:UMC\\; Utrecht;Cardiologie;'],
    ],
    ['no company', ios, { company: '' }, ['ORG:Sint Maarten Ziekenhuis;Cardiologie;'], ['ORG:;Cardiologie;']],
    ['the title', ios, { job_title: 'Arts\nin opleiding' }, ['TITLE:Cardioloog'], ['TITLE:Arts\\nin opleiding']],
    ['no title', ios, { job_title: '' }, ['TITLE:Cardioloog'], []],
    [
      'the page, in its group',
      ios,
      { website: 'https://new.example/?a=1,2;b' },
      ['item5.URL;type=pref:https\\://haro.example/?a=1\\,2'],
      ['item5.URL;TYPE=pref:https://new.example/?a=1,2;b'],
    ],
    [
      'no page, with its label',
      ios,
      { website: '' },
      ['item5.URL;type=pref:https\\://haro.example/?a=1\\,2', 'item5.X-ABLabel:_$!<HomePage>!$_'],
      [],
    ],
    [
      'a birthday with its year',
      ios,
      { birthday: '1980-02-29' },
      ['BDAY;value=date;X-APPLE-OMIT-YEAR=1604:1604-02-29'],
      ['BDAY:1980-02-29'],
    ],
    ['a birthday without', davx5, { birthday: '--03-01' }, ['BDAY:--0229'], ['BDAY:--0301']],
    [
      'a profile',
      ios,
      { telegram: 'haro' },
      ['IMPP;X-SERVICE-TYPE=Telegram;type=HOME;type=pref:x-apple:noorharo'],
      ['X-SOCIALPROFILE;TYPE=telegram:x-apple:haro'],
    ],
    [
      'a new profile',
      ios,
      { tiktok: 'https://tiktok.com/@noor' },
      [],
      ['X-SOCIALPROFILE;TYPE=tiktok:https://tiktok.com/@noor'],
    ],
    [
      'the note',
      davx5,
      { description: 'a\\b, c' },
      ['NOTE:Linia pierwsza\\nlinia druga\\\\z ukośnikiem'],
      ['NOTE:a\\\\b\\, c'],
    ],
    [
      'the last name, in the full one too',
      ios,
      { last_name: 'Vos', full_name: 'Dr. Noor van der Vos MD' },
      ['FN:Dr. Noor van der Haro MD', 'N:Haro;Noor;van der;Dr.;MD'],
      ['FN:Dr. Noor van der Vos MD', 'N:Vos;Noor;van der;Dr.;MD'],
    ],
    [
      'tags',
      davx5,
      { tags: ['Działka, sąsiedzi', 'Nowe'] },
      ['CATEGORIES:Rodzina,Działka\\, sąsiedzi'],
      ['CATEGORIES:Działka\\, sąsiedzi,Nowe'],
    ],
    [
      'another label',
      ios,
      { phones: ios.fields.phones.map((phone, index) => (index === 1 ? { ...phone, label: 'work' } : phone)) },
      ['TEL;type=WORK;type=FAX:+31 20 555 0101'],
      ['TEL;TYPE=WORK:+31 20 555 0101'],
    ],
    [
      'a label of its own',
      ios,
      { emails: [{ ...ios.fields.emails[0]!, label: 'Boot' }, ios.fields.emails[1]!] },
      ['EMAIL;type=INTERNET;type=HOME;type=pref:noor@thuis.example'],
      ['item8.EMAIL;TYPE=INTERNET;TYPE=pref:noor@thuis.example', 'item8.X-ABLabel:Boot'],
    ],
    [
      'another number with the same label',
      ios,
      { phones: ios.fields.phones.with(2, { value: '+31 1', label: 'school' }) },
      ['item2.TEL:+31 20 555 0102'],
      ['item2.TEL:+31 1'],
    ],
    [
      'a number less, with its label',
      ios,
      { phones: ios.fields.phones.slice(0, 2) },
      ['item2.TEL:+31 20 555 0102', 'item2.X-ABLabel:_$!<School>!$_'],
      [],
    ],
    [
      'a new last e-mail',
      davx5,
      { emails: [...davx5.fields.emails, { value: 'new@x.example', label: 'work' }] },
      [],
      ['EMAIL;TYPE=work:new@x.example'],
    ],
    [
      'another first number',
      davx5,
      { phones: [davx5.fields.phones[1]!, davx5.fields.phones[0]!, davx5.fields.phones[2]!] },
      ['TEL;TYPE=cell;PREF=1:+48 601 000 111', 'TEL;TYPE=work,fax:+48 22 555 01 00'],
      ['TEL;TYPE=cell:+48 601 000 111', 'TEL;TYPE=work,fax;PREF=1:+48 22 555 01 00'],
    ],
    [
      'a city',
      ios,
      { addresses: [{ ...ios.fields.addresses[0]!, city: 'Leiden' }, ios.fields.addresses[1]!] },
      ['item3.ADR;type=HOME;type=pref:;;Prinsengracht 1\\n2e verdieping;Amsterdam;NH;1015 DV;Nederland'],
      ['item3.ADR;TYPE=HOME;TYPE=pref:;;Prinsengracht 1\\n2e verdieping;Leiden;NH;1015 DV;Nederland'],
    ],
    [
      'the photo, without what was said of the old one',
      ios,
      { photo: 'https://pictures.example/noor.jpg' },
      ['PHOTO;X-ABCROP-RECTANGLE=ABClipRect_1&0&0&64&64&Qg==;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2Q=='],
      ['PHOTO;VALUE=uri:https://pictures.example/noor.jpg'],
    ],
    [
      'no photo',
      davx5,
      { photo: '' },
      [
        'PHOTO:data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGJgAQAAAP//AwAABgAFV7+r1AAAAABJRU5ErkJggg==',
      ],
      [],
    ],
  ])('%s: changes only that property', (_, sent, fields, gone, added) => {
    const told = difference(sent, fields);
    expect({ gone: told.gone.sort(), new: told.new.sort() }).toEqual({ gone: gone.sort(), new: added.sort() });
    // The next value in the card replaces a removed web page.
    if (fields.website !== '') expect(changesBy(changed(sent, fields))).toEqual({});
  });
});
