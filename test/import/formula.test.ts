import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableOf } from '../../src/export/csv.ts';
import { readCsvRows } from '../../src/import/formats/csv/csv-rows.ts';
import { readTable } from '../../src/import/formats/csv/table.ts';
import { clean } from '../../src/shared/text/charset.ts';
import { guardFormula } from '../../src/shared/text/formula.ts';
import { rounds } from '../support/rounds.ts';

const cell = fc
  .array(
    fc.constantFrom(
      ...["'", '=', '+', '-', '@', '＝', '＋', '－', '＠', ' ', '\t', '\r', '\n', '"', ',', '\u0001', 'a', '1'],
    ),
  )
  .map((parts) => parts.join(''));
const any = fc.oneof(cell, fc.string({ unit: 'grapheme' }));

test('restores any cell, guarded or raw, and executes no guarded cell', () => {
  fc.assert(
    fc.property(any, fc.boolean(), (value, raw) => {
      const text = clean(
        tableOf(
          [
            new Map([
              ['Name', value],
              ['Labels', 'x'],
            ]),
          ],
          raw,
        ).slice(1),
      );
      const [header] = readCsvRows(text, ',').rows;
      const [row] = readTable(text, header!, ',').rows;
      expect(row!.get('Name')).toBe(clean(value).trim());
      if (!raw) expect(guardFormula(value, false)).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/);
    }),
    { numRuns: rounds(1_000) },
  );
});
