import { KithError } from '../../shared/error.ts';
import { DAV } from '../client/xml.ts';
import { loadDeadProperties, nameIn } from './dead-properties.ts';
import { given } from './members.ts';
import { multistatus } from './multistatus.ts';
import type { Collection, Place } from './places.ts';
import { type Asked, responseOf, type Subject } from './properties.ts';
import { askedIn, depthOf, xmlOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';

/** How many cards are listed at once. */
export const LISTED_AT_ONCE = 1_000;

/** PROPFIND (RFC 4918, 9.1). */
export async function propfind(scene: DavContext, place: Place): Promise<Response> {
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

async function* one(scene: DavContext, subject: Subject, asked: Asked): AsyncGenerator<string> {
  const name = nameIn(subject.place);
  const dead = name === undefined ? undefined : (await loadDeadProperties(scene, [name], asked)).get(name);
  yield responseOf({ ...subject, dead }, asked, scene.telling);
}

async function* withInside(scene: DavContext, place: Collection, asked: Asked) {
  const { places, visitor } = scene;
  for (const each of [place, ...places.inside(place.kind)]) yield* one(scene, { place: each }, asked);
  if (place.kind !== 'book') return;
  let after: string | undefined;
  do {
    const listed = await visitor.book.list(after, LISTED_AT_ONCE);
    yield* given(scene, listed, asked, undefined);
    after = listed.length < LISTED_AT_ONCE ? undefined : listed.at(-1)!.name;
  } while (after !== undefined);
}
