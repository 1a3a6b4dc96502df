import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { ownId, text } from './schema/primitives.ts';

const count = () => z.int();

const changeCounts = once(() =>
  z
    .object({
      created: count().describe('Number of contacts created.'),
      changed: count().describe('Number of contacts changed.'),
      removed: count().describe('Number of contacts deleted.'),
    })
    .meta({ id: 'SyncChanges', description: 'Changes of a sync on one side.' }),
);

const pendingDeletions = once(() =>
  z
    .object({
      here: count().describe('Number of contacts that would be deleted in kith.'),
      there: count().describe('Number of contacts that would be deleted on the server.'),
    })
    .meta({ id: 'PendingDeletions', description: 'Deletions that need permission because there are so many.' }),
);

const sides = () => ({
  here: changeCounts().describe('Changes in kith.'),
  there: changeCounts().describe('Changes on the server.'),
  joined: count().describe('Number of contacts that existed on both sides before the first sync.'),
  conflicts: count().describe('Number of overwritten edits; `list_conflicts` lists them.'),
});
const waiting = () =>
  pendingDeletions().nullable().describe('Deletions waiting for permission; null if there are none.');

const addressBook = once(() =>
  z
    .object({
      id: ownId(),
      name: z.string().describe('The name of the address book.'),
      host: z.string().describe('Host name of its server.'),
      both_ways: z.boolean().describe('Whether kith writes to the server or only reads.'),
      state: z
        .enum(['new', 'fine', 'waiting', 'refused', 'failing'])
        .describe(
          '`new`: not synced yet. `waiting`: deletions are waiting for permission. `refused`: the server rejects the credentials; connect the address book again. `failing`: the last sync failed.',
        ),
      reason: z.string().nullable().describe('Why the last sync failed; otherwise null.'),
      last_sync: z
        .object({ ...sides(), waiting: waiting() })
        .nullable()
        .describe('Result of the last complete sync; null before the first.'),
      synced_at: answeredTime().nullable().describe('When the last complete sync ended; null before the first.'),
      may_delete: z.boolean().describe('Whether the next sync makes the waiting deletions.'),
    })
    .meta({ id: 'AddressBook', description: 'An address book on another server that syncs with kith.' }),
);

const syncReport = once(() =>
  z
    .object({
      ...sides(),
      waiting: waiting(),
      groups: count().describe('Number of group cards on the server. They are not synced.'),
      skipped: count().describe('Number of URLs in the server’s responses that are not cards of this address book.'),
      remarks: z
        .array(
          z.object({
            name: z.string().describe('The name of the person.'),
            what: z.string().describe('Description of the event.'),
            more: z.string().optional().describe('The other person’s name, or the reason. Absent if there is none.'),
          }),
        )
        .describe('Events about individual contacts that may need attention.'),
      stopped: z.literal('canceled').optional().describe('Present if the sync was canceled.'),
    })
    .meta({ id: 'SyncReport', description: 'Result of a sync or a preview.' }),
);

const shared = { envelope: 'v2', management: true } as const;
const manyBooks = () =>
  z.object({
    address_books: z.array(addressBook()).describe('The address books, in the order in which they were connected.'),
  });

/** Operations on address books on CardDAV servers that sync with kith. */
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
      'Signs in to a CardDAV server and keeps its address book in sync. Nothing changes until the first sync. If the address book is already connected, its password is replaced.',
    method: 'POST',
    path: '/v2/address-books',
    effect: 'create',
    idempotency: 'optional',
    // A sync may send every contact to the server.
    fresh: true,
    offered: ['web', 'cli'],
    body: () =>
      z.strictObject({
        url: text(1_000).describe('URL of the server or the address book; https:// is optional.'),
        user: text(1_000).describe('User name on the server.'),
        password: text(1_000).describe(
          'Password or app password on the server. It is stored encrypted and never shown.',
        ),
        books: z
          .array(text(1_000))
          .max(100, 'must have at most 100 entries')
          .optional()
          .describe('Names of the address books, or `all`. Required if the server has more than one.'),
        both_ways: z.boolean().optional().describe('Whether kith also writes to the server. Default: true.'),
      }),
    ...shared,
    data: manyBooks,
  },
  sync_address_book: {
    summary: 'Sync an address book',
    description:
      'Syncs kith with the address book and returns the changes. If more than a third of the contacts would be deleted, the deletions wait for permission. Returns 409 while another sync of the address book is running.',
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
            '`now`: sync, then return. `soon`: return immediately and sync within a minute. `preview`: return what a sync would change. Default: `now`.',
          ),
        allow_deletions: z
          .boolean()
          .optional()
          .describe('Whether this sync makes all waiting deletions, regardless of their number. Default: false.'),
      }),
    ...shared,
    data: () =>
      z.object({
        address_book: addressBook(),
        report: syncReport().nullable().describe('Result of the sync; null for `soon`.'),
      }),
  },
  disconnect_address_book: {
    summary: 'Disconnect an address book',
    description: 'Stops syncing an address book and deletes its password. Contacts on both sides are kept.',
    method: 'DELETE',
    path: '/v2/address-books/{bookId}',
    effect: 'delete',
    idempotency: 'optional',
    offered: ['api', 'web', 'cli'],
    ...shared,
    data: () => z.object({ address_book: addressBook().describe('The disconnected address book.') }),
  },
});
