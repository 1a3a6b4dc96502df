import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** The files below a folder whose names end as told. */
export const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && statSync(path).isFile());

/** The pages that tell how things are. The change log tells how they were. */
export const pages = (): string[] => ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs', /\.md$/)];

/** The text of a file; that of a folder is empty. */
export function read(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8');
}
