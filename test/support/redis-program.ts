import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Program {
  command: string;
  env: Record<string, string>;
}

const NAMES = ['valkey-server', 'redis-server'];
const CACHE = new URL('../../node_modules/.cache/', import.meta.url).pathname;
const UNPACKED = join(CACHE, 'redis');

/** The machine's own Redis or Valkey, else Debian's package, unpacked beside other caches; undefined where neither is to be had. */
export function findRedis(): Program | undefined {
  const folders = process.env.KITH_TEST_REDIS_FROM === 'apt' ? [] : (process.env.PATH ?? '').split(delimiter);
  const own = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  if (own) return { command: own, env: {} };
  if (!existsSync(UNPACKED)) unpack();
  if (!existsSync(UNPACKED)) return undefined;
  const libraries = join(UNPACKED, 'usr/lib');
  const paths = readdirSync(libraries).map((name) => join(libraries, name));
  return { command: join(UNPACKED, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: paths.join(':') } };
}

/** Needs no rights on the machine: apt works in a folder of ours, and nothing is installed. */
function unpack(): void {
  if (!existsSync('/etc/apt')) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'redis-'));
  for (const part of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  const places = { 'Dir::State': 'state', 'Dir::Cache': 'cache' };
  const options = ['-qq', '-o', 'Dir::State::status=/var/lib/dpkg/status', '-o', 'Debug::NoLocking=true'];
  // As the user we are: apt's own one may not write here.
  options.push('-o', 'APT::Sandbox::User=');
  for (const [name, place] of Object.entries(places)) options.push('-o', `${name}=${join(folder, place)}`);
  const apt = (...args: string[]) => execFileSync('apt-get', [...options, ...args], { stdio: 'pipe', timeout: 60_000 });
  try {
    apt('update');
    apt('-y', '--no-install-recommends', '--download-only', 'install', 'redis-server');
    const archives = join(folder, 'cache/archives');
    const root = join(folder, 'root');
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', join(archives, name), root]);
    }
    // Whole or not at all, also when several test files come here at once.
    renameSync(root, UNPACKED);
  } catch (error) {
    if (!existsSync(UNPACKED)) process.stderr.write(`Debian's Redis could not be unpacked: ${error}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
