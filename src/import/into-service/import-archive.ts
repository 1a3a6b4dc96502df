import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRow, TableName } from '../../contract/archive.ts';
import { KithError } from '../../contract/error.ts';
import { type ApiImport, newApiImport } from './archive-import.ts';
import { putMemberships, putRelations, putValues } from './associations.ts';
import { putContacts } from './contacts.ts';
import { putDefinitions } from './definitions.ts';
import { putFavorites, putNotes, putReminders, putViews } from './records.ts';

/** What an archive holds that no operation can write. */
const NOT_WRITTEN: [TableName, string][] = [
  ['share_links', 'share links were left out: they get another token there'],
  ['merges', 'merges that could be taken back were left out'],
  ['group_merges', 'merges of groups that could be taken back were left out'],
  ['bin', 'the bin was left out'],
];

export interface OverApiOptions {
  dryRun?: boolean;
  /** Ends the import before the next write; what is done stays done, and another run does the rest. */
  signal?: AbortSignal;
  /** Reminders of the archive whose day says nothing: of another day it is the same one. */
  anyDay?: ReadonlySet<string>;
  onProgress?(done: number, total: number): void;
}

/**
 * Brings an archive into a service by ordinary operations, for one whose data is elsewhere. What is there stays as it
 * is; a second run changes nothing. Ids of contacts and groups are kept, other ids and times of writing are not.
 */
export async function importOverApi(
  client: Client,
  archive: Archive,
  options: OverApiOptions = {},
): Promise<Pick<ApiImport, 'report' | 'warnings'>> {
  const run = newApiImport(client, archive, options);
  const steps = [
    putDefinitions,
    putContacts,
    putMemberships,
    putValues,
    putRelations,
    putReminders,
    putNotes,
    putViews,
    putFavorites,
  ];
  const total = Object.values(archive.rows).reduce((sum, { length }) => sum + length, 0);
  for (const step of steps) {
    try {
      await step(run);
    } catch (error) {
      // What was done is worth a report.
      if (!(error instanceof KithError) || Object.keys(run.report.tables).length === 0) throw error;
      run.report.stopped ??= { reason: error.message };
    }
    if (run.report.stopped) break;
    options.onProgress?.(rowsDone(run), total);
  }
  const count = (table: TableName): ArchiveRow[] => archive.rows[table] ?? [];
  for (const [table, told] of NOT_WRITTEN) if (count(table).length > 0) run.warnings.push(told);
  run.warnings.push(
    'when things were written, and the ids of notes, reminders, tags, fields, views and favorites, are new there',
  );
  return run;
}

const rowsDone = ({ report }: ApiImport): number =>
  Object.values(report.tables).reduce((sum, counts) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);
