import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { settings } from '../../process/environment.ts';
import { counted, requirePipe, say, sayBytes, tell } from '../../process/print.ts';
import { recordDone } from '../../server/composition/local-data.ts';
import type { BackupSummary } from '../../service/backup/backup.ts';
import { KithError } from '../../shared/error.ts';
import { knownPassphrase, mayReplace, newPassphrase } from '../input/ask.ts';
import { naming } from '../input/files.ts';

interface RestoreOptions {
  passphraseFile?: string | undefined;
}

interface BackupOptions extends RestoreOptions {
  encrypt?: true | undefined;
  force?: true | undefined;
}

/**
 * `kith backup FILE`: copies all data while kith runs, and verifies the copy by opening it. `-` writes to standard
 * output.
 */
export async function runBackup(file: string, values: BackupOptions): Promise<number> {
  requireEmbedded('backup');
  const isStream = file === '-';
  if (isStream) requirePipe();
  const [{ backUp, dataIn }, { withDraft, writeAtomically }] = await Promise.all([
    import('../../service/backup/backup.ts'),
    import('../../shared/files/atomic-write.ts'),
  ]);
  const { KITH_DATA_DIR: dataDir, KITH_SECRET: secret } = settings;
  dataIn(dataDir);
  const replace = !isStream && (await mayReplace(file, values.force === true));
  const write = <T>(work: (draft: string) => T | Promise<T>): Promise<T> =>
    isStream ? withDraft(dataDir, (draft) => streamed(draft, work)) : writeAtomically(file, replace, work);
  const done = async (...lines: string[]): Promise<number> => {
    await recordDone({ event: 'data.backed_up' }, 'everybody');
    // Standard output contains the backup itself.
    if (isStream) tell(lines.join(''));
    else await say(`${file}: `, lines);
    return 0;
  };
  if (!values.encrypt && values.passphraseFile === undefined) {
    const summary = await write((draft) => backUp(dataDir, draft, secret));
    return done(`${inWords(summary)}. Opened and checked.\n`, secret === undefined ? OPEN : OPEN_WITHOUT_SECRET);
  }
  const phrase = await newPassphrase(values.passphraseFile);
  const { sealFile } = await import('../../service/backup/sealed-file.ts');
  // The unencrypted copy stays in the data folder.
  const summary = await withDraft(dataDir, async (plain) => {
    const made = backUp(dataDir, plain, secret);
    await write((draft) => sealFile(plain, draft, phrase));
    return made;
  });
  const kept = secret === undefined ? '' : SECRET_APART;
  return done(`${inWords(summary)}, encrypted. Opened and checked.\n`, UNREADABLE, kept);
}

/** Writes the draft that `work` made to standard output. */
async function streamed<T>(draft: string, work: (draft: string) => T | Promise<T>): Promise<T> {
  const result = await work(draft);
  await sayBytes(createReadStream(draft));
  return result;
}

const UNREADABLE = 'Without the passphrase, no one can read it, not even you.\n';
const SECRET_APART = 'KITH_SECRET is not included. Keep a copy of it, or the encrypted parts cannot be read again.\n';
const OPEN =
  'It is not encrypted and contains the secret key: anyone with this file can read everything, use its API keys, and open connected accounts. To encrypt it with a passphrase, use --encrypt.\n';
const OPEN_WITHOUT_SECRET = `It is not encrypted: anyone with this file can read every contact and note. To encrypt it with a passphrase, use --encrypt.\n${SECRET_APART}`;

/** `kith restore FILE`, or `-` for standard input: replaces the data with a backup. The old data is kept next to it. */
export async function runRestore(file: string, values: RestoreOptions): Promise<number> {
  requireEmbedded('restore');
  const { before, ...summary } = await restoredFrom(file, values.passphraseFile);
  await recordDone({ event: 'data.restored' }, 'everybody');
  await say(`Restored ${inWords(summary)}.\n`);
  if (before) await say(`The previous data is in ${before}.\n`);
  return 0;
}

async function restoredFrom(file: string, passphraseFile: string | undefined) {
  if (file !== '-') return restored(file, passphraseFile);
  const { withDraft } = await import('../../shared/files/atomic-write.ts');
  mkdirSync(settings.KITH_DATA_DIR, { recursive: true, mode: 0o700 });
  return withDraft(settings.KITH_DATA_DIR, async (draft) => {
    await pipeline(process.stdin, createWriteStream(draft));
    return restored(draft, passphraseFile);
  });
}

async function restored(file: string, passphraseFile: string | undefined) {
  const [{ restoreBackup }, { isSealed, openSealed }, { withDraft }] = await Promise.all([
    import('../../service/backup/backup.ts'),
    import('../../service/backup/sealed-file.ts'),
    import('../../shared/files/atomic-write.ts'),
  ]);
  const { KITH_DATA_DIR: dataDir, KITH_SECRET: secret } = settings;
  if (!existsSync(file) || !(await naming(file, () => isSealed(file)))) return restoreBackup(file, dataDir, secret);
  const phrase = await knownPassphrase(passphraseFile);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return withDraft(dataDir, async (plain) => {
    await openSealed(file, plain, phrase);
    return restoreBackup(plain, dataDir, secret);
  });
}

function requireEmbedded(command: 'backup' | 'restore'): void {
  if (settings.KITH_BASE_URL)
    throw new KithError(
      'BadRequest',
      `kith ${command} works only on local data, but KITH_BASE_URL is set to a remote service.`,
      {
        hint: 'Run it on the server. To save your own data from here, run kith export.',
      },
    );
  if (settings.KITH_DATABASE_URL !== undefined) throw onPostgres(command);
}

/** PostgreSQL has better tools: point-in-time recovery, streaming, consistent backups of all servers. */
const onPostgres = (command: 'backup' | 'restore') =>
  new KithError('BadRequest', `kith ${command} does not support PostgreSQL. Use the database's own tools.`, {
    hint:
      command === 'backup'
        ? 'Run pg_dump --format=custom --file=FILE URL, and keep a copy of KITH_SECRET.'
        : 'Stop kith, run pg_restore --clean --if-exists --dbname=URL FILE, and use the same KITH_SECRET.',
  });

const inWords = ({ users, contacts, notes, photos, bytes }: BackupSummary): string =>
  `${counted(contacts, 'contact')}, ${counted(notes, 'note')} and ${counted(photos, 'photo')} of ${counted(users, 'user')}, ${(bytes / 1e6).toFixed(1)} MB`;
