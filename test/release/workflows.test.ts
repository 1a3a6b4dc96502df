import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { product } from '../../scripts/packaging/product.ts';

// GitHub's workflows and forms, which nothing else here reads.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each(readdirSync('.github/workflows'))('%s calls only existing repository commands', (name) => {
  const { jobs } = parse(readFileSync(`.github/workflows/${name}`, 'utf8'));
  const lines: string[] = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
  const text = lines.join('\n');
  for (const [, script] of text.matchAll(/npm (?:run )?(\w[\w:]*)/g))
    if (!['ci', 'publish', 'view'].includes(script!)) expect(Object.keys(scripts)).toContain(script);
  for (const [path] of text.matchAll(/(?<![\w/])(?:\.ci|test)\/[\w/]+/g))
    expect(
      ['', '.test.ts', '.slow.test.ts'].some((ending) => existsSync(path + ending)),
      path,
    ).toBe(true);
});

interface Job {
  permissions?: Record<string, string>;
  steps: { run?: string; uses?: string }[];
}
const workflow = (name: string): { permissions: Record<string, string>; jobs: Record<string, Job> } =>
  parse(readFileSync(`.github/workflows/${name}`, 'utf8'));

test.each(readdirSync('.github/workflows'))('%s runs outside contributions without write permission', (name) => {
  const { permissions, jobs } = workflow(name);
  expect(permissions).toEqual({ contents: 'read' });
  for (const [job, { permissions: more, steps }] of Object.entries(jobs)) {
    const lines = steps.map(({ run = '' }) => run).join('\n');
    // A branch name or a title would be interpolated into the script.
    expect(lines, job).not.toContain('${{');
    if (!more) continue;
    expect(lines, job).not.toMatch(/npm (?:ci|install|run)|npx|node |\.ci/);
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/(?!checkout)[\w-]+@[0-9a-f]{40}$/);
  }
});

test('publishes a release once, however often its workflow runs', () => {
  const lines = workflow('release.yml').jobs.publish!.steps.map(({ run = '' }) => run);
  for (const [once, before] of [
    ['npm publish', 'npm view'],
    ['gh release create', 'gh release upload'],
  ] as const)
    expect(lines.find((line) => line.includes(once))).toContain(before);
});

test.each(readdirSync('.github/ISSUE_TEMPLATE'))('the form %s is valid, and links to this repository', (name) => {
  const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8'));
  for (const { url } of form.contact_links ?? []) expect(url.startsWith(product.source)).toBe(true);
  for (const { type, attributes } of form.body ?? [])
    expect(type === 'markdown' ? attributes.value : attributes.label).toEqual(expect.any(String));
});
