import type { Archive } from '../../../src/contract/archive.ts';
import { readMonica } from '../../../src/import/formats/monica/read-monica.ts';
import type { ImportOptions } from '../../../src/import/import-records.ts';
import { openClient } from '../../../src/server/composition/open-client.ts';
import { flat } from '../../../src/server/transfer/import-result.ts';
import { importMonica } from '../../../src/server/transfer/monica.ts';
import { exportRows } from '../../../src/service/history/archive/export.ts';
import { importArchive } from '../../../src/service/history/archive/import.ts';
import type { ArchiveReport } from '../../../src/service/history/archive/report.ts';
import { settingsIn } from '../../../src/settings.ts';
import type { Json } from '../people.ts';

/** Effects of `kith import` and `kith export` on a data folder, without starting a process for each. */
export interface Data {
  importExport(content: string, options?: ImportOptions): Promise<Json>;
  importArchive(archive: Archive): Promise<ArchiveReport>;
  held(): Promise<Json>;
  close(): Promise<void>;
}

export async function openDataFolder(path: string): Promise<Data> {
  const open = await openClient(settingsIn({ KITH_DATA_DIR: path }));
  return {
    async importExport(content, options = {}) {
      const { format, account } = readMonica(Buffer.from(content), true)!;
      return JSON.parse(JSON.stringify(flat(await importMonica(open, { file: 'monica', format }, account, options))));
    },
    importArchive: (archive) => importArchive(open.userData!, archive),
    async held() {
      const rows: Json = {};
      await open.userData!.read((context) =>
        exportRows(context, async (table, part) => {
          rows[table] = [...(rows[table] ?? []), ...part];
        }),
      );
      return JSON.parse(JSON.stringify(rows));
    },
    close: () => open.close(),
  };
}
