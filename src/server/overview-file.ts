import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

// The overview in the instructions of the last session, in a file beside the SQLite data. A new process shows it without
// loading the service or opening the data. It has names of groups, tags, and custom fields, which are also in kith.db.
//
// The file names the state of the data that it describes. A commit goes to the log first, so while the log is empty or
// missing, kith.db has all data, and every change of kith.db sets its times. They can be coarse: after a save within the
// same tick of the file system's clock, a later commit could leave them as they are. So a text is saved only if the file
// system has stamped its file later than kith.db, whatever the clock's precision. Nothing is proven while the log has
// content, because a reused log keeps its size, and Windows updates times late while a file is open.
//
// A copied or restored kith.db has another inode or change time. A clock that is set back ends the text's validity. A
// process that is killed leaves the old file or none, and the next one opens the data.

export const OVERVIEW_FILE = 'overview.json';
/** More than a text, whose length is bounded, needs. */
const MAX_BYTES = 4_096;

export interface OverviewPlace {
  dataDir: string;
  /** Email in KITH_USER, empty for the default user. */
  user: string;
  version: string;
}

export interface SessionOverview {
  text: string;
  /** Times between which it is true, in milliseconds. */
  from: number;
  until: number;
}

interface SavedOverview extends SessionOverview {
  user: string;
  version: string;
  database: string;
}

/** Returns the saved text, or undefined if there is none for this user and version, or it may no longer be true. */
export function readOverview({ dataDir, user, version }: OverviewPlace): string | undefined {
  try {
    const database = databaseState(dataDir);
    const saved = database && readSmallFile(join(dataDir, OVERVIEW_FILE), database.owner);
    if (!saved) return undefined;
    const now = Date.now();
    const isTrue =
      saved.database === database.state &&
      saved.user === user &&
      saved.version === version &&
      saved.from <= now &&
      now < saved.until;
    return isTrue && typeof saved.text === 'string' ? saved.text : undefined;
  } catch {
    // A missing or damaged file is not a problem to report.
    return undefined;
  }
}

/**
 * Saves a text that describes the data as it is. `isCurrent` returns whether nobody has written to the data since the
 * text was made. Returns whether it was saved.
 */
export function writeOverview(place: OverviewPlace, overview: SessionOverview, isCurrent: () => boolean): boolean {
  const { dataDir, user, version } = place;
  const database = databaseState(dataDir);
  if (!database) return false;
  const saved: SavedOverview = { ...overview, user, version, database: database.state };
  const bytes = Buffer.from(JSON.stringify(saved));
  if (bytes.length > MAX_BYTES) return false;
  const draft = join(dataDir, `${OVERVIEW_FILE}.${crypto.randomUUID()}.part`);
  const handle = openSync(draft, 'wx', 0o600);
  let isKept = false;
  try {
    writeSync(handle, bytes);
    const stamped = fstatSync(handle, { bigint: true }).mtimeNs;
    closeSync(handle);
    // Anything committed after this check is stamped later than kith.db was.
    isKept = database.changed.every((time) => time < stamped) && isCurrent();
    if (isKept) renameSync(draft, join(dataDir, OVERVIEW_FILE));
    return isKept;
  } finally {
    if (!isKept) unlinkSync(draft);
  }
}

/** Identifies the content of kith.db. Undefined if there is more in the log. */
function databaseState(dataDir: string): { state: string; changed: bigint[]; owner: bigint } | undefined {
  const path = join(dataDir, 'kith.db');
  const log = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false });
  if (log && log.size > 0n) return undefined;
  const { ino, size, mtimeNs, ctimeNs, uid } = statSync(path, { bigint: true });
  return {
    state: `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
    changed: [mtimeNs, ctimeNs],
    owner: uid,
  };
}

/** Undefined for links, other kinds of files, large files, and files of another owner than the data's. */
function readSmallFile(path: string, owner: bigint): SavedOverview | undefined {
  // Windows has neither flag. Without O_NONBLOCK, opening a named pipe would wait.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const about = fstatSync(handle, { bigint: true });
    if (!about.isFile() || about.uid !== owner || about.size > BigInt(MAX_BYTES)) return undefined;
    const bytes = Buffer.alloc(MAX_BYTES);
    return JSON.parse(bytes.toString('utf8', 0, readSync(handle, bytes)));
  } finally {
    closeSync(handle);
  }
}
