import type { Client } from '../../client/client.ts';
import { type AccessKey, KEY_SCOPES } from '../../contract/access-keys.ts';
import { tell } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { answer, choice, type JsonOption, ofUser, timestampOf } from '../input/arguments.ts';
import { printKey } from '../output/key.ts';
import { aligned } from '../output/table.ts';
import { inLocalTime } from '../output/times.ts';

// `kith key show|regenerate|add|list|revoke`: the keys of the account, or of a local user.

/** A key in `--json` output, which lists API keys and app passwords together. */
type Key = AccessKey & { kind: 'api' | 'dav' };

export const show = (email: string | undefined, { json }: JsonOption): Promise<number> =>
  withPlainClient(async (client) => {
    const { secret } = (await client.call('show_default_api_key', {})).data;
    return printDefault(client, secret, json);
  }, email);

export async function regenerate(
  email: string | undefined,
  values: JsonOption & { permissions: string },
): Promise<number> {
  const scope = choice('--permissions', values.permissions, KEY_SCOPES);
  return withPlainClient(async (client) => {
    const { secret } = (await client.call('renew_default_api_key', { scope })).data;
    return printDefault(client, secret, values.json);
  }, email);
}

async function printDefault(client: Client, api_key: string | null, json: true | undefined): Promise<number> {
  const { id, email, plan } = await accountOf(client);
  return printKey({ id, email, plan, api_key }, json);
}

interface NewKey extends JsonOption {
  name: string;
  scope: string;
  expires?: string | undefined;
  dav?: true | undefined;
}

export async function add(email: string | undefined, { json, dav, ...values }: NewKey): Promise<number> {
  const input = {
    name: values.name,
    scope: choice('--scope', values.scope, KEY_SCOPES),
    expires_at: values.expires === undefined ? null : timestampOf('--expires', values.expires, 'ahead'),
  };
  return withPlainClient(async (client) => {
    const { key, secret } = dav ? await addDevice(client, input) : await addKey(client, input);
    const { email: known } = await accountOf(client);
    const end = key.expires_at ? `expires ${inLocalTime(key.expires_at)}` : 'does not expire';
    if (!json) tell(`Key "${key.name}" of ${known}: scope ${key.scope}, ${end}. Save it now. It is not shown again.\n`);
    if (!json && dav) tell(`Enter it in the contacts app, with the user name ${known}.\n`);
    return answer(json, { email: known, ...key, [dav ? 'app_password' : 'api_key']: secret }, secret);
  }, email);
}

type Input = Pick<AccessKey, 'name' | 'scope' | 'expires_at'>;

async function addKey(client: Client, input: Input) {
  const { api_key, secret } = (await client.call('create_api_key', input)).data;
  return { key: ofKind('api', api_key), secret };
}

async function addDevice(client: Client, input: Input) {
  const { device, secret } = (await client.call('create_device', input)).data;
  return { key: ofKind('dav', device), secret };
}

export const list = (email: string | undefined, { json }: JsonOption): Promise<number> =>
  withPlainClient(async (client) => {
    const { api_keys } = (await client.call('list_api_keys', {})).data;
    const { devices } = (await client.call('list_devices', {})).data;
    const place = ({ created_at, name }: Key) => `${created_at} ${name}`;
    const keys = [...api_keys.map((key) => ofKind('api', key)), ...devices.map((key) => ofKind('dav', key))].toSorted(
      (a, b) => (place(a) < place(b) ? -1 : 1),
    );
    if (keys.length === 0) {
      const { email: known } = await accountOf(client);
      return answer(json, keys, `${known} has no key. To create one, run kith key regenerate ${known}.`);
    }
    return answer(json, keys, await aligned(keys.map(rowOf)));
  }, email);

function rowOf({ name, kind, scope, expires_at, last_used_at }: Key): string[] {
  const ending = (at: string) => `${at <= new Date().toISOString() ? 'expired' : 'expires'} ${inLocalTime(at)}`;
  return [
    name,
    kind === 'dav' ? `app password, ${scope}` : scope,
    expires_at ? ending(expires_at) : 'does not expire',
    last_used_at ? `last used ${inLocalTime(last_used_at)}` : 'never used',
  ];
}

export async function revoke(words: string[], { json }: JsonOption): Promise<number> {
  const { email, name } = ofUser('key revoke', words);
  return withPlainClient(async (client) => answer(json, await revoked(client, name), `Revoked ${name}.`), email);
}

/** Revokes the API key with this name, or otherwise the device with this name. */
async function revoked(client: Client, name: string): Promise<Key> {
  try {
    return ofKind('api', (await client.call('revoke_api_key', { name })).data.api_key);
  } catch (error) {
    if (!(error instanceof KithError) || error.status !== 404) throw error;
    return ofKind('dav', (await client.call('revoke_device', { name })).data.device);
  }
}

const ofKind = (kind: Key['kind'], { name, ...key }: AccessKey): Key => ({ name, kind, ...key });

const accountOf = async (client: Client) => (await client.call('get_current_user', {})).data.user;
