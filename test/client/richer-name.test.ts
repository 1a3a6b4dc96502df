import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betterValues } from '../../src/client/merge-fields.ts';
import { isRicherName } from '../../src/client/richer-name.ts';

// The better of two spellings of a name, and the values that a merge keeps by default.

const RICHER = [
  ['José Ramón Ibáñez Cortés', 'Jose Ramon Ibanez', 'more parts and accents'],
  ['José Ramón Ibáñez', 'Jose Ramon Ibanez', 'accents'],
  ['Jürgen Müller', 'Juergen Mueller', 'umlauts'],
  ['Łukasz Żak', 'Lukasz Zak', 'letters without a decomposition'],
  ['Андрей', 'Андреи', 'Cyrillic accents'],
  ['Grace Hopper', 'GRACE HOPPER', 'not all capitals'],
  ['Grace Hopper', 'grace hopper', 'not all lowercase'],
  ['Grace Brewster Hopper', 'Grace B. Hopper', 'a name for an initial'],
  ['Grace B. Hopper', 'Grace Hopper', 'a further initial'],
  ['Grace Hopper', 'G. Hopper', 'a first name for an initial'],
  ['Grace Hopper', 'Grace', 'a last name'],
  ['Martin King Jr.', 'Martin King', 'a suffix'],
  ['Hopper Grace Murray', 'Grace Hopper', 'more parts in another order'],
  ['山田 太郎', '山田', 'a script without case'],
] as const;

const NOT_RICHER = [
  ['GRACE BREWSTER HOPPER', 'Grace Hopper', 'all capitals'],
  ['Jose Ramon Ibanez Cortes', 'José Ramón Ibáñez', 'accents are lost'],
  ['Robert James Smith', 'Bob Smith', 'another first name'],
  ['Dr. Grace Hopper', 'Grace Hopper', 'only a title'],
  ['Grace Hopper (work)', 'Grace Hopper', 'a note in parentheses'],
  ['Grace Hopper 2', 'Grace Hopper', 'a number'],
  ['Grace Hopper grace@navy.example', 'Grace Hopper', 'an email address'],
  ['Jean-Luc Picard', 'Jean Luc Picard', 'only another hyphen'],
  ['राम', 'रम', 'vowel signs'],
  ['Иван Петров', 'Ivan Petrov', 'another script'],
  ['Grace Hopper', '', 'nothing to compare'],
] as const;

test.each(RICHER)('%s is richer than %s (%s)', (one, other) => {
  expect(isRicherName(one, other)).toBe(true);
  expect(isRicherName(other, one)).toBe(false);
});

test.each(NOT_RICHER)('%s is not richer than %s (%s)', (one, other) => {
  expect(isRicherName(one, other)).toBe(false);
});

const word = fc.constantFrom(
  'José',
  'jose',
  'JOSE',
  'Ramón',
  'Ramon',
  'R.',
  'Ibáñez',
  'IBANEZ',
  'Müller',
  'Mueller',
  'X',
);
const name = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

describe('any two names', () => {
  test('are never both richer than the other', () => {
    fc.assert(fc.property(name, name, (a, b) => !(isRicherName(a, b) && isRicherName(b, a))));
  });

  test('contain each word of the poorer one', () => {
    const initials = (text: string) =>
      text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .split(/[\s.-]+/)
        .filter(Boolean)
        .map((one) => one[0]!);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), fc.array(word, { maxLength: 5 }), (a, b) => {
        if (!isRicherName(a.join(' '), b.join(' '))) return;
        const left = initials(a.join(' '));
        for (const one of initials(b.join(' '))) {
          expect(left).toContain(one);
          left.splice(left.indexOf(one), 1);
        }
      }),
    );
  });

  test('are compared in time linear to their length', () => {
    const long = 'José '.repeat(2_000);
    const began = performance.now();
    isRicherName(long, long.toUpperCase());
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('a merge', () => {
  const PHOTO = `kith://photos/${'a'.repeat(64)}`;
  const face = (id: string, full_name: string, image_url: string | null = null) => ({ id, full_name, image_url });

  test('keeps the richest name and an uploaded photo by default', () => {
    const contacts = [
      face('1', 'Jose Ibanez', 'https://example.com/p.jpg'),
      face('2', 'José Ibáñez'),
      face('3', 'José Ramón Ibáñez', PHOTO),
      face('4', 'JOSE RAMON IBANEZ CORTES', PHOTO.replace('aa', 'bb')),
    ];
    expect([...betterValues(contacts, contacts[0]!)]).toEqual([
      ['name', '3'],
      ['image_url', '3'],
    ]);
  });

  test('keeps values of the survivor that are as good', () => {
    const contacts = [face('1', 'José Ibáñez', PHOTO), face('2', 'Jose Ibanez', PHOTO.replace('aa', 'bb'))];
    expect(betterValues(contacts, contacts[0]!).size).toBe(0);
  });
});
