import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackedPackage } from './debian.ts';

export interface Program {
  command: string;
  env: Record<string, string>;
}

const NAMES = ['valkey-server', 'redis-server'];

/** The installed Redis or Valkey, otherwise Debian's package unpacked into a cache, or undefined. */
export function findRedis(): Program | undefined {
  const folders = process.env.KITH_TEST_REDIS_FROM === 'apt' ? [] : (process.env.PATH ?? '').split(delimiter);
  const own = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  if (own) return { command: own, env: {} };
  const unpacked = unpackedPackage('redis-server');
  if (unpacked === undefined) return undefined;
  const libraries = join(unpacked, 'usr/lib');
  const paths = readdirSync(libraries).map((name) => join(libraries, name));
  return { command: join(unpacked, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: paths.join(':') } };
}
