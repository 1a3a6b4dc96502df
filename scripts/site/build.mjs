import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { navigation, pageOf, titleOf } from './page.mjs';
import { sectionsOf } from './sections.mjs';

const INDEX = 'docs/README.md';

export function buildSite(folder) {
  if (!isReplaceable(folder))
    throw new Error(`${folder} contains other files than a website. Name an empty or new folder.`);
  rmSync(folder, { recursive: true, force: true });
  const put = (path) => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  const read = (path) => readFileSync(path, 'utf8');
  const paths = [...filesIn('.', /^[A-Z_]+\.md$/), ...filesIn('docs', /\.md$/, { recursive: true })];
  const site = {
    groups: navigation(read(INDEX), INDEX),
    titles: new Map(paths.map((path) => [path, titleOf(read(path))])),
  };
  const sections = paths.flatMap((path) => {
    const { target, html } = pageOf(path, read(path), site);
    writeFileSync(put(target), html);
    return sectionsOf(target, read(path));
  });
  writeFileSync(put('search-index.js'), `globalThis.searchIndex = ${JSON.stringify(sections)};\n`);
  for (const path of filesIn('docs/pictures', /\.(?:webp|svg)$/)) copyFileSync(path, put(path));
  for (const name of ['site.css', 'search.js']) copyFileSync(`scripts/site/${name}`, put(name));
  copyFileSync('src/web/assets/icon.svg', put('icon.svg'));
  return paths.length;
}

const filesIn = (folder, name, options = {}) =>
  readdirSync(folder, { ...options, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => (folder === '.' ? path : `${folder}/${path.replaceAll('\\', '/')}`))
    .sort();

/** Whether replacing a folder loses nothing. */
const isReplaceable = (folder) =>
  !existsSync(folder) ||
  readdirSync(folder).length === 0 ||
  ['site.css', 'index.html'].every((name) => existsSync(join(folder, name)));
