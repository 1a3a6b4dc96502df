import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Many tests start dist/cli.js, so it is built anew when the sources have changed since it was made. */
export default function setup(project: TestProject): void {
  build();
  if (!project.vitest.projects.some(({ name }) => name === 'slow')) {
    process.stdout.write(
      'Left out: kills, power cuts, costly requests, many commands and imports, pages in a browser, and on PostgreSQL commands, pages, signing in and some tools. `npm run test:slow` runs them.\n',
    );
  }
  project.onTestsRerun(async () => build());
}

function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--for-tests'], { cwd: ROOT, stdio: 'inherit' });
}
