import type { StoredCard } from '../../shared/cards/address-book.ts';
import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';
import { CARD, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { filterIn } from './filter.ts';
import { given, truncated } from './members.ts';
import { multistatus } from './multistatus.ts';
import type { Place } from './places.ts';
import { askedIn, depthOf, limitIn } from './read-request.ts';
import type { DavContext } from './request-context.ts';

/** How many cards are looked through at once, without their pictures. */
const LOOKED_AT_ONCE = 100;

/**
 * addressbook-query (RFC 6352, 8.6). Depth is 1 where it is not given: nobody asks a book for cards and wants none. The
 * filter looks at cards as 3.0 says them, or as the report wants them.
 */
export async function query(scene: DavContext, place: Place, root: Element): Promise<Response> {
  const { request, visitor, codec } = scene;
  const asked = askedIn(root, request.headers);
  const data = addressDataIn(root);
  const isFound = filterIn(root);
  const limit = limitIn(root, CARD) ?? Number.POSITIVE_INFINITY;

  async function* answer() {
    let left = limit;
    let after: string | undefined;
    do {
      const listed = await visitor.book.list(after, LOOKED_AT_ONCE);
      const names = listed.map(({ name }) => name);
      const cards = await visitor.book.read(names, false, false);
      const found: StoredCard[] = [];
      for (const card of cards) {
        if (isTimeToGiveWay()) await giveWay();
        if (await isFound(codec.writeCard(card, data?.version ?? '3.0'))) found.push(card);
      }
      yield* given(scene, found.slice(0, left), asked, data);
      if (found.length > left) {
        yield truncated(place);
        return;
      }
      left -= found.length;
      after = listed.length < LOOKED_AT_ONCE ? undefined : names.at(-1);
    } while (after !== undefined);
  }

  async function* nothing() {}
  return multistatus(request, depthOf(request.headers) === 0 ? nothing() : answer());
}
