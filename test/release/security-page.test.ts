import { describe, expect, test } from 'vitest';
import { SECTIONS } from '../../scripts/security/asvs.ts';
import { requirementFaults, testFaults } from '../../scripts/security/page.ts';

// The check of docs/security.md sees what it is there to see.

const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
  numbers.map((one) => `${section}.${one}`),
);
const row = (id: string, answer = 'Held.') => `| ${id} | What it asks | ${answer} |`;
const page = (ids = REQUIREMENTS, ...more: string[]) => [...ids.map((id) => row(id)), ...more].join('\n');

test('a page that answers each requirement once passes', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  expect(requirementFaults(page())).toEqual([]);
});

test.each<[string, string, string]>([
  ['is missing', page(REQUIREMENTS.filter((id) => id !== '1.2.4')), 'requirement 1.2.4 stands 0 times'],
  ['stands twice', page(REQUIREMENTS, row('1.2.4')), 'requirement 1.2.4 stands 2 times'],
  ['was made up', page(REQUIREMENTS, row('1.2.99')), 'there is no requirement 1.2.99 at level 2'],
  ['of level 3', page(REQUIREMENTS, row('11.7.1')), 'there is no requirement 11.7.1 at level 2'],
  [
    'has an empty answer',
    page().replace(row('1.2.4'), '| 1.2.4 | What it asks |  |'),
    'requirement 1.2.4 has no answer',
  ],
  ['asks nothing', page().replace(row('1.2.4'), '| 1.2.4 |  | Held. |'), 'requirement 1.2.4 has no answer'],
])('a requirement that %s is seen', (_what, text, fault) => {
  expect(requirementFaults(text)).toEqual([fault]);
});

describe('the tests that a page names', () => {
  const FILES: Record<string, string> = {
    'test/api/x.test.ts': `
      test('holds', async () => {});
      test("another user's is another's", async () => {});
      test.each(KINDS)('%s [of these] is refused', async () => {});
      test('it\\'s quoted', () => {});
      test.skip('is left out', () => {});
      const KINDS = ['a kind', 'another'];
      test(
        'stands on a line of its own',
        async () => {},
      );
      test(\`in backticks\`, () => {});`,
  };
  const faults = (text: string) => testFaults(text, (path) => FILES[path]);

  test.each(['holds', "another user's is another's", "it's quoted", 'in backticks', 'stands on a line of its own'])(
    '%s is there',
    (title) => {
      expect(faults(`Held: [${title}](../test/api/x.test.ts).`)).toEqual([]);
    },
  );

  test('brackets in a title are escaped, as Markdown has it', () => {
    expect(faults('[%s \\[of these\\] is refused](../test/api/x.test.ts)')).toEqual([]);
  });

  test.each<[string, string]>([
    ['[hold](../test/api/x.test.ts)', 'test/api/x.test.ts has no test called “hold”'],
    ['[holds](../test/api/y.test.ts)', 'there is no test/api/y.test.ts'],
    ['[holds](test/api/y.test.ts)', 'there is no test/api/y.test.ts'],
    ['[holds](../test/api/x.test.ts), [gone](../test/api/x.test.ts)', 'test/api/x.test.ts has no test called “gone”'],
  ])('%s is seen', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  test.each(['KINDS', 'a kind', 'another', 'is left out'])('%s stands there and is no test', (title) => {
    expect(faults(`[${title}](../test/api/x.test.ts)`)).toEqual([`test/api/x.test.ts has no test called “${title}”`]);
  });
});
