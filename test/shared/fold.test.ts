import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, words } from '../../src/shared/text/fold.ts';
import { seed } from '../support/seed.ts';

test('folds ASCII text the same way with and without letters of another script', () => {
  const plain = fc.oneof(
    fc.string({ unit: fc.constantFrom(...' aZ9.-_#*&@"\'`^~') }),
    fc.string({ unit: 'grapheme-ascii' }),
  );
  fc.assert(
    fc.property(plain, (text) => {
      expect(`${fold(text)} ж`.trim()).toBe(fold(`${text} ж`));
      expect([...words(text), 'ж']).toEqual(words(`${text} ж`));
    }),
    { seed, numRuns: 1_000 },
  );
});
