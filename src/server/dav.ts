import { isServedHost, normalizeAllowed } from '../mcp/http/guard.ts';
import { settings } from '../process/environment.ts';
import type { DavBooks, DavData } from './dav-books.ts';
import { inUrl } from './mcp-endpoint.ts';

export interface DavRoutes {
  /** Returns the response on CardDAV paths; undefined on others. */
  route(request: Request, address: string | undefined): Promise<Response> | undefined;
  close(): Promise<void>;
}

export interface DavOptions {
  /** Opens the data. Called by the first request that needs it. */
  open(): Promise<DavData>;
  /** Public origin. Passwords must not cross a network unencrypted. */
  origin: string;
  /** The address listened on. */
  host: string;
}

/** Entry point for clients (RFC 6764, 5). */
const WELL_KNOWN = '/.well-known/carddav';

/** CardDAV routes of `kith serve` and `kith http`. The code is loaded by the first request. */
export function davRoutes({ open, origin, host }: DavOptions): DavRoutes {
  const perMinute = settings.KITH_DAV_RATE_LIMIT;
  const hosts = [...settings.KITH_ALLOWED_HOSTS, new URL(origin).hostname];
  const allowed = normalizeAllowed({ hosts, origins: [], bound: inUrl(host) });
  let books: Promise<DavBooks> | undefined;

  async function load(): Promise<DavBooks> {
    books ??= import('./dav-books.ts').then(({ davBooks }) => davBooks(open, perMinute));
    try {
      return await books;
    } catch (error) {
      // The next attempt can succeed, for example after a lock is released.
      books = undefined;
      throw error;
    }
  }

  async function answer(request: Request, address: string | undefined): Promise<Response> {
    if (!isServedHost(request.headers, allowed))
      return new Response('This host name is not allowed. Add it to KITH_ALLOWED_HOSTS.\n', { status: 403 });
    if (new URL(request.url).pathname === WELL_KNOWN)
      return new Response(null, { status: 301, headers: { Location: '/dav/' } });
    return (await load()).answer(request, address);
  }

  return {
    route(request, address) {
      const { pathname } = new URL(request.url);
      const isOurs = pathname === WELL_KNOWN || pathname === '/dav' || pathname.startsWith('/dav/');
      return isOurs ? answer(request, address) : undefined;
    },
    async close() {
      await books?.then(({ close }) => close()).catch(() => {});
    },
  };
}
