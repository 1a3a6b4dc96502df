import { setImmediate } from 'node:timers/promises';
import type { Archive, ArchiveSettings } from '../../catalogue/archive.ts';
import type { Context } from '../context.ts';
import type { Account } from '../execute.ts';
import { partsOf, rowCount } from './parts.ts';
import { putPart } from './put-part.ts';
import { type ArchiveReport, addReport, newReport } from './report.ts';
import { type IdMaps, sameNamed } from './same-named.ts';
import { sameNotes } from './same-notes.ts';

export interface ArchiveOptions {
  dryRun?: boolean;
  /** Contacts of the archive that the user has under other ids. */
  contactIds?: ReadonlyMap<string, string>;
  /** Ends the import after the part in hand; what is done stays done, and another run does the rest. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

type InWrite = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/**
 * Writes an archive into an account: rows that are not there, under the ids and with the times they had. What is
 * there stays as it is; of a contact, fields without a value are filled in. Goes in parts, each a transaction, so
 * that it can stop and go on; a second run changes nothing. A dry run does all of it in one and takes it back.
 */
export function importArchive(
  account: Account,
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
  account: Account,
  settings: ArchiveSettings | undefined,
  dryRun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (!settings || !(await account.read(isEmpty))) return work();
  if (!dryRun) {
    await account.saveSettings(settings);
    return work();
  }
  const before = { ...account.user };
  Object.assign(account.user, settings);
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
  const report = newReport(options.dryRun ?? false);
  const total = rowCount(archive.rows);
  const maps = await inWrite(async (context): Promise<IdMaps> => {
    const named = { ...(await sameNamed(context, archive.rows)), contacts: new Map(options.contactIds) };
    return { ...named, timeline_items: await sameNotes(context, archive.rows, named) };
  });
  let done = 0;
  for (const part of partsOf(archive.rows)) {
    if (options.signal?.aborted) return { ...report, stopped: { reason: 'canceled', left: total - done } };
    addReport(report, await inWrite((context) => putPart(context, part, maps)));
    done += rowCount(part);
    options.onProgress?.(done, total);
    // The embedded service never waits for anything: without a pause no signal would ever be heard.
    await setImmediate();
  }
  return report;
}
