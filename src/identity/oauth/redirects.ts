/** Maximum length of a redirect URL. A person must be able to read it. */
const MAX_CHARACTERS = 1_000;

/** A host name or IP address that is safe in a page and its policy. */
const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/;

/** Schemes that the browser or the system handles itself, so no app can receive the response. */
const RESERVED_SCHEMES = new RegExp(
  `^(?:${[
    ...['javascript', 'vbscript', 'data', 'blob', 'filesystem', 'file', 'about', 'view-source', 'jar', 'resource'],
    ...['ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'ldap', 'smb', 'mailto', 'tel', 'sms', 'intent', 'search'],
    ...['chrome(?:-.*)?', 'edge(?:-.*)?', 'moz-.*', 'ms-.*', 'search-ms', 'microsoft-edge', 'x-apple\\..*', 'shell'],
  ].join('|')}):$`,
);

/** Describes the problem with the first unacceptable redirect URL of an app (RFC 9700, 4.1; RFC 8252, 7). */
export const refusedRedirect = (redirects: unknown): string | undefined =>
  Array.isArray(redirects) ? redirects.map((one) => reasonAgainst(`${one}`)).find((reason) => reason) : undefined;

/** A URI without a fragment: scheme, authority, and the rest (RFC 3986, appendix A). */
const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[\dA-Fa-f]{2}`;
const URI = new RegExp(String.raw`^[A-Za-z][A-Za-z\d+.-]*:(?://((?:${CHARACTER}|[[\]])*))?(?:${CHARACTER}|[/?])*$`);

function reasonAgainst(redirect: string): string | undefined {
  if (redirect.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  if (redirect.includes('#')) return 'must not have a fragment';
  const uri = URI.exec(redirect);
  if (!uri || !URL.canParse(redirect))
    return 'must be an absolute URI (RFC 3986) with all other characters percent-encoded';
  const { protocol, username, password, hostname } = new URL(redirect);
  if (username !== '' || password !== '') return 'must not name a user';
  if (/^https?:$/.test(protocol))
    return isHostAsRead(uri[1], hostname) ? undefined : 'must name its host as in https://host.example/path';
  return RESERVED_SCHEMES.test(protocol) ? `must not use the scheme ${protocol.slice(0, -1)}` : undefined;
}

/**
 * Returns whether browsers interpret the host as written. They also accept `https:host`, `127.1`, and encoded names.
 */
function isHostAsRead(authority: string | undefined, hostname: string): boolean {
  const written = authority?.replace(/:\d*$/, '').toLowerCase();
  return written === hostname && HOST.test(hostname);
}
