import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHeader, parseAddresses } from '../../src/providers/content/mail-headers.ts';
import { decodeEntities, plainText } from '../../src/shared/html/plain-text.ts';

describe('headers (RFC 2047)', () => {
  test.each([
    ['plain', 'plain'],
    ['=?UTF-8?Q?Caf=C3=A9_=E2=98=95?=', 'Café ☕'],
    ['=?utf-8?B?w4RyZ2Vy?= am Montag', 'Ärger am Montag'],
    ['=?ISO-8859-1?Q?Andr=E9?= Pirard', 'André Pirard'],
    ['=?iso-2022-jp?B?GyRCJUYlOSVIGyhC?=', 'テスト'],
    ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
    ['=?windows-1252?Q?100_=80?=', '100 €'],
    ['=?UTF-8*en?Q?tagged?=', 'tagged'],
    // White space between encoded words is removed, other white space stays.
    ['=?UTF-8?Q?one?= =?UTF-8?Q?two?=', 'onetwo'],
    ['=?UTF-8?Q?one?=\r\n =?UTF-8?Q?two?= three', 'onetwo three'],
    ['a =?UTF-8?Q?b?= c', 'a b c'],
    // A character split between two encoded words.
    ['=?UTF-8?B?4pg=?= =?UTF-8?B?lQ==?=', '☕'],
    ['=?UTF-8?Q?broken', '=?UTF-8?Q?broken'],
    ['=?x-unknown?Q?as_is?=', 'as is'],
    ['=?UTF-8?X?no?=', '=?UTF-8?X?no?='],
    ['', ''],
  ])('%s', (header, text) => {
    expect(decodeHeader(header)).toBe(text);
  });

  test('decodes everything that was encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 4 }), (parts) => {
        const header = parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
        expect(decodeHeader(header)).toBe(parts.join(''));
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ['ann@example.com', [['ann@example.com', null]]],
  ['Ann Lee <Ann@Example.com>', [['ann@example.com', 'Ann Lee']]],
  [
    '"Lee, Ann" <ann@example.com>, bob@example.com',
    [
      ['ann@example.com', 'Lee, Ann'],
      ['bob@example.com', null],
    ],
  ],
  ['"Say \\"hi\\"" <a@b.co>', [['a@b.co', 'Say "hi"']]],
  ['bob@example.com (Bob)', [['bob@example.com', 'Bob']]],
  [
    'Team: ann@example.com, Bob <bob@example.com>;, c@d.co',
    [
      ['ann@example.com', null],
      ['bob@example.com', 'Bob'],
      ['c@d.co', null],
    ],
  ],
  ['=?UTF-8?Q?J=C3=BCrgen?= <j@example.com>', [['j@example.com', 'Jürgen']]],
  ['undisclosed-recipients:;', []],
  // Text in parentheses is a comment, not part of the name, except in quotes (RFC 5322, 3.2.2 and 3.2.4).
  ['"Lee (Sales)" <a@b.co>', [['a@b.co', 'Lee (Sales)']]],
  ['Ann (the (very) boss) Lee <a@b.co> (she, you know)', [['a@b.co', 'Ann Lee']]],
  ['a@b.co (Ann (Sales) Lee)', [['a@b.co', 'Ann (Sales) Lee']]],
  ['ann(not a name)@b.co (Ann \\(A.\\))', [['ann@b.co', 'Ann (A.)']]],
  ['"Lee, Ann <old@b.co>" <a@b.co>', [['a@b.co', 'Lee, Ann <old@b.co>']]],
  [
    'Ann (never closed <a@b.co>, c@d.co',
    [
      ['a@b.co', 'Ann (never closed'],
      ['c@d.co', null],
    ],
  ],
  ['not an address, <also not>, ,', []],
  ['<a@b.co>', [['a@b.co', null]]],
] as const)('parses addresses: %s', (header, people) => {
  expect(parseAddresses(header).map(({ email, name }) => [email, name])).toEqual(people);
});

test('parses a long header of unclosed marks in one pass', () => {
  for (const mark of ['(', '"', '<', '\\', '(a', '<a"(']) {
    expect(parseAddresses(`${mark.repeat(200_000 / mark.length)}, a@b.co`).length).toBeLessThanOrEqual(1);
  }
});

test('survives any address header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => Array.isArray(parseAddresses(header))),
    { numRuns: 300 },
  );
});

test.each([
  ['Tom &amp; Jerry&#39;s &#x2615;', "Tom & Jerry's ☕"],
  ['&unknown; &#0; &#xD800;', '&unknown; � �'],
  ['a &amp;lt; b', 'a &lt; b'],
  ['Caf&eacute; &Aring;rhus &frac12;&thinsp;&euro;', 'Café Århus ½\u2009€'],
  ['a&nbsp;b&shy;c ?x=1&copy=2', 'a bc ?x=1&copy=2'],
])('decodes entities: %s', (html, text) => {
  expect(decodeEntities(html)).toBe(text);
});

test.each([
  ['plain\n  text stays < as > it is', 'plain\n  text stays < as > it is'],
  ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<style>p{}</style><script>alert(1)</script><b>shown</b>', 'shown'],
  ['5 &lt; 6<!-- not this -->', '5 < 6'],
  ['Caf&eacute;', 'Café'],
])('converts HTML to text: %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});
