// The licenses of the bundled packages, which must be shipped with it. esbuild reports the packages that contributed
// files.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Text of dist/LICENSES.txt, from esbuild's metafile. Throws for a package without a license. */
export async function licensesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  // Packages of one project share a text.
  const texts = new Map();
  for (const folder of [...new Set(folders)].sort()) {
    const { title, text } = await licenseOf(folder);
    texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  const data = await readFile('src/service/names/names.LICENSE.md', 'utf8');
  const parts = [...texts].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`);
  return [...parts, data]
    .map((part) => part.trim())
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  if (!license) throw new Error(`${name} has no license`);
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') };
}
