import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Json } from '../support/people.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Component {
  name: string;
  version: string;
  scope: string;
  hashes?: { alg: string; content: string }[];
}

test("lists the bundle's packages in the bill of materials as in the lock file, without development tools", () => {
  const file = join(folder.path, 'sbom.json');
  execFileSync(process.execPath, ['scripts/sbom.mjs', file]);
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const components: Component[] = bill.components;
  expect(bill.bomFormat).toBe('CycloneDX');
  for (const { name, version, hashes } of components) {
    const entry: Json = Object.entries<Json>(locked).find(
      ([path, { version: known }]) => path.endsWith(`node_modules/${name}`) && known === version,
    )?.[1];
    expect([name, version]).toEqual([name, entry?.version]);
    const sha512 = Buffer.from(hashes!.find(({ alg }) => alg === 'SHA-512')!.content, 'hex').toString('base64');
    expect(entry.integrity).toBe(`sha512-${sha512}`);
  }
  const required = components.filter(({ scope }) => scope === 'required').map(({ name }) => name);
  expect(required).toEqual(expect.arrayContaining(['zod', 'hono', 'undici', 'kysely', 'pg', 'ical.js']));
  const names = components.map(({ name }) => name);
  expect(names).toContain('@photostructure/sqlite');
  for (const tool of ['vitest', '@biomejs/biome', 'typescript', 'esbuild']) expect(names).not.toContain(tool);
});
