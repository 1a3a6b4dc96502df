import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** Files in a folder with one of these extensions. */
export const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && statSync(path).isFile());

/** Pages that describe the current state. The changelog describes earlier ones. */
export const pages = (): string[] => [
  ...['README.md', 'AGENTS.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'PRIVACY.md', 'SECURITY.md'],
  ...filesBelow('docs', /\.md$/),
];

/** A file's text. Empty for a folder. */
export function read(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8');
}
