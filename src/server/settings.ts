import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { inProcessClient } from '../client/in-process.ts';
import { record } from '../identity/users/security-log.ts';
import { countUsers, LOCAL_EMAIL, userById } from '../identity/users/users.ts';
import { environment, settings } from '../process/environment.ts';
import { ownProgram } from '../process/own-program.ts';
import type { Service } from '../service/service.ts';
import { textIn } from '../settings.ts';
import { KithError } from '../shared/error.ts';
import type { Store } from '../store/store.ts';
import type { Person } from '../web/services/services.ts';
import type { Command, Download, NoBackup, SettingsServices } from '../web/services/settings.ts';

interface Options {
  store: Store;
  service: Pick<Service, 'call' | 'userData'>;
  isLocal: boolean;
}

/** Services for the settings pages that are not operations: export, backup and commands. */
export function settingsServices({ store, service, isLocal }: Options): SettingsServices {
  /** Returns whether a person is the local user, the one that commands and local assistants act for. */
  const isHere = ({ email }: Person): boolean => isLocal && email === (settings.KITH_USER ?? LOCAL_EMAIL).toLowerCase();

  return {
    // This process already uses the default port.
    linkCommand: (person) => (isHere(person) ? 'kith open --port 0' : `kith user link ${person.email}`),

    command: (person) => (isHere(person) ? ownCommand() : undefined),

    async exported(person, format, { mayLack, signal }) {
      const { EXPORTS } = await import('./transfer/export-formats.ts');
      const { caller, data: userData } = await dataOf(person);
      const client = inProcessClient(
        (...call) => service.call(caller, ...call),
        async () => {},
      );
      const lacks: string[] = [];
      const download = await unnamed(async (file) => {
        const write = async (text: string) => {
          signal.throwIfAborted();
          await file.appendFile(text);
        };
        await EXPORTS[format]({ client, userData }, { write, raw: false, leftOut: (what) => lacks.push(what) });
      });
      if (lacks.length > 0 && !mayLack) {
        await download.content.cancel();
        return { lacks };
      }
      await store.directory((db) => record(db, { event: 'data.exported', userId: person.id, detail: format }));
      return download;
    },

    backup: {
      whyNot: whyNoBackup,
      async make(person, passphrase) {
        if (await whyNoBackup(person))
          throw new KithError(
            'Forbidden',
            'Backups are not available here, because they contain the data of all users.',
          );
        const [{ backUp }, { sealFile }, { withDraft }] = await Promise.all([
          import('../service/backup/backup.ts'),
          import('../service/backup/sealed-file.ts'),
          import('../shared/files/atomic-write.ts'),
        ]);
        const { KITH_DATA_DIR: dataDir, KITH_SECRET: masters } = settings;
        const download = await withDraft(dataDir, (plain) => {
          backUp(dataDir, plain, masters);
          return withDraft(dataDir, async (sealed) => {
            await sealFile(plain, sealed, passphrase);
            return asDownload(await open(sealed));
          });
        });
        await store.directory((db) => record(db, { event: 'data.backed_up' }));
        return download;
      },
    },
  };

  async function whyNoBackup(person: Person): Promise<NoBackup | undefined> {
    if (!isHere(person)) return 'served';
    if (settings.KITH_DATABASE_URL !== undefined) return 'postgres';
    return (await countUsers(store)) > 1 ? 'several' : undefined;
  }

  async function dataOf({ id, email }: Person) {
    const user = await userById(store, id);
    if (!user) throw new KithError('NotFound', `The user ${email} no longer exists.`);
    const caller = { user, permissions: 'write' } as const;
    return { caller, data: service.userData(caller) };
  }
}

/** The command that starts kith on the same data. */
function ownCommand(): Command | undefined {
  // A command that needs a secret is not shown on a page.
  if (settings.KITH_DATABASE_URL !== undefined || settings.KITH_SECRET !== undefined) return undefined;
  const { command, args } = ownProgram();
  const files = args.map((file) => realpathSync(file));
  const folder = textIn(environment, 'KITH_DATA_DIR');
  const user = settings.KITH_USER;
  return {
    ...(files.some((file) => file.includes(`${sep}_npx${sep}`))
      ? { command: 'npx', args: ['-y', 'kith-mcp'] }
      : { command, args: files }),
    env: { ...(folder && { KITH_DATA_DIR: resolve(folder) }), ...(user && { KITH_USER: user }) },
    platform: process.platform,
  };
}

/**
 * Returns the output of `work` as an unnamed file, which disappears when it is closed, even if the process is killed.
 * Downloads are complete, and slow ones do not keep the database busy.
 */
async function unnamed(work: (file: FileHandle) => Promise<void>): Promise<Download> {
  const folder = settings.KITH_DATABASE_URL === undefined ? settings.KITH_DATA_DIR : tmpdir();
  const path = join(folder, `kith-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    await work(file);
    return await asDownload(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function asDownload(file: FileHandle): Promise<Download> {
  const { size: bytes } = await file.stat();
  return { bytes, content: Readable.toWeb(file.createReadStream({ start: 0 })) as ReadableStream<Uint8Array> };
}
