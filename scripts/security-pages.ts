import { markdownTable, withTable } from './docs/table.ts';
import { type Row, readSecurityData, type Status, type Test } from './security/data.ts';
import { nameOf } from './security/faults.ts';

const LABELS: Record<Status, string> = {
  met: 'Met',
  partly: 'Partly',
  'not met': 'Not met',
  operator: 'Administrator',
  'n/a': 'N/A',
};

const INTRO = `# Security checklist

How kith meets OWASP ASVS 5.0 (levels 1 and 2) and the security guidance for MCP. [security.md](security.md) has the threat
model. Requirements are abbreviated; [the standard](https://owasp.org/www-project-application-security-verification-standard/) has
the full text. Links name test files. “Administrator” means that it is configured outside kith.

Generated from \`scripts/docs/security.yaml\` by \`npm run generate\`.
\`node scripts/run.mjs scripts/check-security.ts\` fails if a requirement has no answer or a test is missing.
`;

export const checklistPage = (): string =>
  [INTRO, ...readSecurityData().checklist.map(({ title, rows }) => section(title, rows))].join('\n');

/** Returns docs/security.md with its table of threats. */
export const withThreats = (page: string): string =>
  withTable(page, 'threats', [
    ['Threat', 'Defense', 'Tests'],
    ...readSecurityData().threats.map(({ from, defense, tests }) => [from, defense, linksTo(tests)]),
  ]);

/** A section's heading and table. Guidance without numbers has no column for them. */
function section(title: string, rows: Row[]): string {
  const hasIds = rows.some(({ id }) => id !== undefined);
  const table = rows.map((row) => [...(hasIds ? [row.id ?? ''] : []), row.asks, answer(row)]);
  return `## ${title}\n\n${markdownTable([[...(hasIds ? ['No.'] : []), 'Requirement', 'Answer'], ...table])}`;
}

const answer = ({ status, note, tests = [] }: Row): string =>
  [LABELS[status] + (note ? '.' : tests.length > 0 ? ':' : ''), note, linksTo(tests)].filter(Boolean).join(' ');

/** Links to the files of tests, each once. */
function linksTo(tests: Test[]): string {
  const paths = new Set(tests.flatMap((test) => Object.keys(test)));
  return [...paths].map((path) => `[${nameOf(path)}](../${path})`).join(', ');
}
