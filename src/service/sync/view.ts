import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import type { SyncCounts, SyncedBook } from './books.ts';

type AddressBook = DataOf<Operations['list_address_books']>['address_books'][number];

/** Converts an address book to API format. */
export const viewBook = ({ id, name, host, bothWays, state, reason, counts, syncedAt, mayDelete }: SyncedBook) =>
  ({
    ...{ id, name, host, both_ways: bothWays, state, reason },
    last_sync: counts ? viewCounts(counts) : null,
    synced_at: syncedAt,
    may_delete: mayDelete,
  }) satisfies AddressBook;

const viewCounts = ({ here, there, joined, conflicts, waiting = undefined }: SyncCounts) => ({
  ...{ here, there, joined, conflicts },
  waiting: waiting ?? null,
});
