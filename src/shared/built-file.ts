import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A file or folder that `npm run build` creates in the package's `dist/`. Also works when running from sources, as in
 * tests.
 */
export function builtFile(name: string): URL {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL(`dist/${name}`, folder);
    if (existsSync(fileURLToPath(file))) return file;
    if (folder.pathname === '/' || folder.href === new URL('..', folder).href)
      throw new Error(`dist/${name} is missing: run npm run build`);
  }
}
