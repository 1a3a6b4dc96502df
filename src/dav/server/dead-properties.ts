import type { DeadProperty } from '../../shared/cards/address-book.ts';
import { THE_BOOK } from '../../shared/cards/card-name.ts';
import { isProtected, type PropfindRequest } from './properties.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';

/** Name under which a resource's dead properties are stored. Undefined if it cannot have any. */
export const nameIn = (resource: DavResource): string | undefined =>
  resource.kind === 'card' ? resource.name : resource.kind === 'book' ? THE_BOOK : undefined;

/** Loads dead properties of cards or of the address book, if the request may include them. */
export async function loadDeadProperties(
  { principal }: DavContext,
  names: string[],
  { all, namesOnly, names: asked }: PropfindRequest,
): Promise<Map<string, DeadProperty[]>> {
  const isAsked = all || namesOnly || asked.some((one) => !isProtected('book', one));
  return isAsked && names.length > 0 ? principal.book.properties(names) : new Map();
}
