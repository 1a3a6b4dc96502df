import { processSettings } from '../../settings.ts';
import { stopReasonOf, type WorkerPool, workerPool } from '../../shared/worker/pool.ts';
import type { Account } from '../content/account.ts';
import { providerFailure } from '../requests/failures.ts';
import type { CalendarTasks } from './worker.ts';

/** Time limit for reading a calendar or converting HTML. A calendar of 25 MB takes a few seconds. */
const SECONDS = 10;
const MEGABYTES = 1024;
/** Maximum number of concurrent reads in this process. */
const WORKERS = 3;

let pool: WorkerPool | undefined;

/**
 * Runs a task in a worker thread that reads external calendars: see worker.ts. A user's tasks run one after another.
 * Throws a `failure`: `timeout` or `truncated` if it takes too much time or memory, `unavailable` if the input is
 * invalid.
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
    const stopped = stopReasonOf(error);
    const reason = stopped === 'time' ? 'timeout' : stopped === 'memory' ? 'truncated' : 'unavailable';
    // A parser's message may quote its input.
    throw providerFailure(account, reason, undefined, stopped && error);
  }
}
