import type { ManagementName } from '../../contract/operations.ts';
import { settings } from '../../process/environment.ts';
import { viewAccount } from '../../providers/accounts/accounts.ts';
import { saveAccount } from '../../providers/accounts/connect.ts';
import { disconnect } from '../../providers/accounts/disconnect.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';
import { KithError } from '../../shared/error.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const connectCalendar: Manage<'connect_calendar'> = async (management, { body }) => {
  const { place, caller, user } = management;
  const { calendarByAddress } = await import('../../providers/ics/connect.ts');
  const account = await calendarByAddress(addressOf(body, caller.isOwner === true), {
    name: body.name || undefined,
    allowHttp: settings.KITH_ALLOW_HTTP,
    isPublic: !place.isLocal && !caller.isOwner,
  }).catch(nameAddress);
  return { account: viewAccount(await saveAccount(management, user.user_id, account)) };
};

export const disconnectAccount: Manage<'disconnect_account'> = async (management, { path }) => {
  const { account, permission, revokePages } = await disconnect(management, management.user.user_id, path.accountId!);
  return { account: viewAccount(account), permission, revoke_pages: revokePages };
};

interface CalendarAddress {
  address: string;
  username?: string | undefined;
  password?: string | undefined;
}

/**
 * Returns the URL of a calendar on the network. Only the owner of the data folder may name a local file instead. Throws
 * 400 for anyone else.
 */
function addressOf({ address, username, password }: CalendarAddress, isOwner: boolean): string {
  const wanted = address.trim().replace(/^webcals?:/i, 'https:');
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    if (isOwner) return address;
    const hint = 'Use its secret address in iCal format.';
    return nameAddress(
      new KithError('BadRequest', 'The address of a calendar must begin with https:// or webcal://.', { hint }),
    );
  }
  if (username) url.username = encodeURIComponent(username);
  if (password) url.password = encodeURIComponent(password);
  return url.href;
}

/** Rethrows an error; a 400 names the address as the bad field. */
function nameAddress(error: unknown): never {
  if (!(error instanceof KithError) || error.code !== 'BadRequest') throw error;
  const { message, hint, cause } = error;
  throw new KithError('BadRequest', message, { hint, cause, details: { fields: { address: message } } });
}
