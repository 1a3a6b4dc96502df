// Fails if openapi.json breaks a promise of the last released description (api/released.json).
//   node scripts/run.mjs scripts/check-api.ts           compares
//   node scripts/run.mjs scripts/check-api.ts --release    makes the current description the released one, for a
//   release or to accept a break
import { readFileSync, writeFileSync } from 'node:fs';
import { breakingChanges } from './api/breaking.ts';

const RELEASED = 'api/released.json';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const current = read('openapi.json');

if (process.argv.includes('--release')) {
  writeFileSync(RELEASED, `${JSON.stringify(current)}\n`);
  process.stderr.write(`wrote ${RELEASED}\n`);
} else {
  const changes = breakingChanges(read(RELEASED), current);
  for (const change of changes) process.stderr.write(`${change}\n`);
  if (changes.length > 0) {
    process.stderr.write(
      `openapi.json breaks ${changes.length} promises of ${RELEASED}. To accept that: node scripts/run.mjs scripts/check-api.ts --release\n`,
    );
  }
  process.exitCode = changes.length > 0 ? 1 : 0;
}
