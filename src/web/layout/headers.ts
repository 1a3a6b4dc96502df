const OPENER = 'Cross-Origin-Opener-Policy';

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
  [OPENER]: 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

/**
 * Lets an app that opened this page in a popup keep its reference to the window. With any other policy, the browser separates
 * the two, and the app treats the sign-in as canceled (HTML, 7.1.3).
 */
export const KEEPS_OPENER = { [OPENER]: 'unsafe-none' };

/** Pages that a person may see in such a popup: signing in, a first passkey, and consent. */
const POPUP_PATHS = /^\/(sign-in|authorize|account\/passkeys\/new)(\/|$)/;

export function withOpener(request: Request, answer: Response): Response {
  if (POPUP_PATHS.test(new URL(request.url).pathname) && answer.headers.has(OPENER))
    answer.headers.set(OPENER, KEEPS_OPENER[OPENER]);
  return answer;
}
