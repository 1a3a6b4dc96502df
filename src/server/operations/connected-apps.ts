import type { ManagementName } from '../../contract/operations.ts';
import { listHosts, removeHost } from '../../identity/users/connected-hosts.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const listConnectedApps: Manage<'list_connected_apps'> = async ({ store, user }) => ({
  connected_apps: await listHosts(store, user.user_id),
});

export const disconnectApp: Manage<'disconnect_app'> = async ({ store, user, caller }, { path }) => ({
  connected_app: await removeHost(store, user.user_id, path.appId!, caller.address),
});
