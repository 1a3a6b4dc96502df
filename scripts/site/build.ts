import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, pages, read } from '../docs/files.ts';
import { navigation, pageOf, titleOf } from './page.ts';

/** Writes the documents as plain files into a folder, in place of what is there; answers how many pages there are. */
export function buildSite(folder: string): number {
  const put = (path: string): string => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  if (!isOurs(folder))
    throw new Error(`${folder} holds other things than a site: name an empty folder, or one that is not there.`);
  rmSync(folder, { recursive: true, force: true });
  const listed = [...pages(), 'CHANGELOG.md', 'CODE_OF_CONDUCT.md'];
  const titles = new Map(listed.map((path) => [path, titleOf(read(path)!)]));
  const groups = navigation(read('README.md')!);
  for (const path of listed) {
    const { target, html } = pageOf(path, read(path)!, { groups, titles });
    writeFileSync(put(target), html);
  }
  for (const path of filesBelow('docs/pictures', /\.(?:webp|svg)$/)) copyFileSync(path, put(path));
  copyFileSync('scripts/site/site.css', put('site.css'));
  copyFileSync('src/web/assets/icon.svg', put('icon.svg'));
  return listed.length;
}

/** Whether nothing is lost where a folder is made anew. */
const isOurs = (folder: string): boolean =>
  !existsSync(folder) ||
  readdirSync(folder).length === 0 ||
  ['site.css', 'index.html'].every((name) => existsSync(join(folder, name)));
