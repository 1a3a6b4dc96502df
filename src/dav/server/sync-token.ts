const SCHEME = 'kith:sync/';

/** How far a client is in step. */
export interface SyncPoint {
  /** The change up to which it knows all. */
  state: number;
  /** While it reads the book for the first time, in parts: the last name that it got. */
  after?: string;
}

/** An opaque URI (RFC 6578, 4), of this user's book alone. */
export const tokenOf = (userId: string, { state, after }: SyncPoint): string =>
  `${SCHEME}${userId}/${state}${after === undefined ? '' : `/${Buffer.from(after).toString('base64url')}`}`;

/** Undefined for what is no token of this user's book. */
export function pointIn(userId: string, token: string): SyncPoint | undefined {
  const start = `${SCHEME}${userId}/`;
  const [, state, after] = token.startsWith(start)
    ? (/^(\d{1,15})(?:\/([\w-]+))?$/.exec(token.slice(start.length)) ?? [])
    : [];
  if (state === undefined) return undefined;
  return { state: Number(state), ...(after !== undefined && { after: Buffer.from(after, 'base64url').toString() }) };
}
