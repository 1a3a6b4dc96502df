/** Personal data must not be cached anywhere on the way. */
export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Default headers of every HTTP response: no browser uses it as a page, script or frame. */
export const SECURITY_HEADERS = {
  ...NO_STORE,
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
