import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRow, TableName } from '../../contract/archive.ts';
import { KithError } from '../../shared/error.ts';
import { type ArchiveImport, newArchiveImport, type OverApiOptions } from './archive-import.ts';
import { putMemberships, putRelations, putValues } from './associations.ts';
import { putContacts } from './contacts.ts';
import { putDefinitions } from './definitions.ts';
import { putFavorites, putNotes, putReminders, putViews } from './records.ts';

/** Parts of an archive that no operation can write. */
const NOT_WRITTEN: [TableName, string][] = [
  ['share_links', 'share links were left out because they would get new tokens'],
  ['merges', 'the undo history of merges was left out'],
  ['group_merges', 'the undo history of group merges was left out'],
  ['bin', 'the trash was left out'],
  ['cards', 'additional card properties from devices, and card addresses, were left out'],
  ['card_conflicts', 'unresolved edit conflicts of devices were left out'],
];

/**
 * Imports an archive through regular operations, for a remote service. Existing data stays unchanged, and a second run
 * changes nothing. Ids of contacts and groups are kept. Other ids and creation times are not.
 */
export async function importOverApi(
  client: Client,
  archive: Archive,
  options: OverApiOptions = {},
): Promise<Pick<ArchiveImport, 'report' | 'warnings'>> {
  const run = newArchiveImport(client, archive, options);
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
      // Completed work is still reported.
      if (!(error instanceof KithError) || Object.keys(run.report.tables).length === 0) throw error;
      run.report.stopped ??= { reason: error.message };
    }
    if (run.report.stopped) break;
    options.onProgress?.(rowsDone(run), total);
  }
  const count = (table: TableName): ArchiveRow[] => archive.rows[table] ?? [];
  for (const [table, told] of NOT_WRITTEN) if (count(table).length > 0) run.warnings.push(told);
  run.warnings.push('creation times, and ids of notes, reminders, tags, fields, views and favorites, are not kept');
  return run;
}

export type { OverApiOptions } from './archive-import.ts';

const rowsDone = ({ report }: ArchiveImport): number =>
  Object.values(report.tables).reduce((sum, counts) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);
