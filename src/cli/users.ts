import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import type { Data } from '../service/data.ts';
import { addUser, regenerateKey, showKey, type UserWithKey } from '../service/users.ts';
import { openOwnData } from './own-data.ts';
import { say, sayJson } from './print.ts';

const PLANS = ['free', 'professional'] as const;
const PERMISSIONS = ['read', 'write'] as const;

/** `kith user add EMAIL`: a user of `kith serve`, with a key unless the plan is free. */
export async function runUser(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      plan: { type: 'string', default: 'professional' },
      'time-zone': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [action, email, ...more] = positionals;
  if (action !== 'add' || !email || more.length > 0) {
    throw new KithError(
      'BadRequest',
      'Usage: kith user add EMAIL [--name NAME] [--plan free|professional] [--time-zone ZONE] [--json]',
    );
  }
  const plan = choice('plan', values.plan, PLANS);
  const user = { email, name: values.name, plan, timeZone: timeZoneOf(values['time-zone']) };
  return withData(({ store, secret }) => addUser(store, secret, user), values.json);
}

/** `kith key show|regenerate EMAIL`: reads a user's key back in full, or replaces it at once. */
export async function runKey(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { permissions: { type: 'string', default: 'write' }, json: { type: 'boolean', default: false } },
  });
  const [action, email, ...more] = positionals;
  if ((action !== 'show' && action !== 'regenerate') || !email || more.length > 0) {
    throw new KithError('BadRequest', 'Usage: kith key show|regenerate EMAIL [--permissions read|write] [--json]');
  }
  const permissions = choice('permissions', values.permissions, PERMISSIONS);
  return withData(
    ({ store, secret }) =>
      action === 'show' ? showKey(store, secret, email) : regenerateKey(store, secret, email, permissions),
    values.json,
  );
}

function choice<const T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (!found) throw new KithError('BadRequest', `--${name} must be ${known.join(' or ')}.`);
  return found;
}

function timeZoneOf(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new KithError('BadRequest', `--time-zone ${name} is unknown. Name it like America/New_York.`);
  }
}

async function withData(work: (data: Data) => Promise<UserWithKey>, json: boolean): Promise<number> {
  const data = openOwnData();
  try {
    const user = await work(data);
    const lines = [`${user.email} (${user.plan})`, user.api_key ?? 'no key on the free plan'];
    await (json ? sayJson(user, 0) : say(`${lines.join('\n')}\n`));
    return 0;
  } finally {
    await data.store.close();
  }
}
