// Fails when docs/security.md leaves a requirement of OWASP ASVS 5.0 level 2 unanswered, or when a page names a test
// that does not exist.
//   node scripts/run.mjs scripts/check-security.ts
import { pages, read } from './docs/files.ts';
import { requirementFaults, testFaults } from './security/page.ts';

const PAGE = 'docs/security.md';
const faults = [
  ...requirementFaults(read(PAGE) ?? '').map((fault) => `${PAGE}: ${fault}`),
  ...pages().flatMap((page) => testFaults(read(page) ?? '', read).map((fault) => `${page}: ${fault}`)),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
