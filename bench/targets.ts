import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A server to start and measure. */
export interface Target {
  name: string;
  command: string[];
  env: Record<string, string>;
  /** A cheap tool, for the first call and the one after it. Peers have none. */
  call?: { name: string; arguments: object };
}

/** On the data of the user with this email. */
export const kith = (dataDir: string, email: string): Target => ({
  name: 'kith',
  command: [process.execPath, 'dist/cli.js'],
  env: { KITH_DATA_DIR: dataDir, KITH_USER: email },
  call: { name: 'list_contacts', arguments: { take: 1 } },
});

/** The floor, over stdio or HTTP. */
export const buildFloor = (name: 'floor' | 'floor-http' | 'floor-rest' = 'floor'): Target => ({
  ...{ name: 'floor', command: [process.execPath, bundled(name)], env: {} },
  call: { name: 'constant', arguments: {} },
});

/** A program of the benchmark, bundled like kith. */
export function bundled(entry: string): string {
  const name = entry.replace('/', '-');
  const bundle = `node_modules/.cache/bench-${name}/${basename(entry)}.js`;
  execFileSync(process.execPath, ['scripts/build.mjs', `bench/${entry}.ts`, bundle], { stdio: 'inherit' });
  // As in our package: without it, Node would compile the file twice to detect its format.
  writeFileSync(join(dirname(bundle), 'package.json'), '{ "type": "module" }');
  return bundle;
}
