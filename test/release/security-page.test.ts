import { describe, expect, test } from 'vitest';
import { SECTIONS } from '../../scripts/security/asvs.ts';
import type { Row, SecurityData } from '../../scripts/security/data.ts';
import { dataTestFaults, requirementFaults, testFaults } from '../../scripts/security/faults.ts';

const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
  numbers.map((one) => `${section}.${one}`),
);
const ANSWER: Row = { asks: 'Validate input', status: 'met', note: 'By schema.' };
const rowsFor = (ids = REQUIREMENTS): Row[] => ids.map((id) => ({ ...ANSWER, id }));
const faultsOf = (...rows: Row[]) => requirementFaults([{ title: 'All', rows }]);
const without124 = REQUIREMENTS.filter((id) => id !== '1.2.4');

test('accepts a checklist that answers each requirement once', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  expect(faultsOf(...rowsFor())).toEqual([]);
  expect(faultsOf(...rowsFor().slice(2), { ...ANSWER, id: REQUIREMENTS.slice(0, 2).join(', ') })).toEqual([]);
  expect(faultsOf(...rowsFor(), ANSWER, { ...ANSWER, id: 'MCP01' })).toEqual([]);
});

test.each<[string, Row[], string]>([
  ['an omitted requirement', rowsFor(without124), 'requirement 1.2.4 has 0 rows'],
  ['a repeated requirement', rowsFor([...REQUIREMENTS, '1.2.4']), 'requirement 1.2.4 has 2 rows'],
  ['an invented requirement', rowsFor([...REQUIREMENTS, '1.2.99']), 'level 2 has no requirement 1.2.99'],
  ['a level 3 requirement', rowsFor([...REQUIREMENTS, '11.7.1']), 'level 2 has no requirement 11.7.1'],
])('reports %s', (_case, rows, fault) => {
  expect(faultsOf(...rows)).toEqual([fault]);
});

test.each<[string, Partial<Row>]>([
  ['a row with neither note nor test', { note: '' }],
  ['a row without text', { asks: '' }],
  ['a row with an unknown status', { status: 'maybe' as Row['status'] }],
])('reports %s', (_case, changes) => {
  const row = { ...ANSWER, id: '1.2.4', ...changes };
  expect(faultsOf(...rowsFor(without124), row)).toEqual(['requirement 1.2.4 has no answer']);
});

describe('tests named in pages and data', () => {
  const FILES: Record<string, string> = {
    'test/api/x.test.ts': `
      test('holds', async () => {});
      test("another user's is another's", async () => {});
      test.each(KINDS)('%s [of these] is refused', async () => {});
      test('can\\'t be missed', () => {});
      test.skip('is left out', () => {});
      const KINDS = ['a kind', 'another'];
      test(
        'stands on a line of its own',
        async () => {},
      );
      test(\`in backticks\`, () => {});`,
  };
  const faults = (text: string) => testFaults(text, (path) => FILES[path]);

  test.each([
    'holds',
    "another user's is another's",
    "can't be missed",
    'in backticks',
    'stands on a line of its own',
    'x',
  ])('accepts %s', (title) => {
    expect(faults(`Shown by [${title}](../test/api/x.test.ts).`)).toEqual([]);
  });

  test('accepts escaped brackets in a title', () => {
    expect(faults('[%s \\[of these\\] is refused](../test/api/x.test.ts)')).toEqual([]);
  });

  test.each<[string, string]>([
    ['[hold](../test/api/x.test.ts)', 'test/api/x.test.ts has no test “hold”'],
    ['[holds](../test/api/y.test.ts)', 'test/api/y.test.ts does not exist'],
    ['[y](test/api/y.test.ts)', 'test/api/y.test.ts does not exist'],
    ['[holds](../test/api/x.test.ts), [gone](../test/api/x.test.ts)', 'test/api/x.test.ts has no test “gone”'],
  ])('reports a missing test in %s', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  test.each(['KINDS', 'a kind', 'another', 'is left out'])('reports %s, which is not a test', (title) => {
    expect(faults(`[${title}](../test/api/x.test.ts)`)).toEqual([`test/api/x.test.ts has no test “${title}”`]);
  });

  test('reports missing tests in threats and in the checklist', () => {
    const tests = [{ 'test/api/x.test.ts': 'holds' }, { 'test/api/x.test.ts': 'gone' }];
    const data: SecurityData = {
      threats: [{ from: 'Others', defense: 'None.', tests }],
      checklist: [{ title: 'All', rows: [{ ...ANSWER, tests }] }],
    };
    const fault = 'test/api/x.test.ts has no test “gone”';
    expect(dataTestFaults(data, (path) => FILES[path])).toEqual([fault, fault]);
  });
});
