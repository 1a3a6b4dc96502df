import { describe, expect, it } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { writeCard } from '../../src/dav/cards/write-card.ts';
import { KithError } from '../../src/shared/error.ts';
import { asCard, changed, person, properties, stored } from '../support/card-texts.ts';

// Invalid cards, and cards with more data than kith's fields can store.

describe('an invalid card', () => {
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
    ['one with an invalid line', asCard('FN:A', 'what is this'), /^line 5: is not a property/],
    ['one of an unknown version', asCard().replace('3.0', '5.0'), /^line 1: unknown vCard version 5.0/],
    ['bytes that are not UTF-8', Buffer.from(asCard('FN:\xe9'), 'latin1'), /^the card: is not UTF-8/],
  ])('is rejected with its location: %s', (_, source, message) => expect(wrong(source)).toMatch(message));
});

describe('more data than kith can store', () => {
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

  it('stays in the card, while the field holds the part that fits', () => {
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

  it("is replaced by kith's later value", () => {
    const fields = { birthday: '1800-01-02', website: 'https://y.example', photo: 'https://y.example/p.jpg' };
    const told = properties(writeCard(changed(person(given), fields), '3.0'));
    expect(told.filter((line) => /^(BDAY|URL|PHOTO)/.test(line))).toEqual([
      ...['BDAY:1800-01-02', 'PHOTO;VALUE=uri:https://y.example/p.jpg', 'URL:https://y.example'],
    ]);
  });

  it("may refer to kith's own pictures only if kith put them there", () => {
    const address = `kith://photos/${'a'.repeat(64)}`;
    const sent = person(asCard('FN:A', `PHOTO:${address}`, `PHOTO;VALUE=uri:${address}`));
    expect([sent.fields.photo, sent.text.includes(address)]).toEqual([undefined, false]);
  });
});
