import type { Secret } from '../secrets/secret.ts';
import type { Db } from '../store/store.ts';

/** For so long what was deleted or merged can be brought back; then the record of it goes (decisions, Merge). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** From when on records of what was are still kept, ISO 8601. */
export const keptSince = (now: string): string => new Date(Date.parse(now) - KEPT_MS).toISOString();

/** Drops a few of a user's records that are past their time. `now` is ISO 8601 UTC. */
export type Purge = (db: Db, secret: Secret, userId: string, now: string) => Promise<void>;
