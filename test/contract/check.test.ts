import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkValue } from '../../src/contract/schema/check.ts';

test('checks a recursive schema, also for a repeated value', () => {
  const schema = z.object({ any: z.json() });
  const [good, bad] = [{ any: { list: [1, { none: null }] } }, { any: { list: [new Date(0)] } }];
  for (let time = 0; time < 2; time++) {
    expect(checkValue(schema, good)).toEqual(good);
    expect(() => checkValue(schema, bad)).toThrow(/any/);
  }
});
