import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { badRequest } from '../../shared/error.ts';
import { FEED_PARTS, type FeedPart } from '../../shared/feed.ts';
import { takesGzip } from '../../shared/http/takes-gzip.ts';
import { type FormattedFeed, feedFormatter, type OpenFeed } from './format-feed.ts';

/** Keeps the feed out of search engines and its URL out of Referer headers. */
export const HIDDEN = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

/**
 * Answers GET and HEAD requests for a feed. `pages` is the web app's URL, if it is the same for everyone. Throws 400
 * for unknown parts.
 */
export function feedHandler(pages: string | undefined) {
  const write = feedFormatter(pages);
  return async (request: Request, feed: OpenFeed): Promise<Response> => {
    const written = await write(feed, partsIn(request, feed));
    const isZipped = takesGzip(request);
    const headers = {
      ...HIDDEN,
      ETag: `"${written.tag}${isZipped ? ZIPPED : ''}"`,
      'Last-Modified': new Date(written.changedAt).toUTCString(),
      // Cached by the calendar program, and revalidated on each request.
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding',
    };
    if (isKnown(request, written)) return new Response(null, { status: 304, headers });
    const bytes = isZipped ? written.zipped : await promisify(gunzip)(written.zipped);
    return new Response(request.method === 'HEAD' ? null : Uint8Array.from(bytes), {
      headers: {
        ...headers,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="kith.ics"',
        'Content-Length': String(bytes.length),
        ...(isZipped && { 'Content-Encoding': 'gzip' }),
      },
    });
  };
}

/** A strong ETag identifies bytes, so the gzip form needs a different one (RFC 9110, 8.8.3.3). */
const ZIPPED = '-gzip';

/** Whether the program already has the current text, in either form (RFC 9110, 13.2.2). */
function isKnown({ headers }: Request, { tag, changedAt }: FormattedFeed): boolean {
  const tags = headers.get('if-none-match');
  if (tags === null) return Date.parse(changedAt) <= Date.parse(headers.get('if-modified-since') ?? '');
  const known = [`"${tag}"`, `"${tag}${ZIPPED}"`, '*'];
  return tags.split(',').some((one) => known.includes(one.trim().replace(/^W\//, '')));
}

/** The requested parts that the feed has: `?parts=birthdays,reminders`. */
function partsIn({ url }: Request, feed: OpenFeed): FeedPart[] {
  const asked = new URL(url).searchParams.get('parts')?.split(',');
  if (!asked) return feed.parts;
  if (asked.some((part) => !(FEED_PARTS as readonly string[]).includes(part)))
    throw badRequest({ parts: `must be a comma-separated list of ${FEED_PARTS.join(', ')}` });
  return feed.parts.filter((part) => asked.includes(part));
}
