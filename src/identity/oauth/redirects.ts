/** Longer ones are no address to come back to, and a person could not read where they lead. */
const MOST_CHARACTERS = 1_000;

/** A name or an address, as it may stand in a page and in its policy. */
const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/;

/** Schemes that a browser or the system answers itself: what is behind them is no program that asked to be let in. */
const NOT_OF_PROGRAMS = new RegExp(
  `^(?:${[
    ...['javascript', 'vbscript', 'data', 'blob', 'filesystem', 'file', 'about', 'view-source', 'jar', 'resource'],
    ...['ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'ldap', 'smb', 'mailto', 'tel', 'sms', 'intent', 'search'],
    ...['chrome(?:-.*)?', 'edge(?:-.*)?', 'moz-.*', 'ms-.*', 'search-ms', 'microsoft-edge', 'x-apple\\..*', 'shell'],
  ].join('|')}):$`,
);

/** What is wrong with one of the addresses that a host wants answers sent to (RFC 9700, 4.1; RFC 8252, 7). */
export const refusedRedirect = (redirects: unknown): string | undefined =>
  Array.isArray(redirects) ? redirects.map((one) => reasonAgainst(`${one}`)).find((reason) => reason) : undefined;

/** A URI without a fragment: scheme, authority, and the rest (RFC 3986, appendix A). */
const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[\dA-Fa-f]{2}`;
const URI = new RegExp(String.raw`^[A-Za-z][A-Za-z\d+.-]*:(?://((?:${CHARACTER}|[[\]])*))?(?:${CHARACTER}|[/?])*$`);

function reasonAgainst(redirect: string): string | undefined {
  if (redirect.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  if (redirect.includes('#')) return 'must not have a fragment';
  const uri = URI.exec(redirect);
  if (!uri || !URL.canParse(redirect))
    return 'must be an absolute URI (RFC 3986) with all other characters percent-encoded';
  const { protocol, username, password, hostname } = new URL(redirect);
  if (username !== '' || password !== '') return 'must not name a user';
  if (/^https?:$/.test(protocol))
    return isHostAsRead(uri[1], hostname) ? undefined : 'must name its host as in https://host.example/path';
  return NOT_OF_PROGRAMS.test(protocol) ? `must not use the scheme ${protocol.slice(0, -1)}` : undefined;
}

/** Whether browsers read the host as written. They also accept `https:host`, `127.1`, and encoded names. */
function isHostAsRead(authority: string | undefined, hostname: string): boolean {
  const written = authority?.replace(/:\d*$/, '').toLowerCase();
  return written === hostname && HOST.test(hostname);
}
