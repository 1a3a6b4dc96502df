import { largest } from '../../shared/lists.ts';
/** Called with the number of rows that are done, and of all rows. */
export type Report = (done: number, total: number) => void;

/**
 * Reports a call of many rows from none to all: at its start, whenever the service tells how far it is, and at its end.
 * The work it runs gets the function that the service reports to. A call of one row has nothing to report.
 */
export function reporter(args: Record<string, unknown>, report: Report | undefined) {
  return async <T>(work: (report: Report | undefined) => Promise<T>): Promise<T> => {
    const total = rowsIn(args);
    if (!report || total < 2) return work(undefined);
    let last = 0;
    report(0, total);
    const result = await work((done, of) => {
      // Progress only goes up. It counts rows of the request, whatever unit the service counts in.
      if (done <= last) return;
      last = done;
      report(done, of);
    });
    if (last < total) report(total, total);
    return result;
  };
}

/** The rows of a bulk call: its longest list. */
const rowsIn = (args: Record<string, unknown>): number =>
  largest(
    Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)),
    0,
  );
