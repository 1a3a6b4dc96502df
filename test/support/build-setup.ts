import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds dist/ again if the sources changed, because many tests start dist/cli.js. Fails if a generated file is
 * stale.
 */
export default function setup(project: TestProject): void {
  build();
  if (!project.vitest.projects.some(({ name }) => name === 'slow')) {
    process.stdout.write('Skipped: *.slow.test.ts and the browser tests. `npm run test:slow` runs them.\n');
  }
  project.onTestsRerun(async () => build());
}

function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--for-tests'], { cwd: ROOT, stdio: 'inherit' });
}
