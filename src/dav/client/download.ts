import { KithError } from '../../shared/error.ts';
import type { HttpSource } from '../../shared/http/http-source.ts';
import { chunked } from '../../shared/lists.ts';
import { type DiscoveredBook, decoded } from './discover.ts';
import { escapeXml, isOf, property, propfindBody, requestMultistatus } from './requests.ts';
import { CARD, DAV } from './xml.ts';

export interface DownloadedBook {
  /** Cards sorted by their URLs. */
  cards: string[];
  /** Paths of listed cards that could not be read. */
  missing: string[];
}

/** Cards per REPORT, so that a reply with photos has at most a few megabytes. */
const CARDS_PER_REPORT = 50;

/** Downloads all cards of an address book in batches (RFC 6352, 8.7: addressbook-multiget). */
export async function downloadBook(source: HttpSource, book: DiscoveredBook): Promise<DownloadedBook> {
  const urls = await listCards(source, book);
  const cards: string[] = [];
  const missing: string[] = [];
  for (const wanted of chunked(urls, CARDS_PER_REPORT)) {
    const found = await readCards(source, book, wanted);
    for (const url of wanted) {
      const card = found.get(decoded(url.pathname));
      if (card === undefined) missing.push(url.pathname);
      else cards.push(card);
    }
  }
  return { cards, missing };
}

/** Card URLs, sorted because the server's order is arbitrary. */
async function listCards(source: HttpSource, { url }: DiscoveredBook): Promise<URL[]> {
  const names = propfindBody('d:resourcetype', 'd:getetag');
  const { status, resources } = await requestMultistatus(source, 'PROPFIND', url, 1, names);
  if (status !== 207) {
    throw new KithError(
      status === 404 ? 'NotFound' : 'ServiceUnavailable',
      `Could not list the address book ${url.pathname} (status ${status}).`,
    );
  }
  const inside = resources.filter((one) => !isOf(one, DAV, 'collection') && one.url.pathname !== url.pathname);
  return inside.map((one) => one.url).sort((a, b) => (a.pathname < b.pathname ? -1 : 1));
}

/** Cards by decoded path, because a server may escape a URL in two ways. */
async function readCards(source: HttpSource, { url }: DiscoveredBook, urls: URL[]): Promise<Map<string, string>> {
  const hrefs = urls.map((one) => `<d:href>${escapeXml(hrefOf(one))}</d:href>`).join('');
  const body = `<c:addressbook-multiget xmlns:d="${DAV}" xmlns:c="${CARD}"><d:prop><c:address-data/></d:prop>${hrefs}</c:addressbook-multiget>`;
  const { status, resources } = await requestMultistatus(source, 'REPORT', url, 1, body);
  if (status !== 207) return readOneByOne(source, urls);
  return new Map(
    resources.flatMap((one): [string, string][] => {
      const data = property(one, CARD, 'address-data')?.text;
      return data ? [[decoded(one.url.pathname), data]] : [];
    }),
  );
}

/** The path, or the whole URL if the path begins with two slashes and would be read as a host (RFC 4918, 8.3). */
const hrefOf = ({ href, pathname }: URL): string => (pathname.startsWith('//') ? href : pathname);

/** Fallback for servers without multiget. */
async function readOneByOne(source: HttpSource, urls: URL[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const url of urls) {
    const { status, text } = await source.send(url, { headers: { accept: 'text/vcard' } });
    if (status === 200) found.set(decoded(url.pathname), text);
  }
  return found;
}
