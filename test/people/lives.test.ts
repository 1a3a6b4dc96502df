import { expect, test } from 'vitest';
import { words } from '../../src/shared/text/fold.ts';
import { readKinds } from '../data/lives/kinds.ts';
import { TONGUES } from '../data/lives/language.ts';
import type { Life } from '../data/lives/life.ts';
import { makeLife } from '../data/lives/make.ts';
import { makeNamings } from '../data/lives/naming.ts';
import { ABSENT, STRANGERS } from '../data/lives/never.ts';

// The synthetic lives that measure recall (bench/recall).

const [even, odd] = [makeLife(2), makeLife(3)];
const textsOf = ({ notes, reminders }: Life) =>
  new Map([...notes, ...reminders].map(({ key, text }) => [key, text] as const));

test('are the same for the same seed', () => {
  expect(makeLife(2)).toEqual(even);
  expect(makeNamings(2, 500)).toEqual(makeNamings(2, 500));
});

test('express every kind of fact in four or more forms per language', () => {
  const kinds = readKinds();
  expect(kinds.length).toBeGreaterThanOrEqual(60);
  for (const { frames } of kinds) {
    for (const tongue of TONGUES) {
      expect(frames[tongue].tell.length).toBeGreaterThanOrEqual(4);
      expect(frames[tongue].ask.length).toBeGreaterThanOrEqual(2);
    }
  }
});

test.each([
  ['even', even],
  ['odd', odd],
])('have questions whose evidence exists (%s seed)', (_, life) => {
  expect([life.people.length, life.notes.length, life.questions.length, life.never.length]).toEqual([
    300, 3_000, 110, 30,
  ]);
  const keys = new Set([...life.people, ...life.notes, ...life.reminders, ...life.groups].map(({ key }) => key));
  for (const { evidence } of life.questions) {
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.filter((key) => !keys.has(key))).toEqual([]);
  }
});

test('fill every slot of a sentence', () => {
  for (const { notes, questions, never } of [even, odd])
    for (const text of [...notes, ...questions].map(({ text }) => text).concat(never))
      expect(text).not.toMatch(/[{}[\]]/);
});

test('phrase a third of the questions in words that the notes do not use', () => {
  for (const life of [even, odd]) {
    const texts = textsOf(life);
    const names = new Set(life.people.flatMap(({ full_name }) => beginnings(full_name)));
    const inNotes = life.questions.filter(({ evidence }) => evidence.every((key) => texts.has(key)));
    const inOtherWords = inNotes.filter(({ text, evidence }) => {
      const told = new Set(evidence.flatMap((key) => beginnings(texts.get(key)!)));
      return beginnings(text).every((word) => names.has(word) || !told.has(word));
    });
    expect(inOtherWords.length).toBeGreaterThan(inNotes.length / 3);
  }
});

test('contain no event that never happened', () => {
  const rare = /skydiv|krokodil|cocodrilo|crocodile|everest|zeppelin|zepel|submarine|u-boot|knighthood|transplant/i;
  expect(ABSENT.filter(({ en }) => rare.test(en)).length).toBeGreaterThan(5);
  for (const life of [even, odd]) {
    expect(life.notes.filter(({ text }) => rare.test(text))).toEqual([]);
    expect(life.people.filter(({ full_name }) => STRANGERS.some((stranger) => stranger.includes(full_name)))).toEqual(
      [],
    );
  }
});

test('name 3,000 people in 400 ways', () => {
  const { people, questions } = makeNamings(1);
  expect([people.length, questions.length]).toEqual([3_000, 400]);
  expect(new Set(people.map(({ full_name }) => full_name)).size).toBe(3_000);
});

/** First letters of the content words. */
const beginnings = (text: string): string[] =>
  words(text)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5));
