import { parse, serialize } from 'hono/utils/cookie';

// The cookies of signing in. Under https their names have the prefix that browsers hold to: no other host, and no page
// over http, can set them (RFC 6265bis, 4.1.3.2). On http://localhost a browser would refuse that prefix.

const MOST_SECONDS = 180 * 24 * 60 * 60;
const SIGN_IN_SECONDS = 10 * 60;

const isSecure = (origin: string): boolean => origin.startsWith('https:');
const sessionName = (origin: string): string => (isSecure(origin) ? '__Host-kith' : 'kith_session');
const stateName = (origin: string): string => (isSecure(origin) ? '__Host-kith-openid' : 'kith_openid');

const broughtAs = (request: Request, name: string): string | undefined =>
  parse(request.headers.get('cookie') ?? '', name)[name] || undefined;

const cookie = (origin: string, name: string, value: string, maxAge: number): string =>
  serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(origin), maxAge });

/** The token that a request brings. */
export const sessionToken = (request: Request, origin: string): string | undefined =>
  broughtAs(request, sessionName(origin));

export const sessionCookie = (origin: string, token: string): string =>
  cookie(origin, sessionName(origin), token, MOST_SECONDS);

/** Makes the browser forget it. */
export const noCookie = (origin: string): string => cookie(origin, sessionName(origin), '', 0);

/** The state of a sign-in at a provider that began in this browser. */
export const stateKept = (request: Request, origin: string): string | undefined =>
  broughtAs(request, stateName(origin));

export const stateCookie = (origin: string, state: string): string =>
  cookie(origin, stateName(origin), state, SIGN_IN_SECONDS);

export const noStateCookie = (origin: string): string => cookie(origin, stateName(origin), '', 0);
