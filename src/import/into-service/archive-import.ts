import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRow, TableName } from '../../contract/archive.ts';
import { KithError } from '../../contract/error.ts';
import { once } from '../../contract/operation.ts';
import { type Lists, listsOf } from '../from-service/lists.ts';
import type { OverApiOptions } from './import-archive.ts';

interface Counts {
  added: number;
  completed: number;
  kept: number;
  leftOut: number;
}

/** What the steps of one import over the API share. */
export interface ApiImport {
  client: Client;
  lists: Lists;
  options: OverApiOptions;
  /** Ids of the archive that stand for others there. */
  ids: Map<string, string>;
  report: {
    dryRun: boolean;
    tables: Partial<Record<TableName, Counts>>;
    problems: { table: TableName; row: string; reason: string }[];
    stopped?: { reason: string; left?: number };
  };
  warnings: string[];
  rows(table: TableName): ArchiveRow[];
  /** The pictures of the archive as data: addresses, by the ids of their photos. */
  photos(): Map<unknown, string>;
  /** The id that a row of the archive has there. */
  idOf(id: unknown): string;
  counts(table: TableName): Counts;
  /** Writes one row, unless it is a dry run, and counts it; a refused one is told of. Gives what the write gave. */
  write<T>(table: TableName, row: ArchiveRow, work: () => Promise<T>): Promise<T | undefined>;
}

export function newApiImport(client: Client, archive: Archive, options: OverApiOptions): ApiImport {
  const ids = new Map<string, string>();
  const report: ApiImport['report'] = { dryRun: options.dryRun ?? false, tables: {}, problems: [] };
  const counts = (table: TableName): Counts => {
    report.tables[table] ??= { added: 0, completed: 0, kept: 0, leftOut: 0 };
    return report.tables[table];
  };
  return {
    ...{ client, options, ids, report, counts },
    lists: listsOf(client, options.signal),
    warnings: [],
    rows: (table) => archive.rows[table] ?? [],
    photos: once(() => new Map((archive.rows.photos ?? []).map(({ id, picture }) => [id, String(picture)]))),
    idOf: (id) => ids.get(String(id)) ?? String(id),
    async write(table, row, work) {
      if (options.signal?.aborted) throw new KithError('Conflict', 'canceled');
      try {
        const result = options.dryRun ? undefined : await work();
        counts(table).added++;
        return result;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        counts(table).leftOut++;
        report.problems.push({ table, row: String(row.id ?? row.contact_id), reason: reasonOf(error) });
        return undefined;
      }
    },
  };
}

/** About what was sent, not about the service, the key or the limit. */
const isRefusal = (error: unknown): error is KithError =>
  error instanceof KithError && [400, 404, 409, 413].includes(error.status);

function reasonOf({ message, details }: KithError): string {
  const fields = Object.entries((details as { fields?: Record<string, string> } | undefined)?.fields ?? {});
  return fields.length > 0 ? fields.map(([field, reason]) => `${field} ${reason}`).join('; ') : message;
}
