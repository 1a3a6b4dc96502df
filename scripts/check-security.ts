// Fails if docs/security-checklist.md does not answer a requirement of OWASP ASVS 5.0 level 2, or if it or another page names
// a test that does not exist.
//   node scripts/run.mjs scripts/check-security.ts
import { pages, read } from './docs/files.ts';
import { readSecurityData, SECURITY_DATA } from './security/data.ts';
import { dataTestFaults, requirementFaults, testFaults } from './security/faults.ts';

const data = readSecurityData();
const faults = [
  ...[...requirementFaults(data.checklist), ...dataTestFaults(data, read)].map((fault) => `${SECURITY_DATA}: ${fault}`),
  ...pages().flatMap((page) => testFaults(read(page) ?? '', read).map((fault) => `${page}: ${fault}`)),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
