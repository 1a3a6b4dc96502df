import { addKey, listKeys, revokeKey } from '../identity/users/user-keys.ts';
import type { Data } from '../service/data/open-data.ts';
import type { DevicesServices } from '../web/services/devices.ts';
import { falseIfAbsent } from './settings.ts';

/** The app passwords of a person, for the pages. */
export const devicesServices = ({ store, secret }: Data): DevicesServices => ({
  list: async ({ email }) => (await listKeys(store, email)).filter(({ kind }) => kind === 'dav'),
  add: async ({ email }, device) =>
    (await addKey(store, secret, email, { ...device, expiresAt: null, kind: 'dav' })).secret,
  revoke: ({ email }, name) => revokeKey(store, email, name, 'dav').then(() => true, falseIfAbsent),
});
