import type { DataOf } from '../contract/operation.ts';
import type { OperationName, Operations } from '../contract/operations.ts';

export type Args = Record<string, unknown>;
type Data<N extends OperationName> = DataOf<Operations[N]>;

/** `D` is what the operation answers. */
export interface Split<D = unknown> {
  /** The argument that holds the rows. */
  list: string;
  size: number;
  /** Whether the rows depend on each other, so that the service must see them together. */
  together?(rows: unknown[]): boolean;
  /** The answer of the parts so far and of one more, whose first row stands at `offset` of all. */
  join(all: D, part: D, offset: number): D;
  /** The answer of all parts as that of so many rows: some may not have been sent. */
  whole(all: D, rows: number): D;
  /** Whether the service would have stopped after this part. */
  stops?(part: D, args: Args): boolean;
}

function joinCreated(
  all: Data<'bulk_create_contacts'>,
  part: Data<'bulk_create_contacts'>,
  offset: number,
): Data<'bulk_create_contacts'> {
  const whole = all.batch.committedThrough === offset - 1;
  const duplicates = [...(all.duplicates ?? []), ...(part.duplicates ?? [])];
  const chunks = part.batch.chunks.map((chunk) => ({
    ...chunk,
    index: all.batch.chunks.length + chunk.index,
    offset: offset + chunk.offset,
    ...(chunk.error && { error: inWhole(chunk.error, offset) }),
  }));
  const failedRows = part.batch.failedRows.map((row) => ({
    ...row,
    index: offset + row.index,
    error: inWhole(row.error, offset),
  }));
  return {
    ...all,
    contacts: [...all.contacts, ...part.contacts],
    pagination: { nextCursor: null, count: all.contacts.length + part.contacts.length },
    batch: {
      ...all.batch,
      committed: all.batch.committed + part.batch.committed,
      committedThrough: whole ? offset + part.batch.committedThrough : all.batch.committedThrough,
      chunks: [...all.batch.chunks, ...chunks],
      failedRows: [...all.batch.failedRows, ...failedRows],
    },
    ...(duplicates.length > 0 && { duplicates }),
  };
}

const ofRequested = (all: Data<'bulk_create_contacts'>, requested: number): Data<'bulk_create_contacts'> => ({
  ...all,
  batch: { ...all.batch, requested },
});

/** An error that names its row, by the place that the row has in the whole. */
const inWhole = <E extends { message: string }>(error: E, offset: number): E => ({
  ...error,
  message: error.message.replace(/^contacts\[(\d+)\]/, (_, row: string) => `contacts[${offset + Number(row)}]`),
});

const stopsAtFailure = ({ batch }: Data<'bulk_create_contacts'>, { continueOnError }: Args): boolean =>
  !continueOnError && batch.chunks.some(({ status }) => status === 'failed');

const joinMerged = (all: Data<'merge_contacts'>, part: Data<'merge_contacts'>): Data<'merge_contacts'> => ({
  ...all,
  merged: [...all.merged, ...part.merged],
  failed: [...all.failed, ...part.failed],
});

/** A contact that stands in two groups of one request is refused in the second. */
function hasRepeats(groups: unknown[]): boolean {
  const ids = groups.flatMap((group) =>
    Array.isArray(group) ? group : (group as { contactIds: string[] }).contactIds,
  );
  return new Set(ids.map((id) => String(id).toLowerCase())).size < ids.length;
}

/** The operations that may go out in parts, and how. */
export const SPLITS: { [N in OperationName]?: Split<Data<N>> } = {
  bulk_create_contacts: { list: 'contacts', size: 100, join: joinCreated, whole: ofRequested, stops: stopsAtFailure },
  merge_contacts: { list: 'contactIds', size: 10, together: hasRepeats, join: joinMerged, whole: (all) => all },
};
