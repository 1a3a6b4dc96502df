import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packedTexts } from '../../src/import/matching/packed-texts.ts';

const step = fc.tuple(fc.constantFrom('put', 'remove', 'get'), fc.nat(60).map(String), fc.string({ unit: 'grapheme' }));

it('returns the last text stored under an id, and nothing that was removed', () => {
  fc.assert(
    fc.property(fc.array(step, { size: 'large' }), (steps) => {
      const [texts, expected] = [packedTexts(), new Map<string, string>()];
      for (const [what, id, text] of steps) {
        if (what === 'put') texts.put(id, text);
        if (what === 'put') expected.set(id, text);
        if (what === 'remove') texts.remove(id);
        if (what === 'remove') expected.delete(id);
        expect(texts.get(id)).toBe(expected.get(id));
      }
      expect([...texts.all()].sort()).toEqual([...expected.values()].sort());
    }),
  );
});
