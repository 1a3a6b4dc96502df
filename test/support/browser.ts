import { makeLink } from '../../src/identity/users/sign-in-links.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import { engineSettings } from './engine.ts';
import type { RunningService } from './service.ts';

export interface Page {
  status: number;
  headers: Headers;
  text: string;
  bytes: Uint8Array;
  /** The final URL after redirects. */
  url: URL;
}

/** Just enough of a browser for forms and cookies, without scripts. It follows redirects only within the origin. */
export interface Browser {
  open(url: string | URL): Promise<Page>;
  /** Sends a page's form as a person would, one with a file as `FormData`. */
  send(url: string | URL, fields: [string, string][] | FormData, headers?: Record<string, string>): Promise<Page>;
  /** Its cookies, by name. */
  cookies: Map<string, { value: string; path: string }>;
}

export function newBrowser(origin: string): Browser {
  const cookies: Browser['cookies'] = new Map();
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const isOver = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=.* 1970 /i.test(one));
    if (isOver || value === '') cookies.delete(name);
    else cookies.set(name, { value, path });
  };
  const cookiesFor = ({ pathname }: URL): string =>
    [...cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  async function go(url: URL, init: RequestInit, hops = 10): Promise<Page> {
    const headers = { accept: 'text/html', cookie: cookiesFor(url), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(line);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const location = response.headers.get('location');
    const next = location && new URL(location, url);
    if (next && next.origin === origin && hops > 0) return go(next, {}, hops - 1);
    return { status: response.status, headers: response.headers, text, bytes, url };
  }
  return {
    open: (url) => go(new URL(url, origin), {}),
    send: (url, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      go(new URL(url, origin), {
        method: 'POST',
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers,
      }),
    cookies,
  };
}

/** Where people sign in to a test's service. */
export const originOf = ({ baseUrl }: RunningService): string => `http://localhost:${new URL(baseUrl).port}`;

/** Output of `kith user link`, without starting a process. */
export const linkFor = (service: RunningService, email: string): Promise<string> =>
  withData(service, async ({ store, secret }) => `/sign-in/link/${(await makeLink(store, secret, email)).token}`);

/** A service's data, opened beside its process. */
export async function withData<T>({ dataDir }: RunningService, work: (data: Data) => Promise<T>): Promise<T> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const data = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  try {
    return await work(data);
  } finally {
    await data.store.close();
  }
}

/** A browser in which a user has signed in with a link. */
export async function signedIn(service: RunningService, email: string): Promise<Browser> {
  const browser = newBrowser(originOf(service));
  await browser.send(await linkFor(service, email), []);
  return browser;
}
