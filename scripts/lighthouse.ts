// Lighthouse's report on pages of the built kith, with 10,000 contacts, as on a phone with a slow network.
//   node scripts/run.mjs scripts/lighthouse.ts [--size 10000] [PATH …]
// Lighthouse is downloaded on demand, because it would double the size of the development packages.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seed } from '../bench/seed.ts';
import { userByEmail } from '../src/identity/users/users.ts';
import { originOf, withData } from '../test/support/browser.ts';
import { chromiumPath } from '../test/support/chromium.ts';
import { startService } from '../test/support/service.ts';
import { visitorSignedIn } from '../test/support/visitor.ts';
import { npmCommand } from './npm.mjs';

/** The last version for Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '10000' } },
});

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
}

const folder = mkdtempSync(join(tmpdir(), 'kith-lighthouse-'));
const service = await startService();
try {
  const user = await service.user('lighthouse@example.com');
  const ids = await withData(service, async (data) =>
    seed(data, await userByEmail(data.store, user.email), Number(values.size)),
  );
  const { cookie } = await visitorSignedIn(service, user.email);
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify({ Cookie: cookie }));
  const usual = ['/today', '/people', `/people/${ids[0]}`, '/duplicates', '/settings', '/import'];
  for (const path of positionals.length > 0 ? positionals : usual) {
    try {
      say(path, reportOf(originOf(service) + path, headers));
    } catch (error) {
      // As on a busy computer.
      process.stderr.write(`${path}: ${String(error).split('\n')[1]}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

function reportOf(url: string, headers: string): Report {
  const output = join(folder, 'report.json');
  const options = [
    `--only-categories=${CATEGORIES}`,
    `--extra-headers=${headers}`,
    '--output=json',
    `--output-path=${output}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    '--quiet',
  ];
  const env = { ...process.env, CHROME_PATH: chromiumPath };
  const command = npmCommand('npx', ['--yes', `--package=${LIGHTHOUSE}`, 'lighthouse', url, ...options]);
  execFileSync(...command, { env, stdio: 'pipe' });
  return JSON.parse(readFileSync(output, 'utf8'));
}

/** The scores, and everything below the maximum. */
function say(path: string, { categories, audits }: Report): void {
  const scores = CATEGORIES.map((name) => `${name} ${Math.round((categories[name]!.score ?? 0) * 100)}`);
  process.stdout.write(`${path.replace(/[0-9a-f-]{36}/, 'ID')}: ${scores.join(', ')}\n`);
  for (const { id, weight } of CATEGORIES.flatMap((name) => categories[name]!.auditRefs)) {
    const { title, score } = audits[id]!;
    if (weight > 0 && score !== null && score < 0.9)
      process.stdout.write(`  ${title} (${id}: ${Math.round(score * 100)})\n`);
  }
}
