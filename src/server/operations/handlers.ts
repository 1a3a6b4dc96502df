import type { Gaps, ManagementName } from '../../contract/operations.ts';
import { operation } from '../../contract/operations.ts';
import { allRoutes } from '../../service/handlers.ts';
import type { AnyHandler } from '../../service/runtime/execute.ts';
import type { Handlers, ManagementHandler } from '../../service/runtime/handler.ts';
import type { Route } from '../../service/runtime/routes.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

/** Creates a handler that loads with its first request, because most processes never need it. */
const later = <N extends ManagementName>(load: () => Promise<Manage<N>>): ManagementHandler<N> => ({
  manage: async (management, request) => (await load())(management, request),
});

const messages = () => import('./messages.ts');
const feed = () => import('./feed.ts');
const addressBooks = () => import('./address-books.ts');
const accessKeys = () => import('./access-keys.ts');
const trash = () => import('./trash.ts');
const accounts = () => import('./accounts.ts');
const lastContact = () => import('./last-contact.ts');
const sessions = () => import('./sessions.ts');
const connectedApps = () => import('./connected-apps.ts');
const securityLog = () => import('./security-log.ts');
const account = () => import('./account.ts');

const implemented = {
  get_message_settings: later<'get_message_settings'>(async () => (await messages()).getMessageSettings),
  update_message_settings: later<'update_message_settings'>(async () => (await messages()).updateMessageSettings),
  turn_off_messages: later<'turn_off_messages'>(async () => (await messages()).turnOffMessages),
  send_message: later<'send_message'>(async () => (await messages()).sendMessage),
  show_feed_address: later<'show_feed_address'>(async () => (await feed()).showFeedAddress),
  renew_feed_address: later<'renew_feed_address'>(async () => (await feed()).renewFeedAddress),
  delete_feed: later<'delete_feed'>(async () => (await feed()).deleteFeed),
  connect_address_book: later<'connect_address_book'>(async () => (await addressBooks()).connectAddressBook),
  sync_address_book: later<'sync_address_book'>(async () => (await addressBooks()).syncAddressBook),
  disconnect_address_book: later<'disconnect_address_book'>(async () => (await addressBooks()).disconnectAddressBook),
  list_api_keys: later<'list_api_keys'>(async () => (await accessKeys()).listApiKeys),
  create_api_key: later<'create_api_key'>(async () => (await accessKeys()).createApiKey),
  revoke_api_key: later<'revoke_api_key'>(async () => (await accessKeys()).revokeApiKey),
  show_default_api_key: later<'show_default_api_key'>(async () => (await accessKeys()).showDefaultApiKey),
  renew_default_api_key: later<'renew_default_api_key'>(async () => (await accessKeys()).renewDefaultApiKey),
  list_devices: later<'list_devices'>(async () => (await accessKeys()).listDevices),
  create_device: later<'create_device'>(async () => (await accessKeys()).createDevice),
  revoke_device: later<'revoke_device'>(async () => (await accessKeys()).revokeDevice),
  delete_from_trash: later<'delete_from_trash'>(async () => (await trash()).deleteFromTrash),
  empty_trash: later<'empty_trash'>(async () => (await trash()).emptyTrash),
  connect_calendar: later<'connect_calendar'>(async () => (await accounts()).connectCalendar),
  disconnect_account: later<'disconnect_account'>(async () => (await accounts()).disconnectAccount),
  list_counted_accounts: later<'list_counted_accounts'>(async () => (await lastContact()).listCountedAccounts),
  update_counted_account: later<'update_counted_account'>(async () => (await lastContact()).updateCountedAccount),
  count_last_contact: later<'count_last_contact'>(async () => (await lastContact()).countLastContact),
  list_sessions: later<'list_sessions'>(async () => (await sessions()).listSessions),
  end_session: later<'end_session'>(async () => (await sessions()).endSession),
  end_other_sessions: later<'end_other_sessions'>(async () => (await sessions()).endOtherSessions),
  list_passkeys: later<'list_passkeys'>(async () => (await sessions()).listPasskeys),
  rename_passkey: later<'rename_passkey'>(async () => (await sessions()).renamePasskey),
  delete_passkey: later<'delete_passkey'>(async () => (await sessions()).deletePasskey),
  list_connected_apps: later<'list_connected_apps'>(async () => (await connectedApps()).listConnectedApps),
  disconnect_app: later<'disconnect_app'>(async () => (await connectedApps()).disconnectApp),
  list_security_log: later<'list_security_log'>(async () => (await securityLog()).listSecurityLog),
  update_current_user: later<'update_current_user'>(async () => (await account()).updateCurrentUser),
} satisfies Handlers<ManagementName>;

// Does not compile while a management operation has no handler: the error names it.
({}) satisfies Gaps<typeof implemented, 'no handler in src/server/operations/handlers.ts for', ManagementName>;

/** All operations of the service and of account management. */
export const everyRoute = (): Route[] =>
  allRoutes(
    Object.entries(implemented).map(([name, handler]) => ({
      operation: operation(name as ManagementName),
      handler: handler as AnyHandler,
    })),
  );
