import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { loadSecret, mastersIn } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { removeFile, syncFile } from '../../shared/files/atomic-write.ts';
import { type DatabaseSync, loadEngine, SQLITE_BUSY, sqliteCode } from '../../store/engine.ts';
import { refuseOthers } from '../../store/migrate.ts';
import { requireOwnSchema } from './schema-check.ts';

// A backup is one file: a copy of the SQLite database, made while kith runs, with the secret in a table of its
// own. It is checked by opening it, when it is made and before it is restored. With a passphrase the whole file is sealed
// (sealed-file.ts).

export interface BackupSummary {
  bytes: number;
  users: number;
  contacts: number;
  notes: number;
  photos: number;
}

const FILES = 'backup_files';
const FILES_TABLE = `create table ${FILES} (name text not null primary key, bytes blob not null)`;
const SECRET = 'secret';
const SEAL = 'seal';
const PURPOSE = 'backup';

/**
 * Copies the data of a folder into a draft, an empty file, and checks the copy. `secret` is KITH_SECRET, which a backup
 * does not hold.
 */
export function backUp(dataDir: string, draft: string, secret: string | undefined): BackupSummary {
  withDatabase(dataIn(dataDir), (database) => copyInto(database, draft));
  withDatabase(draft, (database) => addFiles(database, dataDir, secret));
  return checkBackup(draft);
}

/** The database of a data folder. Throws where there is none. */
export function dataIn(dataDir: string): string {
  const database = join(dataDir, 'kith.db');
  if (!existsSync(database)) throw new KithError('NotFound', `There is no data in ${dataDir}.`);
  return database;
}

/** Opens a backup and reads all of it. Throws for a file that is not a backup, is damaged, or comes from a newer kith. */
export function checkBackup(file: string): BackupSummary {
  if (!existsSync(file)) throw new KithError('NotFound', `There is no file ${file}.`);
  return withDatabase(file, (database) => {
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table'`)
      .all()
      .map(({ name }) => name);
    if (!tables.includes(FILES) || !tables.includes('contacts')) throw notABackup(file);
    refuseOthers(database);
    // Check this first, because all later statements can run the schema's code.
    requireOwnSchema(database, FILES_TABLE);
    const damage = [
      ...lines(database, 'integrity_check').filter((line) => line !== 'ok'),
      ...lines(database, 'foreign_key_check'),
    ];
    if (damage.length > 0) throw damaged(file);
    const count = (table: string) => Number(database.prepare(`select count(*) as n from ${table}`).get()!.n);
    return {
      bytes: statSync(file).size,
      users: count('users'),
      contacts: count('contacts'),
      notes: count('timeline_items'),
      photos: count('photos'),
    };
  });
}

/**
 * Makes the data of a folder that of a backup. What was there stays beside it under another name, which is the
 * answer's `before`. Throws, with nothing changed, while another process has the data open, and when the secret
 * of the backup is not at hand.
 */
