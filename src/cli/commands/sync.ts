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

/** A first sync may write every contact on both sides, which takes long. */
const MAX_MS = 30 * 60_000;

/** `kith sync`: syncs the connected address books now. */
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
  const what = name === undefined ? 'No address book is connected.' : `No address book "${name}" is connected.`;
  const hint = 'List them with kith accounts. Connect one with kith connect carddav.';
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
    progress ??= startProgress(name, total, 'checking');
    progress.update(done);
  };
  const onWait = (seconds: number, reason: string) => tell(`waiting ${seconds} s: ${reason}\n`);
  try {
    const mode = dryRun ? 'preview' : 'now';
    const { report } = (
      await client.call(
        'sync_address_book',
        { bookId, mode, ...(allow_deletions && { allow_deletions }) },
        { signal, onProgress, onWait, timeoutMs: MAX_MS, deadlineMs: MAX_MS },
      )
    ).data;
    return { book: name, ...report! };
  } catch (error) {
    if (signal.aborted) return { book: name, error: 'Canceled. The remote service may still finish it.' };
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
    `  in kith: ${sideText(here)}`,
    `  there:   ${sideText(there)}`,
    ...(joined > 0 ? [`  ${counted(joined, 'person was', 'people were')} already on both sides`] : []),
    ...(groups > 0 ? [`  ${counted(groups, 'group')} there ${groups === 1 ? 'is' : 'are'} not synced`] : []),
    ...remarks.map((one) => `  ${remarkText(one)}`),
    ...(conflicts > 0 ? ['  Overwritten edits are listed under Settings › Address books.'] : []),
    ...(waiting ? [`  ${waitingText(waiting)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const sideText = ({ created, changed, removed }: Report['here']): string =>
  `${created} new, ${changed} changed, ${removed} deleted`;

const remarkText = ({ name, what, more }: Report['remarks'][number]): string =>
  oneLine(`${name}: ${what}${more === undefined ? '' : what.endsWith('as') ? ` ${more}` : ` (${more})`}`);

const waitingText = ({ here, there }: { here: number; there: number }): string =>
  `Deletions are waiting: ${counted(here, 'person', 'people')} in kith, ${there} there. That is more than a third. To allow them, run kith sync --delete.`;
