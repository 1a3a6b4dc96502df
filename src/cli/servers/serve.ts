import { setTimeout as sleep } from 'node:timers/promises';
import { authenticateByKey } from '../../identity/users/api-keys.ts';
import { onlyUserWithoutPasskey } from '../../identity/users/passkeys.ts';
import { makeLink } from '../../identity/users/sign-in-links.ts';
import { localUser } from '../../identity/users/users.ts';
import { type ChangePublisher, localNotices } from '../../mcp/notifications/notices.ts';
import { changeBy, didNothing } from '../../mcp/notifications/notifying-client.ts';
import { enabledToolsOf } from '../../mcp/tools/filters.ts';
import { settings as ownSettings, version } from '../../process/environment.ts';
import { isWatched, tell } from '../../process/print.ts';
import { openLocalData } from '../../server/composition/local-data.ts';
import { logFault, logJournal, logUnsharedLimits } from '../../server/composition/log.ts';
import { publicOrigin } from '../../server/composition/public-origin.ts';
import { type DavRoutes, davRoutes } from '../../server/dav.ts';
import { servedFeeds } from '../../server/feed.ts';
import { makeHealth } from '../../server/health.ts';
import { jobsLater, type LaterJobs } from '../../server/jobs-later.ts';
import { type ListenOptions, listen, portNumber, type Wire } from '../../server/listen.ts';
import { mcpForUsers } from '../../server/mcp-endpoint.ts';
import { type OAuth, oauthAt } from '../../server/oauth.ts';
import { observation } from '../../server/observation.ts';
import { everyRoute } from '../../server/operations/handlers.ts';
import { type OwnAddress, ownAddress } from '../../server/own-address.ts';
import { providerSet } from '../../server/provider-sign-in.ts';
import { rateLimiter } from '../../server/rate-limiter.ts';
import { type WebRoutes, webRoutes } from '../../server/web.ts';
import type { Data } from '../../service/data/open-data.ts';
import { makeJournal } from '../../service/runtime/audit-buffer.ts';
import type { ServerLocation } from '../../service/runtime/handler.ts';
import type { RateLimiter } from '../../service/runtime/limits.ts';
import type { Authenticate } from '../../service/runtime/request-context.ts';
import { isOperationPath } from '../../service/runtime/routes.ts';
import { createService } from '../../service/service.ts';
import type { KithError } from '../../shared/error.ts';
import { linkInWords } from '../administration/sign-in-link.ts';
import { type FilterOptions, filterFlagsOf } from '../input/filters.ts';

/** Time limit for writing the last security log entries. */
const LAST_ENTRIES_MS = 300;

/** `kith serve`: serves the REST API, MCP, and the web app on a port. */
export const runServe = (options: ListenOptions & FilterOptions): Promise<number> =>
  serveUntilStopped(options, offerLink);

interface ServeOptions extends ListenOptions, FilterOptions {
  /** Whether the web app is only for the local user. */
  isLocal?: boolean;
  /** Called when a person has signed in with a link. */
  onLinkUsed?: () => void;
}