export function restoreBackup(
  file: string,
  dataDir: string,
  secret: string | undefined,
): BackupSummary & { before: string | undefined } {
  const summary = checkBackup(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const target = join(dataDir, 'kith.db');
  const draft = join(dataDir, `kith.db.${randomUUID().slice(0, 8)}.part`);
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const files = withDatabase(file, (database) => {
      const files = readFiles(database);
      requireSecret(files, secret);
      copyInto(database, draft);
      return files;
    });
    withDatabase(draft, (database) => {
      database.exec(`drop table ${FILES}`);
      countAnew(database);
    });
    syncFile(draft);
    const before = setAside(target);
    if (secret === undefined) putSecret(dataDir, files, before);
    renameSync(draft, target);
    syncFile(dataDir);
    return { ...summary, before };
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

/**
 * Devices that were in step with what is replaced may know of changes that the backup does not: its numbers would come twice.
 * They go on from a number that is later than all of them, and whoever knows an earlier one begins anew.
 */
function countAnew(database: DatabaseSync): void {
  database.prepare('update card_counters set change = ?1, purged = ?1').run(Date.now());
}

function withDatabase<T>(path: string, work: (database: DatabaseSync) => T): T {
  const DatabaseSync = loadEngine();
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    return work(database);
  } catch (error) {
    // By SQLite's own words: not every engine passes on its code for these.
    const { message } = error as Error;
    if (/file is not a database/.test(message)) throw notABackup(path);
    if (/disk image is malformed|malformed database schema/.test(message)) throw damaged(path);
    throw error;
  } finally {
    database.close();
  }
}

/** Copies a consistent state of the data, even while others write. */
const copyInto = (database: DatabaseSync, path: string): void =>
  database.exec(`vacuum into '${path.replaceAll("'", "''")}'`);

const lines = (database: DatabaseSync, pragma: string): string[] =>
  database
    .prepare(`pragma ${pragma}`)
    .all()
    .map((row) => Object.values(row).join(' '));

function addFiles(database: DatabaseSync, dataDir: string, secret: string | undefined): void {
  database.exec(FILES_TABLE);
  const put = database.prepare(`insert into ${FILES} (name, bytes) values (?, ?)`);
  const path = join(dataDir, SECRET);
  put.run(SEAL, Buffer.from(loadSecret(path, secret, true).seal(PURPOSE, 'kith')));
  if (secret === undefined) put.run(SECRET, readFileSync(path));
}

type Files = Map<string, Uint8Array>;

const readFiles = (database: DatabaseSync): Files =>
  new Map(
    database
      .prepare(`select name, bytes from ${FILES}`)
      .all()
      .map(({ name, bytes }) => [String(name), bytes as Uint8Array]),
  );

/** Without its secret the sealed part of the data could never be read again. */
function requireSecret(files: Files, given: string | undefined): void {
  const own = files.get(SECRET);
  const masters = given ?? (own && mastersIn(Buffer.from(own).toString('utf8'), 'the backup'));
  try {
    if (masters !== undefined) {
      loadSecret('', masters).open(PURPOSE, Buffer.from(files.get(SEAL)!).toString('utf8'));
      return;
    }
  } catch {
    // Reported below: every way of not fitting is treated the same.
  }
  throw new KithError('BadRequest', 'The backup was made with another secret.', {
    hint: own ? 'Unset KITH_SECRET: the backup brings its own.' : 'Set KITH_SECRET to the one it was made with.',
  });
}

/** Gives the present database a second name, which it keeps. Throws while another process has it open. */
function setAside(target: string): string | undefined {
  if (!existsSync(target)) return undefined;
  const before = `${target}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const DatabaseSync = loadEngine();
  const database = new DatabaseSync(target, { timeout: 1_000 });
  try {
    // Leaving WAL needs the file alone, and puts all that was written into it.
    database.exec('pragma journal_mode = delete; begin exclusive');
    keepAs(target, before);
  } catch (cause) {
    if (sqliteCode(cause) !== SQLITE_BUSY) throw cause;
    throw new KithError('Conflict', 'The data is in use by another kith.', {
      hint: 'Close the assistants and services that use it, then restore again. Nothing was changed.',
      cause,
    });
  } finally {
    database.close();
  }
  return before;
}

/** The data never lacks a database, whenever the machine stops: the new one takes the name in one step. */
function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    // Some file systems know no links.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}

function putSecret(dataDir: string, files: Files, before: string | undefined): void {
  const bytes = files.get(SECRET);
  if (!bytes) return;
  const path = join(dataDir, SECRET);
  const old = existsSync(path) ? readFileSync(path) : undefined;
  // The data that was set aside needs the secret it was sealed with.
  if (old && !old.equals(bytes) && before) writeFileSync(`${before}.secret`, old, { mode: 0o600 });
  writeWhole(path, bytes);
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const draft = `${path}.part`;
  writeFileSync(draft, bytes, { mode: 0o600 });
  syncFile(draft);
  renameSync(draft, path);
}

const damaged = (file: string) =>
  new KithError('BadRequest', `${basename(file)} is damaged and was left alone.`, { hint: 'Use an older backup.' });
const notABackup = (file: string) =>
  new KithError('BadRequest', `${basename(file)} is not a backup of kith.`, { hint: 'kith backup FILE makes one.' });
