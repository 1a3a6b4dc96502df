// Fails when docs/security.md leaves a requirement of OWASP ASVS 5.0 level 2 unanswered, or when a page names a test
// that does not exist.
//   npm run security
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { requirementFaults, testFaults } from './security/page.ts';

const PAGE = 'docs/security.md';
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const pages = ['SECURITY.md', 'README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];
const faults = [
  ...requirementFaults(read(PAGE) ?? '').map((fault) => `${PAGE}: ${fault}`),
  ...pages.flatMap((page) => testFaults(read(page) ?? '', read).map((fault) => `${page}: ${fault}`)),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
