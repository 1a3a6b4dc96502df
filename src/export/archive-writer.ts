import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveRow,
  type ArchiveSettings,
  type TableName,
} from '../contract/archive.ts';

// An archive as a file: one JSON object with one row per line, so that two archives can be compared line by line.

/** Receives the parts of an archive in order and writes the file's text. */
export interface ArchiveWriter {
  begin(settings: ArchiveSettings): Promise<void>;
  /** Rows of a table. The first call for a table opens its list. */
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
