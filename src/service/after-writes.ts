import { runCompiled } from '../store/compiled-queries.ts';
import { type Db, untyped } from '../store/store.ts';
import { joinSocialGroups } from './contact-rows/associations.ts';
import { purgeGroupMerges } from './groups/merge-records.ts';
import { purgePhotos } from './photos/purge.ts';
import { answersSince, purgeAnswers } from './runtime/idempotency.ts';
import type { OutboxWork } from './runtime/outbox.ts';
import { type Purge, retainedSince } from './runtime/retention.ts';
import { purgeMerges } from './undo-records/merge-records.ts';
import { purgeCards } from './undo-records/purge-cards.ts';
import { purgeTrash } from './undo-records/trash-entries.ts';

/** Deferred work after writes. See `outboxWorker`. */
export const outboxWork: OutboxWork = { changed: joinSocialGroups };

const PURGES: readonly Purge[] = [purgeAnswers, purgeMerges, purgeGroupMerges, purgeTrash, purgePhotos, purgeCards];

/** Deletes a batch of a user's expired records. Runs with writes, so that no timer is needed. */
export const purge: Purge = async (db, secret, userId, now) => {
  const expired = await runCompiled(db, 'expired records', expiredRecords, [
    userId,
    answersSince(now),
    retainedSince(now),
  ]);
  if (expired.length === 0) return;
  for (const one of PURGES) await one(db, secret, userId, now);
};

/** One row if there is something to delete. Nearly every write finds nothing, with this one statement. */
const expiredRecords = (db: Db, userId: string, dayAgo: string, monthAgo: string) =>
  db
    .selectNoFrom(({ lit }) => lit(1).as('one'))
    .where(({ or, exists, lit }) => {
      const before = (table: Retained, column: string, since: string) =>
        retained(db, table, userId).select(lit(1).as('one')).where(column, '<', since);
      return or([
        exists(before('idempotency_records', 'created_at', dayAgo)),
        exists(before('merges', 'created_at', monthAgo)),
        exists(before('group_merges', 'created_at', monthAgo)),
        exists(before('bin', 'deleted_at', monthAgo)),
        exists(before('photos', 'checked_at', monthAgo)),
        exists(before('cards', 'changed_at', monthAgo).where('gone', '=', 1)),
      ]);
    });

type Retained = 'idempotency_records' | 'merges' | 'group_merges' | 'bin' | 'photos' | 'cards';

const retained = (db: Db, table: Retained, userId: string) =>
  untyped(db).selectFrom(table).where('user_id', '=', userId);
