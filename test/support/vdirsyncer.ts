import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DavDevice } from './dav-device.ts';
import { type PythonProgram, pythonProgram } from './python-program.ts';
import { temporaryFolder } from './service.ts';

// vdirsyncer, which keeps an address book and a folder of cards the same.

export interface SyncedFolder {
  /** Where the cards are, a file for each. */
  path: string;
  /** One run; gives what it did, a line for each card. */
  sync(): Promise<string[]>;
  /** Runs until there is nothing left to do. Throws where it never comes to rest. */
  settle(): Promise<string[]>;
  remove(): void;
}

export const findVdirsyncer = (): PythonProgram | undefined => pythonProgram('vdirsyncer');

/** Runs that two sides may take to agree: one, and another for cards that kith gives back in its own words. */
const MOST_RUNS = 4;

/** A folder beside the address book of a device. `winner`: whose card holds where both have changed it. */
export async function syncedFolder(
  vdirsyncer: PythonProgram,
  { baseUrl, email, password }: DavDevice,
  winner: 'folder' | 'kith' = 'kith',
): Promise<SyncedFolder> {
  const root = temporaryFolder();
  const path = join(root.path, 'cards/contacts');
  mkdirSync(path, { recursive: true });
  const config = join(root.path, 'config');
  const settings = [
    ...['[general]', `status_path = "${join(root.path, 'status')}"`],
    ...['[pair book]', 'a = "folder"', 'b = "kith"', 'collections = ["from b"]'],
    `conflict_resolution = "${winner === 'folder' ? 'a' : 'b'} wins"`,
    ...['[storage folder]', 'type = "filesystem"', `path = "${join(root.path, 'cards')}"`, 'fileext = ".vcf"'],
    ...['[storage kith]', 'type = "carddav"', `url = "${baseUrl}/"`],
    ...[`username = "${email}"`, `password = "${password}"`],
  ];
  writeFileSync(config, `${settings.join('\n')}\n`);
  const run = (...args: string[]) => vdirsyncer(['-c', config, ...args], { input: 'y\n'.repeat(9) });
  await run('discover');
  const sync = async () => {
    const said = await run('sync');
    return said.split('\n').filter((line) => /^(Copying|Deleting|Doing conflict)/.test(line));
  };
  return {
    ...{ path, sync },
    async settle() {
      const all: string[] = [];
      for (let runs = 0; runs < MOST_RUNS; runs++) {
        const done = await sync();
        if (done.length === 0) return all;
        all.push(...done);
      }
      throw new Error(`vdirsyncer does not come to rest: ${all.slice(-20).join('\n')}`);
    },
    remove: root.remove,
  };
}
