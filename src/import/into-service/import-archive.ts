import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRow, TableName } from '../../contract/archive.ts';
import { KithError } from '../../shared/error.ts';
import { type ArchiveImport, newArchiveImport, type OverApiOptions } from './archive-import.ts';
import { putMemberships, putRelations, putValues } from './associations.ts';
import { putContacts } from './contacts.ts';
import { putDefinitions } from './definitions.ts';
import { putFavorites, putNotes, putReminders, putViews } from './records.ts';

/** The parts of an archive that no operation can write. */
const NOT_WRITTEN: [TableName, string][] = [
  ['share_links', 'share links were left out: they would get other tokens there'],
  ['merges', 'merges that could be taken back were left out'],
  ['group_merges', 'merges of groups that could be taken back were left out'],
  ['bin', 'the trash was left out'],
  ['cards', 'what devices said beside the fields, and the addresses of their cards, were left out'],
  ['card_conflicts', "devices' edits that wait for a choice were left out"],
];

/**
 * Brings an archive into a service by ordinary operations, for a service whose data is elsewhere. What is there stays as
 * it is; a second run changes nothing. Ids of contacts and groups are kept; other ids and times of writing are not.
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
      // What was done so far is worth a report.
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

export type { OverApiOptions } from './archive-import.ts';

const rowsDone = ({ report }: ArchiveImport): number =>
  Object.values(report.tables).reduce((sum, counts) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);
