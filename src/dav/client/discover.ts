import { KithError } from '../../shared/error.ts';
import type { HttpSource } from '../../shared/http/http-source.ts';
import { append } from '../../shared/lists.ts';
import { type DavResponse, hrefsOf, isOf, property, propfindBody, requestMultistatus } from './requests.ts';
import { CARD, DAV } from './xml.ts';

export interface DiscoveredBook {
  url: URL;
  name: string;
}

const WELL_KNOWN = '/.well-known/carddav';
const ABOUT = propfindBody('d:resourcetype', 'd:displayname', 'd:current-user-principal', 'c:addressbook-home-set');

/**
 * Finds the address books at an address (RFC 6764 section 6): the address itself if it is one, otherwise those in the
 * home of the signed-in user. Tries the address, then its host's well-known URL and root. Throws if there is none.
 */
export async function findBooks(source: HttpSource): Promise<DiscoveredBook[]> {
  const { base } = source;
  const wellKnown = new URL(WELL_KNOWN, base);
  const places = base.pathname === '/' ? [wellKnown, base] : [base, wellKnown];
  for (const place of places) {
    const here = await about(source, place);
    if (!here) continue;
    if (isOf(here, CARD, 'addressbook')) return [bookOf(here)];
    const books = [...(await booksIn(source, await homesOf(source, here)))];
    if (books.length > 0) return books;
    // The address may also be a home or another collection of address books.
    const listed = place === wellKnown ? [] : await booksIn(source, [here.url]);
    if (listed.length > 0) return listed;
  }
  throw new KithError('NotFound', `There is no address book at ${base.host}${base.pathname}.`, {
    hint: "Use the CardDAV address from the service's help pages, or the address of the address book itself.",
  });
}

/** Properties of the resource at a URL, or undefined if there is none. */
async function about(source: HttpSource, url: URL): Promise<DavResponse | undefined> {
  const { resources } = await requestMultistatus(source, 'PROPFIND', url, 0, ABOUT);
  return resources[0];
}

async function homesOf(source: HttpSource, here: DavResponse): Promise<URL[]> {
  const own = hrefsOf(here, CARD, 'addressbook-home-set');
  if (own.length > 0) return own;
  const [principal] = hrefsOf(here, DAV, 'current-user-principal');
  if (!principal) return [];
  const there = await about(source, principal);
  return there ? hrefsOf(there, CARD, 'addressbook-home-set') : [];
}

async function booksIn(source: HttpSource, homes: URL[]): Promise<DiscoveredBook[]> {
  const books: DiscoveredBook[] = [];
  for (const home of homes) {
    const { resources } = await requestMultistatus(
      source,
      'PROPFIND',
      home,
      1,
      propfindBody('d:resourcetype', 'd:displayname'),
    );
    append(books, resources.filter((one) => isOf(one, CARD, 'addressbook')).map(bookOf));
  }
  return books;
}

function bookOf(resource: DavResponse): DiscoveredBook {
  const { url } = resource;
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? url.host;
  return { url, name: property(resource, DAV, 'displayname')?.text.trim() || decoded(last) };
}

/** Decodes the percent escapes of a path. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
