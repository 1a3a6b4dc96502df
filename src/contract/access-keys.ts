import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { nullableDateTime, text } from './schema/primitives.ts';

export const KEY_SCOPES = ['read', 'write'] as const;

const scope = () => z.enum(KEY_SCOPES).describe('`read`: view only; `write`: view and change.');
/** The service checks it further: 1 to 64 printable characters. */
const name = () => text(1_000);

const fields = () => ({
  name: z.string().describe('The name, which no other key or device of the account has.'),
  scope: scope(),
  created_at: answeredTime().describe('When it was created.'),
  expires_at: answeredTime().nullable().describe('When it expires; null if it is valid until it is revoked.'),
  last_used_at: answeredTime().nullable().describe('Last use, accurate to some minutes; null if it was never used.'),
});

/** An API key, or a device with its app password, without the secret. */
export type AccessKey = z.output<z.ZodObject<ReturnType<typeof fields>>>;

const apiKey = once(() => z.object(fields()).meta({ id: 'ApiKey', description: 'An API key, without its secret.' }));

const device = once(() =>
  z.object(fields()).meta({
    id: 'Device',
    description: 'A device that syncs the address book over CardDAV, without its app password.',
  }),
);

const secret = (what: string) => z.string().describe(`${what}. It is returned only this once.`);

/** Input for a new key or device. */
const input = () =>
  z.strictObject({
    name: name().describe('1 to 64 printable characters that say what uses it.'),
    scope: scope(),
    expires_at: nullableDateTime().optional().describe('When it expires; null or left out: when it is revoked.'),
  });

const named = (description: string) => () => z.strictObject({ name: name().describe(description) });

const list = { method: 'GET', effect: 'read', idempotency: 'none' } as const;
const write = { method: 'POST', idempotency: 'optional' } as const;
const managed = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;
const fresh = { envelope: 'v2', management: true, fresh: true, offered: ['web', 'cli'] } as const;
/** Only the command line shows or replaces the default key. */
const freshHere = { ...fresh, offered: ['cli'] } as const;

/** API keys, and app passwords of devices. Neither opens what the other opens. */
export const accessKeys = defineOperations({
  list_api_keys: {
    summary: 'List API keys',
    description: 'Lists the API keys of the account, oldest first, including expired keys. Secrets are not returned.',
    path: '/v2/api-keys',
    ...list,
    ...managed,
    data: () => z.object({ api_keys: z.array(apiKey()).describe('The keys, oldest first.') }),
  },
  create_api_key: {
    summary: 'Create an API key',
    description: 'Creates an API key. Its secret cannot be read again later.',
    path: '/v2/api-keys',
    effect: 'create',
    status: 201,
    ...write,
    ...fresh,
    body: input,
    data: () => z.object({ api_key: apiKey(), secret: secret('The key') }),
  },
  revoke_api_key: {
    summary: 'Revoke an API key',
    description: 'Deletes an API key. It is refused from the next request on, even the key that makes this request.',
    path: '/v2/api-keys/revoke',
    effect: 'delete',
    ...write,
    ...managed,
    body: named('The name of the key.'),
    data: () => z.object({ api_key: apiKey() }),
  },
  show_default_api_key: {
    summary: 'Show the default API key',
    description: 'Returns the default key, the only one that can be read again. The security log records it.',
    path: '/v2/api-keys/default',
    ...list,
    ...freshHere,
    data: () => z.object({ secret: z.string().nullable().describe('The key; null if there is no default key.') }),
  },
  renew_default_api_key: {
    summary: 'Replace the default API key',
    description: 'Creates the default key, or replaces it. The old key is refused from the next request on.',
    path: '/v2/api-keys/default',
    effect: 'update',
    ...write,
    ...freshHere,
    body: () => z.strictObject({ scope: scope() }),
    data: () => z.object({ secret: z.string().describe('The new key.') }),
  },
  list_devices: {
    summary: 'List devices',
    description: 'Lists the devices with an app password, oldest first. App passwords are not returned.',
    path: '/v2/devices',
    ...list,
    ...managed,
    data: () => z.object({ devices: z.array(device()).describe('The devices, oldest first.') }),
  },
  create_device: {
    summary: 'Add a device',
    description: 'Adds a device and creates its app password, which opens only the address book, over CardDAV.',
    path: '/v2/devices',
    effect: 'create',
    status: 201,
    ...write,
    ...fresh,
    body: input,
    data: () => z.object({ device: device(), secret: secret('The app password') }),
  },
  revoke_device: {
    summary: 'Remove a device',
    description: 'Removes a device. Its app password is refused from the next request on.',
    path: '/v2/devices/revoke',
    effect: 'delete',
    ...write,
    ...managed,
    body: named('The name of the device.'),
    data: () => z.object({ device: device() }),
  },
});
