import type { Archive, ArchiveRows, ArchiveSettings } from '../../../contract/archive.ts';
import { yieldToOthers } from '../../../shared/yield.ts';
import type { Context } from '../../runtime/context.ts';
import type { UserData } from '../../runtime/user-data.ts';
import { checkedRows } from './check-rows.ts';
import { partsOf, rowCount } from './parts.ts';
import { putPart } from './put-part.ts';
import { type ArchiveReport, addReport, newReport, sortProblems } from './report.ts';
import { type IdMaps, sameNamed } from './same-named.ts';
import { sameNotes } from './same-notes.ts';

export interface ArchiveOptions {
  dryRun?: boolean;
  /** Finds contacts in the checked rows that the user already has with other ids. */
  match?(rows: ArchiveRows): Promise<ReadonlyMap<string, string>>;
  /** Ends the import after the part in hand; what is done stays done, and another run does the rest. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

type InWrite = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/**
 * Writes an archive into an account: missing rows are added, with the ids and times they had. Existing rows stay as they
 * are, except that empty fields of contacts are filled in. Goes in parts, each a transaction, so
 * that it can stop and go on; a second run changes nothing. A dry run does all of it in one and takes it back.
 */
export function importArchive(
  account: UserData,
  archive: Archive,
  options: ArchiveOptions = {},
): Promise<ArchiveReport> {
  if (!options.dryRun) {
    return withSettings(account, archive.settings, false, () => importParts(account.write, archive, options));
  }
  const inOne = (context: Context) => importParts((work) => work(context), archive, options);
  return withSettings(account, archive.settings, true, () => account.write(inOne, { keep: false }));
}

const CONTENT = ['contacts', 'timeline_items', 'reminders', 'tags', 'groups', 'custom_fields'] as const;

/**
 * An account that holds nothing yet becomes the one that was exported; any other keeps its own settings. Rows are
 * normalized by them, so they come first.
 */
async function withSettings<T>(
  account: UserData,
  settings: ArchiveSettings | undefined,
  dryRun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (!settings || !(await account.read(isEmpty))) return work();
  // An export of a remote service does not tell the country.
  const taken = { ...settings, country: settings.country ?? account.user.country };
  if (!dryRun) {
    await account.saveSettings(taken);
    return work();
  }
  const before = { ...account.user };
  Object.assign(account.user, taken);
  return work().finally(() => Object.assign(account.user, before));
}

async function isEmpty({ db, user }: Context): Promise<boolean> {
  for (const table of CONTENT) {
    const row = await db.selectFrom(table).select('id').where('user_id', '=', user.user_id).limit(1).executeTakeFirst();
    if (row) return false;
  }
  return true;
}

async function importParts(inWrite: InWrite, archive: Archive, options: ArchiveOptions): Promise<ArchiveReport> {
  const rows = beginRows(inWrite, options);
  const checked = await rows.check(archive.rows);
  rows.stand('contacts', (await options.match?.(checked)) ?? new Map());
  await rows.learnNames(checked);
  rows.stand('timeline_items', await rows.sameNotes(checked));
  await rows.put(checked);
  sortProblems(rows.report);
  return rows.report;
}

/** Rows of an archive in several lots; rows that point at others come after them. */
interface RowsImport {
  report: ArchiveReport;
  /** Returns the valid rows, completed, and reports the others. The other functions take checked rows. */
  check(rows: ArchiveRows): Promise<ArchiveRows>;
  /** Ids of the archive that stand for others here. */
  stand(table: 'contacts' | 'timeline_items', ids: ReadonlyMap<string, string>): void;
  /** Finds the tags, fields and groups that are here under other ids. */
  learnNames(rows: ArchiveRows): Promise<void>;
  /** The notes that are here under other ids. */
  sameNotes(rows: ArchiveRows): Promise<Map<string, string>>;
  /** Writes rows in parts. Stops, and says so in the report, when it is canceled. */
  put(rows: ArchiveRows): Promise<void>;
}

function beginRows(inWrite: InWrite, options: ArchiveOptions): RowsImport {
  const report = newReport(options.dryRun ?? false);
  const maps: IdMaps = {};
  const learn = (table: keyof IdMaps, ids: ReadonlyMap<string, string>) => {
    maps[table] = new Map([...(maps[table] ?? []), ...ids]);
  };
  return {
    report,
    check: (rows) => checkedRows(rows, report),
    stand: learn,
    async learnNames(rows) {
      const named = await inWrite((context) => sameNamed(context, rows));
      for (const [table, ids] of Object.entries(named)) learn(table as keyof IdMaps, ids);
    },
    sameNotes: (rows) => inWrite((context) => sameNotes(context, rows, maps)),
    async put(rows) {
      const total = rowCount(rows);
      let done = 0;
      for (const part of partsOf(rows)) {
        if (options.signal?.aborted) {
          report.stopped = { reason: 'canceled', left: total - done };
          return;
        }
        addReport(report, await inWrite((context) => putPart(context, part, maps)));
        done += rowCount(part);
        options.onProgress?.(done, total);
        // The embedded service never waits for anything: without a pause no signal would ever be heard.
        await yieldToOthers();
      }
    },
  };
}
