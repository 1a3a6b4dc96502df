import { KithError } from '../../shared/error.ts';
import type { HttpSource } from '../../shared/http/http-source.ts';
import { chunked } from '../../shared/lists.ts';
import { askDav, escaped, isOf, property, propfind } from './dav.ts';
import { type AddressBook, decoded } from './discover.ts';
import { CARD, DAV } from './xml.ts';

export interface DownloadedBook {
  /** The cards in the order of their addresses. */
  cards: string[];
  /** Addresses of cards that were listed and could not be read. */
  missing: string[];
}

/** How many cards one REPORT asks for: an answer with photos stays within some megabytes. */
const AT_ONCE = 50;

/** Reads all cards of an address book (RFC 6352, 8.7: addressbook-multiget, in parts). */
export async function downloadBook(source: HttpSource, book: AddressBook): Promise<DownloadedBook> {
  const urls = await listCards(source, book);
  const cards: string[] = [];
  const missing: string[] = [];
  for (const wanted of chunked(urls, AT_ONCE)) {
    const found = await readCards(source, book, wanted);
    for (const url of wanted) {
      const card = found.get(decoded(url.pathname));
      if (card === undefined) missing.push(url.pathname);
      else cards.push(card);
    }
  }
  return { cards, missing };
}

/** The addresses of the cards, sorted: the server's order means nothing. */
async function listCards(source: HttpSource, { url }: AddressBook): Promise<URL[]> {
  const names = propfind('d:resourcetype', 'd:getetag');
  const { status, resources } = await askDav(source, 'PROPFIND', url, 1, names);
  if (status !== 207) {
    throw new KithError(
      status === 404 ? 'NotFound' : 'ServiceUnavailable',
      `The address book ${url.pathname} cannot be listed (status ${status}).`,
    );
  }
  const inside = resources.filter((one) => !isOf(one, DAV, 'collection') && one.url.pathname !== url.pathname);
  return inside.map((one) => one.url).sort((a, b) => (a.pathname < b.pathname ? -1 : 1));
}

/** The cards by their decoded paths: a server may write an address in two ways. */
async function readCards(source: HttpSource, { url }: AddressBook, urls: URL[]): Promise<Map<string, string>> {
  const hrefs = urls.map((one) => `<d:href>${escaped(hrefOf(one))}</d:href>`).join('');
  const body = `<c:addressbook-multiget xmlns:d="${DAV}" xmlns:c="${CARD}"><d:prop><c:address-data/></d:prop>${hrefs}</c:addressbook-multiget>`;
  const { status, resources } = await askDav(source, 'REPORT', url, 1, body);
  if (status !== 207) return readOneByOne(source, urls);
  return new Map(
    resources.flatMap((one): [string, string][] => {
      const data = property(one, CARD, 'address-data')?.text;
      return data ? [[decoded(one.url.pathname), data]] : [];
    }),
  );
}

/** The path, or the whole address where a path that begins with two slashes would be read as a host (RFC 4918, 8.3). */
const hrefOf = ({ href, pathname }: URL): string => (pathname.startsWith('//') ? href : pathname);

/** For a server without multiget. */
async function readOneByOne(source: HttpSource, urls: URL[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const url of urls) {
    const { status, text } = await source.send(url, { headers: { accept: 'text/vcard' } });
    if (status === 200) found.set(decoded(url.pathname), text);
  }
  return found;
}
