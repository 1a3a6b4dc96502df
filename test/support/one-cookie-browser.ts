import { type Dispatcher, request } from 'undici';
import { openData } from '../../src/service/data.ts';
import { makeLink } from '../../src/service/users/sign-in-links.ts';
import { engineSettings } from './engine.ts';

export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Of the cookies that were set, whole. */
  cookies: string[];
  location: string | undefined;
  text: string;
}

export interface SendOptions {
  headers?: Record<string, string>;
  /** Instead of the cookie that was kept. */
  cookie?: string;
}

/** A browser without a script: it keeps one cookie, follows nothing by itself, and says where its requests come from. */
export interface Browser {
  cookie: string | undefined;
  get(path: string, options?: SendOptions): Promise<Page>;
  /** Sends a form. */
  post(path: string, fields?: Record<string, string>, options?: SendOptions): Promise<Page>;
  /** Sends JSON, as a script does. */
  json(path: string, body: unknown, options?: SendOptions): Promise<Page & { body: Record<string, unknown> }>;
}

/** `origin` is where pages are, with the name that people know them by. */
export function browserAt(origin: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'): Browser {
  const browser: Browser = {
    cookie: undefined,
    get: (path, options) => send('GET', path, undefined, { accept: 'text/html', ...options?.headers }, options),
    post(path, fields = {}, options) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
      const body = new URLSearchParams(fields).toString();
      return send('POST', path, body, { ...form, ...sameOrigin, ...options?.headers }, options);
    },
    async json(path, body, options) {
      const json = { 'content-type': 'application/json', accept: 'application/json' };
      const headers = { ...json, ...sameOrigin, ...options?.headers };
      const page = await send('POST', path, JSON.stringify(body), headers, options);
      return { ...page, body: JSON.parse(page.text) };
    },
  };
  return browser;

  async function send(
    method: Dispatcher.HttpMethod,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
    { cookie = browser.cookie }: SendOptions = {},
  ): Promise<Page> {
    const answer = await request(origin + path, {
      method,
      headers: { 'user-agent': userAgent, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const set of cookies) browser.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
    const { location } = answer.headers;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      cookies,
      location: [location].flat()[0],
      text: await answer.body.text(),
    };
  }
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

/** The path of a new one-time link, as `kith user link` makes it. */
export async function linkPath(dataDir: string, email: string): Promise<string> {
  const { KITH_SECRET, KITH_DATABASE_URL } = { ...process.env, ...(await engineSettings(dataDir)) };
  const { store, secret } = openData(dataDir, KITH_SECRET, KITH_DATABASE_URL);
  try {
    return `/sign-in/link/${(await makeLink(store, secret, email)).token}`;
  } finally {
    await store.close();
  }
}

/** Signs in by a link. */
export async function signedIn(origin: string, dataDir: string, email: string, userAgent?: string): Promise<Browser> {
  const browser = browserAt(origin, userAgent);
  await browser.post(await linkPath(dataDir, email));
  return browser;
}
