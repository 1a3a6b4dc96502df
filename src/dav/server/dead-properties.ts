import type { DeadProperty } from '../../shared/cards/address-book.ts';
import { THE_BOOK } from '../../shared/cards/card-name.ts';
import type { Place } from './places.ts';
import { type Asked, isProtected } from './properties.ts';
import type { DavContext } from './request-context.ts';

/** What a place is called where clients put properties; undefined where they can put none. */
export const nameIn = (place: Place): string | undefined =>
  place.kind === 'card' ? place.name : place.kind === 'book' ? THE_BOOK : undefined;

/** What clients have put on cards or the book, where a request asks for what may be such a property. */
export async function loadDeadProperties(
  { visitor }: DavContext,
  names: string[],
  { all, namesAlone, names: asked }: Asked,
): Promise<Map<string, DeadProperty[]>> {
  const isAsked = all || namesAlone || asked.some((one) => !isProtected('book', one));
  return isAsked && names.length > 0 ? visitor.book.properties(names) : new Map();
}
