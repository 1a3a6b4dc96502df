import { type Dispatcher, request } from 'undici';
import { linkFor, originOf } from './browser.ts';
import type { RunningService } from './service.ts';

export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The complete cookies that were set. */
  cookies: string[];
  location: string | undefined;
  text: string;
}

interface SendOptions {
  headers?: Record<string, string>;
  /** Cookie sent in place of the stored one. */
  cookie?: string;
}

/** A browser's single requests: it keeps one cookie as set, and follows nothing by itself. */
export interface Visitor {
  cookie: string | undefined;
  get(path: string, options?: SendOptions): Promise<Page>;
  /** Sends a HEAD request, as link checkers do. */
  head(path: string): Promise<Page>;
  /** Sends a form. */
  post(path: string, fields?: Record<string, string>, options?: SendOptions): Promise<Page>;
  /** Sends these bytes as a form. */
  send(method: Dispatcher.HttpMethod, path: string, body: string, headers: Record<string, string>): Promise<Page>;
  /** Sends JSON, as a script does. */
  json(path: string, body: unknown, options?: SendOptions): Promise<Page & { body: Record<string, unknown> }>;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

export const visitorOf = (service: RunningService, userAgent?: string): Visitor =>
  visitorAt(originOf(service), userAgent);

/** At another origin than the public one. */
export function visitorAt(origin: string, userAgent = FIREFOX): Visitor {
  const visitor: Visitor = {
    cookie: undefined,
    get: (path, options) => send('GET', path, undefined, { accept: 'text/html', ...options?.headers }, options),
    head: (path) => send('HEAD', path, undefined, {}),
    post(path, fields = {}, options) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
      const body = new URLSearchParams(fields).toString();
      return send('POST', path, body, { ...form, ...sameOrigin, ...options?.headers }, options);
    },
    send: (method, path, body, headers) => send(method, path, body, { ...sameOrigin, ...headers }),
    async json(path, body, options) {
      const json = { 'content-type': 'application/json', accept: 'application/json' };
      const headers = { ...json, ...sameOrigin, ...options?.headers };
      const page = await send('POST', path, JSON.stringify(body), headers, options);
      return { ...page, body: JSON.parse(page.text) };
    },
  };
  return visitor;

  async function send(
    method: Dispatcher.HttpMethod,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
    { cookie = visitor.cookie }: SendOptions = {},
  ): Promise<Page> {
    const answer = await request(origin + path, {
      method,
      headers: { 'user-agent': userAgent, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    for (const set of cookies) visitor.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
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

/** Signs in with a link. */
export async function visitorSignedIn(service: RunningService, email: string, userAgent?: string): Promise<Visitor> {
  const visitor = visitorOf(service, userAgent);
  await visitor.post(await linkFor(service, email));
  return visitor;
}
