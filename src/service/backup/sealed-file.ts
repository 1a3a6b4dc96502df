import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { KithError } from '../../shared/error.ts';

// A file encrypted with a passphrase. docs/moving-data.md describes its format. The content is split into chunks, each
// encrypted with its number and whether it is the last one (the STREAM construction of Hoang, Reyhanitabar, Rogaway, and
// Vizár). So changed, missing, repeated, or reordered chunks are detected, and only one is in memory at a time.

const MAGIC = Buffer.from('kith sealed\n');
/** Format version: determines the key derivation, its cost, the cipher, and the chunk size. */
const VERSION = 1;
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES;
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
/** The first recommendation in OWASP's password storage cheat sheet: 128 MiB, and some tenths of a second. */
const COSTS = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

/** Whether a file has the header that `sealFile` writes. False for a file that is too short. */
export async function isSealed(path: string): Promise<boolean> {
  return withFile(path, 'r', async (file) => MAGIC.equals(await readAt(file, 0, MAGIC.length)));
}

/** Encrypts `from` into `to`, an empty file, with a passphrase, and verifies the result by reading it back. */
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

/** Decrypts `from` into `to`, an empty file. Throws 400 for a wrong passphrase or a changed file. */
export async function openSealed(from: string, to: string, passphrase: string): Promise<void> {
  const header = await withFile(from, 'r', (file) => readAt(file, 0, HEADER_BYTES));
  if (header.length < HEADER_BYTES) throw damaged();
  if (header[MAGIC.length] !== VERSION)
    throw new KithError('BadRequest', 'The backup was encrypted by a newer version of kith.', {
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

/** The chunks of a file from `start`, at least one, each with its nonce: its number, and 1 for the last chunk. */
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

/** Derives the key. Normalizes the passphrase, because keyboards may compose characters differently. */
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
  new KithError('BadRequest', 'The passphrase is wrong, or the file is damaged.', {
    hint: 'Nothing was changed. Try the passphrase again, or use an older backup.',
  });
const damaged = () =>
  new KithError('BadRequest', 'The backup is damaged or incomplete. Nothing was changed.', {
    hint: 'Use an older backup.',
  });
