import type { Secret } from '../../identity/secrets/secret.ts';
import type { Db } from '../../store/store.ts';

/** How long a deletion or a merge can be undone. After that, its record is purged (docs/api/trash.md). */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Records created before this time have expired. ISO 8601. */
export const retainedSince = (now: string): string => new Date(Date.parse(now) - RETENTION_MS).toISOString();

/** When the record of a deletion or merge at `time` expires. ISO 8601. */
export const retainedUntil = (time: string): string => new Date(Date.parse(time) + RETENTION_MS).toISOString();

/** Deletes a batch of a user's expired records. `now` is ISO 8601 UTC. */
export type Purge = (db: Db, secret: Secret, userId: string, now: string) => Promise<void>;
