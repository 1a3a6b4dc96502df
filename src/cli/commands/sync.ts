import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { counted, oneLine, say, sayJson, tell } from '../../process/print.ts';
import { type Progress, startProgress } from '../../process/progress.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';
import type { AddressBook } from './address-books.ts';

type Report = NonNullable<DataOf<Operations['sync_address_book']>['report']>;

interface SyncChoices extends JsonOption {
  dryRun?: true | undefined;
  delete?: true | undefined;
  user?: string | undefined;
}

/** A first sync writes every contact on both sides. */
const LONGEST_MS = 30 * 60_000;

/** `kith sync`: brings followed address books and kith to say the same, now. */
export async function runSync(name: string | undefined, values: SyncChoices): Promise<number> {
  return withPlainClient(async (client) => {
    const books = named((await client.call('list_address_books', {})).data.address_books, name);
    const results: Result[] = [];
    const cancel = new AbortController();
    const onSignal = () => cancel.abort();
    process.once('SIGINT', onSignal);
    try {
      for (const book of books)
        if (!cancel.signal.aborted) results.push(await syncOne(client, book, values, cancel.signal));
    } finally {
      process.off('SIGINT', onSignal);
    }
    if (values.json) await sayJson(results.map(asJson));
    else for (const result of results) await say(inWords(result, values.dryRun === true));
    return results.some((result) => 'error' in result || result.stopped || result.waiting) ? 1 : 0;
  }, values.user);
}

function named(books: AddressBook[], name: string | undefined): AddressBook[] {
  const found = name === undefined ? books : books.filter((book) => book.name.toLowerCase() === name.toLowerCase());
  if (found.length > 0) return found;
  const what = name === undefined ? 'No address book is followed.' : `No address book called ${name} is followed.`;
  const hint = 'kith accounts lists them; kith connect carddav connects one.';
  throw new KithError('NotFound', what, { hint });
}

type Result = { book: string } & (Report | { error: string; hint?: string | undefined });

async function syncOne(
  client: Client,
  { id: bookId, name }: AddressBook,
  { dryRun, delete: allow_deletions }: SyncChoices,
  signal: AbortSignal,
): Promise<Result> {
  let progress: Progress | undefined;
  const onProgress = (done: number, total: number) => {
    progress ??= startProgress(name, total, 'looking at');
    progress.update(done);
  };
  const onWait = (seconds: number, reason: string) => tell(`waiting ${seconds} s: ${reason}\n`);
  try {
    const mode = dryRun ? 'preview' : 'now';
    const { report } = (
      await client.call(
        'sync_address_book',
        { bookId, mode, ...(allow_deletions && { allow_deletions }) },
        { signal, onProgress, onWait, timeoutMs: LONGEST_MS, deadlineMs: LONGEST_MS },
      )
    ).data;
    return { book: name, ...report! };
  } catch (error) {
    if (signal.aborted) return { book: name, error: 'Canceled here. The remote service may still finish it.' };
    if (!(error instanceof KithError)) throw error;
    return { book: name, error: error.message, hint: error.hint };
  } finally {
    progress?.stop();
  }
}

function asJson(result: Result): object {
  if ('error' in result) return result;
  const { remarks: told, skipped: strange, waiting, ...report } = result;
  return { ...report, told, ...(waiting && { waiting }), strange };
}

function inWords(result: Result, isDry: boolean): string {
  const name = oneLine(result.book);
  if ('error' in result) return `${name}: ${oneLine(result.error)}${result.hint ? ` ${oneLine(result.hint)}` : ''}\n`;
  const { here, there, joined, conflicts, remarks, waiting, groups, stopped } = result;
  const lines = [
    `${name}: ${isDry ? 'preview; nothing was changed' : stopped ? 'canceled; completed changes are kept' : 'done'}`,
    `  in kith: ${sideInWords(here)}`,
    `  there:   ${sideInWords(there)}`,
    ...(joined > 0 ? [`  ${counted(joined, 'person was', 'people were')} on both sides already`] : []),
    ...(groups > 0 ? [`  ${counted(groups, 'group')} there ${groups === 1 ? 'is' : 'are'} left alone`] : []),
    ...remarks.map((one) => `  ${toldInWords(one)}`),
    ...(conflicts > 0 ? ['  What gave way waits under Settings › Address books.'] : []),
    ...(waiting ? [`  ${waitingInWords(waiting)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const sideInWords = ({ created, changed, removed }: Report['here']): string =>
  `${created} new, ${changed} changed, ${removed} deleted`;

const toldInWords = ({ name, what, more }: Report['remarks'][number]): string =>
  oneLine(`${name}: ${what}${more === undefined ? '' : what.endsWith('as') ? ` ${more}` : ` (${more})`}`);

const waitingInWords = ({ here, there }: { here: number; there: number }): string =>
  `Deletions wait for your word: ${counted(here, 'person', 'people')} in kith, ${there} there. That is more than a third. kith sync --delete makes them.`;
