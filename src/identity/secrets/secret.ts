import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { KithError } from '../../shared/error.ts';
import { readOrMake, watchFile } from './secret-file.ts';

export interface Secret {
  /** A keyed digest, base64url: the same value for the same purpose and text. */
  sign(purpose: string, text: string): string;
  /** What `sign` returns, and what it returned under the secrets that were rotated out, the latest first. */
  signatures(purpose: string, text: string): string[];
  /** Deflated, then AES-256-GCM; opens only with the same purpose. */
  seal(purpose: string, text: string): string;
  /** Also opens what was sealed under a secret that was rotated out. */
  open(purpose: string, sealed: string): string;
  /** The text sealed again under the current secret; undefined when it is already. */
  reseal(purpose: string, sealed: string): string | undefined;
}

/** The keys that follow from one master secret, one for each purpose. */
interface Keys {
  sign(purpose: string, text: string): string;
  seal(purpose: string, text: string): string;
  /** Undefined for what was sealed under another master. */
  open(purpose: string, sealed: string): string | undefined;
}

/**
 * Everything that must stay private or unchanged outside the process depends on the first of these master secrets. The
 * others were rotated out: what was sealed or signed under them still opens, and nothing new is sealed under them.
 */
export function makeSecret(masters: readonly string[] | (() => readonly string[])): Secret {
  const known = new Map<string, Keys>();
  const keysOf = (master: string): Keys => {
    const keys = known.get(master) ?? makeKeys(master);
    known.set(master, keys);
    return keys;
  };
  const all = (): Keys[] => (typeof masters === 'function' ? masters() : masters).map(keysOf);
  const open = (purpose: string, sealed: string): string => {
    for (const keys of all()) {
      const text = keys.open(purpose, sealed);
      if (text !== undefined) return text;
    }
    throw new KithError('InternalServerError', 'A sealed record does not open: it was changed, or sealed elsewhere.');
  };
  return {
    sign: (purpose, text) => all()[0]!.sign(purpose, text),
    signatures: (purpose, text) => all().map((keys) => keys.sign(purpose, text)),
    seal: (purpose, text) => all()[0]!.seal(purpose, text),
    open,
    reseal(purpose, sealed) {
      const current = all()[0]!;
      return current.open(purpose, sealed) === undefined ? current.seal(purpose, open(purpose, sealed)) : undefined;
    },
  };
}

function makeKeys(master: string): Keys {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', master, 'kith', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
  return {
    sign: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url'),
    seal(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      // A record of a bulk answer repeats the same names a hundred times: this shrinks it to a tenth.
      const sealed = Buffer.concat([cipher.update(deflateRawSync(text, { level: 1 })), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      let opened: Buffer;
      try {
        opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      } catch {
        return undefined;
      }
      return inflateRawSync(opened).toString('utf8');
    },
  };
}

/** A new master secret. */
export const newMaster = (): string => randomBytes(32).toString('base64url');

/**
 * The secret of this installation: `given` (KITH_SECRET, with KITH_SECRET_PREVIOUS after it), else a file beside the
 * data that its owner alone can read, made at first start, the present secret on its first line and those that were
 * rotated out below. A running process notices a rotation by itself. Throws when `hasData` says that there is sealed data
 * already: none of it would open under a new secret.
 */
export function loadSecret(file: string, given: string | readonly string[] | undefined, hasData = false): Secret {
  const masters = [given ?? []].flat();
  if (masters.length > 0) {
    if (masters.some((master) => master.length < 32)) {
      throw new KithError('ServiceUnavailable', 'KITH_SECRET is too short.', { hint: 'Use at least 32 characters.' });
    }
    return makeSecret(masters);
  }
  if (hasData && !existsSync(file)) {
    throw lost(`The secret that belongs to the data is gone: there is no file ${file}.`);
  }
  readOrMake(file, newMaster);
  return makeSecret(watchFile(file, (text) => mastersIn(text, file)));
}

/** The masters that the text of a secret file holds, the present one first. Throws for one that is cut off. */
export function mastersIn(text: string, file: string): string[] {
  const masters = text.split('\n').filter(Boolean);
  if (masters.length > 0 && masters.every((master) => master.length >= SECRET_LENGTH)) return masters;
  throw lost(`The secret in ${file} is incomplete.`);
}

const lost = (message: string): KithError =>
  new KithError('ServiceUnavailable', message, {
    hint: 'Put it back from a backup, or set KITH_SECRET to what it was. Without it sealed records cannot be read.',
  });

const SECRET_LENGTH = 43;
