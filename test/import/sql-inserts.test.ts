import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInserts } from '../../src/import/formats/monica/sql-inserts.ts';
import { KithError } from '../../src/shared/error.ts';
import { phpValue } from '../support/monica/sql.ts';
import { rounds } from '../support/rounds.ts';

const numRuns = rounds(200);
const read = (text: string) => [...readInserts(text)];

/** Text with everything that could resemble an end. */
const awkward = fc
  .array(
    fc.oneof(fc.constantFrom(...`'"\\\`;,()#-/* \n\0%_`, "''", '--', '/*', '*/', 'VALUES', 'é', '😀'), fc.string()),
  )
  .map((parts) => parts.join(''));
const number = fc.constantFrom('0', '007', '+12025550101', '-1.50', '.5', '5.', '1e5', '12345678901234567890');
const value = fc.oneof(fc.constant(null), awkward, number, fc.string({ unit: 'binary' }));
const name = awkward.filter((text) => text.trim() !== '');
const table = fc
  .record({ width: fc.integer({ min: 1, max: 4 }), table: name, column: name })
  .chain(({ width, ...names }) =>
    fc.record({
      ...{
        table: fc.constant(names.table),
        columns: fc.constant(Array.from({ length: width }, (_, i) => names.column + i)),
      },
      rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 4 }),
    }),
  );

const quotedName = (text: string) => `\`${text.replaceAll('`', '``')}\``;
const written = ({ table, columns, rows }: { table: string; columns: string[]; rows: (string | null)[][] }): string =>
  `INSERT IGNORE INTO ${quotedName(table)} (${columns.map(quotedName).join(',')}) VALUES\n${rows
    .map((row) => ` (${row.map(phpValue).join(',')})`)
    .join(',\n')};\n`;

/** Spaces around a bare number have no meaning. */
const plain = (text: string | null) => (text !== null && !phpValue(text).startsWith("'") ? text.trim() : text);

test('reads back values written as INSERTs, among comments and other statements', () => {
  const other = fc.constantFrom(
    '',
    '# it\'s "here;\n',
    "-- don't;\n",
    '/* ; */',
    "SET a='x;y\\';';",
    ';;',
    'DROP TABLE `a;b`;',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(other, table), { maxLength: 4 }), (tables) => {
      const text = tables.map(([before, one]) => before + written(one)).join('\n');
      const expected = tables.map(([, one]) => ({ ...one, rows: one.rows.map((row) => row.map(plain)) }));
      expect(read(text)).toEqual(expected);
    }),
    { numRuns },
  );
});

test('reads a damaged dump, or rejects it with a line number', () => {
  const damage = fc.tuple(fc.array(table, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat({ max: 5 }), awkward);
  fc.assert(
    fc.property(damage, ([tables, place, length, text]) => {
      const whole = tables.map(written).join('');
      const at = place % whole.length;
      try {
        read(whole.slice(0, at) + text + whole.slice(at + length));
      } catch (error) {
        expect(error).toBeInstanceOf(KithError);
        expect((error as KithError).message).toMatch(/^Line \d+: /);
      }
    }),
    { numRuns },
  );
});

test.each([
  [`INSERT INTO t (a) VALUES ('a\\'b"c\\\\n\\n\\0\\Z');`, `a'b"c\\n\n\0\x1a`],
  [`insert into \`s\`.t (a) values ("it''s ""so"""), (2) on duplicate key update a=';';`, `it''s "so"`],
  ['REPLACE t (a) VALUE (0xC3A9);', 'é'],
  ["INSERT INTO t (a) VALUES (X'4142')", 'AB'],
  ["INSERT INTO t (a) VALUES (_utf8mb4'x');", 'x'],
  ['INSERT INTO t (a) VALUES (TRUE);', '1'],
])('reads other notations of a value: %s', (text, expected) => {
  expect(read(text)[0]!.rows[0]).toEqual([expected]);
});

test('reads a dump with a one-megabyte string in negligible time', () => {
  const long = "it's \\ ".repeat(200_000);
  expect(read(written({ table: 't', columns: ['a'], rows: [[long]] }))[0]!.rows[0]).toEqual([long]);
});
