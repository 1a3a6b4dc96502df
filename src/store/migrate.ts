import { KithError } from '../shared/error.ts';
import type { DatabaseSync } from './engine.ts';
import { people, search } from './migrations/0001-people.ts';
import { viewsAndLinks } from './migrations/0002-views-and-links.ts';
import { reminders } from './migrations/0003-reminders.ts';
import { outbox } from './migrations/0004-outbox.ts';
import { accounts } from './migrations/0005-accounts.ts';
import { matching } from './migrations/0006-matching.ts';
import { bin } from './migrations/0007-bin.ts';
import { groupMerges } from './migrations/0008-group-merges.ts';
import { contactsFound } from './migrations/0009-contacts-found.ts';
import { photos } from './migrations/0010-photos.ts';
import { keys } from './migrations/0011-keys.ts';
import { stems } from './migrations/0012-stems.ts';
import { calendarChoices } from './migrations/0013-calendar-choices.ts';
import { keysAnew } from './migrations/0014-keys-anew.ts';
import { signIn } from './migrations/0015-sign-in.ts';
import { cards } from './migrations/0016-cards.ts';
import { jobs } from './migrations/0017-jobs.ts';
import { appPasswords } from './migrations/0018-app-passwords.ts';
import { lastContact } from './migrations/0019-last-contact.ts';
import { feeds } from './migrations/0020-feeds.ts';
import { followedBooks } from './migrations/0021-followed-books.ts';
import { messages } from './migrations/0022-messages.ts';
import { cardProperties } from './migrations/0023-card-properties.ts';
import { keptCounts } from './migrations/0024-kept-counts.ts';
import { searchInOrder } from './migrations/0025-search-in-order.ts';
import { oneDatabase } from './migrations/0026-one-database.ts';
import { foundPeople } from './migrations/0027-found-people.ts';
import type { ColumnTypes } from './migrations/types.ts';
import { SQLITE } from './migrations/types.ts';
import { hasStatistics, writeStatistics } from './sqlite-statistics.ts';

/** In order, never edited once released: the position is the schema's version. */
export const MIGRATIONS = [
  (types: ColumnTypes) => [...people(types), ...search(types)],
  viewsAndLinks,
  reminders,
  outbox,
  accounts,
  matching,
  bin,
  groupMerges,
  contactsFound,
  photos,
  keys,
  stems,
  calendarChoices,
  keysAnew,
  signIn,
  cards,
  jobs,
  appPasswords,
  lastContact,
  feeds,
  followedBooks,
  messages,
  cardProperties,
  keptCounts,
  searchInOrder,
  oneDatabase,
  foundPeople,
];

/**
 * Brings the schema and the planner's statistics up to date in one transaction. Takes the write lock before it reads the
 * version, so that of several processes that start at once one migrates and the others find the work done.
 * Throws when the database was written by a newer kith.
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === MIGRATIONS.length && hasStatistics(database)) return;
  database.exec('begin immediate');
  try {
    refuseNewer(database);
    runMigrations(database, versionOf(database), MIGRATIONS.length);
    writeStatistics(database);
    database.exec(`pragma user_version = ${MIGRATIONS.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Migrates the schema from one version to a later one, in the caller's transaction. */
export function runMigrations(database: DatabaseSync, from: number, to: number): void {
  for (const statements of MIGRATIONS.slice(from, to)) {
    for (const statement of statements(SQLITE)) database.exec(statement);
  }
}

export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()!.user_version);

/** Throws when the database was written by a newer kith. Only reads, so that such data stays as it is. */
export function refuseNewer(database: DatabaseSync): void {
  refuseVersion(versionOf(database));
}

/** Throws 503 while the schema is older than this kith needs, as under data put back from elsewhere. */
export const requireSchema = (database: DatabaseSync): void => requireVersion(versionOf(database));

/**
 * The same for a version. A newer one passes, for reading and on PostgreSQL: nodes that are not updated yet keep running
 * beside those that are.
 */
export function requireVersion(version: number): void {
  if (version >= MIGRATIONS.length) return;
  throw new KithError('ServiceUnavailable', `This data has schema version ${version}, which is too old.`, {
    hint: 'Restart kith: it brings the schema up to date.',
  });
}

/** Throws for a schema that this kith does not know. */
export function refuseVersion(version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new KithError(
    'ServiceUnavailable',
    `This data has schema version ${version}; this kith knows up to ${MIGRATIONS.length}.`,
    { hint: 'Update kith, or start it again where that is done. The data was left as it is.' },
  );
}
