// Splits a call with many rows into several calls, because the service reports no progress until a call completes.

/** How to split an operation. `Answer` is the content of `data` in its response. */
export interface Batching<Answer = unknown> {
  /** The argument with the rows. */
  list: string;
  /** Number of rows per part: one transaction of the service. */
  size: number;
  /** Whether the rows depend on each other and must be sent together. */
  together?(rows: readonly unknown[], args: Readonly<Record<string, unknown>>): boolean;
  /**
   * Combines the responses so far with the next part's response. `offset` is the index of the part's first row in the
   * full list.
   */
  join(all: Answer, part: Answer, offset: number): Answer;
  /** Completes the combined response for a call of `rows` rows. The last parts may not have been sent. */
  whole?(all: Answer, rows: number): Answer;
  /** Whether a single call would have stopped after this part. */
  stops?(part: Answer, args: Readonly<Record<string, unknown>>): boolean;
}

interface Created extends Warned {
  pagination: { nextCursor: string | null; count: number };
  batch: {
    requested: number;
    committed: number;
    committedThrough: number;
    chunks: { index: number; offset: number; status: string; error?: { message: string } | undefined }[];
    failedRows: { index: number; error: { message: string } }[];
  };
  duplicates?: { index?: number | undefined }[] | undefined;
}

/** For an operation that creates the rows of a list and returns them under the list's name. */
export const splitCreation = <const L extends string>(list: L) =>
  ({
    list,
    size: 100,
    join<A extends Created & Record<L, unknown[]>>(all: A, part: A, offset: number): A {
      const complete = all.batch.committedThrough === offset - 1;
      const duplicates = [
        ...(all.duplicates ?? []),
        ...(part.duplicates ?? []).map((found) =>
          found.index === undefined ? found : { ...found, index: offset + found.index },
        ),
      ];
      const chunks = part.batch.chunks.map((chunk) => ({
        ...chunk,
        index: all.batch.chunks.length + chunk.index,
        offset: offset + chunk.offset,
        ...(chunk.error && { error: inWhole(chunk.error, list, offset) }),
      }));
      const failedRows = part.batch.failedRows.map((row) => ({
        ...row,
        index: offset + row.index,
        error: inWhole(row.error, list, offset),
      }));
      const rows = [...all[list], ...part[list]];
      return {
        ...all,
        [list]: rows,
        pagination: { nextCursor: null, count: rows.length },
        batch: {
          ...all.batch,
          committed: all.batch.committed + part.batch.committed,
          committedThrough: complete ? offset + part.batch.committedThrough : all.batch.committedThrough,
          chunks: [...all.batch.chunks, ...chunks],
          failedRows: [...all.batch.failedRows, ...failedRows],
        },
        ...(duplicates.length > 0 && { duplicates }),
        ...warningsOf(all, part),
      };
    },
    whole: <A extends Created>(all: A, requested: number): A => ({ ...all, batch: { ...all.batch, requested } }),
    stops: ({ batch }: Created, { continueOnError }: Readonly<Record<string, unknown>>): boolean =>
      !continueOnError && batch.chunks.some(({ status }) => status === 'failed'),
  }) as const;

interface Warned {
  warnings?: string[] | undefined;
}

/** Returns the warnings of both responses without duplicates. */
function warningsOf(all: Warned, part: Warned): Warned {
  const warnings = new Set([...(all.warnings ?? []), ...(part.warnings ?? [])]);
  return warnings.size > 0 ? { warnings: [...warnings] } : {};
}

/** Changes the row index in an error to the index in the full list. */
const inWhole = <E extends { message: string }>(error: E, list: string, offset: number): E => ({
  ...error,
  message: error.message.replace(new RegExp(`^${list}\\[(\\d+)\\]`), (_, row) => `${list}[${offset + Number(row)}]`),
});

type MergeGroup = string[] | { contactIds: string[] };

interface Merged extends Warned {
  merged: unknown[];
  failed: unknown[];
}

export const splitMerge = {
  list: 'contactIds',
  size: 10,
  /**
   * Not splittable if a contact is in two groups, because the second is rejected, or if `survivorIds` is given, because
   * it applies to all groups.
   */
  together(groups: readonly unknown[], { survivorIds }: Readonly<Record<string, unknown>>): boolean {
    if (survivorIds) return true;
    const ids = (groups as MergeGroup[]).flatMap((group) => (Array.isArray(group) ? group : group.contactIds));
    return new Set(ids.map((id) => String(id).toLowerCase())).size < ids.length;
  },
  join: <A extends Merged>(all: A, part: A): A => ({
    ...all,
    merged: [...all.merged, ...part.merged],
    failed: [...all.failed, ...part.failed],
    ...warningsOf(all, part),
  }),
} as const;
