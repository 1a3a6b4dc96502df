// Fails if a comment or page names a page, heading, link, or file that does not exist, a comment cites a page that is not in
// the repository, or docs/README.md does not list a page.
//   node scripts/run.mjs scripts/check-docs.ts
import { existsSync } from 'node:fs';
import { filesBelow, pages, read } from './docs/files.ts';
import { absentCitations, linkFaults, namedPageFaults, pathFaults, unlistedPages } from './docs/references.ts';

const code = ['src', 'tools', 'test', 'scripts', 'bench'].flatMap((folder) => filesBelow(folder, /\.(?:ts|tsx|mjs)$/));
const faults = [
  ...code.flatMap((path) => {
    const text = read(path)!;
    return [...namedPageFaults(text, read), ...absentCitations(text)].map((fault) => `${path}: ${fault}`);
  }),
  ...pages().flatMap((page) => {
    const text = read(page)!;
    const found = [...namedPageFaults(text, read), ...linkFaults(page, text, read), ...pathFaults(text, existsSync)];
    return found.map((fault) => `${page}: ${fault}`);
  }),
  ...unlistedPages(pages(), read).map((page) => `${page}: add it to docs/README.md`),
];
for (const fault of new Set(faults)) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
