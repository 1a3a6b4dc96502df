import { KithError } from '../catalogue/error.ts';
import { findBooks } from '../transfer/carddav/discover.ts';
import { pullBook } from '../transfer/carddav/pull.ts';
import { readCards } from '../transfer/carddav/read.ts';
import { type ImportOptions, importRecords } from '../transfer/import.ts';
import { withReading } from '../transfer/report.ts';
import { signer } from '../transfer/web/sign.ts';
import { openWeb, type Web } from '../transfer/web/web.ts';
import { askSecret } from './ask-secret.ts';
import type { FileResult } from './import-report.ts';
import { startProgress } from './progress.ts';
import type { OpenClient } from './wiring.ts';

/** All address books of a CardDAV account, a report for each. What cannot be reached is the report's error. */
export async function importCarddav(
  open: OpenClient,
  address: string,
  user: string | undefined,
  options: ImportOptions,
): Promise<FileResult[]> {
  try {
    const web = await signIn(address, user, options);
    try {
      const results: FileResult[] = [];
      for (const book of await findBooks(web)) {
        process.stderr.write(`${book.name}: reading\n`);
        const pulled = await pullBook(web, book);
        const reading = readCards(pulled);
        const progress = startProgress(book.name, reading.records.length);
        try {
          const report = await importRecords(open.client, reading.records, { ...options, onProgress: progress.update });
          results.push({
            file: book.name.replaceAll('/', ' '),
            format: 'CardDAV',
            report: withReading(report, reading),
          });
        } finally {
          progress.stop();
        }
        if (options.signal?.aborted) break;
      }
      return results;
    } finally {
      await web.close();
    }
  } catch (error) {
    if (options.signal?.aborted) return [{ file: address, error: 'canceled' }];
    if (!(error instanceof KithError)) throw error;
    return [{ file: address, error: error.message, ...(error.hint && { hint: error.hint }) }];
  }
}

async function signIn(address: string, user: string | undefined, { signal }: ImportOptions): Promise<Web> {
  if (!user) throw new KithError('BadRequest', 'A user name is needed.', { hint: 'Give it with --user.' });
  const hint = 'Give the password in KITH_IMPORT_PASSWORD.';
  const web = openWeb(address, {
    authorization: (method, url) => current.authorization(method, url),
    learn: (challenge) => current.learn(challenge),
    allowHttp: process.env.KITH_ALLOW_HTTP === '1',
    signal,
    onWait: (seconds) => process.stderr.write(`waiting ${seconds} s: ${web.base.host} asks for it\n`),
  });
  // Asked for when the address has proved usable.
  const password =
    process.env.KITH_IMPORT_PASSWORD ?? (await askSecret(`Password of ${user} at ${web.base.host}: `, hint));
  const current = signer(user, password);
  return web;
}
