import { parse, serialize } from 'hono/utils/cookie';

// The cookie of a session. Under https its name has the prefix that browsers hold to: no other host, and no page over
// http, can set it (RFC 6265bis, 4.1.3.2). On http://localhost a browser would refuse that prefix.

const MOST_SECONDS = 180 * 24 * 60 * 60;

const isSecure = (origin: string): boolean => origin.startsWith('https:');
const nameOf = (origin: string): string => (isSecure(origin) ? '__Host-kith' : 'kith_session');

/** The token that a request brings. */
export function sessionToken(request: Request, origin: string): string | undefined {
  const name = nameOf(origin);
  return parse(request.headers.get('cookie') ?? '', name)[name] || undefined;
}

const cookie = (origin: string, value: string, maxAge: number): string =>
  serialize(nameOf(origin), value, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(origin), maxAge });

export const sessionCookie = (origin: string, token: string): string => cookie(origin, token, MOST_SECONDS);

/** Makes the browser forget it. */
export const noCookie = (origin: string): string => cookie(origin, '', 0);
