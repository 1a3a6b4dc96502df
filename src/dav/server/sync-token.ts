const SCHEME = 'kith:sync/';

/** A client's synchronization state. */
export interface SyncState {
  /** The last change that the client has. */
  state: number;
  /** During a first sync in parts: the last card name that the client received. */
  after?: string;
}

/** Returns an opaque URI (RFC 6578, 4) that is valid only for this user's address book. */
export const syncTokenOf = (userId: string, { state, after }: SyncState): string =>
  `${SCHEME}${userId}/${state}${after === undefined ? '' : `/${Buffer.from(after).toString('base64url')}`}`;

/** Parses a token. Undefined if it is not for this user's address book. */
export function readSyncToken(userId: string, token: string): SyncState | undefined {
  const start = `${SCHEME}${userId}/`;
  const [, state, after] = token.startsWith(start)
    ? (/^(\d{1,15})(?:\/([\w-]+))?$/.exec(token.slice(start.length)) ?? [])
    : [];
  if (state === undefined) return undefined;
  return { state: Number(state), ...(after !== undefined && { after: Buffer.from(after, 'base64url').toString() }) };
}
