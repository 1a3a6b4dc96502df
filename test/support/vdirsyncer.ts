import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DavDevice } from './dav-device.ts';
import { type PythonProgram, pythonProgram } from './python-program.ts';
import { temporaryFolder } from './service.ts';

// vdirsyncer, which keeps an address book and a folder of cards in sync.

export interface SyncedFolder {
  /** The folder with a file for each card. */
  path: string;
  /** One run. Returns its actions, a line for each card. */
  sync(): Promise<string[]>;
  /** Runs until nothing is left to do. Throws if it never converges. */
  settle(): Promise<string[]>;
  remove(): void;
}

export const findVdirsyncer = (): PythonProgram | undefined => pythonProgram('vdirsyncer');

/** Runs that two sides may need to agree: one, and another for cards that kith returns in its own form. */
const MAX_RUNS = 4;

/** A folder synced with a device's address book. `winner`: the side whose card wins a conflict. */
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
      for (let runs = 0; runs < MAX_RUNS; runs++) {
        const done = await sync();
        if (done.length === 0) return all;
        all.push(...done);
      }
      throw new Error(`vdirsyncer does not come to rest: ${all.slice(-20).join('\n')}`);
    },
    remove: root.remove,
  };
}
