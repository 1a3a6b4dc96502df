import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCard } from '../../src/dav/cards/read-card.ts';
import { isAsSent, writeCard } from '../../src/dav/cards/write-card.ts';
import { readMonica } from '../../src/import/formats/monica/read-monica.ts';
import { parseCards } from '../../src/import/formats/parse-cards.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { readChat } from '../../src/import/formats/whatsapp/chat.ts';
import { decodeHeader, parseAddresses } from '../../src/providers/content/mail-headers.ts';
import { expand } from '../../src/providers/ics/expand.ts';
import { parseCalendar } from '../../src/providers/ics/parse.ts';
import { digestOf } from '../../src/shared/cards/digest.ts';
import { plainText } from '../../src/shared/html/plain-text.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

// Reading untrusted text takes linear time, whatever it contains. A pattern is repeated to one length and to four times
// as much: quadratic time would grow 16-fold.

const SHORT = 10_000;
const GROWTH = 4;
/** Milliseconds below which the thread's clock is not meaningful. */
const NOISE_MS = 60;

/** CPU milliseconds of this thread, without other load on the computer. */
function computed(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1000;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

function costOf(read: (text: string) => unknown, text: string): number {
  const before = computed();
  try {
    read(text);
  } catch {
    // A rejection is a result too.
  }
  return computed() - before;
}

const row = { name: 'a.vcf', change: 1, changedAt: '2026-11-23T10:20:30.456Z' };

interface Format {
  read(text: string): unknown;
  /** Position of the repeated pattern. */
  places: ((repeated: string) => string)[];
  words: string[];
}

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann', ...lines, 'END:VCARD', ''].join('\n');
const columns = 'Name,Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Formatted,Labels\n';
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const inserts =
  "INSERT INTO `accounts` (`id`) VALUES (1);\nINSERT INTO `contacts` (`id`,`account_id`,`uuid`) VALUES (1,1,'u');\n";
const week = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-27T00:00:00.000Z' };
const marks = '\u0301\u0327';

const FORMATS: Record<string, Format> = {
  vCard: {
    read: (text) => readContacts(Buffer.from(text)),
    places: [
      (text) => card(text),
      (text) => card(`TEL${text}:1`),
      (text) => card(`NOTE:${text}`, `N:${text}`, `CATEGORIES:${text}`),
      (text) => card(`URL:https://x.com/${text}`, `X-FACEBOOK:${text}`, `EMAIL:${text}`, `TEL:${text}`),
      (text) => card(`ADR:;;${text};;;;`, `ADR:;;b${text};;;;`, `GEO:${text}`, `BDAY:${text}`),
      (text) => card(`NOTE;ENCODING=QUOTED-PRINTABLE:${text}`, `PHOTO:data:${text}`),
      (text) => text,
    ],
    words: [
      ...[
        ';TYPE=a',
        ';a',
        ';a="',
        ',',
        '"',
        ':',
        '\n',
        '\n ',
        '\nEMAIL:a#@b.example',
        '\nTEL:+4930#',
        '\nADR:;;#;;;;',
        ' ',
      ],
      ...[
        '\nBEGIN:VCARD',
        '\nEND:VCARD',
        '\nUID:a',
        '\nKIND:group',
        '\nMEMBER:a',
        '\\',
        ';',
        '=',
        '/',
        '?',
        'profile.php?',
        marks,
      ],
      ...['a.', '1', '(', '\nNOTE:#', '\nitem#.X-ABLABEL:a', 'ext', '\n:', '=\n'],
    ],
  },
  CSV: {
    read: (text) => readContacts(Buffer.from(text)),
    places: [
      (text) => columns + text,
      (text) => `${columns}Ann,,,"${text}","${text}","${text}","${text}"\n`,
      (text) => `${columns}Ann,,,"${text}\n`,
      (text) => `${text},${columns}Ann,,,,,,\n`,
      (text) => `Name,Email,Tags\nAnn,"${text}","${text}"\n`,
      (text) => `Email,${text}\nann@x.example\n`,
      (text) => `ann@x.example,${text}\n`,
      (text) => text,
    ],
    words: [
      'a@a ::: ',
      ':::',
      '"',
      '""',
      ',',
      '\n',
      ';',
      'a#@b.example ::: ',
      '+4930# ::: ',
      ' ',
      'E-mail # - Value',
      'Email,',
      'a@.',
      '<',
      marks,
      '\t',
    ],
  },
  'chat of WhatsApp': {
    read: (text) => readChat(text, '2026-11-22T12:00:00'),
    places: [
      (text) => text,
      (text) => `27.11.23, 09:15 - ${text}`,
      (text) => `27.11.23, 09:15 - Ann: Hi\n${text}: x`,
      (text) => `[27.11.23${text}09:15:00] Ann: Hi`,
    ],
    words: [
      ...['27.11.23, 09:15 - A: x\n', '[27/11/23, 9:15:32 PM] B#: x\n', '#.1.23, 09:15 - A: x\n', '\n', ' ', ': '],
      ...['\u200e', '~', '1', '/', '.', ':', '-', 'PM', '年', '٢', 'a', marks],
    ],
  },
  'Monica SQL': {
    read: (text) => readMonica(Buffer.from(text), true),
    places: [
      (text) => inserts + text,
      (text) => `${inserts}INSERT INTO x (a) VALUES (${text});`,
      (text) => `${inserts}INSERT INTO activity_contact (activity_id, contact_id) VALUES (1,1)${text};`,
    ],
    words: [
      '1',
      'x',
      '.',
      "'",
      '"',
      '\\',
      ',(1,1)',
      '/*',
      '*/',
      '--',
      '-- ',
      '\n',
      '#',
      ';',
      ' ',
      '(',
      'e',
      'INSERT INTO x (a) VALUES (1);',
    ],
  },
  calendar: {
    read: (text) => expand(parseCalendar(text), { window: week, zone: 'UTC', account: 'me' }),
    places: [
      (text) => calendar(text),
      (text) => calendar(`BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261121T090000Z${text}\r\nEND:VEVENT`),
      (text) => calendar(`BEGIN:VEVENT\r\nDTSTART:20200101T090000Z\r\nRRULE:FREQ=DAILY${text}\r\nEND:VEVENT`),
      (text) =>
        calendar(`BEGIN:VEVENT\r\nDTSTART:20200101T090000Z\r\nATTENDEE${text}:mailto:a@b.example\r\nEND:VEVENT`),
      (text) => text,
    ],
    words: [
      ...[
        '\r\nBEGIN:VEVENT',
        '\r\nEND:VEVENT',
        '\r\nBEGIN:VCALENDAR',
        '\r\nEND:VCALENDAR',
        '\r\nUID:#',
        '\r\nnonsense',
        ';A=b',
      ],
      ...[
        '\r\nDTSTART:20261121T090000Z',
        '\r\nDTSTART;TZID=X#:20261121T090000',
        '\r\nRRULE:FREQ=HOURLY',
        '\r\nRRULE:FREQ=SECONDLY',
      ],
      ...[
        '\r\nEXDATE:20261121T090000Z',
        '\r\nRDATE:2026112#T090000Z',
        '\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261121T0900#Z',
        ';BYDAY=MO',
      ],
      ...[
        '\r\nATTENDEE:mailto:a#@b.example',
        '\r\n ',
        '"',
        ',',
        ':',
        ';',
        '=',
        '\\',
        ',MO',
        '\r\nBEGIN:VTIMEZONE\r\nTZID:X#',
      ],
      ...[
        '\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100',
        '\r\nEND:STANDARD',
        '\r\nEND:VTIMEZONE',
      ],
    ],
  },
  'HTML and headers': {
    read: (text) => [
      plainText(text),
      plainText(`<b>${text}`),
      decodeHeader(text),
      parseAddresses(`${text} <a@b.example>`),
    ],
    places: [(text) => text, (text) => `<b>${text}x`, (text) => `"${text}`, (text) => `(${text}`],
    words: [
      '<!--',
      '-->',
      '<script>',
      '</script',
      '<style',
      '<a',
      '>',
      '<',
      ' ',
      '\n',
      '&#1',
      '&',
      '\\"',
      '"',
      '(',
      '\\(',
      ')',
      '=?',
      '=?u?q?a?=',
      '*',
      ',',
      ':',
    ],
  },
  'a card of a device': {
    read: (text) => {
      const sent = readCard(text);
      if (sent.kind === 'group') return writeCard({ ...row, ...sent }, '4.0');
      const stored = { ...row, ...sent, photo: sent.photo };
      isAsSent(stored, sent.text);
      const fields = { ...sent.fields, tags: ['one'], emails: [{ value: 'new@x.example' }], phones: [] };
      return [writeCard(stored, '4.0'), writeCard({ ...stored, fields }, '3.0'), digestOf(sent.fields)];
    },
    places: [
      (text) => card('UID:1', text),
      (text) => card('UID:1', `item1.TEL${text}:1`),
      (text) => card('UID:1', `NOTE:${text}`, `N:${text}`, `CATEGORIES:${text}`, `ORG:${text}`, `ADR:${text}`),
      (text) => card('UID:1', `URL:https://x.com/${text}`, `X-FACEBOOK:${text}`, `BDAY:${text}`, `GEO:${text}`),
      (text) => card('UID:1', 'KIND:group', text),
    ],
    words: [
      ...[';TYPE=a', ';a="', ',', '"', ':', '\n', '\n ', ' ', '\\', ';', '^n', 'Ann '],
      ...[
        '\nEMAIL:a#@b.example',
        '\nTEL;PREF=2:+4930#',
        '\nitem#.TEL:1#',
        '\nitem#.X-ABLabel:x',
        '\nitem1.X-ABLabel:x',
      ],
      ...[
        '\nADR:;;#;;;;',
        '\nMEMBER:#',
        '\nX-SOCIALPROFILE;TYPE=twitter:x',
        '\nURL:https://x.com/#',
        '\nCATEGORIES:a#,b#',
      ],
    ],
  },
  CardDAV: {
    read: (text) => parseCards({ cards: text.split('|'), missing: [] } as never),
    places: [(text) => card(text), (text) => `a${text}b`],
    words: [' ', '\n', '|', '\t', '|BEGIN:VCARD\nFN:#\nEND:VCARD'],
  },
};

test.each(Object.entries(FORMATS))(
  'reads %s in time linear in its length, whatever it contains',
  { timeout: 0 },
  (_, format) => {
    const pattern = fc
      .array(fc.constantFrom(...format.words), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(''));
    const place = fc.constantFrom(...format.places);
    fc.assert(
      fc.property(pattern, place, (unit, put) => {
        const repeated = (length: number) => {
          let count = 0;
          return unit.repeat(Math.ceil(length / unit.length)).replace(/#/g, () => String(count++));
        };
        costOf(format.read, put(repeated(SHORT / 10)));
        const growth = () => {
          const short = costOf(format.read, put(repeated(SHORT)));
          const long = costOf(format.read, put(repeated(SHORT * GROWTH)));
          return long - short * GROWTH * 2;
        };
        // Another test's garbage may be collected in between, but quadratic time would repeat.
        let least = growth();
        for (let tries = 1; tries < 4 && least >= NOISE_MS; tries++) least = Math.min(least, growth());
        expect(least).toBeLessThan(NOISE_MS);
      }),
      { seed, numRuns: rounds(30) },
    );
  },
);
