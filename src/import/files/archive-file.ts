import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type Archive,
  type ArchiveRows,
  settingsSchema,
  TABLE_NAMES,
  type TableName,
} from '../../contract/archive.ts';
import { checkValue } from '../../contract/schema/check.ts';
import { BOUNDS } from '../../contract/schema/limits.ts';
import { refuseDeepJson } from '../../contract/schema/request-size.ts';
import { KithError } from '../../shared/error.ts';
import { isRecord } from '../../shared/records.ts';

/** Whether JSON text can be an archive of ours, judged by how it begins. */
export const isArchive = (head: string): boolean => /^\s*\{\s*"format"\s*:\s*"kith archive"/.test(head);

/** Reads the text of an archive. Throws when it is not an archive, is newer than this kith, or holds unknown tables. */
export function readArchive(text: string): Archive {
  const { format, version, settings, ...tables } = parsed(text);
  if (format !== ARCHIVE_FORMAT) throw new KithError('BadRequest', 'The file is not an archive of kith.');
  if (typeof version !== 'number' || version > ARCHIVE_VERSION) {
    throw new KithError('BadRequest', `The archive has version ${version}; this kith reads up to ${ARCHIVE_VERSION}.`, {
      hint: 'Update kith.',
    });
  }
  const rows: ArchiveRows = {};
  for (const [name, list] of Object.entries(tables)) {
    const table = TABLE_NAMES.find((known) => known === name);
    if (!table || !Array.isArray(list)) {
      throw new KithError('BadRequest', `The archive holds "${name}", which this kith does not know.`);
    }
    refuseNonObjects(table, list);
    rows[table] = list;
  }
  return { settings: settings === undefined ? undefined : checkValue(settingsSchema(), settings), rows };
}

function refuseNonObjects(table: TableName, rows: unknown[]): void {
  const index = rows.findIndex((row) => !isRecord(row));
  if (index >= 0) throw new KithError('BadRequest', `Row ${index + 1} of "${table}" is not an object.`);
}

/** Maximum nesting of a file: a column may nest as deeply as a request, also inside a merge record in the trash. */
const MAX_LEVELS = BOUNDS.nesting + 10;

function parsed(text: string): Record<string, unknown> {
  refuseDeepJson(text, 'the file', MAX_LEVELS);
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new KithError('BadRequest', 'The file is not whole JSON; it may have been cut off.', { cause });
  }
  throw new KithError('BadRequest', 'The file is JSON, but not an archive.');
}
