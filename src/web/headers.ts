/**
 * The headers of every page: nothing of other origins is loaded, and nobody frames, sniffs or keeps it. A browser holds
 * the redirect that follows a form to `form-action` too.
 */
export const pageHeaders = (formsLeadTo: string[] = []): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formsLeadTo].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});
