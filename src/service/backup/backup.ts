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

// A backup is one file: a copy of the SQLite database, made while kith runs, with the secret in a separate table. It is
// verified by opening it, both when it is made and before it is restored. With a passphrase, the whole file is encrypted
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
 * Copies the data of a folder to a draft, an empty file, and verifies the copy. `secret` is KITH_SECRET, which a backup
 * does not contain.
 */
export function backUp(dataDir: string, draft: string, secret: string | undefined): BackupSummary {
  withDatabase(dataIn(dataDir), (database) => copyInto(database, draft));
  withDatabase(draft, (database) => addFiles(database, dataDir, secret));
  return checkBackup(draft);
}

/** The path of a data folder's database. Throws 404 if there is none. */
export function dataIn(dataDir: string): string {
  const database = join(dataDir, 'kith.db');
  if (!existsSync(database)) throw new KithError('NotFound', `No data found in ${dataDir}.`);
  return database;
}

/** Opens a backup and reads all of it. Throws if it is not a backup, is damaged, or was made by a newer version. */
export function checkBackup(file: string): BackupSummary {
  if (!existsSync(file)) throw new KithError('NotFound', `File not found: ${file}.`);
  return withDatabase(file, (database) => {
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table'`)
      .all()
      .map(({ name }) => name);
    if (!tables.includes(FILES) || !tables.includes('contacts')) throw notABackup(file);
    refuseOthers(database);
    // Comes first, because all later statements can run the schema's code.
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
 * Replaces the data of a folder with a backup. The old data is kept beside it, at the returned path `before`. Throws
 * without changing anything if another process has the data open, or if the backup's secret is not available.
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
      skipChangeNumbers(database);
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
 * Skips change numbers, because devices may know numbers of the replaced data that the backup would reuse. Numbering
 * continues after all of them, and devices with an earlier number sync from the start.
 */
function skipChangeNumbers(database: DatabaseSync): void {
  database.prepare('update card_counters set change = ?1, purged = ?1').run(Date.now());
}

function withDatabase<T>(path: string, work: (database: DatabaseSync) => T): T {
  const DatabaseSync = loadEngine();
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    return work(database);
  } catch (error) {
    // Matches SQLite's messages, because not all runtimes provide the codes of these errors.
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

/** Throws if the backup's secret is missing, because its encrypted data would be unreadable. */
function requireSecret(files: Files, given: string | undefined): void {
  const own = files.get(SECRET);
  const masters = given ?? (own && mastersIn(Buffer.from(own).toString('utf8'), 'the backup'));
  try {
    if (masters !== undefined) {
      loadSecret('', masters).open(PURPOSE, Buffer.from(files.get(SEAL)!).toString('utf8'));
      return;
    }
  } catch {
    // Reported below, like a missing secret.
  }
  throw new KithError('BadRequest', 'The backup was made with a different secret.', {
    hint: own
      ? 'Unset KITH_SECRET, because the backup contains its own.'
      : 'Set KITH_SECRET to the secret of the backup.',
  });
}

/** Gives the current database a second name, under which it is kept. Throws 409 if another process has it open. */
function setAside(target: string): string | undefined {
  if (!existsSync(target)) return undefined;
  const before = `${target}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const DatabaseSync = loadEngine();
  const database = new DatabaseSync(target, { timeout: 1_000 });
  try {
    // Leaving WAL mode requires exclusive access, and moves all data to the database file.
    database.exec('pragma journal_mode = delete; begin exclusive');
    keepAs(target, before);
  } catch (cause) {
    if (sqliteCode(cause) !== SQLITE_BUSY) throw cause;
    throw new KithError('Conflict', 'The data is in use by another kith process.', {
      hint: 'Close the assistants and services that use it, then restore again. Nothing was changed.',
      cause,
    });
  } finally {
    database.close();
  }
  return before;
}

/** Keeps a file under a second name. The original stays until it is replaced, so a crash never loses the database. */
function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    // Some file systems do not support hard links.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}

function putSecret(dataDir: string, files: Files, before: string | undefined): void {
  const bytes = files.get(SECRET);
  if (!bytes) return;
  const path = join(dataDir, SECRET);
  const old = existsSync(path) ? readFileSync(path) : undefined;
  // The old data needs its old secret.
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
  new KithError('BadRequest', `${basename(file)} is damaged. Nothing was changed.`, { hint: 'Use an older backup.' });
const notABackup = (file: string) =>
  new KithError('BadRequest', `${basename(file)} is not a kith backup.`, {
    hint: 'To create a backup, run kith backup FILE.',
  });
