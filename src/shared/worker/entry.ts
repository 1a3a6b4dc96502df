import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The built file of a worker. A thread starts from a file, and Node 20 runs no TypeScript: so it is `dist/workers/` of
 * the package, also where the rest runs from sources, as in tests.
 */
export function workerFile(name: string): URL {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL(`dist/workers/${name}.js`, folder);
    if (existsSync(fileURLToPath(file))) return file;
    if (folder.pathname === '/' || folder.href === new URL('..', folder).href)
      throw new Error(`dist/workers/${name}.js is missing: npm run build makes it`);
  }
}
