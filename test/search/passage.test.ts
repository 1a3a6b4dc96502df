import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passageOf, titleOf } from '../../src/service/search/passage.ts';
import { seed } from '../support/seed.ts';

const wants = (...wanted: string[]) => {
  return (word: string) => (wanted.includes(word) ? 1 : 0);
};
const FILLER = 'We talked about the weather and about nothing else in particular. '.repeat(20);

const graphemes = (text: string) => Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim();
const uncut = (text: string) => text.replace(/^…/, '').replace(/…$/, '');

describe('passageOf', () => {
  test('returns a short text in full, with single spaces', () => {
    expect(passageOf('  Anna \n sings\tin the choir. ', wants('choir'))).toBe('Anna sings in the choir.');
  });

  test('returns the start of text without a match', () => {
    const passage = passageOf(FILLER, wants('choir'));
    expect(passage).toMatch(/^We talked about .*[a-z.]…$/);
    expect(passage.length).toBeGreaterThan(280);
  });

  test('shows the most distinct matching words', () => {
    const text = `${FILLER} choir choir choir. ${FILLER} Anna sings in the choir. ${FILLER}`;
    const passage = passageOf(text, wants('anna', 'choir'));
    expect(passage).toContain('Anna sings in the choir.');
    expect(passage).toMatch(/^….*…$/);
  });

  test('prefers words with more weight', () => {
    const text = `${FILLER} a party ${FILLER} in Lisbon ${FILLER}`;
    expect(passageOf(text, (word) => ({ party: 1, lisbon: 2 })[word] ?? 0)).toContain('in Lisbon');
  });

  test('returns the folded word and its spelling', () => {
    const seen: [string, string][] = [];
    passageOf('Müller', (word, spelled) => seen.push([word, spelled]));
    passageOf(`${FILLER} Müller`, (word, spelled) => (word === 'muller' ? seen.push([word, spelled]) : 0));
    expect(seen.at(-1)).toEqual(['muller', 'müller']);
  });

  test('cuts long words and text without spaces between graphemes', () => {
    const chinese = '我们昨天在公园里散步然后去喝茶。'.repeat(60);
    const passage = passageOf(`${chinese}音乐${chinese}`, wants('音'));
    expect(passage).toContain('音乐');
    expect(passage.length).toBeGreaterThan(250);
    expect(passage.length).toBeLessThanOrEqual(300);
    expect(passageOf('a'.repeat(1_000), wants()).length).toBe(300);
    expect(passageOf('👩‍👩‍👧'.repeat(100), wants())).toMatch(/^(👩‍👩‍👧)+…$/u);
  });

  test('searches the first 20,000 characters, and as many after the first match', () => {
    const long = FILLER.repeat(400);
    expect(passageOf(`${long.slice(0, 15_000)} choir`, wants('choir'))).toMatch(/^….* choir$/);
    expect(passageOf(`${long} choir`, wants('choir'))).toMatch(/…$/);
    expect(passageOf(`choir ${long} Anna choir`, wants('anna', 'choir'))).toMatch(/^choir .*…$/);
  });

  test('returns a substring cut at spaces, with a match, within the length limit', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abcäß'), minLength: 1, maxLength: 12 }),
      fc.constant('👩‍👩‍👧'),
    );
    const gap = fc.constantFrom(' ', '  ', '\n', '\t ');
    const text = fc.array(fc.tuple(word, gap), { maxLength: 300 }).map((list) => list.flat().join(''));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 30, max: 300 }), (before, after, longest) => {
        const whole = collapsed(`${before} Wanted ${after}`);
        const passage = passageOf(`${before} Wanted ${after}`, wants('wanted'), longest);
        expect(passage.length).toBeLessThanOrEqual(longest);
        expect(passage).toContain('Wanted');
        expect(` ${whole} `).toContain(` ${uncut(passage)} `);
        if (whole.length <= longest) expect(passage).toBe(whole);
      }),
      { seed, numRuns: 300 },
    );
  });

  test('never splits a grapheme', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.array(fc.string()), fc.integer({ min: 20, max: 100 }), (note, wanted, longest) => {
        const passage = passageOf(note, wants(...wanted), longest);
        expect(passage.length).toBeLessThanOrEqual(longest);
        const whole = graphemes(collapsed(note));
        const parts = graphemes(uncut(passage));
        expect(`|${whole.join('|')}|`).toContain(parts.length > 0 ? `|${parts.join('|')}|` : '');
        expect(passage.isWellFormed()).toBe(true);
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('titleOf', () => {
  test.each([
    ['# Lunch with Anna\nWe met at noon.', 'Lunch with Anna'],
    ['\n\n> * - **Plans', 'Plans'],
    ['Lunch', 'Lunch'],
    ['', ''],
    ['# * >', ''],
  ])('returns the first line of %j without its markup', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  test('truncates a long line at a word, to at most 80 characters', () => {
    const title = titleOf(FILLER);
    expect(title).toBe('We talked about the weather and about nothing else in particular. We talked…');
    expect(title.length).toBeLessThanOrEqual(80);
  });

  test('returns at most 80 characters of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
        const title = titleOf(text);
        expect(title.length).toBeLessThanOrEqual(80);
        expect(collapsed(text)).toContain(uncut(title));
        expect(title).not.toMatch(/\n|^[#*>\s-]/);
      }),
      { seed, numRuns: 500 },
    );
  });
});
