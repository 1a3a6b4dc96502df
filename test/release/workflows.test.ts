import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { product } from '../../scripts/packaging/product.ts';

// What the forge runs and shows is read by nothing else here.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each(readdirSync('.github/workflows'))('%s calls commands of the repository that there are', (name) => {
  const { jobs } = parse(readFileSync(`.github/workflows/${name}`, 'utf8'));
  const lines: string[] = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
  const text = lines.join('\n');
  for (const [, script] of text.matchAll(/npm (?:run )?(\w[\w:]*)/g))
    if (!['ci', 'publish'].includes(script!)) expect(Object.keys(scripts)).toContain(script);
  for (const [path] of text.matchAll(/(?<![\w/])(?:\.ci|test)\/[\w/]+/g))
    expect(existsSync(path) || existsSync(`${path}.test.ts`), path).toBe(true);
});

test.each(readdirSync('.github/ISSUE_TEMPLATE'))('the form %s can be read, and leads to this repository', (name) => {
  const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8'));
  for (const { url } of form.contact_links ?? []) expect(url.startsWith(product.source)).toBe(true);
  for (const { type, attributes } of form.body ?? [])
    expect(type === 'markdown' ? attributes.value : attributes.label).toEqual(expect.any(String));
});
