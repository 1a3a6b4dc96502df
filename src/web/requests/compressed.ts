import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { takesGzip } from '../../shared/http/takes-gzip.ts';

const SMALLEST = 1024;
/** Compressing up to this many bytes takes 1 to 2 ms. Handing them to another thread would take longer. */
const MAX_INLINE_BYTES = 128 * 1024;

const gzipElsewhere = promisify(gzip);

/**
 * Compresses a page for browsers that accept gzip. Not when another site made the browser ask: from the length of the
 * answer it could guess secrets in the page (BREACH).
 */
export async function compressed(request: Request, page: Response): Promise<Response> {
  const isText = /^(text\/html|application\/json)/.test(page.headers.get('content-type') ?? '');
  const isForeign = request.headers.get('sec-fetch-site') === 'cross-site';
  const isDownload = page.headers.has('content-disposition');
  if (!isText || isDownload || !page.body || isForeign || !takesGzip(request)) return page;
  const bytes = await page.arrayBuffer();
  if (bytes.byteLength < SMALLEST) return new Response(bytes, page);
  const packed = bytes.byteLength > MAX_INLINE_BYTES ? await gzipElsewhere(bytes) : gzipSync(bytes);
  const made = new Response(new Uint8Array(packed), page);
  made.headers.set('Content-Encoding', 'gzip');
  made.headers.append('Vary', 'Accept-Encoding');
  return made;
}
