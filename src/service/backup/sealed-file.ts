import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { KithError } from '../../shared/error.ts';

// A file under a passphrase; docs/moving-data.md describes it byte by byte. The content goes in pieces, each sealed by
// itself with its number and whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and
// Vizár): a piece that is changed, missing, doubled or out of place is refused, and no more than one is held.

const MAGIC = Buffer.from('kith sealed\n');
/** Stands for all that follows: the derivation of the key, its costs, the cipher and the size of a piece. */
const VERSION = 1;
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES;
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
/** The costs that OWASP's password storage cheat sheet names first: 128 MiB, and tenths of a second. */
const COSTS = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

/** Whether a file begins as one that `sealFile` wrote. False for one that is too short to. */
export async function isSealed(path: string): Promise<boolean> {
  return withFile(path, 'r', async (file) => MAGIC.equals(await readAt(file, 0, MAGIC.length)));
}

/** Writes the content of `from` into `to`, an empty file, under a passphrase, and checks it by reading it back. */
export async function sealFile(from: string, to: string, passphrase: string): Promise<void> {
  const header = Buffer.concat([MAGIC, Buffer.of(VERSION), randomBytes(SALT_BYTES)]);
  const key = await keyOf(passphrase, header);
  const [written, read] = [createHash('sha256'), createHash('sha256')];
  await withFile(from, 'r', (source) =>
    withFile(to, 'r+', async (target) => {
      await target.writeFile(header);
      for await (const { bytes, nonce } of pieces(source, 0, PIECE_BYTES)) {
        written.update(bytes);
        const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header);
        await target.writeFile(Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
      }
    }),
  );
  await openPieces(to, header, key, async (bytes) => void read.update(bytes));
  if (!written.digest().equals(read.digest())) throw damaged();
}

/** Writes what a sealed file holds into `to`, an empty file. Throws for another passphrase and for any change. */
export async function openSealed(from: string, to: string, passphrase: string): Promise<void> {
  const header = await withFile(from, 'r', (file) => readAt(file, 0, HEADER_BYTES));
  if (header.length < HEADER_BYTES) throw damaged();
  if (header[MAGIC.length] !== VERSION)
    throw new KithError('BadRequest', 'The backup was encrypted by a newer kith.', {
      hint: 'Update kith, then restore.',
    });
  const key = await keyOf(passphrase, header);
  await withFile(to, 'r+', (target) => openPieces(from, header, key, (bytes) => target.writeFile(bytes)));
}

async function openPieces(
  path: string,
  header: Buffer,
  key: Buffer,
  put: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  await withFile(path, 'r', async (file) => {
    for await (const { bytes, nonce, index } of pieces(file, HEADER_BYTES, PIECE_BYTES + TAG_BYTES)) {
      if (bytes.length < TAG_BYTES) throw damaged();
      const end = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(header).setAuthTag(bytes.subarray(end));
      let plain: Buffer;
      try {
        plain = Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
      } catch {
        throw index === 0 ? unfitting() : damaged();
      }
      await put(plain);
    }
  });
}

/** The pieces of a file behind its first bytes, at least one, each with its nonce: its number, and 1 for the last. */
async function* pieces(file: FileHandle, start: number, size: number) {
  const end = (await file.stat()).size;
  for (let index = 0, at = start; index === 0 || at < end; index++, at += size) {
    const bytes = await readAt(file, at, Math.min(size, Math.max(0, end - at)));
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = at + size >= end ? 1 : 0;
    yield { index, bytes, nonce };
  }
}

/** Typed on any keyboard: the same letters may come composed or not. */
const keyOf = (passphrase: string, header: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), header.subarray(-SALT_BYTES), 32, COSTS);
const derive = promisify<string, Buffer, number, typeof COSTS, Buffer>(scrypt);

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function withFile<T>(path: string, flags: 'r' | 'r+', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const unfitting = () =>
  new KithError('BadRequest', 'The passphrase is another one, or the file is damaged.', {
    hint: 'Nothing was changed. Try the passphrase again, else an older backup.',
  });
const damaged = () =>
  new KithError('BadRequest', 'The backup is damaged or cut short. Nothing was changed.', {
    hint: 'Use an older backup.',
  });
