import type { Listed } from '../address-book.ts';
import { type AddressData, partOf } from './address-data.ts';
import type { Place } from './places.ts';
import { type Asked, responseOf } from './properties.ts';
import type { Scene } from './scene.ts';
import { href, status } from './xml.ts';

/** How many cards stand in memory at once: with pictures, of some megabytes each, and without. */
const WITH_PICTURES = 10;
const WITHOUT = 100;

/** Names that are read together. */
export function* readable(names: string[], data: AddressData | undefined): Generator<string[]> {
  const take = hasPictures(data) ? WITH_PICTURES : WITHOUT;
  for (let from = 0; from < names.length; from += take) yield names.slice(from, from + take);
}

const hasPictures = (data: AddressData | undefined): boolean =>
  data !== undefined && (data.only === undefined || data.only.has('PHOTO'));

/** The responses for a few names, of those that there are. Whole cards count as seen. */
export async function responsesByName(
  { visitor, places, codec, telling }: Scene,
  names: string[],
  asked: Asked,
  data: AddressData | undefined,
): Promise<Map<string, string>> {
  const cards = await visitor.book.read(names, hasPictures(data), data !== undefined && data.only === undefined);
  const responses = cards.map(async (card): Promise<[string, string]> => {
    const text = data && partOf(codec.writeCard(card, data.version), data);
    const subject = { place: places.card(card.name), change: card.change, data: text };
    return [card.name, await responseOf(subject, asked, telling)];
  });
  return new Map(await Promise.all(responses));
}

/** The responses for cards that a report has found. Those that went meanwhile are left out. */
export async function* given(
  scene: Scene,
  found: Listed[],
  asked: Asked,
  data: AddressData | undefined,
): AsyncGenerator<string> {
  const { places, telling } = scene;
  if (!data) {
    for (const { name, change } of found) yield responseOf({ place: places.card(name), change }, asked, telling);
    return;
  }
  const names = found.map(({ name }) => name);
  for (const some of readable(names, data)) yield* (await responsesByName(scene, some, asked, data)).values();
}

/** That there is nothing at an address, or nothing any more. */
export const gone = (path: string): string => `<D:response>${href(path)}${status(404)}</D:response>`;

/** That there is more than was given. */
export const truncated = ({ href: path }: Place): string =>
  `<D:response>${href(path)}${status(507)}<D:error><D:number-of-matches-within-limits/></D:error></D:response>`;
