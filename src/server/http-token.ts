import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMake } from '../identity/secrets/secret-file.ts';
import { settings } from '../process/environment.ts';
import { isWatched } from '../process/print.ts';
import { KithError } from '../shared/error.ts';
import { isLoopback } from '../shared/http/loopback.ts';
import { inUrl } from './mcp-endpoint.ts';

/** The bearer token that callers of `kith http` must send. */
export interface HttpToken {
  token: string;
  /** Its file; undefined if it comes from KITH_HTTP_TOKEN. */
  file?: string;
  /** Whether this start created it. */
  isNew?: boolean;
}

const OFF = 'none';
const LENGTH = 43;

/**
 * Returns KITH_HTTP_TOKEN. Without it, on loopback, returns the data folder's token, which the first start creates and only
 * its owner can read: every account of a computer can reach loopback. Undefined with KITH_HTTP_TOKEN=none. Throws if
 * `host` is reachable from outside and no token is set.
 */
export function httpToken(host: string): HttpToken | undefined {
  const { KITH_HTTP_TOKEN: token } = settings;
  const outside = !isLoopback(inUrl(host));
  if (token !== undefined && token !== OFF) return { token };
  if (outside) {
    const missing = token === OFF ? 'KITH_HTTP_TOKEN=none turns authentication off' : 'KITH_HTTP_TOKEN is not set';
    throw new KithError('BadRequest', `${host} is reachable from outside, but ${missing}.`, {
      hint: 'Set it to a long random string that clients send as their bearer token, or listen on 127.0.0.1.',
    });
  }
  if (token === OFF) return undefined;
  const file = join(settings.KITH_DATA_DIR, 'http-token');
  const { text, made } = readOrMake(file, () => randomBytes(32).toString('base64url'));
  if (text.length < LENGTH) {
    throw new KithError('ServiceUnavailable', `The token in ${file} is incomplete.`, {
      hint: 'Delete the file. The next start creates a new token.',
    });
  }
  return { token: text, file, isNew: made };
}

/**
 * The configuration line for an MCP client. It contains the token only if that is new or a person is at the terminal,
 * because the output of a system service is kept.
 */
export function pasteLine(address: string, { token, file, isNew }: HttpToken): string {
  if (file === undefined) return '';
  if (!isNew && !isWatched()) return `Clients must send the token in ${file}\n`;
  const header = `"Authorization: Bearer ${token}"`;
  return `To add it to Claude Code: claude mcp add --transport http kith ${address}/mcp --header ${header}\n`;
}
