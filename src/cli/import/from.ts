import type { Client } from '../../client/client.ts';
import type { ApiPage, ApiReader } from '../../import/from-service/read-service.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import { settings } from '../../process/environment.ts';
import { type Counter, startCounting } from '../../process/progress.ts';
import { type OpenClient, WITHOUT_DEADLINE } from '../../server/composition/open-client.ts';
import { type FileResult, failure } from '../../server/transfer/import-result.ts';
import { putArchive } from '../../server/transfer/put-archive.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { KithError } from '../../shared/error.ts';

/** Imports everything that another service of this API holds, written as it is read. */
export async function importFrom(
  open: OpenClient,
  from: string,
  key: string | undefined,
  options: ImportOptions,
): Promise<FileResult> {
  if (!key)
    return {
      file: from,
      error: 'A key is needed.',
      hint: 'Give it in KITH_IMPORT_KEY, or with --key - on standard input.',
    };
  const [{ remoteClient }, { apiReader }] = await Promise.all([
    import('../../client/remote.ts'),
    import('../../import/from-service/read-service.ts'),
  ]);
  const source = await ofSource(async () =>
    remoteClient({ baseUrl: from, apiKey: key, allowHttp: settings.KITH_ALLOW_HTTP, ...WITHOUT_DEADLINE }),
  );
  const reading: Client = {
    ...source,
    call: (...call) => ofSource(() => source.call(...call)),
    photo: (...photo) => ofSource(() => source.photo(...photo)),
  };
  const reader = apiReader(reading, options.signal);
  const counter = startCounting(from);
  try {
    const { userData } = open;
    if (!userData || options.dryRun) return await importWhole(open, from, reader, counter, options);
    return await importPages({ ...open, userData }, from, reader, counter, options);
  } catch (error) {
    if (options.signal?.aborted) return { file: from, error: 'Canceled before anything was written.' };
    return failure(from, error);
  } finally {
    counter.stop();
    await source.close();
  }
}

/** A client's advice names the settings of the service that commands work at; this source is named by an option. */
async function ofSource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KithError) || error.hint === undefined) throw error;
    const hint = error.hint
      .replace(/KITH_BASE_URL(?: \(baseUrl\))?/g, '--from')
      .replace(/KITH_API_KEY(?: \(apiKey\))?/g, 'KITH_IMPORT_KEY');
    const { code, message, status, details, retryAfter } = error;
    throw new KithError(code, message, { status, details, retryAfter, hint, cause: error });
  }
}

const rowsIn = ({ rows }: ApiPage): number =>
  (rows.contacts ?? rows.timeline_items ?? rows.reminders ?? Object.values(rows).flat()).length;

/** Reads everything before it writes anything. */
async function importWhole(
  open: OpenClient,
  from: string,
  reader: ApiReader,
  counter: Counter,
  options: ImportOptions,
): Promise<FileResult> {
  const { readWhole } = await import('../../import/from-service/read-service.ts');
  const archive = await readWhole(reader, (page) => counter.add(page.what, rowsIn(page)));
  // That API does not say which country phone numbers belong to; this user's own stays.
  if (archive.settings && open.userData) archive.settings.country = open.userData.user.country;
  counter.stop();
  return putArchive(open, { file: from, format: 'API', warnings: reader.warnings() }, archive, options);
}

/** Reads a page, writes it, reads the next: memory holds only what the last pages may point at. */
async function importPages(
  { userData, client }: OpenClient & { userData: UserData },
  from: string,
  reader: ApiReader,
  counter: Counter,
  { signal }: ImportOptions,
): Promise<FileResult> {
  const [{ importRows }, { streamRows }] = await Promise.all([
    import('../../service/history/archive/import.ts'),
    import('../../import/from-service/stream-rows.ts'),
  ]);
  const told = await reader.settings();
  counter.expect('contacts', await reader.count());
  const settings = told && { ...told, country: userData.user.country };
  return importRows(userData, settings, signal ? { signal } : {}, async (rows) => {
    try {
      await streamRows(rows, client, reader.pages(), (page) => counter.add(page.what, rowsIn(page)));
    } catch (error) {
      // The rows written so far stay, and are reported; the next run goes on from there.
      if (signal?.aborted) rows.report.stopped = { reason: 'canceled' };
      else if (error instanceof KithError && wrote(rows.report.tables)) rows.report.stopped = { reason: error.message };
      else throw error;
    }
    return { file: from, format: 'API', archive: rows.report, warnings: reader.warnings() };
  });
}

const wrote = (tables: object): boolean => Object.keys(tables).length > 0;
