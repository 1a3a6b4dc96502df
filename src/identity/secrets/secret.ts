import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { KithError } from '../../shared/error.ts';
import { readOrMake, watchFile } from './secret-file.ts';

export interface Secret {
  /** Keyed digest, base64url: the same value for the same purpose and text. */
  sign(purpose: string, text: string): string;
  /** The digests under the current secret and under the rotated-out ones, latest first. */
  signatures(purpose: string, text: string): string[];
  /** Compresses and encrypts a text (deflate, AES-256-GCM). It opens only with the same purpose. */
  seal(purpose: string, text: string): string;
  /** Opens sealed text, also if it was sealed with a rotated-out secret. */
  open(purpose: string, sealed: string): string;
  /** Seals the text again with the current secret; undefined if it already is. */
  reseal(purpose: string, sealed: string): string | undefined;
}

/** Keys derived from one master secret, one per purpose. */
interface Keys {
  sign(purpose: string, text: string): string;
  seal(purpose: string, text: string): string;
  /** Undefined if the text was sealed with another master secret. */
  open(purpose: string, sealed: string): string | undefined;
}

/**
 * Everything that must stay private or authentic outside the process depends on the first master secret. The others
 * were rotated out: they open and verify older values, but seal nothing new.
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
    throw new KithError(
      'InternalServerError',
      'A sealed record could not be opened: it was changed, or sealed with another secret.',
    );
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
      // The record of a bulk response repeats the same field names many times, so compression reduces it by 90%.
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

/** Creates a new master secret. */
export const newMaster = (): string => randomBytes(32).toString('base64url');

/**
 * The secret of this installation: `given` (KITH_SECRET, followed by KITH_SECRET_PREVIOUS), or a file beside the data
 * that only its owner can read. The first start creates the file. Its first line is the current secret, and rotated-out
 * ones follow. A running process notices a rotation. Throws if the file is missing but `hasData` reports sealed data,
 * which a new secret could not open.
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
    throw lost(`The secret of this data is missing: there is no file ${file}.`);
  }
  readOrMake(file, newMaster);
  return makeSecret(watchFile(file, (text) => mastersIn(text, file)));
}

/** Parses the master secrets of a secret file, the current one first. Throws if the file is incomplete. */
export function mastersIn(text: string, file: string): string[] {
  const masters = text.split('\n').filter(Boolean);
  if (masters.length > 0 && masters.every((master) => master.length >= SECRET_LENGTH)) return masters;
  throw lost(`The secret in ${file} is incomplete.`);
}

const lost = (message: string): KithError =>
  new KithError('ServiceUnavailable', message, {
    hint: 'Restore it from a backup, or set KITH_SECRET to its old value. Without it, sealed records cannot be read.',
  });

const SECRET_LENGTH = 43;
