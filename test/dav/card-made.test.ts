import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { writeCard } from '../../src/dav/cards/write-card.ts';
import type { StoredCard } from '../../src/shared/cards/address-book.ts';
import { digestOf } from '../../src/shared/cards/digest.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { mergeCard } from '../../src/shared/cards/merge-card.ts';
import { asCard, changesBy, fresh, person } from '../support/card-texts.ts';
import { addressOf, picture } from '../support/pictures.ts';

// Cards that kith generates from its data about a person.

describe('a generated card', () => {
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

  it('has the form that devices read in 3.0', () => {
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

  it('has the form that devices read in 4.0', () => {
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
  ])('for someone who %s changes nothing when a device returns it', (_, fields, full, name) => {
    for (const version of ['3.0', '4.0'] as const) {
      const lines = writeCard(fresh(fields), version).split('\r\n');
      expect(lines).toEqual(expect.arrayContaining([`FN:${full}`, `N:${name}`]));
      const { full_name, ...changes } = changesBy(fresh(fields), version);
      expect([changes, full_name ?? fields.company]).toEqual([{}, fields.company]);
    }
  });

  it('keeps a single name that a device splits', () => {
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

  it('for a group lists its members', () => {
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
