import type { Archive, ArchiveRows, ArchiveSettings } from '../../../contract/archive.ts';
import { yieldToOthers } from '../../../shared/yield.ts';
import type { Context } from '../../runtime/context.ts';
import type { UserData } from '../../runtime/user-data.ts';
import { checkedRows } from './check-rows.ts';
import { partsOf, rowCount } from './parts.ts';
import { putPart } from './put-part.ts';
import { type ArchiveReport, addReport, newReport, sortProblems } from './report.ts';
import { type IdMaps, matchByName } from './same-named.ts';
import { sameNotes } from './same-notes.ts';

export interface ArchiveOptions {
  dryRun?: boolean;
  /** Finds contacts in the validated rows that the user already has under other ids. */
  match?(rows: ArchiveRows): Promise<ReadonlyMap<string, string>>;
  /** Stops the import after the current part. Imported rows are kept, and another run imports the rest. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

type InWrite = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/**
 * Imports an archive into an account. Missing rows are added with their original ids and times. Existing rows are not
 * changed, except that empty contact fields are filled in. Each part is a transaction, so an import can be stopped and
 * resumed, and a second run changes nothing. A dry run does everything in one transaction and rolls it back.
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
 * Applies the archive's settings to an empty account; others keep their own. Settings are applied first, because they
 * determine how rows are normalized.
 */
async function withSettings<T>(
  account: UserData,
  settings: ArchiveSettings | undefined,
  dryRun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (!settings || !(await account.read(isEmpty))) return work();
  // Exports of remote services have no country.
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

/** Imports an archive in several batches. Rows come after the rows they refer to. */
interface RowsImport {
  report: ArchiveReport;
  /** Returns the valid rows, completed, and reports the others. The other functions require validated rows. */
  check(rows: ArchiveRows): Promise<ArchiveRows>;
  /** Maps ids in the archive to local ids. */
  stand(table: 'contacts' | 'timeline_items', ids: ReadonlyMap<string, string>): void;
  /** Finds local tags, fields, and groups with other ids. */
  learnNames(rows: ArchiveRows): Promise<void>;
  /** Finds local notes with other ids. */
  sameNotes(rows: ArchiveRows): Promise<Map<string, string>>;
  /** Imports rows in parts. If canceled, stops and reports it. */
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
      const named = await inWrite((context) => matchByName(context, rows));
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
        // The embedded service never yields, so without this pause signal handlers would not run.
        await yieldToOthers();
      }
    },
  };
}
