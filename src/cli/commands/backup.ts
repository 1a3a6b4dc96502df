import { existsSync, mkdirSync } from 'node:fs';
import { KithError } from '../../contract/error.ts';
import type { BackupSummary } from '../../service/backup/backup.ts';
import { knownPassphrase, mayReplace, newPassphrase } from '../ask.ts';
import { settings } from '../environment.ts';
import { naming } from '../files.ts';
import { recordDone } from '../local-data.ts';
import { counted, say } from '../output/print.ts';

interface RestoreOptions {
  passphraseFile?: string | undefined;
}

interface BackupOptions extends RestoreOptions {
  encrypt?: true | undefined;
  force?: true | undefined;
}

/** `kith backup FILE`: a copy of all data while kith runs, checked by opening it. */
export async function runBackup(file: string, values: BackupOptions): Promise<number> {
  requireEmbedded('backup');
  const [{ backUp, dataIn }, { withDraft, writeWhole }] = await Promise.all([
    import('../../service/backup/backup.ts'),
    import('../../service/backup/whole-file.ts'),
  ]);
  const { KITH_DATA_DIR: dataDir, KITH_SECRET: secret } = settings;
  dataIn(dataDir);
  const replace = await mayReplace(file, values.force === true);
  if (!values.encrypt && values.passphraseFile === undefined) {
    const summary = await writeWhole(file, replace, (draft) => backUp(dataDir, draft, secret));
    await recordDone({ event: 'data.backed_up' }, 'everybody');
    await say(`${file}: ${inWords(summary)}. Opened and checked.\n`, secret === undefined ? OPEN : OPEN_WITHOUT_SECRET);
    return 0;
  }
  const phrase = await newPassphrase(values.passphraseFile);
  const { sealFile } = await import('../../service/backup/sealed-file.ts');
  // The copy that is not yet encrypted stays where the data is.
  const summary = await withDraft(dataDir, async (plain) => {
    const made = backUp(dataDir, plain, secret);
    await writeWhole(file, replace, (draft) => sealFile(plain, draft, phrase));
    return made;
  });
  await recordDone({ event: 'data.backed_up' }, 'everybody');
  await say(`${file}: ${inWords(summary)}, encrypted. Opened and checked.\n`);
  await say('Without the passphrase nobody can read it, not even you.\n', secret === undefined ? '' : SECRET_APART);
  return 0;
}

const SECRET_APART = 'KITH_SECRET is not in it: keep that too, or sealed parts cannot be read again.\n';
const OPEN =
  'It is not encrypted, and holds the secret of the data too: with this file anybody can read everything, use the API keys in it and open connected accounts. --encrypt asks for a passphrase.\n';
const OPEN_WITHOUT_SECRET = `It is not encrypted: with this file anybody can read every contact and note. --encrypt asks for a passphrase.\n${SECRET_APART}`;

/** `kith restore FILE`: the data becomes that of a backup; what was there is kept beside it. */
export async function runRestore(file: string, values: RestoreOptions): Promise<number> {
  requireEmbedded('restore');
  const { before, ...summary } = await restored(file, values.passphraseFile);
  await recordDone({ event: 'data.restored' }, 'everybody');
  await say(`Restored ${inWords(summary)}.\n`);
  if (before) await say(`The data that was there is in ${before}.\n`);
  return 0;
}

async function restored(file: string, passphraseFile: string | undefined) {
  const [{ restoreBackup }, { isSealed, openSealed }, { withDraft }] = await Promise.all([
    import('../../service/backup/backup.ts'),
    import('../../service/backup/sealed-file.ts'),
    import('../../service/backup/whole-file.ts'),
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
    throw new KithError('BadRequest', `kith ${command} works on data here, and KITH_BASE_URL names a remote service.`, {
      hint: 'Run it where the data is. kith export saves what you own there.',
    });
  if (settings.KITH_DATABASE_URL !== undefined) throw onPostgres(command);
}

/** PostgreSQL has better means of its own: point in time, streaming, of all databases at one moment. */
const onPostgres = (command: 'backup' | 'restore') =>
  new KithError('BadRequest', `On PostgreSQL kith ${command} leaves this to the database's own tools.`, {
    hint:
      command === 'backup'
        ? 'For each database of KITH_DATABASE_URL: pg_dump --format=custom --file=FILE URL. Keep KITH_SECRET with it.'
        : 'With kith stopped, for each database: pg_restore --clean --if-exists --dbname=URL FILE. Use the same KITH_SECRET.',
  });

const inWords = ({ users, contacts, notes, photos, bytes }: BackupSummary): string =>
  `${counted(contacts, 'contact')}, ${counted(notes, 'note')} and ${counted(photos, 'photo')} of ${counted(users, 'user')}, ${(bytes / 1e6).toFixed(1)} MB`;
