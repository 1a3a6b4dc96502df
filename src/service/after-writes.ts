import { joinSocialGroups } from './contact-rows/associations.ts';
import { indexRemaining } from './contacts/index-remaining.ts';
import { purgeGroupMerges } from './groups/merge-records.ts';
import { keepMissingKeys } from './matching/missing-keys.ts';
import { purgePhotos } from './photos/purge.ts';
import { purgeAnswers } from './runtime/idempotency.ts';
import type { OutboxWork } from './runtime/outbox.ts';
import type { Purge } from './runtime/retention.ts';
import { purgeMerges } from './undo-records/merge-records.ts';
import { purgeCards } from './undo-records/purge-cards.ts';
import { purgeTrash } from './undo-records/trash-entries.ts';

/** The work of resources after writes: see `outboxWorker`. */
export const outboxWork: OutboxWork = {
  changed: joinSocialGroups,
  /** Contacts from before there were match keys get theirs; then what is searched by more words than before is indexed. */
  async leftOver(context) {
    return (await keepMissingKeys(context)) || indexRemaining(context);
  },
};

const PURGES: readonly Purge[] = [purgeAnswers, purgeMerges, purgeGroupMerges, purgeTrash, purgePhotos, purgeCards];

/** Drops a few of a user's records that are past their time. Runs with the writes, so that no timer is needed. */
export const purge: Purge = async (...given) => {
  for (const one of PURGES) await one(...given);
};
