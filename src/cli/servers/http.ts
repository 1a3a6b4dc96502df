import { createHash, timingSafeEqual } from 'node:crypto';
import type { McpCaller } from '../../mcp/http/endpoint.ts';
import { localNotices, otherProcesses, withOthers } from '../../mcp/notifications/notices.ts';
import { enabledToolsOf } from '../../mcp/tools/filters.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { logWrongToken } from '../../server/composition/log.ts';
import { publicOrigin } from '../../server/composition/public-origin.ts';
import { type DavRoutes, davRoutes } from '../../server/dav.ts';
import { localFeed } from '../../server/feed.ts';
import { makeHealth } from '../../server/health.ts';
import { type HttpToken, httpToken, pasteLine } from '../../server/http-token.ts';
import { jobsLater, type LaterJobs } from '../../server/jobs-later.ts';
import { type ListenOptions, listen, portNumber } from '../../server/listen.ts';
import { type Answer, mcpRoutes, unauthorized } from '../../server/mcp-endpoint.ts';
import { observation } from '../../server/observation.ts';
import { LOCAL_USER, openLater } from '../../server/open-later.ts';
import { type OwnAddress, ownAddress } from '../../server/own-address.ts';
import { type FilterOptions, filterFlagsOf } from '../input/filters.ts';

/** `kith http`: MCP over streamable HTTP at /mcp, for the local user, until SIGTERM. */
export async function runHttp({ host, ...values }: ListenOptions & FilterOptions): Promise<number> {
  const port = portNumber(values.port);
  const enabled = enabledToolsOf(filterFlagsOf(values));
  const asked = httpToken(host);
  const notices = localNotices();
  const observed = await observation('http');
  const service = openLater(notices);
  const caller: McpCaller = { userId: LOCAL_USER, client: service.client, stillAllowed: async () => true };
  const mcp = mcpRoutes(
    {
      notices: withOthers(notices, otherProcesses(service.changedElsewhere)),
      enabled,
      observer: observed?.observer,
      host,
      keyed: asked !== undefined,
      webOrigin: service.webOrigin,
    },
    (endpoint) => async (request, address) => {
      if (!asked || hasToken(request, asked.token)) return endpoint.fetch(request, caller);
      if (request.headers.has('authorization')) logWrongToken(address);
      return unauthorized(request, tokenHint(asked));
    },
  );
  const health = makeHealth(service.ready);
  const feed = localFeed(service);
  let dav: DavRoutes | undefined;
  let own: OwnAddress | undefined;
  const fetch: Answer = async (request, address) =>
    health(request) ??
    own?.route(request) ??
    mcp.route(request, address) ??
    feed(request, address) ??
    dav?.route(request, address) ??
    notFound();
  let jobs: LaterJobs | undefined;
  const onStop = async () => void (await Promise.all([mcp.endStreams(), jobs?.stop()]));
  await listen(fetch, port, host, onStop, undefined, (address) => {
    tell(asked ? pasteLine(address, asked) : '');
    // A remote service runs its own jobs.
    if (settings.KITH_BASE_URL) return;
    jobs = jobsLater(service.inProcess, { isLocal: true, origin: undefined });
    const origin = publicOrigin(address);
    const books = async () => ({ ...(await service.inProcess()), notices, noticedAs: LOCAL_USER });
    if (origin === undefined) return;
    dav = davRoutes({ open: books, origin, host });
    // The data opens in the background. If that fails, the first call reports why.
    void service
      .inProcess()
      .then((data) => ownAddress(data, { origin, isLocal: true, hasWeb: false }))
      .then(
        (address) => {
          own = address;
        },
        () => {},
      );
  });
  await Promise.all([mcp.close(), jobs?.stop()]);
  await dav?.close();
  await own?.forget();
  await Promise.all([service.close(), observed?.close()]);
  return 0;
}

const notFound = () =>
  Response.json({ error: { code: 'NotFound', message: 'Not found. MCP is at /mcp.' } }, { status: 404 });

const tokenHint = ({ file }: HttpToken): string =>
  file === undefined
    ? 'Send KITH_HTTP_TOKEN in the header "Authorization: Bearer".'
    : 'Send the token in the header "Authorization: Bearer". It is in the file "http-token" next to the data.';

/** Compares hashes, so that timing reveals nothing about either string. */
function hasToken(request: Request, token: string): boolean {
  const sent = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token));
}
