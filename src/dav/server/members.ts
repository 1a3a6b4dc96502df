import type { Listed } from '../../shared/cards/address-book.ts';
import { chunked } from '../../shared/lists.ts';
import { type AddressData, partOf } from './address-data.ts';
import { loadDeadProperties } from './dead-properties.ts';
import type { Place } from './places.ts';
import { type Asked, responseOf } from './properties.ts';
import type { DavContext } from './request-context.ts';
import { href, status } from './xml.ts';

/** How many cards are read at once: with their pictures, of some megabytes at most, and without. Each is written by itself. */
const WITH_PICTURES = 50;
const WITHOUT = 200;

const hasPictures = (data: AddressData | undefined): boolean =>
  data !== undefined && (data.only === undefined || data.only.has('PHOTO'));

/** The responses for cards by name, in this order; `absent` makes those for names that there are not. Whole cards count as seen. */
export async function* responsesTo(
  scene: DavContext,
  names: string[],
  asked: Asked,
  data: AddressData | undefined,
  absent: (name: string) => string,
): AsyncGenerator<string> {
  const { visitor, places, codec, telling } = scene;
  const isWhole = data !== undefined && data.only === undefined;
  for (const some of chunked(names, hasPictures(data) ? WITH_PICTURES : WITHOUT)) {
    const cards = await visitor.book.read(some, hasPictures(data), isWhole);
    const byName = new Map(cards.map((card) => [card.name, card]));
    const dead = await loadDeadProperties(scene, [...byName.keys()], asked);
    for (const name of some) {
      const card = byName.get(name);
      const text = card && data && partOf(codec.writeCard(card, data.version), data);
      const subject = card && { place: places.card(name), change: card.change, data: text, dead: dead.get(name) };
      yield subject ? responseOf(subject, asked, telling) : absent(name);
    }
  }
}

/** The responses for cards that a report has found. Those that went meanwhile are left out. */
export async function* given(
  scene: DavContext,
  found: Listed[],
  asked: Asked,
  data: AddressData | undefined,
): AsyncGenerator<string> {
  const { places, telling } = scene;
  if (!data) {
    for (const some of chunked(found, WITHOUT)) {
      const names = some.map(({ name }) => name);
      const dead = await loadDeadProperties(scene, names, asked);
      for (const { name, change } of some)
        yield responseOf({ place: places.card(name), change, dead: dead.get(name) }, asked, telling);
    }
    return;
  }
  const names = found.map(({ name }) => name);
  yield* responsesTo(scene, names, asked, data, () => '');
}

/** That there is nothing at an address, or nothing any more. */
export const gone = (path: string): string => `<D:response>${href(path)}${status(404)}</D:response>`;

/** That there is more than was given. */
export const truncated = ({ href: path }: Place): string =>
  `<D:response>${href(path)}${status(507)}<D:error><D:number-of-matches-within-limits/></D:error></D:response>`;
