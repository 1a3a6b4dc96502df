import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { isAsSent, writeCard } from '../../src/dav/cards/write-card.ts';
import type { PersonCard, ReceivedPerson } from '../../src/shared/cards/address-book.ts';
import { digestOf } from '../../src/shared/cards/digest.ts';
import { entryPartsOf } from '../../src/shared/cards/entries.ts';
import type { CardFields, CardListField } from '../../src/shared/cards/fields.ts';
import { mergeCard } from '../../src/shared/cards/merge-card.ts';
import { KithError } from '../../src/shared/error.ts';
import { CORPUS } from '../support/hostile.ts';
import { rounds } from '../support/rounds.ts';

// Any valid card survives, and none breaks the reader.

const RUNS = { numRuns: rounds(60) };
const VERSIONS = ['3.0', '4.0'] as const;

const stored = ({ uid, fields, text, photo }: ReceivedPerson): PersonCard => ({
  ...{ kind: 'person', name: 'a.vcf', change: 1, changedAt: '2026-11-23T10:20:30.456Z' },
  ...{ uid, fields, text, photo },
});
const person = (source: string | Uint8Array): ReceivedPerson => {
  const sent = readCard(source);
  if (sent.kind === 'group') throw new Error('a group');
  return sent;
};
const properties = (text: string): string[] =>
  text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean)
    .sort();

const SIGNS = [
  ',',
  ';',
  ':',
  '\\',
  '"',
  '^',
  '=',
  ' ',
  "'",
  '^n',
  '\\n',
  '\n',
  '\r\n',
  '\t',
  'BEGIN:VCARD',
  '\nEND:VCARD\n',
];
const piece = fc.oneof(fc.constantFrom(...SIGNS, ...CORPUS), fc.string({ unit: 'grapheme', maxLength: 30 }));
/** Text with every character that has a meaning in a card. */
const text = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
  .filter((value) => value.isWellFormed());
const controls = /(?![\n\t])\p{Cc}|[\ufffe\uffff]/gu;
const escaped = (value: string) => value.replace(/[\\;,\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

const NAMES = [
  'FN',
  'TITLE',
  'NOTE',
  'NICKNAME',
  'EMAIL',
  'TEL',
  'X-ABDATE',
  'X-ODD',
  'IMPP',
  'URL',
  'RELATED',
  'ROLE',
];
const STRUCTURED = ['N', 'ORG', 'ADR', 'CATEGORIES', 'X-LIST'];
const parameter = fc.constantFrom(
  ...[
    ';TYPE=home',
    ';type=WORK;type=pref',
    ';TYPE="cell,voice"',
    ';PREF=2',
    ';X-ODD="a:b;c,d"',
    ';LANGUAGE=de',
    ';X-LABEL=Boat',
  ],
  '',
);
const group = fc.constantFrom('', '', 'item1.', 'ITEM2.', 'group3.');
const value = text.map((each) => escaped(each.replace(/\r\n?/g, '\n').replace(controls, '')));
const line = fc.oneof(
  fc.tuple(group, fc.constantFrom(...NAMES), parameter, value),
  fc.tuple(
    group,
    fc.constantFrom(...STRUCTURED),
    parameter,
    fc.tuple(fc.array(value, { maxLength: 8 }), fc.constantFrom(',', ';')).map(([values, by]) => values.join(by)),
  ),
);
const lines = fc
  .tuple(
    fc.array(
      line.map((parts) => [...parts.slice(0, 3), ':', parts[3]].join('')),
      { maxLength: 12 },
    ),
    fc.boolean(),
  )
  .map(([all, labeled]) => [
    'FN:Ann',
    'N:;Ann;;;',
    ...all,
    ...(labeled ? ['item1.X-ABLabel:_$!<Other>!$_', 'item2.X-ABLabel:Boat\\, old'] : []),
  ]);

/** Folded at any character, which RFC 6350, 3.2 allows. */
const folded = (content: string, width: number) =>
  [...content].map((sign, at) => (at > 0 && at % width === 0 ? `\r\n ${sign}` : sign)).join('');

describe('any valid card', () => {
  it('is returned unchanged, and means the same when sent again', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...VERSIONS), fc.integer({ min: 10, max: 80 }), (content, version, width) => {
        const whole = ['BEGIN:VCARD', `VERSION:${version}`, 'UID:u-1', ...content].map((each) => folded(each, width));
        const given = [...whole, 'END:VCARD', ''].join('\r\n');
        const once = person(given);
        const back = writeCard(stored(once), version);
        expect(properties(back)).toEqual(properties(given));
        expect(isAsSent(stored(once), once.text)).toBe(true);
        const twice = person(back);
        expect([twice.fields, twice.text]).toEqual([once.fields, once.text]);
        for (const physical of back.split('\r\n')) expect(Buffer.byteLength(physical)).toBeLessThanOrEqual(75);
      }),
      RUNS,
    );
  });

  it('means the same in the other version', () => {
    const said = ({ addresses, ...others }: CardFields) => ({
      ...others,
      addresses: entryPartsOf('addresses', addresses),
    });
    fc.assert(
      fc.property(lines, fc.constantFrom(...VERSIONS), (content, version) => {
        const once = person(['BEGIN:VCARD', `VERSION:${version}`, 'UID:u-1', ...content, 'END:VCARD', ''].join('\r\n'));
        const other = person(writeCard(stored(once), version === '3.0' ? '4.0' : '3.0'));
        const back = person(writeCard(stored({ ...other, fields: once.fields }), version));
        for (const { fields } of [other, back]) expect(said(fields)).toEqual(said(once.fields));
      }),
      RUNS,
    );
  });
});

