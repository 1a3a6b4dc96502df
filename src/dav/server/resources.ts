import { isCardName } from '../../shared/cards/card-name.ts';

export const ROOT = '/dav/';
const PRINCIPALS = `${ROOT}principals/`;
const BOOKS = `${ROOT}books/`;

export type CollectionKind = 'root' | 'principals' | 'principal' | 'books' | 'home' | 'book';

export interface Collection {
  kind: CollectionKind;
  href: string;
}

export interface CardResource {
  kind: 'card';
  /** Decoded. */
  name: string;
  href: string;
}

/** A resource under /dav/. */
export type DavResource = Collection | CardResource;

/** A user's resources. URLs contain the user's id, which does not change when the email address does. */
export interface DavResources {
  root: Collection;
  principal: Collection;
  home: Collection;
  book: Collection;
  /** Children of a collection, except the cards of the address book. */
  inside(kind: CollectionKind): Collection[];
  card(name: string): CardResource;
  /** Resolves a path; a collection's final slash is optional. `within`: below a resource that cannot have children. */
  at(path: string): DavResource | 'within' | undefined;
}

export function resourcesOf(userId: string): DavResources {
  const id = encodeURIComponent(userId);
  const hrefs: Record<CollectionKind, string> = {
    root: ROOT,
    principals: PRINCIPALS,
    principal: `${PRINCIPALS}${id}/`,
    books: BOOKS,
    home: `${BOOKS}${id}/`,
    book: `${BOOKS}${id}/contacts/`,
  };
  const collection = (kind: CollectionKind): Collection => ({ kind, href: hrefs[kind] });
  const card = (name: string): CardResource => ({ kind: 'card', name, href: hrefs.book + encodeURIComponent(name) });
  const kinds = Object.keys(hrefs) as CollectionKind[];
  return {
    root: collection('root'),
    principal: collection('principal'),
    home: collection('home'),
    book: collection('book'),
    inside: (kind) => INSIDE[kind].map(collection),
    card,
    at(path) {
      const closed = path.endsWith('/') ? path : `${path}/`;
      const kind = kinds.find((one) => hrefs[one] === closed);
      if (kind !== undefined) return collection(kind);
      if (!path.startsWith(hrefs.book)) return undefined;
      const rest = path.slice(hrefs.book.length);
      if (/\/./.test(rest)) return 'within';
      const name = decoded(rest);
      return name !== undefined && isCardName(name) ? card(name) : undefined;
    },
  };
}

const INSIDE: Record<CollectionKind, CollectionKind[]> = {
  root: ['principals', 'books'],
  principals: ['principal'],
  principal: [],
  books: ['home'],
  home: ['book'],
  book: [],
};

/** Undefined if the escapes are not valid UTF-8. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
