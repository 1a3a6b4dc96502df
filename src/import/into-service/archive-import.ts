import type { Client } from '../../client/client.ts';
import type { Archive, ArchiveRow, TableName } from '../../contract/archive.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { once } from '../../shared/once.ts';
import type { ResponseItem } from '../from-service/archive-rows.ts';
import { pagesOf } from '../from-service/lists.ts';
import { isRejected } from '../writing/run.ts';

interface Counts {
  added: number;
  completed: number;
  kept: number;
  leftOut: number;
}

export interface OverApiOptions {
  dryRun?: boolean;
  /** Stops the import before the next write. Completed writes are kept, and another run does the rest. */
  signal?: AbortSignal;
  /** Reminders in the archive with an arbitrary day. They are the same reminder on any day. */
  anyDay?: ReadonlySet<string>;
  onProgress?(done: number, total: number): void;
}

/** State shared by the steps of an import over the API. */
export interface ArchiveImport {
  client: Client;
  /** Yields a service list page by page. */
  pages(name: OperationName, list: string, args?: object): AsyncGenerator<ResponseItem[]>;
  options: OverApiOptions;
  /** Maps archive ids to the service's ids where they differ. */
  ids: Map<string, string>;
  report: {
    dryRun: boolean;
    tables: Partial<Record<TableName, Counts>>;
    problems: { table: TableName; row: string; reason: string }[];
    stopped?: { reason: string; left?: number };
  };
  warnings: string[];
  rows(table: TableName): ArchiveRow[];
  /** The archive's pictures as `data:` URLs, by photo id. */
  photos(): Map<unknown, string>;
  /** The service's id of an archive row. */
  idOf(id: unknown): string;
  counts(table: TableName): Counts;
  /**
   * Writes one row unless it is a dry run, and counts it. A rejected row is reported. Returns the result of the write.
   */
  write<T>(table: TableName, row: ArchiveRow, work: () => Promise<T>): Promise<T | undefined>;
}

export function newArchiveImport(client: Client, archive: Archive, options: OverApiOptions): ArchiveImport {
  const ids = new Map<string, string>();
  const report: ArchiveImport['report'] = { dryRun: options.dryRun ?? false, tables: {}, problems: [] };
  const counts = (table: TableName): Counts => {
    report.tables[table] ??= { added: 0, completed: 0, kept: 0, leftOut: 0 };
    return report.tables[table];
  };
  return {
    ...{ client, options, ids, report, counts },
    pages: (name, list, args) => pagesOf(client, [name, list], args, options.signal),
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
        if (!isRejected(error)) throw error;
        counts(table).leftOut++;
        report.problems.push({ table, row: String(row.id ?? row.contact_id), reason: reasonOf(error) });
        return undefined;
      }
    },
  };
}

function reasonOf({ message, details }: KithError): string {
  const fields = Object.entries(details?.fields ?? {});
  return fields.length > 0 ? fields.map(([field, reason]) => `${field} ${reason}`).join('; ') : message;
}

/** A row's columns as the arguments of an operation. The client validates them before sending. */
export const argumentsFrom = <N extends OperationName>(columns: object) => columns as ArgumentsOf<Operations[N]>;

/** The named columns that have a value. */
export const pickFields = (row: ArchiveRow, ...names: string[]): ArchiveRow =>
  Object.fromEntries(names.filter((name) => row[name] != null).map((name) => [name, row[name]]));
