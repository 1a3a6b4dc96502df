import type { ManagementName } from '../../contract/operations.ts';
import { noServer, runningServer } from '../../identity/users/find-server.ts';
import { record, type SecurityEvent } from '../../identity/users/security-log.ts';
import { localUser } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { endFeed, newAddress, noFeed, tokenOf } from '../../service/feeds/feeds.ts';
import type { ManagementContext, ManagementHandler } from '../../service/runtime/handler.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const showFeedAddress: Manage<'show_feed_address'> = async (management) => {
  const origin = await originFor(management);
  const token = await management.data.read(tokenOf);
  if (token === undefined) throw noFeed();
  await note(management, 'feed.shown');
  return { feed_address: addressesOf(origin, token) };
};

export const renewFeedAddress: Manage<'renew_feed_address'> = async (management) => {
  const origin = await originFor(management);
  const { token, is } = await management.data.write(newAddress);
  await note(management, `feed.${is}`);
  return { feed_address: addressesOf(origin, token) };
};

export const deleteFeed: Manage<'delete_feed'> = async (management) => {
  if (!(await management.data.write(endFeed))) throw noFeed();
  await note(management, 'feed.ended');
  return { feed: null };
};

const note = ({ store, user, caller }: ManagementContext, event: SecurityEvent['event']) =>
  store.directory((db) => record(db, { event, userId: user.user_id, address: caller.address }));

/**
 * The feed's origin: the web app's, or that of a server running on this data. Every server has the local user's feed.
 */
async function originFor({ place, store, secret, user }: ManagementContext): Promise<string> {
  if (place.origin !== undefined) return place.origin;
  const isLocalUser = place.isLocal && (await localUser(store, settings.KITH_USER)).user_id === user.user_id;
  const origin = await runningServer({ store, secret }, ({ isLocal }) => isLocalUser || !isLocal);
  if (origin === undefined) throw noServer(isLocalUser ? 'kith http, kith serve, or kith open' : 'kith serve');
  return origin;
}

/** The URLs of a feed: for reading, and for subscribing with one click. */
function addressesOf(origin: string, token: string): { url: string; webcal: string } {
  const url = `${origin}/feed/${token}.ics`;
  return { url, webcal: url.replace(/^https?:/, 'webcal:') };
}
