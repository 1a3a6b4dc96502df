import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuestion } from '../../src/service/question/question.ts';
import { readTime } from '../../src/service/question/time-words.ts';
import { instantOf } from '../../src/shared/zones.ts';
import { seed } from '../support/seed.ts';
import { english } from './times/english.ts';
import { french } from './times/french.ts';
import { german } from './times/german.ts';
import { italian } from './times/italian.ts';
import { spanish } from './times/spanish.ts';

const NOW = new Date('2026-06-10T10:00:00.000Z');
const ZONES = ['Europe/Berlin', 'America/Los_Angeles'];
const TABLES = { english, german, spanish, french, italian };
const HOUR = 3_600_000;

/** `2024-05-01`, `2024-05-01T18`, `ever` (no beginning) or `now` (open end). */
function instant(text: string, zone: string): string {
  if (text === 'ever') return '0001-01-01T00:00:00.000Z';
  if (text === 'now') return new Date(NOW.getTime() + 24 * HOUR).toISOString();
  const [day, hours = '0'] = text.split('T');
  return instantOf(zone, day!, Number(hours) * HOUR);
}

const said = (text: string, zone = 'Europe/Berlin') =>
  (readTime(text, NOW, zone)?.spans ?? []).map(([start, end]) => text.slice(start, end));

describe.each(Object.entries(TABLES))('readTime in %s', (_language, table) => {
  test.each(ZONES)('reads times in %s', (zone) => {
    const ranges = table.map(([text]) => [text, readTime(text, NOW, zone)?.range]);
    const expected = table.map(([text, range]) => {
      const [from, to] = range.split(' ');
      return [text, { from: instant(from!, zone), to: instant(to!, zone) }];
    });
    expect(ranges).toEqual(expected);
  });

  test('reads times without accents and in any case', () => {
    for (const [text] of table) {
      const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
      expect([text, readTime(plain, NOW, 'UTC')?.range]).toEqual([text, readTime(text, NOW, 'UTC')?.range]);
      const loud = text.toUpperCase();
      expect([text, readTime(loud, NOW, 'UTC')?.range]).toEqual([text, readTime(text, NOW, 'UTC')?.range]);
    }
  });
});

describe('readTime', () => {
  test.each([
    ['Who told me about the choir last summer?', ['last summer']],
    ['What did I do last year in March with Tom?', ['last year', 'in March']],
    ['Qui ai-je rencontré à Lyon l’hiver dernier ?', ['l’hiver dernier']],
    ['What did April do last April', ['last April']],
    ['Did Anna mention it last summer, or in 2019?', ['last summer']],
    ['El Julio que conocí en julio', ['en julio']],
    ['Rock music in the 90s', ['in the 90s']],
    ['(2023)', ['2023']],
  ])('returns the time words in "%s"', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test.each([
    ...['may I call', 'who may know Ann', 'this may help', 'on mars', 'Mars bars', 'a sun hat', 'an old friend'],
    ...['May and June came to dinner', 'Anna from April', 'a note on April', 'a present for June', 'written by April'],
    ...['August Müller', 'Frau Sommer', 'Señor Julio', 'Plácido Domingo', "June's garden", "in June's garden"],
    ...['room 2023', 'flat no. 2024', 'Zimmer 2023', 'habitación 2023', '#2024', '€2000', '2000 €', '1,999 euros'],
    ...['+49 2023 55', '555-2024', 'xyz2023', '2023xyz', '1850', '2150', 'every summer', 'jeden Montag', 'in her 60s'],
    ...[
      'Guten Morgen',
      'por la mañana',
      'a été vu',
      'set 5 reminders',
      'March 32',
      '99/99/9999',
      '',
      ' ',
      'in',
      'last',
    ],
  ])('finds no time in "%s"', (text) => {
    expect(readTime(text, NOW, 'Europe/Berlin')).toBeUndefined();
  });

  test('reads an ambiguous slash date month-first only in the United States', () => {
    expect(readTime('03/05/2024', NOW, 'America/New_York')?.range.from).toBe('2024-03-05T05:00:00.000Z');
    expect(readTime('03/05/2024', NOW, 'Europe/London')?.range.from).toBe('2024-05-02T23:00:00.000Z');
    expect(readTime('03/25/2024', NOW, 'Europe/London')?.range.from).toBe('2024-03-25T00:00:00.000Z');
  });

  test("uses the time zone's local day for today", () => {
    const late = new Date('2026-06-10T23:30:00.000Z');
    expect(readTime('today', late, 'Europe/Berlin')?.range.from).toBe('2026-06-10T22:00:00.000Z');
    expect(readTime('today', late, 'America/Los_Angeles')?.range.from).toBe('2026-06-10T07:00:00.000Z');
  });

  test('reads hours and minutes ago', () => {
    const range = { from: '2026-06-10T07:30:00.000Z', to: '2026-06-10T08:30:00.000Z' };
    expect(readTime('two hours ago', NOW, 'Europe/Berlin')?.range).toEqual(range);
    expect(readTime('vor zwei Stunden', NOW, 'Europe/Berlin')?.range).toEqual(range);
  });

  test('reads any text without an error, as a range that contains its words', () => {
    const phrases = Object.values(TABLES).flatMap((table) => table.map(([text]) => text));
    const word = fc.oneof(
      fc.constantFrom(...phrases.flatMap((phrase) => phrase.split(' '))),
      fc.constantFrom(...phrases),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.integer({ min: -1, max: 10_000 }).map(String),
      fc.constantFrom('-', '/', '.', ',', "'", '#', '"', '\ud800'),
    );
    const text = fc
      .tuple(fc.array(word, { maxLength: 20 }), fc.constantFrom(' ', ''))
      .map(([list, gap]) => list.join(gap));
    const now = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(text, now, fc.constantFrom(...ZONES, 'UTC', 'Pacific/Apia'), (question, at, zone) => {
        const time = readTime(question, at, zone);
        if (!time) return;
        expect(Date.parse(time.range.from)).toBeLessThan(Date.parse(time.range.to));
        let last = 0;
        for (const [start, end] of time.spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(question.length);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

describe('readQuestion', () => {
  test('sets the time, and marks its words as uninformative', async () => {
    const { time, words } = await readQuestion('Who sang in the choir last summer?', NOW, 'Europe/Berlin');
    expect(time).toEqual({ from: '2025-05-31T22:00:00.000Z', to: '2025-08-31T22:00:00.000Z' });
    expect(words.filter(({ isContent }) => isContent).map(({ word }) => word)).toEqual(['sang', 'choir']);
    expect(words.map(({ word }) => word).join(' ')).toBe('who sang in the choir last summer');
  });

  test.each([
    ['last summer', false],
    ['what did I do in March 2025', false],
    ['April', true],
  ])('reads %s as a time, and whether its words may be a name: %s', async (text, mayBeName) => {
    const { time, words } = await readQuestion(text, NOW, 'Europe/Berlin');
    if (!mayBeName) expect(time).toBeDefined();
    expect(words.some(({ isContent }) => isContent)).toBe(mayBeName);
  });

  test('has no time for a question without one', async () => {
    expect(await readQuestion('April in Paris', NOW, 'Europe/Berlin')).not.toHaveProperty('time');
  });
});
