import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KithError } from '../../src/contract/error.ts';
import type { CardVersion } from '../../src/dav/cards/line.ts';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { isAsSent, writeCard } from '../../src/dav/cards/write-card.ts';
import type { PersonCard, SentCard, SentPerson, StoredCard } from '../../src/shared/cards/address-book.ts';
import { digestOf } from '../../src/shared/cards/digest.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { mergeCard } from '../../src/shared/cards/merge-card.ts';
import { addressOf, picture } from '../support/pictures.ts';

// Cards as phones and programs write them, through kith and back.

const CHANGED_AT = '2026-11-23T10:20:30.456Z';

const stored = (sent: SentCard): StoredCard => {
  const row = { name: 'a.vcf', change: 1, changedAt: CHANGED_AT, uid: sent.uid, text: sent.text };
  if (sent.kind === 'group') return { ...row, kind: 'group', title: sent.title, members: sent.members };
  return { ...row, kind: 'person', fields: sent.fields, photo: sent.photo };
};
const person = (source: string | Uint8Array): SentPerson => {
  const sent = readCard(source);
  if (sent.kind !== 'person') throw new Error('a group');
  return sent;
};
const changed = (sent: SentPerson, fields: Partial<CardFields>): PersonCard => {
  const card = stored(sent);
  if (card.kind !== 'person') throw new Error('a group');
  return { ...card, fields: { ...card.fields, ...fields } };
};
const fresh = (fields: Partial<CardFields>, photo?: Uint8Array): PersonCard => ({
  ...{ kind: 'person', name: 'a.vcf', uid: 'u-1', change: 1, changedAt: CHANGED_AT, text: undefined, photo },
  fields: { emails: [], phones: [], addresses: [], tags: [], ...fields },
});

