import { addKey, listKeys, regenerateKey, revokeKey, showKey } from '../../identity/users/user-keys.ts';
import type { UserWithKey } from '../../identity/users/users.ts';
import { tell } from '../../process/print.ts';
import { withData } from '../../server/composition/local-data.ts';
import { answer, choice, type JsonOption, timestampOf } from '../input/arguments.ts';
import { aligned } from '../output/table.ts';
import { onThisMachine } from '../output/times.ts';

const SCOPES = ['read', 'write'] as const;

// `kith key show|regenerate|add|list|revoke`: the keys of a user of `kith serve`.

export async function show(email: string, { json }: JsonOption): Promise<number> {
  return printKey(await withData(({ store, secret }) => showKey(store, secret, email)), json);
}

export async function regenerate(email: string, values: JsonOption & { permissions: string }): Promise<number> {
  const permissions = choice('--permissions', values.permissions, SCOPES);
  const user = await withData(({ store, secret }) => regenerateKey(store, secret, email, permissions));
  return printKey(user, values.json);
}

interface NewKey extends JsonOption {
  name: string;
  scope: string;
  expires?: string | undefined;
  dav?: true | undefined;
}

export async function add(email: string, values: NewKey): Promise<number> {
  const input = {
    name: values.name,
    permissions: choice('--scope', values.scope, SCOPES),
    expiresAt: values.expires === undefined ? null : timestampOf('--expires', values.expires, 'ahead'),
    kind: values.dav ? 'dav' : 'api',
  } as const;
  const { secret: text, ...key } = await withData(({ store, secret }) => addKey(store, secret, email, input));
  const end = key.expires_at ? `expires ${onThisMachine(key.expires_at)}` : 'does not expire';
  if (!values.json) tell(`${key.name} of ${key.email} may ${key.scope} and ${end}. Keep it: it is not shown again.\n`);
  if (!values.json && values.dav) tell(`Type it into the contacts app, with ${key.email} as the user name.\n`);
  return answer(values.json, { ...key, [values.dav ? 'app_password' : 'api_key']: text }, text);
}

export async function list(email: string, { json }: JsonOption): Promise<number> {
  const keys = await withData(({ store }) => listKeys(store, email));
  if (keys.length === 0) return answer(json, keys, `${email} has no key. kith key regenerate ${email} makes one.`);
  const now = new Date().toISOString();
  const ending = (at: string) => `${at <= now ? 'expired' : 'expires'} ${onThisMachine(at)}`;
  const rows = keys.map(({ name, kind, scope, expires_at, last_used_at }) => [
    name,
    kind === 'dav' ? `app password, ${scope}` : scope,
    expires_at ? ending(expires_at) : 'does not expire',
    last_used_at ? `last used ${onThisMachine(last_used_at)}` : 'never used',
  ]);
  return answer(json, keys, await aligned(rows));
}

export async function revoke(email: string, name: string, { json }: JsonOption): Promise<number> {
  const key = await withData(({ store }) => revokeKey(store, email, name));
  return answer(json, key, `${name} is revoked.`);
}

/** Prints a user's default key, or that there is none. */
export function printKey(user: UserWithKey, json: true | undefined): Promise<number> {
  const none = user.plan === 'free' ? 'no key on the free plan' : 'no default key; kith key regenerate makes one';
  return answer(json, user, `${user.email} (${user.plan})\n${user.api_key ?? none}`);
}
