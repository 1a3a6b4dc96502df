import type { FollowReport, SideCounts, Told } from '../../dav/sync/report.ts';
import { settings } from '../../process/environment.ts';
import { counted, oneLine, say, sayJson, tell } from '../../process/print.ts';
import { type Progress, startProgress } from '../../process/progress.ts';
import { withUser } from '../../server/composition/local-data.ts';
import type { Data } from '../../service/data/open-data.ts';
import { type FollowedBook, listBooks } from '../../service/follow/books.ts';
import { KithError } from '../../shared/error.ts';
import type { UserRow } from '../../store/tables.ts';
import type { JsonOption } from '../input/arguments.ts';

interface SyncChoices extends JsonOption {
  dryRun?: true | undefined;
  delete?: true | undefined;
  user?: string | undefined;
}

/** `kith sync`: brings followed address books and kith to say the same, now. */
export async function runSync(name: string | undefined, values: SyncChoices): Promise<number> {
  if (settings.KITH_BASE_URL) {
    throw new KithError(
      'BadRequest',
      'KITH_BASE_URL names a remote service; address books are followed where it runs.',
      {
        hint: 'Run kith sync there.',
      },
    );
  }
  return withUser(values.user, async (data, user) => {
    const books = named(await listBooks(data.store, user.user_id), name);
    const results: Result[] = [];
    const cancel = new AbortController();
    const onSignal = () => cancel.abort();
    process.once('SIGINT', onSignal);
    try {
      for (const book of books)
        if (!cancel.signal.aborted) results.push(await syncOne(data, user, book, values, cancel));
    } finally {
      process.off('SIGINT', onSignal);
    }
    if (values.json) await sayJson(results);
    else for (const result of results) await say(inWords(result, values.dryRun === true));
    return results.some((result) => 'error' in result || result.stopped || result.waiting) ? 1 : 0;
  });
}

function named(books: FollowedBook[], name: string | undefined): FollowedBook[] {
  const found = name === undefined ? books : books.filter((book) => book.name.toLowerCase() === name.toLowerCase());
  if (found.length > 0) return found;
  const what = name === undefined ? 'No address book is followed.' : `No address book called ${name} is followed.`;
  const hint = 'kith accounts lists them; kith connect carddav connects one.';
  throw new KithError('NotFound', what, { hint });
}

type Result = { book: string } & (FollowReport | { error: string; hint?: string | undefined });

async function syncOne(
  data: Data,
  user: UserRow,
  { id, name }: FollowedBook,
  { dryRun, delete: mayDelete }: SyncChoices,
  { signal }: AbortController,
): Promise<Result> {
  const [{ syncBook }, { withUserData }] = await Promise.all([
    import('../../server/book-sync/sync-book.ts'),
    import('../../server/book-sync/user-data.ts'),
  ]);
  let progress: Progress | undefined;
  const onProgress = (done: number, total: number) => {
    progress ??= startProgress(name, total, 'looking at');
    progress.update(done);
  };
  const onWait = (seconds: number, reason: string) => tell(`waiting ${seconds} s: ${reason}\n`);
  try {
    const report = await withUserData(data, user, (userData) =>
      syncBook({ ...data, userData }, id, { dryRun, mayDelete, signal, onProgress, onWait }),
    );
    return report ? { book: name, ...report } : { book: name, error: 'It is not followed any more.' };
  } catch (error) {
    if (!(error instanceof KithError)) throw error;
    return { book: name, error: error.message, hint: error.hint };
  } finally {
    progress?.stop();
  }
}

function inWords(result: Result, isDry: boolean): string {
  const name = oneLine(result.book);
  if ('error' in result) return `${name}: ${oneLine(result.error)}${result.hint ? ` ${oneLine(result.hint)}` : ''}\n`;
  const { here, there, joined, conflicts, told, waiting, groups, stopped } = result;
  const lines = [
    `${name}: ${isDry ? 'a look only; nothing was changed' : stopped ? 'canceled; what was done stays' : 'done'}`,
    `  in kith: ${sideInWords(here)}`,
    `  there:   ${sideInWords(there)}`,
    ...(joined > 0 ? [`  ${counted(joined, 'person was', 'people were')} on both sides already`] : []),
    ...(groups > 0 ? [`  ${counted(groups, 'group')} there ${groups === 1 ? 'is' : 'are'} left alone`] : []),
    ...told.map((one) => `  ${toldInWords(one)}`),
    ...(conflicts > 0 ? ['  What gave way waits under Settings › Address books.'] : []),
    ...(waiting ? [`  ${waitingInWords(waiting)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const sideInWords = ({ created, changed, removed }: SideCounts): string =>
  `${created} new, ${changed} changed, ${removed} deleted`;

const toldInWords = ({ name, what, more }: Told): string =>
  oneLine(`${name}: ${what}${more === undefined ? '' : what.endsWith('as') ? ` ${more}` : ` (${more})`}`);

const waitingInWords = ({ here, there }: { here: number; there: number }): string =>
  `Deletions wait for your word: ${counted(here, 'person', 'people')} in kith, ${there} there. That is more than a third. kith sync --delete makes them.`;
