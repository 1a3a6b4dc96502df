import type { Client } from '../../client/client.ts';

/** The view requests larger photos itself, if its client allows it. */
const MAX_BYTES = 24 * 1024;
const MAX_PHOTOS = 8;

const ADDRESS = /^kith:\/\/photos\/([^/?#]+)$/;

/** Maps addresses of small photos to data: URLs, because a view cannot load anything. */
export async function photosOf(client: Client, addresses: readonly (string | null | undefined)[]) {
  const own = [...new Set(addresses)].filter((address) => address && ADDRESS.test(address)) as string[];
  const photos: Record<string, string> = {};
  for (const address of own.slice(0, MAX_PHOTOS)) {
    const photo = await client.photo(ADDRESS.exec(address)![1]!);
    if (photo && photo.bytes.length <= MAX_BYTES)
      photos[address] = `data:${photo.mediaType};base64,${Buffer.from(photo.bytes).toString('base64')}`;
  }
  return photos;
}
