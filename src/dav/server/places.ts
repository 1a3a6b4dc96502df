import { isCardName } from '../../shared/cards/card-name.ts';

export const ROOT = '/dav/';
const PRINCIPALS = `${ROOT}principals/`;
const BOOKS = `${ROOT}books/`;

export type CollectionKind = 'root' | 'principals' | 'principal' | 'books' | 'home' | 'book';

export interface Collection {
  kind: CollectionKind;
  href: string;
}

export interface CardPlace {
  kind: 'card';
  /** Decoded. */
  name: string;
  href: string;
}

/** An address under /dav/ that means something. */
export type Place = Collection | CardPlace;

/** The addresses of one user: by the id, which stays when the e-mail changes. */
export interface Places {
  root: Collection;
  principal: Collection;
  home: Collection;
  book: Collection;
  /** What lies directly in a collection, save the cards of the book. */
  inside(kind: CollectionKind): Collection[];
  card(name: string): CardPlace;
  /** What is at a path, with or without a slash at the end of a collection; `within` where not even its parent could be. */
  at(path: string): Place | 'within' | undefined;
}

export function placesOf(userId: string): Places {
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
  const card = (name: string): CardPlace => ({ kind: 'card', name, href: hrefs.book + encodeURIComponent(name) });
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

/** Undefined for escapes that are no UTF-8. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
