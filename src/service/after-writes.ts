import { joinSocialGroups } from './contact-rows/associations.ts';
import { purgeGroupMerges } from './groups/merge-records.ts';
import { purgePhotos } from './photos/purge.ts';
import { purgeAnswers } from './runtime/idempotency.ts';
import type { OutboxWork } from './runtime/outbox.ts';
import type { Purge } from './runtime/retention.ts';
import { purgeMerges } from './undo-records/merge-records.ts';
import { purgeCards } from './undo-records/purge-cards.ts';
import { purgeTrash } from './undo-records/trash-entries.ts';

/** Deferred work after writes. See `outboxWorker`. */
export const outboxWork: OutboxWork = { changed: joinSocialGroups };

const PURGES: readonly Purge[] = [purgeAnswers, purgeMerges, purgeGroupMerges, purgeTrash, purgePhotos, purgeCards];

/** Deletes a batch of a user's expired records. Runs with writes, so that no timer is needed. */
export const purge: Purge = async (...given) => {
  for (const one of PURGES) await one(...given);
};
