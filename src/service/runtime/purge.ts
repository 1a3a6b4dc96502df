import { sweepGroupMerges } from '../groups/group-merge-records.ts';
import { sweepMerges } from '../merge/merge-records.ts';
import { sweepPhotos } from '../photos/unused-photos.ts';
import type { Secret } from '../secrets/secret.ts';
import type { Db } from '../store/store.ts';
import { sweepBin } from '../trash/records.ts';
import { sweepAnswers } from './idempotency.ts';

/** Drops a user's records that are past their time. Runs with the writes, so that no clock has to be awake for it. */
export async function sweep(db: Db, secret: Secret, userId: string, now: string): Promise<void> {
  await sweepAnswers(db, userId, now);
  await sweepMerges(db, userId, now);
  await sweepGroupMerges(db, userId, now);
  await sweepBin(db, userId, now);
  await sweepPhotos(db, secret, userId, now);
}
