import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { widthFor } from '../../src/cli/output/width.ts';

test('a letter has the same width with and without the library', async () => {
  const letters = Array.from({ length: 0x3100 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20));
  for (const letter of [...letters, '李', '👩‍🚀', '\u{1f44b}\u{1f3fd}'])
    expect.soft((await widthFor([letter]))(letter), letter.codePointAt(0)!.toString(16)).toBe(stringWidth(letter));
});
