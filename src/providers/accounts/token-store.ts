import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../identity/secrets/secret.ts';
import { OAUTH_TIMEOUT_MS } from '../../shared/http/oauth.ts';
import type { SocketPool } from '../../shared/http/origin.ts';
import { withRetries } from '../../shared/http/retry.ts';
import type { AccountRow } from '../../store/account-tables.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Account } from '../content/account.ts';
import type { Endpoints } from '../requests/endpoints.ts';
import { providerFailure } from '../requests/failures.ts';
import { refresh } from './oauth.ts';
import { type CalendarAddress, type OAuthTokens, openCredentials, sealCredentials } from './tokens.ts';

/** Tokens are renewed this long before they expire, so that none expires in transit. */
const EARLY_MS = 5 * 60_000;
/** How long a process may take to refresh a token before another one may try. */
const LEASE_MS = 20_000;
/** No attempt starts later than this, so that even a slow one ends within the lease. */
const LAST_TRY_MS = LEASE_MS - OAUTH_TIMEOUT_MS - 1_000;
const LOOK_AGAIN_MS = 100;
const PAUSES = { tries: 3, firstMs: 200, maxMs: 1_000 };

export interface TokenStoreServices {
  store: Store;
  secret: Secret;
  endpoints: Endpoints;
  pool: SocketPool;
  now: () => Date;
}

export interface TokenStore {
  /** Returns a valid access token, different from `rejected`. Throws a `failure`. */
  token(account: Account, rejected?: string): Promise<string>;
  address(account: Account): Promise<CalendarAddress>;
  /**
   * Sets the account's state after the provider's response to this token or URL, unless the account has a newer one.
   */
  note(account: Account, used: string, state: Account['status']): Promise<void>;
}

