import type { StoredCard } from '../../shared/cards/address-book.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { CARD, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { filterIn } from './filter.ts';
import { memberResponses, truncatedResponse } from './members.ts';
import { multistatus } from './multistatus.ts';
import { depthOf, limitIn, requestedProperties } from './read-request.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';

/** Number of cards filtered at once, without pictures. */
const FILTER_BATCH_SIZE = 100;

/**
 * addressbook-query (RFC 6352, 8.6). Depth defaults to 1, because a query with depth 0 never finds cards. The filter
 * sees cards in the requested version, or in 3.0.
 */
export async function query(context: DavContext, resource: DavResource, root: Element): Promise<Response> {
  const { request, principal, codec } = context;
  const asked = requestedProperties(root, request.headers);
  const data = addressDataIn(root);
  const isFound = filterIn(root);
  const limit = limitIn(root, CARD) ?? Number.POSITIVE_INFINITY;

  async function* answer() {
    let left = limit;
    let after: string | undefined;
    do {
      const listed = await principal.book.list(after, FILTER_BATCH_SIZE);
      const names = listed.map(({ name }) => name);
      const cards = await principal.book.read(names, false, false);
      const found: StoredCard[] = [];
      for (const card of cards) {
        if (shouldYield()) await yieldToOthers();
        if (await isFound(codec.writeCard(card, data?.version ?? '3.0'))) found.push(card);
      }
      yield* memberResponses(context, found.slice(0, left), asked, data);
      if (found.length > left) {
        yield truncatedResponse(resource);
        return;
      }
      left -= found.length;
      after = listed.length < FILTER_BATCH_SIZE ? undefined : names.at(-1);
    } while (after !== undefined);
  }

  async function* nothing() {}
  return multistatus(request, depthOf(request.headers) === 0 ? nothing() : answer());
}
