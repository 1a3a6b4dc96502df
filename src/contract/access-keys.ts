import * as z from 'zod';
import { once } from '../shared/once.ts';
import { answeredTime } from './schema/answered-times.ts';
import { defineOperations } from './schema/operation.ts';
import { nullableDateTime, text } from './schema/primitives.ts';

export const KEY_SCOPES = ['read', 'write'] as const;

const scope = () => z.enum(KEY_SCOPES).describe('`read`: view only; `write`: view and change.');
/** The service also checks that the name has 1 to 64 printable characters. */
const name = () => text(1_000);

const fields = () => ({
  name: z.string().describe("Name, unique among the account's keys and devices."),
  scope: scope(),
  created_at: answeredTime().describe('When it was created.'),
  expires_at: answeredTime().nullable().describe('When it expires; null if it never expires.'),
  last_used_at: answeredTime().nullable().describe('Last use, accurate to a few minutes; null if never used.'),
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

const secret = (what: string) => z.string().describe(`${what}. Returned only once.`);

/** Input for a new key or device. */
const input = () =>
  z.strictObject({
    name: name().describe('Name of the app or device that uses it, 1 to 64 printable characters.'),
    scope: scope(),
    expires_at: nullableDateTime().optional().describe('When it expires; null or omitted: never.'),
  });

const named = (description: string) => () => z.strictObject({ name: name().describe(description) });

const list = { method: 'GET', effect: 'read', idempotency: 'none' } as const;
const write = { method: 'POST', idempotency: 'optional' } as const;
const managed = { envelope: 'v2', management: true, offered: ['api', 'web', 'cli'] } as const;
const fresh = { envelope: 'v2', management: true, fresh: true, offered: ['web', 'cli'] } as const;
/** The default key can be shown and replaced only from the command line. */
const freshHere = { ...fresh, offered: ['cli'] } as const;

/**
 * API keys, and app passwords for devices. API keys do not work for CardDAV, and app passwords do not work for the API.
 */
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
    description: 'Deletes an API key. It stops working immediately, even if it made this request.',
    path: '/v2/api-keys/revoke',
    effect: 'delete',
    ...write,
    ...managed,
    body: named('The name of the key.'),
    data: () => z.object({ api_key: apiKey() }),
  },
  show_default_api_key: {
    summary: 'Show the default API key',
    description:
      'Returns the default key, the only key that can be shown again. The request is recorded in the security log.',
    path: '/v2/api-keys/default',
    ...list,
    ...freshHere,
    data: () => z.object({ secret: z.string().nullable().describe('The key; null if there is no default key.') }),
  },
  renew_default_api_key: {
    summary: 'Replace the default API key',
    description: 'Creates or replaces the default key. The old key stops working immediately.',
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
    description:
      'Adds a device and creates its app password, which gives access only to the address book over CardDAV.',
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
    description: 'Removes a device. Its app password stops working immediately.',
    path: '/v2/devices/revoke',
    effect: 'delete',
    ...write,
    ...managed,
    body: named('The name of the device.'),
    data: () => z.object({ device: device() }),
  },
});
