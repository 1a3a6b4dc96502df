import { processSettings } from '../../settings.ts';
import { stoppedBy, type WorkerPool, workerPool } from '../../shared/worker/pool.ts';
import type { Account } from '../content/account.ts';
import { failure } from '../requests/failures.ts';
import type { CalendarTasks } from './worker.ts';

/** One reading of a calendar, and of texts in HTML; a calendar of 25 MB takes some seconds. */
const SECONDS = 10;
const MEGABYTES = 1024;
/** Readings at once, in this process. */
const WORKERS = 3;

let pool: WorkerPool | undefined;

/**
 * Runs a task of the worker that reads calendars from outside: see worker.ts. A user's tasks run one after another. Throws
 * a `failure`: `timeout` or `truncated` for what takes too long or too much memory, `unavailable` for what cannot be read.
 */
export async function readInWorker<T extends keyof CalendarTasks>(
  account: Pick<Account, 'email'> & Partial<Pick<Account, 'userId'>>,
  task: T,
  input: CalendarTasks[T]['input'],
  { transfer, onBatch }: { transfer?: ArrayBuffer[]; onBatch?: (batch: CalendarTasks[T]['batch']) => void } = {},
): Promise<CalendarTasks[T]['result']> {
  const { KITH_READ_MEGABYTES: megabytes = MEGABYTES, KITH_READ_SECONDS: seconds = SECONDS } = processSettings;
  pool ??= workerPool('calendar', { most: WORKERS, megabytes });
  const job = { task, input, queue: account.userId ?? 'nobody yet', seconds };
  try {
    const whole = await pool.run({
      ...job,
      ...(transfer && { transfer }),
      ...(onBatch && { onBatch: onBatch as (batch: unknown) => void }),
    });
    return whole as CalendarTasks[T]['result'];
  } catch (error) {
    const stopped = stoppedBy(error);
    const reason = stopped === 'time' ? 'timeout' : stopped === 'memory' ? 'truncated' : 'unavailable';
    // A parser's message quotes what it read.
    throw failure(account, reason, undefined, stopped && error);
  }
}
