import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';

/** For this long a deletion or a merge can be undone; then its record is purged (docs/api/trash.md). */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Records made before this are past their retention. ISO 8601. */
export const retainedSince = (now: string): string => new Date(Date.parse(now) - RETENTION_MS).toISOString();

/** When the record of what was done at a time is past its retention. ISO 8601. */
export const retainedUntil = (time: string): string => new Date(Date.parse(time) + RETENTION_MS).toISOString();

/** Drops a few of a user's records that are past their time. `now` is ISO 8601 UTC. */
export type Purge = (db: Db, secret: Secret, userId: string, now: string) => Promise<void>;
