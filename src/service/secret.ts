import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { KithError } from '../catalogue/error.ts';

export interface Secret {
  /** A keyed digest, base64url: the same value for the same purpose and text. */
  sign(purpose: string, text: string): string;
  /** Deflated, then AES-256-GCM; opens only with the same purpose. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
}

/** Everything that must stay private or untouched outside the process hangs on this one secret. */
export function makeSecret(master: string): Secret {
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
      // A record of a bulk answer says the same names a hundred times: this makes a tenth of it.
      const sealed = Buffer.concat([cipher.update(deflateRawSync(text, { level: 1 })), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return inflateRawSync(opened).toString('utf8');
    },
  };
}

/**
 * The secret of this installation: `KITH_SECRET`, else a file beside the data that its owner alone can read,
 * made at first start. Of two processes that start at once one makes it and the other reads it. Throws where
 * `hasData` says that there is something sealed already: under a new secret none of it would open again.
 */
export function loadSecret(file: string, fromEnvironment: string | undefined, hasData = false): Secret {
  if (fromEnvironment !== undefined) {
    if (fromEnvironment.length < 32) {
      throw new KithError('ServiceUnavailable', 'KITH_SECRET is too short.', { hint: 'Use at least 32 characters.' });
    }
    return makeSecret(fromEnvironment);
  }
  if (!existsSync(file)) {
    if (hasData) throw lost(`The secret that belongs to the data is gone: there is no file ${file}.`);
    makeSecretFile(file);
  }
  const text = readFileSync(file, 'utf8');
  if (text.length >= SECRET_LENGTH) return makeSecret(text);
  throw lost(`The secret in ${file} is incomplete.`);
}

const lost = (message: string): KithError =>
  new KithError('ServiceUnavailable', message, {
    hint: 'Put it back from a backup, or set KITH_SECRET to what it was. Without it sealed records cannot be read.',
  });

const SECRET_LENGTH = 43;

/** Written whole under a name of its own, then put in place where nothing stands: a crash leaves no half secret. */
function makeSecretFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, randomBytes(32).toString('base64url'));
    fsyncSync(handle);
    putInPlace(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    unlinkSync(draft);
  }
}

function putInPlace(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    // Some file systems know no links; there the copy is exclusive too, only not in one piece.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}
