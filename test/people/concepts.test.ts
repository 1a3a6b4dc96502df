import { expect, test } from 'vitest';
import { allConcepts, sameMeaning } from '../../src/service/question/concepts.ts';
import { professionsFor } from '../../src/service/search/needs.ts';
import { roleFit, rolesIn } from '../../src/service/search/relation-words.ts';
import { formsOf, qualityOf } from '../../src/service/search/word-forms.ts';
import { fold, words } from '../../src/shared/text/fold.ts';

test('gives every word one meaning, and folds every word', () => {
  const seen = new Set<string>();
  for (const { words: all, forms } of allConcepts()) {
    expect(new Set(all).size).toBe(all.length);
    for (const word of all) {
      expect([word, seen.has(word)]).toEqual([word, false]);
      seen.add(word);
    }
    for (const word of [...all, ...forms]) expect(words(word)).toEqual([word]);
  }
});

test.each([
  ['dentist', 'Zahnärztin', true],
  ['Lisbon', 'Lissabon', true],
  ['choir', 'Chor', true],
  ['daughter', 'hija', true],
  ['neighbor', 'vecina', true],
  ['sister', 'hermano', false],
  ['hija', 'son', false],
  // "Son" has many meanings in French and Spanish, so it expands to other words and is never an expansion.
  ['son', 'hijo', true],
  ['hijo', 'son', false],
  ['relocated', 'Umzug', true],
  ['stolen', 'burglary', false],
  ['allergic', 'intolerant', true],
  // "Wed" is short for Wednesday.
  ['wed', 'married', true],
  ['married', 'wed', false],
  // A broader word expands to examples, and an example expands to nothing.
  ['pet', 'Hund', true],
  ['dog', 'pet', false],
  ['dog', 'cat', false],
  ['Tom', 'dentist', false],
])('%s expands to %s: %s', (word, other, expected) => {
  expect(sameMeaning({ word: fold(word) }).includes(fold(other))).toBe(expected);
});

test('offers at most 24 words, never the word itself', () => {
  for (const { words: all } of allConcepts()) {
    for (const word of all) {
      expect(sameMeaning({ word }).length).toBeLessThanOrEqual(24);
      expect(sameMeaning({ word })).not.toContain(word);
    }
  }
});

test.each([
  ['Who can help with a leaking tap?', 'leaking', 'Klempner', true],
  ['Wer repariert Steckdosen?', 'Steckdosen', 'electrician', true],
  ['Is there a doctor for children?', 'children', 'Kinderärztin', true],
  ['Who has children?', 'children', 'pediatrician', false],
  ['Who knows a plumber?', 'plumber', 'electrician', false],
])('%s: %s expands to %s: %s', (question, word, profession, expected) => {
  expect(professionsFor(fold(word), words(question)).includes(fold(profession))).toBe(expected);
});

test.each([
  ['tap', 'plumber', 0.7],
  ['dentist', 'Zahnarzt', 0.9],
  ['Messe', 'Keramikmesse', 0.6],
  ['Kinder', 'Kinderarzt', 0.75],
  ['Arzt', 'Kinderarzt', 0.6],
  ['art', 'smart', 0],
  ['tap', 'dentist', 0],
])('for %s, scores %s as %d', (asked, found, quality) => {
  const [forms] = formsOf({
    text: asked,
    words: [{ word: fold(asked), spelled: asked, isContent: true }],
    required: [],
  });
  expect(qualityOf(forms!, fold(found))).toBe(quality);
});

test.each<[wanted: string, is: string | null, other: string | null, quality: number]>([
  ['wife', 'wife', 'husband', 1],
  ['wife', 'Ehefrau', null, 1],
  ['wife', 'spouse', null, 0.9],
  ['wife', 'husband', null, 0.4],
  ['wife', null, 'husband', 0.8],
  ['mother', 'mother', null, 1],
  ['mother', null, 'Tochter', 0.8],
  ['mother', 'daughter', 'mother', 0],
  ['mother', 'mother in law', null, 0],
  ['mother-in-law', 'Schwiegermutter', null, 1],
  ['boss', null, 'employee', 0.8],
  ['cousin', null, 'prima', 0.8],
  ['wife', 'lawyer', null, 0],
  ['wife', null, null, 0],
])('scores %s with %s and %s as %d', (wanted, is, other, quality) => {
  expect(roleFit(rolesIn(words(wanted))[0]!, is, other)).toBe(quality);
});
