import { scopesIn } from '../../contract/scopes.ts';
import { KithError } from '../../shared/error.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { notOnFree, type Refused } from './api-keys.ts';
import type { Caller } from './caller.ts';
import { contentOf, recordIs } from './sign-in-records.ts';

/** The fields of a stored access token that matter here. */
interface AccessToken {
  aud?: string | string[];
  scope?: string;
}

/**
 * Authenticates a request with an app's access token. Undefined if the token is missing, expired, or was issued for
 * another resource (RFC 8707). Tokens are not cached between requests, because a revoked token must fail at once.
 */
export function authenticateByToken(store: Store, secret: Secret, resource: string) {
  return async (request: Request): Promise<Caller | Refused | undefined> => {
    const token = /^Bearer +([\w~+/.-]{20,200}=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) return undefined;
    return store.read('', async (db) => {
      const row = await db
        .selectFrom('sign_in_records')
        .innerJoin('users', 'users.user_id', 'sign_in_records.user_id')
        .innerJoin('connected_hosts', (join) =>
          join
            .onRef('connected_hosts.id', '=', 'sign_in_records.host_id')
            .onRef('connected_hosts.user_id', '=', 'users.user_id'),
        )
        .selectAll('users')
        .select(['sign_in_records.sealed', 'connected_hosts.id as host_id', 'connected_hosts.name as host_name'])
        .where(recordIs(secret, 'AccessToken', token))
        .executeTakeFirst();
      if (!row) return undefined;
      const { sealed, host_id, host_name, ...user } = row;
      const { aud, scope = '' } = contentOf(secret, sealed) as AccessToken;
      if (![aud].flat().includes(resource)) return undefined;
      if (user.plan === 'free') {
        return { refused: notOnFree(), reason: 'plan', userId: user.user_id, key: host_name } satisfies Refused;
      }
      const scopes = scopesIn(scope);
      const permissions = scopes.some((one) => one === 'kith:write' || one === 'kith:delete') ? 'write' : 'read';
      return { user, permissions, scopes, host: { id: host_id, name: host_name } } satisfies Caller;
    });
  };
}

/** Error for an operation that needs scopes the app was not granted. */
export const insufficientScope = (needed: readonly string[]): KithError =>
  new KithError('Forbidden', `This app is missing a permission: it needs ${needed.join(' ')}.`, {
    hint: 'Connect the app again and allow more.',
  });
