import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../src/contract/archive.ts';

/** A CSV file with the given number of columns and one row. */
export function wideTable(columns: number): string {
  const line = Array.from({ length: columns }, (_, index) => `c${index.toString(36)}`).join();
  return `name,${line}\nAnn,${line}\n`;
}

/** An archive with one value nested to the given depth. */
export const deepArchive = (levels: number): string =>
  archive(`{"contacts":[{"id":"${ID}","linkedin_data":${'['.repeat(levels)}${']'.repeat(levels)}}]}`);

/** An archive with one completed reminder with this recurrence. */
export function archiveOf(recurrence: string): string {
  const reminder = {
    ...{ id: ID, text: 'Call', due_at_date: '2026-01-01', is_complete: true, recurrence },
    ...{ next_occurrence_at: '2040-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
  };
  return archive(JSON.stringify({ reminders: [reminder] }));
}

const ID = '0192f0a0-0000-7000-8000-000000000001';
const archive = (tables: string): string =>
  `{"format":"${ARCHIVE_FORMAT}","version":${ARCHIVE_VERSION},${tables.slice(1)}`;
