import { largest } from '../../shared/lists.ts';
/** Called with the numbers of finished rows and of all rows. */
export type ReportProgress = (done: number, total: number) => void;

/**
 * Reports the progress of a bulk call: at its start, on each report from the service, and at its end. The work gets the
 * function that the service reports to. A call with one row reports nothing.
 */
export function reporter(args: Record<string, unknown>, report: ReportProgress | undefined) {
  return async <T>(work: (report: ReportProgress | undefined) => Promise<T>): Promise<T> => {
    const total = rowsIn(args);
    if (!report || total < 2) return work(undefined);
    let last = 0;
    report(0, total);
    const result = await work((done, of) => {
      // Progress never decreases. It counts rows of the request, in whatever unit the service counts.
      if (done <= last) return;
      last = done;
      report(done, of);
    });
    if (last < total) report(total, total);
    return result;
  };
}

/** Number of rows in a bulk call: the length of its longest list. */
const rowsIn = (args: Record<string, unknown>): number =>
  largest(
    Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)),
    0,
  );
