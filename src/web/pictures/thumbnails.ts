import { type WorkerPool, workerPool } from '../../shared/worker/pool.ts';
import type { ThumbnailInput } from './worker.ts';

/** Sizes in pixels: small faces, and large ones or dense screens. */
export const THUMBNAIL_SIDES = [64, 128] as const;
export type ThumbnailSide = (typeof THUMBNAIL_SIDES)[number];

const SECONDS = 10;
const MEGABYTES = 256;
/** More photos in the queue are sent as they are: each waits with its bytes. */
const MAX_WAITING = 64;
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
/** A picture without a thumbnail counts too. */
const ENTRY_BYTES = 200;

let pool: WorkerPool | undefined;

/** Thumbnails by photo and size, least recently used first. */
const cached = new Map<string, Promise<Uint8Array | undefined>>();
let cachedBytes = 0;
let waiting = 0;

/**
 * A square WebP thumbnail of a photo. Undefined if the photo cannot be decoded within the limits, or if its format is not
 * JPEG, PNG, or WebP.
 */
export async function thumbnailOf(id: string, bytes: Uint8Array, side: ThumbnailSide): Promise<Uint8Array | undefined> {
  const key = `${id} ${side}`;
  const known = cached.get(key);
  if (known) {
    cached.delete(key);
    cached.set(key, known);
    return known;
  }
  if (waiting >= MAX_WAITING) return undefined;
  const made = make(id, { bytes: new Uint8Array(bytes), side });
  cached.set(key, made);
  void made.then((thumbnail) => {
    cachedBytes += sizeOf(thumbnail);
    void trim();
  });
  return made;
}

async function make(id: string, input: ThumbnailInput): Promise<Uint8Array | undefined> {
  pool ??= workerPool('picture', { most: 1, megabytes: MEGABYTES });
  const job = { task: 'thumbnail', input, transfer: [input.bytes.buffer], queue: id, seconds: SECONDS };
  waiting += 1;
  try {
    return (await pool.run(job)) as Uint8Array | undefined;
  } catch {
    return undefined;
  } finally {
    waiting -= 1;
  }
}

const sizeOf = (thumbnail: Uint8Array | undefined): number => ENTRY_BYTES + (thumbnail?.length ?? 0);

async function trim(): Promise<void> {
  for (const [key, made] of cached) {
    if (cachedBytes <= MAX_CACHED_BYTES) return;
    cached.delete(key);
    cachedBytes -= sizeOf(await made);
  }
}
