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

/** Whether JSON text looks like a kith archive, based on its beginning. */
export const isArchive = (head: string): boolean => /^\s*\{\s*"format"\s*:\s*"kith archive"/.test(head);

/** Parses an archive. Throws if it is not an archive, is from a newer version of kith, or contains unknown tables. */
export function readArchive(text: string): Archive {
  const { format, version, settings, ...tables } = parsed(text);
  if (format !== ARCHIVE_FORMAT) throw new KithError('BadRequest', 'The file is not a kith archive.');
  if (typeof version !== 'number' || version > ARCHIVE_VERSION) {
    throw new KithError(
      'BadRequest',
      `The archive has version ${version}, but this version of kith supports only up to ${ARCHIVE_VERSION}.`,
      {
        hint: 'Update kith.',
      },
    );
  }
  const rows: ArchiveRows = {};
  for (const [name, list] of Object.entries(tables)) {
    const table = TABLE_NAMES.find((known) => known === name);
    if (!table || !Array.isArray(list)) {
      throw new KithError('BadRequest', `The archive contains "${name}", which this version of kith does not support.`);
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

/** Maximum nesting of a file. A column can be nested as deeply as a request, even in a merge record in the trash. */
const MAX_LEVELS = BOUNDS.nesting + 10;

function parsed(text: string): Record<string, unknown> {
  refuseDeepJson(text, 'the file', MAX_LEVELS);
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw new KithError('BadRequest', 'The file is incomplete or invalid JSON.', { cause });
  }
  throw new KithError('BadRequest', 'The file is JSON, but not an archive.');
}
