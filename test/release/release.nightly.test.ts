import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npmCommand } from '../../scripts/npm.mjs';
import { temporaryFolder } from '../support/service.ts';

// A release from a copy of the sources. Other tests cover the image and the executable.

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const text = (name: string) => readFileSync(path(name), 'utf8');
const run = (...args: string[]) =>
  spawnSync(...npmCommand('npm', ['run', '--silent', ...args]), { cwd: folder.path, encoding: 'utf8' });
const release = (...args: string[]) => run('release', '--', ...args, '--without', 'image,executable');
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' });
const commit = () => {
  git('add', '--all');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '--quiet', '--message', 'All');
};

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  for (const name of files.split('\0').filter((one) => one !== '' && !/^(?:test|bench|docs\/pictures)\//.test(one))) {
    mkdirSync(dirname(path(name)), { recursive: true });
    cpSync(name, path(name));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), path('node_modules'), 'junction');
  git('init', '--quiet');
  writeFileSync(path('.git/info/exclude'), 'node_modules\n');
  commit();
});
afterAll(() => folder.remove());

test('rejects a mismatch before changing anything', () => {
  const before = text('package.json');
  for (const [version, why] of [
    ['1.0', 'three numbers'],
    ['0.0.9', 'older than'],
    ['', 'three numbers'],
    ['01.2.3', 'three numbers'],
    ['1.2.3-beta.1', 'three numbers'],
  ] as const) {
    const { status, stderr } = release(version);
    expect([version, status, stderr]).toEqual([version, 2, expect.stringContaining(why)]);
  }
  expect(release('9.8.7', '--witout', 'image').stderr).toContain("'--witout'");
  expect(release('--pack', '9.8.7').stderr).toContain('What is 9.8.7?');
  expect(run('release', '--', '9.8.7', '--without', 'images').stderr).toContain('Unknown part “images”');
  expect(text('package.json')).toBe(before);
});

test('releases only committed files, under a new number', () => {
  writeFileSync(path('docs/of-mine.txt'), 'for nobody else\n');
  expect(release('9.8.7')).toMatchObject({ status: 2, stderr: expect.stringContaining('?? docs/of-mine.txt') });
  rmSync(path('docs/of-mine.txt'));
  git('tag', 'v9.8.7');
  expect(release('9.8.7')).toMatchObject({ status: 2, stderr: expect.stringContaining('tag v9.8.7 already exists') });
  git('tag', '--delete', 'v9.8.7');
});

test.runIf(process.versions.node.startsWith('20.'))('builds no executable from a Node that is too old', () => {
  const args = ['scripts/run.mjs', 'scripts/executable.ts', path('kith')];
  const made = spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' });
  expect([made.status, made.stderr]).toEqual([1, expect.stringContaining('24 or newer')]);
  expect(run('release', '--', '9.8.7').stderr).toContain('24 or newer');
});

test('sets the version everywhere, dates the changelog, and writes correct checksums', () => {
  const entries = text('CHANGELOG.md');
  const { status, stderr, stdout } = release('9.8.7');
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout).toContain('npm publish dist/release/kith-mcp-9.8.7.tgz');
  expect(text('CHANGELOG.md')).toBe(
    entries.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [9.8.7] - ${new Date().toISOString().slice(0, 10)}\n`),
  );
  for (const name of ['package.json', 'packages/sqlite/package.json', 'manifest.json', 'gemini-extension.json'])
    expect([name, JSON.parse(text(name)).version]).toEqual([name, '9.8.7']);
  execFileSync(...npmCommand('npm', ['run', '--silent', 'generate', '--', '--check']), { cwd: folder.path });
  expect(execFileSync(process.execPath, ['dist/cli.js', '--version'], { cwd: folder.path, encoding: 'utf8' })).toBe(
    '9.8.7\n',
  );
  const sums = text('dist/release/SHA256SUMS')
    .trim()
    .split('\n')
    .map((line) => line.split('  '));
  expect(sums.map(([, name]) => name)).toEqual([
    'kith-9.8.7.mcpb',
    'kith-mcp-9.8.7.tgz',
    'kith-sqlite-9.8.7.tgz',
    'sbom.cdx.json',
    'server.json',
  ]);
  for (const [sum, name] of sums) {
    const bytes = readFileSync(path(`dist/release/${name}`));
    expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sum]);
  }
  const [npm, bundle] = JSON.parse(text('dist/release/server.json')).packages;
  expect([npm.version, bundle.fileSha256]).toEqual(['9.8.7', sums[0]![0]]);
  // A rebuild keeps the packed files.
  execFileSync(...npmCommand('npm', ['run', '--silent', 'build']), { cwd: folder.path });
  expect(text('dist/release/SHA256SUMS')).not.toBe('');
  commit();
  const again = release('9.8.7');
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('CHANGELOG.md has 9.8.7 already')]);
});

test('with nothing new there is nothing to release', () => {
  writeFileSync(path('CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n## [9.8.7] - 2026-01-01\n\n- All.\n');
  commit();
  const { status, stderr } = release('9.9.0');
  expect([status, stderr]).toEqual([2, expect.stringContaining('nothing under "## [Unreleased]"')]);
});
