import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKeys } from '../../src/service/names/name-keys.ts';
import { likeness, wordLikeness } from '../../src/service/names/name-likeness.ts';
import { nameWords } from '../../src/service/names/name-words.ts';
import { readQuestion } from '../../src/service/question/question.ts';
import { nameMatcher } from '../../src/service/search/name-match.ts';
import { queryWords } from '../../src/service/search/query-words.ts';

const letters = fc.string({ unit: fc.constantFrom(...'abcdehlmnorstuy'), minLength: 1, maxLength: 12 });
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(letters, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
  fc.constantFrom('王小明', '田中太郎', '김민수', 'محمد منصور', 'דוד כהן', 'Γιώργος', 'Юрий', '"', "O'Hara", 'ก'),
);

test('rates two words from 0 to 1, and the same word highest', () => {
  fc.assert(
    fc.property(letters, letters, fc.boolean(), (a, b, vowelless) => {
      const quality = likeness(a, b, vowelless);
      expect(quality).toBeGreaterThanOrEqual(0);
      expect(quality).toBeLessThanOrEqual(likeness(a, a, vowelless));
      expect(wordLikeness(nameWords(a)[0]!, nameWords(a)[0]!)).toBe(1);
    }),
  );
});

test('reads every name as words in Latin letters, within limits', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const words = nameWords(name);
      expect(words.length).toBeLessThanOrEqual(12);
      for (const { latin } of words) {
        expect(latin.length).toBeGreaterThan(0);
        for (const form of latin) expect(form).toMatch(/^[a-z0-9]{1,40}$/);
      }
    }),
  );
});

test('indexes names by words that cannot be typed', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      for (const key of nameKeys([name], [])) expect(key).toMatch(/^[\ue005-\ue007][a-z0-9]+$/);
    }),
  );
});

test('matches each word of a question at most once, and every word of the name itself', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, anyName, async (asked, name) => {
      const question = await readQuestion(asked);
      const match = nameMatcher(queryWords(question));
      const { covered, score } = match(nameWords(name), []);
      expect(Number.isFinite(score)).toBe(true);
      for (const [place, quality] of covered) {
        expect(question.words[place]).toBeDefined();
        expect(quality).toBeGreaterThan(0);
        expect(quality).toBeLessThanOrEqual(1);
      }
      expect(match(nameWords(asked), []).score).toBeGreaterThanOrEqual(score - 1e-9);
    }),
  );
});