const short = text.map((each) => each.slice(0, 200)).filter((each) => each.isWellFormed() && each.trim() !== '');
const label = fc.option(fc.oneof(fc.constantFrom('home', 'work', 'mobile', 'work fax', 'other', 'Boat'), short), {
  nil: undefined,
});
const labeled = <T extends object>(one: fc.Arbitrary<T>) =>
  fc.tuple(one, label).map(([entry, label]) => ({ ...entry, ...(label && { label }) }));
const distinct = <L extends CardListField>(list: L, one: fc.Arbitrary<CardFields[L][number]>) =>
  fc.uniqueArray(one, { maxLength: 4, selector: (each) => entryPartsOf(list, [each])[0]!.key });
const address = fc.record(
  { street: short, city: short, region: short, postal_code: short, country: short },
  { requiredKeys: [] },
);
const filled = address.filter((parts) => entryPartsOf('addresses', [parts])[0]!.value.replace(/[\n;]/g, '') !== '');
const handle = fc.stringMatching(/^@?[a-z0-9._%-]{1,20}$/).filter((each) => !/%[0-9a-f]{2}/i.test(each));
const mail = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9+_-]{0,8}@[a-z]{1,8}\.example$/);
const page = fc
  .tuple(fc.constantFrom('x.example', 't.me', 'www.linkedin.com'), fc.stringMatching(/^[a-z0-9/?=&;,#%._~-]{0,20}$/))
  .map(([host, path]) => `https://${host}/${path}`);
const fields: fc.Arbitrary<CardFields> = fc
  .tuple(
    fc.record(
      {
        ...{
          first_name: short,
          last_name: short,
          full_name: short,
          company: short,
          job_title: short,
          description: short,
        },
        ...{ website: page, twitter: handle, linkedin: fc.nat(9).map((each) => `https://linkedin.com/in/${each}`) },
        birthday: fc.constantFrom('1980-02-29', '--02-29', '0099-12-31'),
      },
      { requiredKeys: [] },
    ),
    fc.record({
      emails: distinct('emails', labeled(mail.map((value) => ({ value })))),
      phones: distinct(
        'phones',
        labeled(fc.stringMatching(/^\+?[0-9][0-9 ()/-]{0,12}$/).map((value) => ({ value: value.trim() }))),
      ),
      addresses: distinct(
        'addresses',
        labeled(
          fc.oneof(
            filled,
            short.map((formatted) => ({ formatted })),
          ),
        ),
      ),
      tags: distinct(
        'tags',
        short.map((each) => each.slice(0, 90).trim()).filter((each) => each !== '' && each.isWellFormed()),
      ),
    }),
  )
  .map(([texts, lists]) => ({ ...texts, ...lists }));

const carriedBack = (card: PersonCard, version: '3.0' | '4.0') => {
  const sent = person(writeCard(card, version));
  const sides = { base: digestOf(card.fields), current: card.fields, sent: sent.fields };
  return mergeCard({ ...sides, known: new Set(sent.present), later: 'sent' });
};
const unsent = (card: CardFields): PersonCard => ({
  ...stored({ kind: 'person', uid: 'u-1', fields: card, present: [], text: '' }),
  text: undefined,
});

describe('any person in kith', () => {
  it('survives a device that changes nothing', () => {
    fc.assert(
      fc.property(fields, fc.constantFrom(...VERSIONS), (card, version) => {
        const { changes, conflicts } = carriedBack(unsent(card), version);
        const { full_name: _, ...others } = changes;
        expect([others, conflicts]).toEqual([{}, []]);
      }),
      RUNS,
    );
  });

  it('survives even if a value resembles another property', () => {
    const card = unsent({
      ...{
        website: 'https://www.youtube.com/@ann',
        twitter: 'https://other.example/@ann',
        company: 'a;b',
        emails: [],
        addresses: [],
      },
      ...{ phones: [{ value: '555;ext=3', label: 'voice' }, { value: 'CALL;1' }], tags: ['myContacts', 'a;b'] },
    });
    for (const version of VERSIONS) expect(carriedBack(card, version).changes).toEqual({});
  });

  it('matches the card, whatever an earlier card contained', () => {
    fc.assert(
      fc.property(
        fields,
        fields,
        fc.constantFrom(...VERSIONS),
        fc.constantFrom(...VERSIONS),
        (was, now, first, second) => {
          const { text } = person(writeCard(unsent(was), first));
          const card = { ...unsent(now), text };
          const { full_name: _, ...others } = carriedBack(card, second).changes;
          expect(others).toEqual({});
        },
      ),
      RUNS,
    );
  });

  it('cannot inject a line', () => {
    const hostile = fc.constantFrom(
      ...['\r\n', '\n', '\r', '\u2028', '\u0085', '^n', '\\n', '\x0b', '\x00'].map(
        (end) => `x${end}X-EVIL:1${end}END:VCARD`,
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom(...VERSIONS), (one, other, version) => {
        const card = unsent({
          ...{
            first_name: one,
            full_name: other,
            company: one,
            description: one,
            website: one,
            twitter: other,
            photo: one,
          },
          birthday: other,
          ...{ emails: [{ value: one, label: other }], phones: [{ value: `1${one}`, label: other }] },
          ...{ addresses: [{ street: one, formatted: other, label: one }], tags: [one] },
        });
        const told = writeCard({ ...card, uid: one }, version).split(/[\r\n]+(?![ \t])/);
        expect(told.filter((each) => /^(X-EVIL|END)/i.test(each.trim()))).toEqual(['END:VCARD']);
        const group = { ...card, kind: 'group' as const, title: one, members: [other] };
        expect(
          writeCard(group, version)
            .split(/[\r\n]+(?![ \t])/)
            .filter((each) => /^(X-EVIL|END)/i.test(each)),
        ).toEqual(['END:VCARD']);
      }),
      RUNS,
    );
  });
});

describe('any input', () => {
  const scraps = fc.constantFrom(
    ...[
      'BEGIN:VCARD\r\n',
      'END:VCARD\r\n',
      'VERSION:2.1\r\n',
      'VERSION:4.0\n',
      'UID:1\r\n',
      'N:;;;;;;;\r',
      'AGENT:\r\n',
      'item1.',
      ':',
      ';',
    ],
    ...[
      'PHOTO;ENCODING=b:AAAA\r\n',
      'PHOTO:data:image/png;base64,iVBORw0KGgo=\r\n',
      'NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\n',
      ' \r\n',
      '=',
      '"',
      '\0',
    ],
    ...[
      'KIND:group\r\n',
      'MEMBER:\r\n',
      'CATEGORIES:,,\r\n',
      'BDAY:--99\r\n',
      'ORG:;;\r\n',
      'TEL;VALUE=uri:tel:;ext=\r\n',
      'x.X-ABLabel:\r\n',
      'URL:\\\r\n',
    ],
    ...CORPUS,
  );
  const anything = fc
    .array(fc.oneof(scraps, fc.string({ unit: 'binary' })), { maxLength: 15 })
    .map((all) => all.join(''));
  it('is read and written, or rejected with a reason', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (source, framed) => {
        const given = framed ? `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u\r\n${source}\r\nEND:VCARD\r\n` : source;
        try {
          const sent = readCard(given);
          if (sent.kind === 'group') return;
          for (const version of VERSIONS) readCard(writeCard(stored(sent), version));
          expect(properties(writeCard(stored(person(writeCard(stored(sent), '4.0'))), '4.0'))).toEqual(
            properties(writeCard(stored(sent), '4.0')),
          );
        } catch (error) {
          if (!(error instanceof KithError) || error.code !== 'BadRequest') throw error;
        }
      }),
      { numRuns: rounds(300) },
    );
  });

  it('is rejected as bytes that are not text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readCard(bytes)).toThrow(KithError);
      }),
    );
  });
});
