import { gzipSync } from 'node:zlib';

const SMALLEST = 1024;

export const takesGzip = ({ headers }: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0)/.test(headers.get('accept-encoding') ?? '');

/**
 * A page as gzip, for who takes that. Not where another site made the browser ask: by the length of what comes back it
 * could guess at what the page holds beside its own words (BREACH).
 */
export async function compressed(request: Request, page: Response): Promise<Response> {
  const isText = /^(text\/html|application\/json)/.test(page.headers.get('content-type') ?? '');
  const isForeign = request.headers.get('sec-fetch-site') === 'cross-site';
  const isDownload = page.headers.has('content-disposition');
  if (!isText || isDownload || !page.body || isForeign || !takesGzip(request)) return page;
  const bytes = await page.arrayBuffer();
  if (bytes.byteLength < SMALLEST) return new Response(bytes, page);
  // Half a millisecond: another thread would take longer to be asked.
  const made = new Response(gzipSync(bytes), page);
  made.headers.set('Content-Encoding', 'gzip');
  made.headers.append('Vary', 'Accept-Encoding');
  return made;
}