/** The properties of a card, unfolded and in the order of their texts. */
const properties = (text: string): string[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .sort();
const versionOf = (text: string): CardVersion => (/VERSION:4/.test(text) ? '4.0' : '3.0');
const asCard = (...lines: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', 'UID:u-1', ...lines, 'END:VCARD', ''].join('\r\n');

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

it('there are samples of many programs', () => {
  expect(modern.length).toBeGreaterThan(12);
});

describe('a card of another program', () => {
  it.each(modern)('%s is given back as it was, twice', (_, text) => {
    const once = readCard(text);
    const given = writeCard(stored(once), versionOf(text));
    expect(properties(given)).toEqual(properties(text));
    expect(isAsSent(stored(once), once.text)).toBe(true);
    const twice = readCard(given);
    expect({ ...twice, text: '' }).toEqual({ ...once, text: '' });
    expect(writeCard(stored(twice), versionOf(text))).toBe(given);
  });

  it.each(samples)('%s says the same in the other version, and back', (_, text) => {
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

/** What a card says, but for an address's line: 3.0 has none. */
const saidBy = (card: SentCard) => {
  if (card.kind === 'group') return [card.title, card.members];
  const addresses = card.fields.addresses.map(({ formatted: _, ...address }) => address);
  return [{ ...card.fields, addresses }, card.uid, Buffer.from(card.photo ?? [])];
};

describe('a change of one field', () => {
  const ios = person(samples.find(([name]) => name.startsWith('ios'))![1]);
  const davx5 = person(samples.find(([name]) => name.startsWith('davx5'))![1]);
  const difference = (sent: SentPerson, fields: Partial<CardFields>) => {
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

  it.each<[string, SentPerson, Partial<CardFields>, string[], string[]]>([
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
  ])('%s: that property alone', (_, sent, fields, gone, added) => {
    const told = difference(sent, fields);
    expect({ gone: told.gone.sort(), new: told.new.sort() }).toEqual({ gone: gone.sort(), new: added.sort() });
    // What follows in the card takes the place of a page that has gone.
    if (fields.website !== '') expect(changesBy(changed(sent, fields))).toEqual({});
  });
});

/** What a device changes that sends back what it was given. */
function changesBy(card: PersonCard, version = versionOf(card.text ?? '')) {
  const back = person(writeCard(card, version));
  const base = digestOf(card.fields);
  return mergeCard({ base, current: card.fields, sent: back.fields, known: new Set(back.present), later: 'sent' })
    .changes;
}

describe('what is not a card', () => {
  const wrong = (source: string | Uint8Array): string => {
    try {
      readCard(source);
      return 'taken';
    } catch (error) {
      return error instanceof KithError && error.code === 'BadRequest' ? error.message : String(error);
    }
  };
  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /^the card: BEGIN:VCARD is missing/],
    ['another format', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', /^line 1: text outside a card/],
    ['one without its end', 'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\n', /^line 1: END:VCARD is missing/],
    ['two', asCard('FN:A') + asCard('FN:B'), /^line 6: a second card begins/],
    ['one within another', asCard('FN:A', 'BEGIN:VCARD', 'END:VCARD'), /END:VCARD is missing/],
    ['one without a UID', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n', /^UID: is missing/],
    ['one with a UID of two lines', asCard().replace('u-1', 'a\\nb'), /^UID: must be one line/],
    ['one with a long UID', asCard().replace('u-1', 'x'.repeat(501)), /^UID: must be at most 500/],
    ['one with a line that is no property', asCard('FN:A', 'what is this'), /^line 5: is not a property/],
    ['one of an unknown version', asCard().replace('3.0', '5.0'), /^line 1: vCard version 5.0 is not known/],
    ['bytes that are no UTF-8', Buffer.from(asCard('FN:\xe9'), 'latin1'), /^the card: is not UTF-8/],
  ])('%s is refused, with its place', (_, source, message) => expect(wrong(source)).toMatch(message));
});

describe('more than kith has room for', () => {
  const long = 'x'.repeat(12_000);
  const given = asCard(
    ...[
      `FN:${long}`,
      `N:${long};Ann;;;`,
      `ORG:${long}`,
      `NOTE:${long}`,
      `URL:https://x.example/${long}`,
      'EMAIL:no address',
    ],
    ...[
      'EMAIL:a@x.example',
      'TEL:call me',
      'TEL:+49 1',
      `CATEGORIES:${long},one`,
      'BDAY:circa 1800',
      'PHOTO;ENCODING=b:AAAA',
    ],
  );

  it('stays in the card, and its field has what fits', () => {
    const sent = person(given);
    expect(sent.fields).toMatchObject({
      emails: [{ value: 'a@x.example' }],
      phones: [{ value: '+49 1' }],
      tags: ['one'],
    });
    expect(sent.fields.last_name).toHaveLength(500);
    expect(sent.fields.description).toHaveLength(10_000);
    for (const field of ['website', 'birthday', 'photo'] as const)
      expect([field, sent.fields[field]]).toEqual([field, undefined]);
    expect(properties(writeCard(stored(sent), '3.0'))).toEqual(properties(given));
    const other = properties(writeCard(changed(sent, { tags: ['one', 'two'], emails: [], phones: [] }), '3.0'));
    expect(other).toEqual(expect.arrayContaining([`CATEGORIES:${long},one,two`, 'EMAIL:no address', 'TEL:call me']));
  });

  it('gives way to what kith says instead', () => {
    const fields = { birthday: '1800-01-02', website: 'https://y.example', photo: 'https://y.example/p.jpg' };
    const told = properties(writeCard(changed(person(given), fields), '3.0'));
    expect(told.filter((line) => /^(BDAY|URL|PHOTO)/.test(line))).toEqual([
      ...['BDAY:1800-01-02', 'PHOTO;VALUE=uri:https://y.example/p.jpg', 'URL:https://y.example'],
    ]);
  });

  it('names a picture of kith only where kith has put it', () => {
    const address = `kith://photos/${'a'.repeat(64)}`;
    const sent = person(asCard('FN:A', `PHOTO:${address}`, `PHOTO;VALUE=uri:${address}`));
    expect([sent.fields.photo, sent.text.includes(address)]).toEqual([undefined, false]);
  });
});

describe('a card that kith makes', () => {
  const whole: Partial<CardFields> = {
    ...{
      first_name: 'Ann',
      last_name: 'Lee',
      full_name: 'Dr. Ann M. Lee',
      company: 'Acme, Inc.',
      job_title: 'CEO; Founder',
    },
    ...{
      description: 'one\ntwo',
      website: 'https://ann.example/?a=1,2',
      birthday: '--02-29',
      twitter: 'ann',
      linkedin: 'https://linkedin.com/in/ann',
    },
    emails: [
      { value: 'ann@x.example', label: 'work' },
      { value: 'ann@y.example', label: 'Büro, alt' },
      { value: 'z@z.example' },
    ],
    phones: [
      { value: '+1 555', label: 'mobile' },
      { value: '+1 556', label: 'work fax' },
      { value: '+1 557', label: 'fax home' },
    ],
    addresses: [
      { street: 'Elm 1\nTop 2', city: 'Bonn', country: 'DE', label: 'home' },
      { formatted: 'Far away 2, Mars' },
    ],
    tags: ['a,b', 'c'],
  };

  it('is what devices read in 3.0', () => {
    expect(writeCard(fresh(whole), '3.0').split('\r\n')).toEqual([
      ...[
        'BEGIN:VCARD',
        'VERSION:3.0',
        'PRODID:-//kith//CardDAV//EN',
        'UID:u-1',
        'FN:Dr. Ann M. Lee',
        'N:Lee;Ann;M.;Dr.;',
      ],
      ...['ORG:Acme\\, Inc.', 'TITLE:CEO\\; Founder', 'URL:https://ann.example/?a=1,2'],
      'X-SOCIALPROFILE;TYPE=linkedin:https://linkedin.com/in/ann',
      ...['X-SOCIALPROFILE;TYPE=twitter:x-apple:ann', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29', 'NOTE:one\\ntwo'],
      ...[
        'EMAIL;TYPE=WORK:ann@x.example',
        'item1.EMAIL:ann@y.example',
        'item1.X-ABLabel:Büro\\, alt',
        'EMAIL:z@z.example',
      ],
      ...['TEL;TYPE=CELL:+1 555', 'TEL;TYPE=WORK;TYPE=FAX:+1 556', 'item2.TEL:+1 557', 'item2.X-ABLabel:fax home'],
      ...['ADR;TYPE=HOME:;;Elm 1\\nTop 2;Bonn;;;DE', 'ADR:;;Far away 2\\, Mars;;;;', 'CATEGORIES:a\\,b,c'],
      ...['REV:20261123T102030Z', 'END:VCARD', ''],
    ]);
  });

  it('is what devices read in 4.0', () => {
    const lines = writeCard(fresh({ ...whole, photo: addressOf(picture('p')) }, picture('p')), '4.0').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining(['BDAY:--0229', 'TEL;TYPE=cell:+1 555', 'TEL;TYPE=work,fax:+1 556', 'FN:Dr. Ann M. Lee']),
    );
    expect(lines.find((line) => line.startsWith('PHOTO'))).toMatch(/^PHOTO:data:image\/png;base64,/);
  });

  it.each<[string, Partial<CardFields>, string, string]>([
    ['is known by one name', { full_name: 'Ann Lee' }, 'Ann Lee', ';Ann Lee;;;'],
    ['has only a first name', { first_name: 'Ann' }, 'Ann', ';Ann;;;'],
    ['has no name but a company', { company: 'Acme' }, 'Acme', ';;;;'],
    ['has no name but a number', { phones: [{ value: '+1 555' }] }, '+1 555', ';;;;'],
    ['has nothing', {}, '', ';;;;'],
  ])('of somebody who %s changes nothing when it comes back', (_, fields, full, name) => {
    for (const version of ['3.0', '4.0'] as const) {
      const lines = writeCard(fresh(fields), version).split('\r\n');
      expect(lines).toEqual(expect.arrayContaining([`FN:${full}`, `N:${name}`]));
      const { full_name, ...changes } = changesBy(fresh(fields), version);
      expect([changes, full_name ?? fields.company]).toEqual([{}, fields.company]);
    }
  });

  it('of a person whose one name a device takes apart stays with one name', () => {
    const card = fresh({ full_name: 'Ann Lee' });
    const split = person(asCard('FN:Ann Lee', 'N:Lee;Ann;;;'));
    const base = digestOf(card.fields);
    const sides = {
      base,
      current: card.fields,
      sent: split.fields,
      known: new Set(split.present),
      later: 'sent' as const,
    };
    expect(mergeCard(sides).changes).toEqual({});
    const text = split.text;
    expect(writeCard({ ...card, text }, '3.0')).toContain('N:Lee;Ann;;;\r\n');
  });

  it('of a group names its members', () => {
    const group: StoredCard = { ...fresh({}), kind: 'group', title: 'Choir', members: ['u-1', 'mailto:a@x.example'] };
    const members = { '3.0': 'X-ADDRESSBOOKSERVER-MEMBER', '4.0': 'MEMBER' };
    for (const version of ['3.0', '4.0'] as const) {
      const text = writeCard(group, version);
      expect(text).toContain(`\r\n${members[version]}:urn:uuid:u-1\r\n`);
      expect(readCard(text)).toMatchObject({ kind: 'group', title: 'Choir', members: ['u-1', 'mailto:a@x.example'] });
      const kept = readCard(text).text;
      const fewer = writeCard({ ...group, title: 'Trio', members: ['u-1'], text: kept }, version);
      expect(readCard(fewer)).toMatchObject({ title: 'Trio', members: ['u-1'] });
    }
  });
});
