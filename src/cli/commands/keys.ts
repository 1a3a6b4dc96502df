import { parseArgs } from 'node:util';
import { KithError } from '../../contract/error.ts';
import { addKey, listKeys, regenerateKey, revokeKey, showKey } from '../../service/users/user-keys.ts';
import type { UserWithKey } from '../../service/users/users.ts';
import { answer, choice, exactly, JSON_FLAG, table, timestampOf, wrongUsage } from '../arguments.ts';
import { withData } from '../local-data.ts';
import { tell } from '../output/print.ts';
import { onThisMachine } from '../output/times.ts';

const SCOPES = ['read', 'write'] as const;

const ACTIONS: Record<string, (args: string[]) => Promise<number>> = { show, regenerate, add, list, revoke };

/** `kith key show|regenerate|add|list|revoke`: the keys of a user of `kith serve`. */
export async function runKey([action = '', ...args]: string[]): Promise<number> {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run) throw wrongUsage('key');
  return run(args);
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: JSON_FLAG });
  const [email] = exactly(1, positionals, 'key');
  return printKey(await withData(({ store, secret }) => showKey(store, secret, email!)), values.json);
}

async function regenerate(args: string[]): Promise<number> {
  const options = { ...JSON_FLAG, permissions: { type: 'string', default: 'write' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email] = exactly(1, positionals, 'key');
  const permissions = choice('--permissions', values.permissions, SCOPES);
  const user = await withData(({ store, secret }) => regenerateKey(store, secret, email!, permissions));
  return printKey(user, values.json);
}

async function add(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const options = { ...JSON_FLAG, name: text, expires: text, scope: { ...text, default: 'write' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [email] = exactly(1, positionals, 'key');
  if (values.name === undefined) throw new KithError('BadRequest', '--name is missing: what will use the key?');
  const input = {
    name: values.name,
    permissions: choice('--scope', values.scope, SCOPES),
    expiresAt: values.expires === undefined ? null : timestampOf('--expires', values.expires, 'ahead'),
  };
  const key = await withData(({ store, secret }) => addKey(store, secret, email!, input));
  const end = key.expires_at ? `expires ${onThisMachine(key.expires_at)}` : 'does not expire';
  if (!values.json) tell(`${key.name} of ${key.email} may ${key.scope} and ${end}. Keep it: it is not shown again.\n`);
  return answer(values.json, key, key.api_key);
}

async function list(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: JSON_FLAG });
  const [email] = exactly(1, positionals, 'key');
  const keys = await withData(({ store }) => listKeys(store, email!));
  if (keys.length === 0)
    return answer(values.json, keys, `${email} has no key. kith key regenerate ${email} makes one.`);
  const now = new Date().toISOString();
  const ending = (at: string) => `${at <= now ? 'expired' : 'expires'} ${onThisMachine(at)}`;
  const rows = keys.map(({ name, scope, expires_at, last_used_at }) => [
    name,
    scope,
    expires_at ? ending(expires_at) : 'does not expire',
    last_used_at ? `last used ${onThisMachine(last_used_at)}` : 'never used',
  ]);
  return answer(values.json, keys, table(rows));
}

async function revoke(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: JSON_FLAG });
  const [email, name] = exactly(2, positionals, 'key');
  const key = await withData(({ store }) => revokeKey(store, email!, name!));
  return answer(values.json, key, `${name} is revoked.`);
}

/** Prints a user's default key, or that there is none. */
export function printKey(user: UserWithKey, json: boolean): Promise<number> {
  const none = user.plan === 'free' ? 'no key on the free plan' : 'no default key; kith key regenerate makes one';
  return answer(json, user, `${user.email} (${user.plan})\n${user.api_key ?? none}`);
}
