import type { CardListing } from '../../shared/cards/address-book.ts';
import { chunked } from '../../shared/lists.ts';
import { type AddressData, partOf } from './address-data.ts';
import { loadDeadProperties } from './dead-properties.ts';
import { type PropfindRequest, responseOf } from './properties.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';
import { href, status } from './xml.ts';

/**
 * Number of cards read at once, with and without pictures. Pictures make up a few megabytes. Each card is written
 * separately.
 */
const WITH_PICTURES = 50;
const WITHOUT = 200;

const hasPictures = (data: AddressData | undefined): boolean =>
  data !== undefined && (data.only === undefined || data.only.has('PHOTO'));

/**
 * Yields the responses for cards by name, in order. `absent` makes the response for an unknown name. Whole cards are
 * recorded as seen by the device.
 */
export async function* responsesTo(
  context: DavContext,
  names: string[],
  asked: PropfindRequest,
  data: AddressData | undefined,
  absent: (name: string) => string,
): AsyncGenerator<string> {
  const { principal, resources, codec, source } = context;
  const isWhole = data !== undefined && data.only === undefined;
  for (const some of chunked(names, hasPictures(data) ? WITH_PICTURES : WITHOUT)) {
    const cards = await principal.book.read(some, hasPictures(data), isWhole);
    const byName = new Map(cards.map((card) => [card.name, card]));
    const dead = await loadDeadProperties(context, [...byName.keys()], asked);
    for (const name of some) {
      const card = byName.get(name);
      const text = card && data && partOf(codec.writeCard(card, data.version), data);
      const subject = card && { resource: resources.card(name), change: card.change, data: text, dead: dead.get(name) };
      yield subject ? responseOf(subject, asked, source) : absent(name);
    }
  }
}

/** Yields the responses for cards that a report found. Cards deleted since then are skipped. */
export async function* memberResponses(
  context: DavContext,
  found: CardListing[],
  asked: PropfindRequest,
  data: AddressData | undefined,
): AsyncGenerator<string> {
  const { resources, source } = context;
  if (!data) {
    for (const some of chunked(found, WITHOUT)) {
      const names = some.map(({ name }) => name);
      const dead = await loadDeadProperties(context, names, asked);
      for (const { name, change } of some)
        yield responseOf({ resource: resources.card(name), change, dead: dead.get(name) }, asked, source);
    }
    return;
  }
  const names = found.map(({ name }) => name);
  yield* responsesTo(context, names, asked, data, () => '');
}

/** Response for a missing or deleted resource. */
export const notFoundResponse = (path: string): string => `<D:response>${href(path)}${status(404)}</D:response>`;

/** Response that marks a result as truncated. */
export const truncatedResponse = ({ href: path }: DavResource): string =>
  `<D:response>${href(path)}${status(507)}<D:error><D:number-of-matches-within-limits/></D:error></D:response>`;
