import type { ManagementName } from '../../contract/operations.ts';
import type { KeyKind } from '../../identity/users/api-keys.ts';
import {
  addKey,
  type KeySummary,
  listKeys,
  regenerateKey,
  revokeKey,
  showKey,
} from '../../identity/users/user-keys.ts';
import type { ManagementContext, ManagementHandler } from '../../service/runtime/handler.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const listApiKeys: Manage<'list_api_keys'> = async (management) => ({
  api_keys: await listOf(management, 'api'),
});

export const createApiKey: Manage<'create_api_key'> = async (management, { body }) => {
  const { key, secret } = await add(management, 'api', body);
  return { api_key: key, secret };
};

export const revokeApiKey: Manage<'revoke_api_key'> = async (management, { body }) => ({
  api_key: await revoke(management, 'api', body.name),
});

export const showDefaultApiKey: Manage<'show_default_api_key'> = async ({ store, secret, user }) => ({
  secret: (await showKey(store, secret, user.email)).api_key,
});

export const renewDefaultApiKey: Manage<'renew_default_api_key'> = async ({ store, secret, user }, { body }) => ({
  secret: (await regenerateKey(store, secret, user.email, body.scope)).api_key,
});

export const listDevices: Manage<'list_devices'> = async (management) => ({
  devices: await listOf(management, 'dav'),
});

export const createDevice: Manage<'create_device'> = async (management, { body }) => {
  const { key, secret } = await add(management, 'dav', body);
  return { device: key, secret };
};

export const revokeDevice: Manage<'revoke_device'> = async (management, { body }) => ({
  device: await revoke(management, 'dav', body.name),
});

const listOf = async ({ store, user }: ManagementContext, kind: KeyKind) =>
  (await listKeys(store, user.email)).filter((key) => key.kind === kind).map(view);

interface Input {
  name: string;
  scope: KeySummary['scope'];
  expires_at?: string | null | undefined;
}

async function add(management: ManagementContext, kind: KeyKind, { name, scope, expires_at: expiresAt = null }: Input) {
  const { store, secret, user, caller } = management;
  const input = { name, permissions: scope, expiresAt, kind };
  const added = await addKey(store, secret, user.email, input, caller.address);
  return { key: view(added), secret: added.secret };
}

const revoke = async ({ store, user, caller }: ManagementContext, kind: KeyKind, name: string) =>
  view(await revokeKey(store, user.email, name, { kind, address: caller.address }));

const view = ({ name, scope, created_at, expires_at, last_used_at }: KeySummary) => ({
  name,
  scope,
  created_at,
  expires_at,
  last_used_at,
});
