import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import type { BackupSummary } from '../service/backup.ts';
import { processEnvironment } from './environment.ts';
import { dataDirectory, namesRemote } from './settings.ts';
import { recordDone } from './with-data.ts';

/** `kith backup FILE`: a copy of all data while kith runs, checked by opening it. */
export async function runBackup(args: string[]): Promise<number> {
  const file = fileOf('backup', args);
  const { backUp } = await import('../service/backup.ts');
  const summary = backUp(dataDirectory(), file, processEnvironment.KITH_SECRET);
  await recordDone({ event: 'data.backed_up' }, 'everybody');
  process.stdout.write(`${file}: ${inWords(summary)}. Opened and checked.\n`);
  if (processEnvironment.KITH_SECRET !== undefined)
    process.stdout.write('KITH_SECRET is not in it: keep that too, or sealed parts cannot be read again.\n');
  return 0;
}

/** `kith restore FILE`: the data becomes that of a backup; what was there is kept beside it. */
export async function runRestore(args: string[]): Promise<number> {
  const file = fileOf('restore', args);
  const { restoreBackup } = await import('../service/backup.ts');
  const { before, ...summary } = restoreBackup(file, dataDirectory(), processEnvironment.KITH_SECRET);
  await recordDone({ event: 'data.restored' }, 'everybody');
  process.stdout.write(`Restored ${inWords(summary)}.\n`);
  if (before) process.stdout.write(`The data that was there is in ${before}.\n`);
  return 0;
}

function fileOf(command: 'backup' | 'restore', args: string[]): string {
  const [file, ...more] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (!file || more.length > 0) throw new KithError('BadRequest', `Usage: kith ${command} FILE`);
  if (namesRemote())
    throw new KithError('BadRequest', `kith ${command} works on data here, and KITH_BASE_URL names a remote service.`, {
      hint: 'Run it where the data is. kith export saves what you own there.',
    });
  if (processEnvironment.KITH_DATABASE_URL !== undefined) throw onPostgres(command);
  return file;
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
  `${contacts} contacts, ${notes} notes and ${photos} photos of ${users} ${users === 1 ? 'user' : 'users'}, ${(bytes / 1e6).toFixed(1)} MB`;
