import { type DiscoveredBook, findBooks } from '../../dav/client/discover.ts';
import { downloadBook } from '../../dav/client/download.ts';
import { readDownloaded } from '../../import/formats/read-in-worker.ts';
import { type ImportOptions, importRecords } from '../../import/import-records.ts';
import { withReading } from '../../import/records/import-report.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { startProgress } from '../../process/progress.ts';
import type { OpenClient } from '../../server/composition/open-client.ts';
import { createPeopleIn } from '../../server/transfer/create-people.ts';
import { type FileResult, failure } from '../../server/transfer/import-result.ts';
import { KithError } from '../../shared/error.ts';
import { requestSigner } from '../../shared/http/authentication.ts';
import { type HttpSource, openHttpSource } from '../../shared/http/http-source.ts';
import { askSecret } from '../input/ask.ts';

/**
 * Imports all address books of a CardDAV account, with a report for each. If one cannot be read, its report is an error.
 */
export async function importCarddav(
  open: OpenClient,
  address: string,
  user: string | undefined,
  options: ImportOptions,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  let web: HttpSource | undefined;
  try {
    web = await signIn(address, user, options);
    for (const book of await findBooks(web)) results.push(await importBook(open, web, book, options));
  } catch (error) {
    results.push(failure(address, error, options.signal));
  } finally {
    await web?.close();
  }
  return results;
}

async function importBook(
  open: OpenClient,
  web: HttpSource,
  book: DiscoveredBook,
  options: ImportOptions,
): Promise<FileResult> {
  const file = book.name.replaceAll('/', ' ');
  try {
    tell(`${file}: reading\n`);
    const reading = await readDownloaded(await downloadBook(web, book), options.signal);
    const progress = startProgress(file, reading.records.length);
    try {
      const how = { ...options, ...createPeopleIn(open), onProgress: progress.update };
      const report = await importRecords(open.client, reading.records, how);
      return { file, format: 'CardDAV', report: withReading(report, reading) };
    } finally {
      progress.stop();
    }
  } catch (error) {
    return failure(file, error, options.signal);
  }
}

async function signIn(address: string, user: string | undefined, { signal }: ImportOptions): Promise<HttpSource> {
  if (!user) throw new KithError('BadRequest', 'A user name is required.', { hint: 'Give it with --user.' });
  const hint = 'Give the password in KITH_IMPORT_PASSWORD.';
  const web = openHttpSource(address, {
    authorization: (method, url) => current.authorization(method, url),
    learn: (challenge) => current.learn(challenge),
    allowHttp: settings.KITH_ALLOW_HTTP,
    signal,
    onWait: (seconds, reason) => tell(`waiting ${seconds} s: ${reason}\n`),
  });
  // Asks for the password only after checking the URL.
  const password =
    settings.KITH_IMPORT_PASSWORD ?? (await askSecret(`Password of ${user} at ${web.base.host}: `, hint, signal));
  const current = requestSigner(user, password);
  return web;
}
