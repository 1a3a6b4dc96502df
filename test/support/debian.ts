import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from '../../scripts/lock.mjs';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * A Debian package with its dependencies, unpacked into a cache, or undefined if apt cannot get it. Needs no
 * privileges: apt works in our own folder, and nothing is installed. If several processes want it, one fetches it and
 * the others wait.
 */
export function unpackedPackage(name: string): string | undefined {
  const unpacked = join(CACHE, name);
  if (existsSync(unpacked)) return unpacked;
  if (!existsSync('/etc/apt') || failed.has(name)) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const unlock = takeLock(`${unpacked}.lock`);
  try {
    if (!existsSync(unpacked)) unpack(name, unpacked);
    return unpacked;
  } catch (error) {
    failed.add(name);
    process.stderr.write(`Debian's ${name} could not be unpacked: ${error}\n`);
    return undefined;
  } finally {
    unlock();
  }
}

/** Not tried again in this process, because each attempt without a network takes long. */
const failed = new Set<string>();

function unpack(name: string, unpacked: string): void {
  const folder = mkdtempSync(join(CACHE, `${name}-`));
  for (const part of ['state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  const places = { 'Dir::State': 'state', 'Dir::Cache': 'cache' };
  const options = ['-qq', '-o', 'Dir::State::status=/var/lib/dpkg/status', '-o', 'Debug::NoLocking=true'];
  // As the current user, because apt's own user may not write here.
  options.push('-o', 'APT::Sandbox::User=');
  for (const [setting, place] of Object.entries(places)) options.push('-o', `${setting}=${join(folder, place)}`);
  // A silent network ends it, not a slow download.
  options.push('-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1');
  const apt = (...args: string[]) => execFileSync('apt-get', [...options, ...args], { stdio: 'pipe' });
  try {
    apt('update');
    apt('-y', '--no-install-recommends', '--download-only', 'install', name);
    const archives = join(folder, 'cache/archives');
    const root = join(folder, 'root');
    for (const file of readdirSync(archives).filter((archive) => archive.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', join(archives, file), root]);
    }
    // Atomic, even if this process is killed.
    renameSync(root, unpacked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
