// How a call of many rows divides into several calls, for a service that tells nothing of a call until it is done.

/** `Answer` is the content of `data` in the operation's answer. */
export interface Division<Answer = unknown> {
  /** The argument that holds the rows. */
  list: string;
  /** How many rows one part has: as many as one transaction of the service. */
  size: number;
  /** Whether the rows depend on each other, so that the service must see them together. */
  together?(rows: readonly unknown[], args: Readonly<Record<string, unknown>>): boolean;
  /** The answer of the parts so far together with that of the next part, whose first row stands at `offset` in the whole. */
  join(all: Answer, part: Answer, offset: number): Answer;
  /** The joined answer as that of a call of `rows` rows; the last parts may not have been sent. */
  whole?(all: Answer, rows: number): Answer;
  /** Whether the service would have stopped after this part. */
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

/** For an operation that creates the rows of a list, and answers them under the name of that list. */
export const creationInParts = <const L extends string>(list: L) =>
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

/** The warnings of both answers without duplicates. */
function warningsOf(all: Warned, part: Warned): Warned {
  const warnings = new Set([...(all.warnings ?? []), ...(part.warnings ?? [])]);
  return warnings.size > 0 ? { warnings: [...warnings] } : {};
}

/** An error that names its row, with the index that the row has in the whole. */
const inWhole = <E extends { message: string }>(error: E, list: string, offset: number): E => ({
  ...error,
  message: error.message.replace(new RegExp(`^${list}\\[(\\d+)\\]`), (_, row) => `${list}[${offset + Number(row)}]`),
});

type MergeGroup = string[] | { contactIds: string[] };

interface Merged extends Warned {
  merged: unknown[];
  failed: unknown[];
}

export const mergeInParts = {
  list: 'contactIds',
  size: 10,
  /** A contact that stands in two groups of one request is refused in the second; survivors are for all groups. */
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
