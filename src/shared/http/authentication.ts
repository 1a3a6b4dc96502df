import { createHash, randomBytes } from 'node:crypto';

/** Signs requests with a user name and password. */
export interface Signer {
  authorization(method: string, url: URL): string;
  /** Reads the challenge of a 401. False if it requires nothing that was not already tried. */
  learn(challenge: string): boolean;
}

interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  qop: boolean;
  algorithm: 'MD5' | 'SHA-256';
}

/** Uses Basic (RFC 7617) until a server requires Digest (RFC 7616), as servers based on SabreDAV do by default. */
export function requestSigner(user: string, password: string): Signer {
  let challenge: Challenge | undefined;
  let count = 0;
  return {
    authorization(method, url) {
      if (!challenge) return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      return digest(challenge, ++count, { user, password, method, path: url.pathname + url.search });
    },
    learn(header) {
      const asked = readChallenge(header);
      // A nonce may be stale. Any other rejection of a digest means that the password is wrong.
      if (!asked || (challenge && !/stale\s*=\s*"?true/i.test(header))) return false;
      challenge = asked;
      count = 0;
      return true;
    },
  };
}

function readChallenge(header: string): Challenge | undefined {
  const [, digest] = /\bDigest\s+(.*)$/is.exec(header) ?? [];
  if (digest === undefined) return undefined;
  const value = (name: string) => {
    const [, quoted, bare] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(digest) ?? [];
    return quoted ?? bare;
  };
  const [realm, nonce] = [value('realm'), value('nonce')];
  const algorithm = (value('algorithm') ?? 'MD5').toUpperCase();
  if (realm === undefined || !nonce || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return undefined;
  const qop = /(^|[\s,])auth([\s,]|$)/.test(value('qop') ?? '');
  return { realm, nonce, opaque: value('opaque'), qop, algorithm };
}

function digest(
  { realm, nonce, opaque, qop, algorithm }: Challenge,
  count: number,
  { user, password, method, path }: { user: string; password: string; method: string; path: string },
): string {
  const hash = (text: string) => createHash(algorithm.replace('-', '').toLowerCase()).update(text).digest('hex');
  const [secret, asked] = [hash(`${user}:${realm}:${password}`), hash(`${method}:${path}`)];
  const [nc, cnonce] = [count.toString(16).padStart(8, '0'), randomBytes(8).toString('hex')];
  const response = hash(qop ? `${secret}:${nonce}:${nc}:${cnonce}:auth:${asked}` : `${secret}:${nonce}:${asked}`);
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const parts = [
    ...[`username=${quoted(user)}`, `realm=${quoted(realm)}`, `nonce=${quoted(nonce)}`, `uri=${quoted(path)}`],
    ...[`response="${response}"`, `algorithm=${algorithm}`],
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop ? [`qop=auth, nc=${nc}, cnonce="${cnonce}"`] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}
