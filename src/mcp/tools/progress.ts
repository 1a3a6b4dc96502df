/** Told how many rows are done, of how many. */
export type Report = (done: number, total: number) => void;

/**
 * Reports a call of many rows from none to all: at its start, at what the service says between, and at its end. What
 * it is given runs with the report for the service. A call of one row has nothing to tell.
 */
export function reporter(args: Record<string, unknown>, report: Report | undefined) {
  return async <T>(work: (report: Report | undefined) => Promise<T>): Promise<T> => {
    const total = rowsIn(args);
    if (!report || total < 2) return work(undefined);
    let last = 0;
    report(0, total);
    const result = await work((done, of) => {
      // Progress only goes up, and what counts is rows that went in, in whichever unit the service counts them.
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
  Math.max(0, ...Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)));