/** Keeps tokens fresh. Each account is refreshed by one caller at a time, across all processes that share the data. */
export function makeTokenStore({ store, secret, endpoints, pool, now }: TokenStoreServices): TokenStore {
  const refreshing = new Map<string, Promise<string>>();
  return { token, address, note };

  async function token(account: Account, rejected?: string): Promise<string> {
    const row = await store.read(account.userId, (db) => find(db, account));
    const known = usable(account, row, rejected);
    if (known !== undefined) return known;
    const running = refreshing.get(account.id);
    if (running) return running;
    const work = renew(account, rejected).finally(() => refreshing.delete(account.id));
    refreshing.set(account.id, work);
    return work;
  }

  async function address(account: Account): Promise<CalendarAddress> {
    const row = await store.read(account.userId, (db) => find(db, account));
    if (!row) throw providerFailure(account, 'reconnect_required');
    const credentials = openCredentials(secret, row, row.sealed);
    if (credentials.kind !== 'ics') throw new Error('an account of a provider has no address');
    return credentials;
  }

  function note(account: Account, used: string, state: Account['status']): Promise<void> {
    return store.write(account.userId, async (db) => {
      const row = await find(db, account);
      if (!row || row.status === state) return;
      const credentials = openCredentials(secret, row, row.sealed);
      const holds = credentials.kind === 'ics' ? credentials.url : credentials.accessToken;
      if (holds === used) await change(db, row, { status: state, updated_at: now().toISOString() });
    });
  }

  function tokensIn(row: AccountRow): OAuthTokens {
    const credentials = openCredentials(secret, row, row.sealed);
    if (credentials.kind !== 'oauth') throw new Error('a published calendar has no tokens');
    return credentials;
  }

  /** Returns a row's token if it can be used, or undefined if it must be renewed. */
  function usable(account: Account, row: AccountRow | undefined, rejected: string | undefined): string | undefined {
    const tokens = row && tokensIn(row);
    if (!tokens?.refreshToken) throw providerFailure(account, 'reconnect_required');
    const { accessToken, expiresAt } = tokens;
    const lives = expiresAt - EARLY_MS > now().getTime();
    if (lives && accessToken !== rejected) return accessToken;
    // A new token was rejected before. Each read tries it once, without another refresh.
    if (lives && row!.status === 'reconnect_required') throw providerFailure(account, 'reconnect_required');
    return undefined;
  }

  async function renew(account: Account, rejected: string | undefined): Promise<string> {
    for (;;) {
      const turn = await takeTurn(account, rejected);
      if (turn === undefined) await sleep(LOOK_AGAIN_MS);
      else if (typeof turn === 'string') return turn;
      else {
        const done = await refreshHeld(account, turn);
        if (done !== undefined) return done;
      }
    }
  }

  /**
   * Returns the row if this process may refresh, the token if another process just did, or undefined if one is doing
   * so.
   */
  function takeTurn(account: Account, rejected: string | undefined): Promise<AccountRow | string | undefined> {
    // This is not part of an operation and has no idempotency key, so it bypasses the executor.
    return store.write(account.userId, async (db) => {
      const row = await find(db, account);
      const known = usable(account, row, rejected);
      if (known !== undefined) return known;
      if (row!.refresh_until !== null && row!.refresh_until > now().toISOString()) return undefined;
      const held = {
        refresh_mark: randomUUID(),
        refresh_until: new Date(now().getTime() + LEASE_MS).toISOString(),
      };
      await change(db, row!, held);
      return { ...row!, ...held };
    });
  }

  /** Refreshes and saves the tokens. A rotated refresh token is stored before its access token is used. */
  async function refreshHeld(account: Account, row: AccountRow): Promise<string | undefined> {
    const before = tokensIn(row);
    const free = { refresh_mark: null, refresh_until: null };
    const { provider } = account;
    if (provider === 'ICS') throw new Error('a published calendar has no tokens');
    const policy = { ...PAUSES, clock: pool.clock, deadline: pool.clock.now() + LAST_TRY_MS };
    const refreshed = await withRetries(policy, () => refresh(provider, before, { endpoints, pool, now })).catch(
      async (cause) => {
        await save(row, free, 'our turn');
        throw providerFailure(account, 'unavailable', undefined, cause);
      },
    );
    if (typeof refreshed === 'string') {
      // Expired tokens are not stored.
      const left = refreshed === 'ended' ? { ...before, refreshToken: '', accessToken: '', expiresAt: 0 } : before;
      const sealed = sealCredentials(secret, row, left);
      const ours = await save(row, { ...free, sealed, status: 'reconnect_required' }, 'our turn');
      if (ours) throw providerFailure(account, 'reconnect_required');
      return undefined;
    }
    const { tokens } = refreshed;
    const sealed = sealCredentials(secret, row, tokens);
    // Saved even if the lease has expired, because the refresh token that another process holds is used up and ours is
    // valid.
    const changes = { ...free, sealed, status: row.status, version: row.version + 1 };
    const ours = await save(row, changes, 'any turn');
    return ours ? tokens.accessToken : undefined;
  }

  /** Saves only if the row is unchanged, so that an account reconnected in the meantime keeps its new tokens. */
  function save(row: AccountRow, changes: Partial<AccountRow>, during: 'our turn' | 'any turn'): Promise<boolean> {
    return store.write(row.user_id, async (db) => {
      const current = await find(db, { userId: row.user_id, id: row.id });
      if (current?.version !== row.version) return false;
      if (during === 'our turn' && current.refresh_mark !== row.refresh_mark) return false;
      await change(db, row, { ...changes, updated_at: now().toISOString() });
      return true;
    });
  }
}

const find = (db: Db, { userId, id }: Pick<Account, 'userId' | 'id'>) =>
  db.selectFrom('connected_accounts').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

const change = (db: Db, { user_id, id }: AccountRow, changes: Partial<AccountRow>) =>
  db.updateTable('connected_accounts').set(changes).where('user_id', '=', user_id).where('id', '=', id).execute();
