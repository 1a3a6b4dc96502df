import { KithError } from '../../shared/error.ts';
import { deleteCard, getCard, putCard } from './cards.ts';
import type { Place } from './places.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { refusal, refusalAnswer } from './refusal.ts';
import { report } from './reports.ts';
import { type DavContext, davContextOf } from './request-context.ts';
import type { Codec, Visitor } from './visitor.ts';

// CardDAV (RFC 6352) over one address book for each user. There are no locks, no copies and no other books.

/** The classes of WebDAV that are kept to (RFC 4918, 18; RFC 6352, 6.1). */
const CLASSES = '1, 3, addressbook, sync-collection';

const ON_CARDS = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH'];
const ON_COLLECTIONS = ['OPTIONS', 'PROPFIND', 'PROPPATCH'];
const ON_THE_BOOK = [...ON_COLLECTIONS, 'REPORT'];

const allowedAt = ({ kind }: Place): string[] =>
  kind === 'card' ? ON_CARDS : kind === 'book' ? ON_THE_BOOK : ON_COLLECTIONS;

/** Answers a request to an address under /dav/ of somebody who is known. Throws what is a fault of ours. */
export async function answerDav(request: Request, visitor: Visitor, codec: Codec): Promise<Response> {
  const answer = await answered(davContextOf(request, visitor, codec)).catch((error: unknown) => {
    if (error instanceof KithError && error.status !== 500) return refusalAnswer(error);
    throw error;
  });
  answer.headers.set('DAV', CLASSES);
  return answer;
}

async function answered(scene: DavContext): Promise<Response> {
  const { request, places } = scene;
  const { pathname, hash } = new URL(request.url);
  // Left out, it would be another resource that is meant (RFC 9110, 7.1).
  if (hash !== '') throw new KithError('BadRequest', 'The address of a request has no fragment.');
  const place = places.at(pathname);
  if (place === undefined || place === 'within') throw nothingAt(scene, place);
  if (request.method === 'MKCOL' && (await isFree(scene, place))) throw nothingAt(scene, undefined);
  const allow = allowedAt(place);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow.join(', ') } });
  if (!allow.includes(request.method)) {
    const hint = place.kind === 'card' ? undefined : 'This address is for the contacts app of a phone or computer.';
    const message = `${request.method} is not for this address.`;
    throw new KithError('MethodNotAllowed', message, { hint, details: { allow } });
  }
  const answer = await run(scene, place);
  // A collection without the slash at its end (RFC 4918, 5.2).
  if (pathname !== place.href && place.kind !== 'card') answer.headers.set('Content-Location', place.href);
  return answer;
}

function run(scene: DavContext, place: Place): Promise<Response> {
  const { method } = scene.request;
  if (method === 'PROPFIND') return propfind(scene, place);
  if (method === 'PROPPATCH') return proppatch(scene, place);
  if (method === 'REPORT') return report(scene, place);
  if (place.kind !== 'card') throw scene.absent();
  if (method === 'PUT') return putCard(scene, place);
  return method === 'DELETE' ? deleteCard(scene, place) : getCard(scene, place);
}

/** Whether an address could be that of a card, and there is none. */
const isFree = async ({ visitor: { book } }: DavContext, place: Place): Promise<boolean> =>
  place.kind === 'card' && (await book.read([place.name], false, false)).length === 0;

/** Where nothing is and nothing can be made: neither a card (RFC 4918, 9.7.1) nor a collection (9.3.1). */
function nothingAt({ request, absent }: DavContext, place: 'within' | undefined): KithError {
  const { method, headers } = request;
  if (method !== 'PUT' && method !== 'MKCOL') return absent();
  if (place === 'within') return new KithError('Conflict', 'There are no folders in an address book.');
  if (method === 'PUT')
    return refusal(403, '', 'A card is put into the address book, under a name of at most 255 bytes.');
  // RFC 5689, 3: what is to be made comes as XML.
  if (!/^(|(text|application)\/xml)\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    return new KithError('UnsupportedMediaType', 'The body of a MKCOL is XML.');
  return refusal(403, '', 'There is one address book, and no other can be made.');
}
