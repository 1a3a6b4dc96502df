import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type Archive,
  type ArchiveRow,
  type ArchiveRows,
  type ArchiveSettings,
  settingsSchema,
  TABLE_NAMES,
  type TableName,
} from '../../contract/archive.ts';
import { KithError } from '../../contract/error.ts';
import { checkValue } from '../../contract/schema/check.ts';

// An archive as a file: one JSON object, a row on each line, so that two can be compared line by line.

/** Takes the parts of an archive in their order and gives the text of the file. */
export interface ArchiveWriter {
  begin(settings: ArchiveSettings): Promise<void>;
  /** Rows of a table; the first call for a table opens its list. */
  rows(table: TableName, rows: ArchiveRow[]): Promise<void>;
  end(): Promise<void>;
}

export function archiveWriter(write: (text: string) => Promise<void>): ArchiveWriter {
  let open: TableName | undefined;
  let first = true;
  return {
    begin(settings) {
      const head = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, settings };
      return write(JSON.stringify(head).replace(/\}$/, ''));
    },
    async rows(table, rows) {
      let text = '';
      if (table !== open) {
        text += `${open ? '\n]' : ''},\n"${table}":[`;
        open = table;
        first = true;
      }
      for (const row of rows) {
        text += `${first ? '\n' : ',\n'}${JSON.stringify(row)}`;
        first = false;
      }
      if (text) await write(text);
    },
    end: () => write(`${open ? '\n]' : ''}}\n`),
  };
}

/** Whether JSON text can be an archive of ours, by what stands first in it. */
export const isArchive = (head: string): boolean => /^\s*\{\s*"format"\s*:\s*"kith archive"/.test(head);

/** Reads the text of an archive. Throws when it is none, is newer than this kith, or holds what no archive has. */
export function readArchive(text: string): Archive {
  const { format, version, settings, ...tables } = parsed(text);
  if (format !== ARCHIVE_FORMAT) throw new KithError('BadRequest', 'The file is no archive of kith.');
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
    rows[table] = list;
  }
  return { settings: settings === undefined ? undefined : checkValue(settingsSchema(), settings), rows };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new KithError('BadRequest', 'The file is not whole JSON; it may have been cut off.', { cause });
  }
  throw new KithError('BadRequest', 'The file is JSON, but no archive.');
}
