import { KithError } from '../../contract/error.ts';
import { childOf, childrenOf, DAV } from '../../import/carddav/xml.ts';
import { multistatus } from './multistatus.ts';
import type { Collection, Place } from './places.ts';
import { type Asked, isLive, responseOf, type Subject } from './properties.ts';
import { askedIn, depthOf, propertiesIn, xmlOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { Scene } from './scene.ts';
import { element, href, status } from './xml.ts';

/** How many cards are listed at once. */
export const LISTED_AT_ONCE = 1_000;

/** PROPFIND (RFC 4918, 9.1). */
export async function propfind(scene: Scene, place: Place): Promise<Response> {
  const { request } = scene;
  const depth = request.headers.has('depth') ? depthOf(request.headers) : 'infinity';
  if (depth === undefined) throw new KithError('BadRequest', 'Depth must be 0 or 1.');
  const root = await xmlOf(request);
  if (root && (root.space !== DAV || root.name !== 'propfind'))
    throw new KithError('BadRequest', 'The body of a PROPFIND must be a DAV:propfind.');
  const asked = askedIn(root, request.headers);
  if (place.kind === 'card') {
    const [card] = await scene.visitor.book.read([place.name], false, false);
    if (!card) throw scene.absent();
    return multistatus(request, one(scene, { place, change: card.change }, asked));
  }
  if (depth === 'infinity') throw refusal(403, '<D:propfind-finite-depth/>', 'Depth must be 0 or 1 here.');
  return multistatus(request, depth === 0 ? one(scene, { place }, asked) : withInside(scene, place, asked));
}

async function* one({ telling }: Scene, subject: Subject, asked: Asked): AsyncGenerator<string> {
  yield responseOf(subject, asked, telling);
}

async function* withInside({ telling, places, visitor }: Scene, place: Collection, asked: Asked) {
  for (const each of [place, ...places.inside(place.kind)]) yield await responseOf({ place: each }, asked, telling);
  if (place.kind !== 'book') return;
  let after: string | undefined;
  do {
    const listed = await visitor.book.list(after, LISTED_AT_ONCE);
    for (const { name, change } of listed) yield responseOf({ place: places.card(name), change }, asked, telling);
    after = listed.length < LISTED_AT_ONCE ? undefined : listed.at(-1)!.name;
  } while (after !== undefined);
}

/** PROPPATCH (RFC 4918, 9.2): there is nothing that a client may set, which it is told for each property. */
export async function proppatch({ request }: Scene, place: Place): Promise<Response> {
  const root = await xmlOf(request);
  if (root?.space !== DAV || root.name !== 'propertyupdate')
    throw new KithError('BadRequest', 'The body of a PROPPATCH must be a DAV:propertyupdate.');
  const changes = [...childrenOf(root, DAV, 'set'), ...childrenOf(root, DAV, 'remove')];
  const names = changes.flatMap((change) => propertiesIn(childOf(change, DAV, 'prop')));
  const part = (error: string, of: typeof names) =>
    of.length === 0
      ? ''
      : `<D:propstat><D:prop>${of.map((name) => element(name)).join('')}</D:prop>${status(403)}${error}</D:propstat>`;
  async function* answer() {
    const live = part('<D:error><D:cannot-modify-protected-property/></D:error>', names.filter(isLive));
    const others = part(
      '',
      names.filter((name) => !isLive(name)),
    );
    yield `<D:response>${href(place.href)}${live}${others}</D:response>`;
  }
  return multistatus(request, answer());
}