/** Serves until SIGTERM, and completes running requests before it exits. Calls `onOrigin` with the origin for sign-in. */
export async function serveUntilStopped(
  { host, isLocal = false, onLinkUsed, ...values }: ServeOptions,
  onOrigin: (origin: string, data: Data) => Promise<void>,
): Promise<number> {
  const port = portNumber(values.port);
  const enabled = enabledToolsOf(filterFlagsOf(values));
  const provider = providerSet();
  const { store, secret } = openLocalData();
  // A database that cannot be opened fails the start, not the first call.
  await store.read('', async () => undefined);
  const authenticate = authenticateByKey(store, secret);
  const limiter = await chooseLimiter();
  const notices = await chooseNotices();
  const journal = makeJournal(store, { onFault: logJournal });
  // The origin is known after the process starts to listen.
  let place: ServerLocation = { isLocal, origin: undefined };
  const service = createService(
    {
      store,
      secret,
      version,
      authenticate,
      onFault: logFault,
      onWrite: ({ userId, operation, said }) => {
        if (!didNothing(said[1])) notices.publish(userId, () => changeBy(operation, said));
      },
      limiter,
      journal,
      place: () => place,
    },
    everyRoute(),
  );
  const observed = await observation('http');
  // Set after the process starts to listen, because it depends on the address.
  let oauth: OAuth | undefined;
  const settings = {
    ...{ notices, enabled, observer: observed?.observer, host },
    webOrigin: async () => place.origin,
    place: () => oauth?.place,
  };
  const byKeyOrToken: Authenticate = async (request) => (await authenticate(request)) ?? oauth?.authenticate(request);
  const mcp = mcpForUsers(service, byKeyOrToken, settings);
  const health = makeHealth(() => store.ready());
  const servedUser = async () => (isLocal ? (await localUser(store, ownSettings.KITH_USER)).user_id : undefined);
  const feed = servedFeeds({ store, secret, service, journal });
  let web: WebRoutes | undefined;
  let dav: DavRoutes | undefined;
  let jobs: LaterJobs | undefined;
  let own: OwnAddress | undefined;
  const onListening = async (address: string) => {
    const origin = publicOrigin(address);
    place = { isLocal, origin };
    jobs = jobsLater(async () => ({ store, secret, service, userId: await servedUser() }), place);
    if (origin === undefined) return;
    oauth = oauthAt(origin, { store, secret, service }, async (error) => web!.hostTrouble(error));
    const serving = { store, secret, journal, service, notices, origin, host, isLocal, onLinkUsed, provider };
    const books = async () => ({
      store,
      secret,
      service,
      journal,
      strangers: limiter,
      notices,
      userId: await servedUser(),
    });
    dav = davRoutes({ open: books, origin, host });
    web = webRoutes({ ...serving, authorization: oauth.server });
    own = await ownAddress({ store, secret }, { origin, isLocal, hasWeb: true });
    void onOrigin(origin, { store, secret }).catch((error) => logFault('sign-in link', error));
  };
  const fetch = (request: Request, address: string | undefined, wire: Wire) =>
    (isOperationPath(request.url) ? service.fetch(request, address) : undefined) ??
    health(request) ??
    own?.route(request) ??
    oauth?.route(request, address, wire) ??
    mcp.route(request, address) ??
    dav?.route(request, address) ??
    feed(request, address) ??
    web?.route(request, address) ??
    service.fetch(request, address);
  // Malformed requests count toward the rate limit too, and get its headers (docs/api/access.md#rate-limit).
  const refuse = (refusal: KithError, address: string | undefined) =>
    service.forCaller(new Request('http://malformed/'), address, async () => {
      throw refusal;
    });
  const onStop = async () => void (await Promise.all([mcp.endStreams(), jobs?.stop()]));
  await listen(fetch, port, host, onStop, refuse, onListening);
  await Promise.all([mcp.close(), jobs?.stop(), own?.forget()]);
  await Promise.all([service.idle(), observed?.close()]);
  notices.close();
  // A hung database must not keep the process alive.
  await Promise.race([journal.close(), sleep(LAST_ENTRIES_MS)]);
  await Promise.all([limiter.close(), dav?.close()]);
  await store.close();
  return 0;
}

/** Prints a sign-in link if the only user has no passkey yet, but only on a terminal, never in a system log. */
async function offerLink(origin: string, { store, secret }: Data): Promise<void> {
  if (!isWatched()) return;
  const email = await onlyUserWithoutPasskey(store);
  if (email !== undefined) tell(`${linkInWords(await makeLink(store, secret, email), origin)}\n`);
}

/** With Redis, nodes notify each other of changes. */
async function chooseNotices(): Promise<ChangePublisher & { close(): void }> {
  const { KITH_REDIS_URL: redis } = ownSettings;
  if (redis) return (await import('../../server/redis-notices.ts')).redisNotices(redis);
  return { ...localNotices(), close() {} };
}

/** Creates the limiter of requests per user. */
function chooseLimiter(): Promise<RateLimiter> {
  const { KITH_RATE_LIMIT: perMinute, KITH_REDIS_URL: redis, KITH_DATABASE_URL: database } = ownSettings;
  if (perMinute !== 0 && !redis && database) logUnsharedLimits();
  return rateLimiter(perMinute);
}
