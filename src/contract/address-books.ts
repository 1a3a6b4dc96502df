import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId, text } from './schema/primitives.ts';

const count = () => z.int();

const changeCounts = once(() =>
  z
    .object({
      created: count().describe('How many people were created.'),
      changed: count().describe('How many people were changed.'),
      removed: count().describe('How many people were deleted.'),
    })
    .meta({ id: 'SyncChanges', description: 'Changes of a sync on one side.' }),
);

const pendingDeletions = once(() =>
  z
    .object({
      here: count().describe('How many people would be deleted in kith.'),
      there: count().describe('How many people would be deleted on the server.'),
    })
    .meta({ id: 'PendingDeletions', description: 'Deletions that are too many to be made without permission.' }),
);

const sides = () => ({
  here: changeCounts().describe('What changed in kith.'),
  there: changeCounts().describe('What changed on the server.'),
  joined: count().describe('How many people were on both sides before the first sync.'),
  conflicts: count().describe('How many edits gave way; list_conflicts lists them.'),
});
const waiting = () => pendingDeletions().nullable().describe('Deletions that wait for permission; null for none.');

const addressBook = once(() =>
  z
    .object({
      id: ownId(),
      name: z.string().describe('The name of the address book.'),
      host: z.string().describe('The host of its server.'),
      both_ways: z.boolean().describe('Whether kith writes to the server; otherwise it only reads.'),
      state: z
        .enum(['new', 'fine', 'waiting', 'refused', 'failing'])
        .describe(
          '`new`: not synced yet. `waiting`: deletions wait for permission. `refused`: the server refuses the sign-in; connect it again. `failing`: the last sync failed.',
        ),
      reason: z.string().nullable().describe('Why the last sync failed; otherwise null.'),
      last_sync: z
        .object({ ...sides(), waiting: waiting() })
        .nullable()
        .describe('Result of the last complete sync; null before the first.'),
      synced_at: answeredTime().nullable().describe('When the last complete sync ended; null before the first.'),
      may_delete: z.boolean().describe('Whether the next sync makes the deletions that wait.'),
    })
    .meta({ id: 'AddressBook', description: 'An address book on another server that syncs with kith.' }),
);

const syncReport = once(() =>
  z
    .object({
      ...sides(),
      waiting: waiting(),
      groups: count().describe('How many cards on the server are groups, which are left alone.'),
      skipped: count().describe('How many addresses in the server’s answers are not cards of this address book.'),
      remarks: z
        .array(
          z.object({
            name: z.string().describe('The name of the person.'),
            what: z.string().describe('What happened, in words.'),
            more: z.string().optional().describe('The other person, or the reason. Absent if there is none.'),
          }),
        )
        .describe('What happened to single people and may need a look.'),
      stopped: z.literal('canceled').optional().describe('Present if the sync was canceled before its end.'),
    })
    .meta({ id: 'SyncReport', description: 'Result of a sync or a preview.' }),
);

const shared = { envelope: 'v2', management: true } as const;
const manyBooks = () => z.object({ address_books: z.array(addressBook()).describe('The first connected one first.') });

/** Address books on CardDAV servers that sync with kith. */
export const addressBooks = defineOperations({
  list_address_books: {
    summary: 'List synced address books',
    description: 'Lists the address books on other servers that sync with kith, with the result of each last sync.',
    method: 'GET',
    path: '/v2/address-books',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    offered: ['api', 'web', 'cli'],
    data: manyBooks,
  },
  connect_address_book: {
    summary: 'Connect an address book',
    description:
      'Signs in to a CardDAV server and keeps its address book in sync from then on. Nothing changes until the first sync. An address book that is connected already gets the new password.',
    method: 'POST',
    path: '/v2/address-books',
    effect: 'create',
    idempotency: 'optional',
    // The server may be sent every contact.
    fresh: true,
    offered: ['web', 'cli'],
    body: () =>
      z.strictObject({
        url: text(1_000).describe('The address of the server or of the address book; https:// may be left out.'),
        user: text(1_000).describe('The user name there.'),
        password: text(1_000).describe('The password or app password there. It is stored sealed and never shown.'),
        books: z
          .array(text(1_000))
          .max(100, 'must have at most 100 entries')
          .optional()
          .describe('The names of the address books, or `all`. Required if the server has several.'),
        both_ways: z.boolean().optional().describe('Whether kith also writes to the server. Default: true.'),
      }),
    ...shared,
    data: manyBooks,
  },
  sync_address_book: {
    summary: 'Sync an address book',
    description:
      'Brings kith and the address book to the same state and answers what changed. Deletions of more than a third of the people wait for permission. Answers 409 while another sync of it runs.',
    method: 'POST',
    path: '/v2/address-books/{bookId}/sync',
    effect: 'update',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    body: () =>
      z.strictObject({
        mode: z
          .enum(['now', 'soon', 'preview'])
          .optional()
          .describe(
            '`now` syncs before it answers. `soon` answers at once and has the server sync within a minute. `preview` answers what a sync would change. Default: now.',
          ),
        allow_deletions: z
          .boolean()
          .optional()
          .describe('Whether this sync makes the deletions that wait, however many they are. Default: false.'),
      }),
    ...shared,
    data: () =>
      z.object({
        address_book: addressBook(),
        report: syncReport().nullable().describe('Result of the sync; null if it runs later.'),
      }),
  },
  disconnect_address_book: {
    summary: 'Disconnect an address book',
    description: 'Ends the sync with an address book and forgets its password. The people on both sides stay.',
    method: 'DELETE',
    path: '/v2/address-books/{bookId}',
    effect: 'delete',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
    data: () => z.object({ address_book: addressBook().describe('The address book as it was.') }),
  },
});
