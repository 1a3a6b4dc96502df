import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { settings } from '../../process/environment.ts';
import { counted } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { loadEngine } from '../../store/engine.ts';
import { asProblem, type Finding } from './findings.ts';

const LITTLE_DISK_BYTES = 200 * 1024 * 1024;

/** Checks the data folder and its database without changing them. On PostgreSQL, only the connection is checked. */
export async function checkData(): Promise<Finding[]> {
  if (settings.KITH_DATABASE_URL) return [await checkDatabases()];
  const engine = checkEngine();
  if (engine) return [engine];
  const folder = settings.KITH_DATA_DIR;
  if (!existsSync(folder)) return [await checkPlace(folder)];
  return [
    ...(await checkFolder(folder)),
    ...(await checkSecret(folder)),
    ...(await checkDatabase(join(folder, 'kith.db'))),
  ];
}

/** Whether a start as the local user would find existing data. On PostgreSQL, there may be only other users. */
export const isThereData = (): boolean =>
  settings.KITH_DATABASE_URL ? !!settings.KITH_USER : existsSync(join(settings.KITH_DATA_DIR, 'kith.db'));

async function checkDatabases(): Promise<Finding> {
  try {
    const [{ openLocalData }, { countUsers }] = await Promise.all([
      import('../../server/composition/local-data.ts'),
      import('../../identity/users/users.ts'),
    ]);
    const { store } = openLocalData();
    try {
      return { state: 'ok', what: `The data is on PostgreSQL: ${counted(await countUsers(store), 'user')}.` };
    } finally {
      await store.close();
    }
  } catch (error) {
    return asProblem(error);
  }
}

/** Returns a problem if this Node.js cannot open a database. */
function checkEngine(): Finding | undefined {
  try {
    new (loadEngine())(':memory:').close();
    return undefined;
  } catch (error) {
    return asProblem(error);
  }
}

/** Checks whether the missing folder could be created. */
async function checkPlace(folder: string): Promise<Finding> {
  let above = folder;
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above);
  try {
    await access(above, constants.W_OK | constants.X_OK);
    if (!(await stat(above)).isDirectory()) throw new Error('a file is in the way');
    return { state: 'ok', what: `There is no data yet. The first call creates it in ${folder}.` };
  } catch {
    const what = `There is no data yet, and it cannot be created in ${folder}: ${above} is not a writable folder.`;
    return {
      state: 'problem',
      what,
      todo: "Change the folder's owner to the user that runs kith, or set KITH_DATA_DIR to another folder.",
    };
  }
}

async function checkFolder(folder: string): Promise<Finding[]> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const todo = "Change the folder's owner to the user that runs kith, or set KITH_DATA_DIR to another folder.";
    return [{ state: 'problem', what: `${folder} is not readable and writable.`, todo }];
  }
  const found: Finding[] = [{ state: 'ok', what: `The data is in ${folder}.` }];
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < LITTLE_DISK_BYTES) {
    const what = `Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk.`;
    found.push({ state: 'warning', what, todo: 'Free up space. Otherwise nothing can be saved soon.' });
  }
  return found;
}

/** Returns a problem if the user that runs kith has no access to a data file. The file is not damaged then. */
async function barredFrom(file: string, use: 'read' | 'read and written'): Promise<Finding | undefined> {
  try {
    await access(file, use === 'read' ? constants.R_OK : constants.R_OK | constants.W_OK);
    return undefined;
  } catch {
    return {
      state: 'problem',
      what: `${file} cannot be ${use}.`,
      todo: 'Change its owner to the user that runs kith.',
    };
  }
}

async function checkSecret(folder: string): Promise<Finding[]> {
  if (settings.KITH_SECRET) return [];
  const file = join(folder, 'secret');
  if (!existsSync(file)) {
    if (!existsSync(join(folder, 'kith.db'))) return [];
    const what = 'The file "secret" next to the data is missing: API keys and connected accounts cannot be opened.';
    return [{ state: 'problem', what, todo: 'Restore it from a backup, or set KITH_SECRET to its content.' }];
  }
  const barred = await barredFrom(file, 'read');
  if (barred) return [barred];
  // On Windows, file modes do not show who can read a file.
  if (process.platform === 'win32') return [{ state: 'ok', what: 'The secret is next to the data.' }];
  const shared = ((await stat(file)).mode & 0o077) !== 0;
  if (!shared) return [{ state: 'ok', what: 'The secret next to the data is readable only by its owner.' }];
  return [{ state: 'warning', what: 'Other users can read the secret next to the data.', todo: `chmod 600 '${file}'` }];
}

async function checkDatabase(path: string): Promise<Finding[]> {
  if (!existsSync(path)) return [{ state: 'ok', what: 'There is no database yet. The first call creates it.' }];
  const barred = await barredFrom(path, 'read and written');
  if (barred) return [barred];
  try {
    const database = new (loadEngine())(path, { timeout: 5_000 });
    try {
      const said = database
        .prepare('pragma quick_check(5)')
        .all()
        .flatMap((row) => Object.values(row).map(String));
      if (said.join() !== 'ok') return [damaged(said.join('; '))];
      const broken = database.prepare('pragma foreign_key_check').all().length;
      if (broken > 0) return [damaged(`${counted(broken, 'row references', 'rows reference')} a missing row`)];
      return [{ state: 'ok', what: 'The database is intact.' }];
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof KithError) return [asProblem(error)];
    return [damaged((error as Error).message)];
  }
}

const damaged = (why: string): Finding => ({
  state: 'problem',
  what: `The database is damaged: ${why}.`,
  todo: 'Stop kith, keep a copy of the folder, and restore the last backup.',
});
