import { KithError } from '../../shared/error.ts';
import { deleteCard, getCard, putCard } from './cards.ts';
import type { DavCodec, Principal } from './principal.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { refusal, refusalAnswer } from './refusal.ts';
import { report } from './reports.ts';
import { type DavContext, davContextOf } from './request-context.ts';
import type { DavResource } from './resources.ts';

// CardDAV (RFC 6352) with one address book per user. It supports no LOCK, COPY, MOVE or further address books.

/** WebDAV compliance classes (RFC 4918, 18; RFC 6352, 6.1). */
const CLASSES = '1, 3, addressbook, sync-collection';

const ON_CARDS = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH'];
const ON_COLLECTIONS = ['OPTIONS', 'PROPFIND', 'PROPPATCH'];
const ON_THE_BOOK = [...ON_COLLECTIONS, 'REPORT'];

const allowedAt = ({ kind }: DavResource): string[] =>
  kind === 'card' ? ON_CARDS : kind === 'book' ? ON_THE_BOOK : ON_COLLECTIONS;

/** Handles an authenticated request under /dav/. Throws only internal errors. */
export async function answerDav(request: Request, principal: Principal, codec: DavCodec): Promise<Response> {
  const answer = await answered(davContextOf(request, principal, codec)).catch((error: unknown) => {
    if (error instanceof KithError && error.status !== 500) return refusalAnswer(error);
    throw error;
  });
  answer.headers.set('DAV', CLASSES);
  return answer;
}

async function answered(context: DavContext): Promise<Response> {
  const { request, resources } = context;
  const { pathname, hash } = new URL(request.url);
  // Ignoring the fragment would address a different resource (RFC 9110, 7.1).
  if (hash !== '') throw new KithError('BadRequest', 'The request URL must not have a fragment.');
  const resource = resources.at(pathname);
  if (resource === undefined || resource === 'within') throw nothingAt(context, resource);
  if (request.method === 'MKCOL' && (await isFree(context, resource))) throw nothingAt(context, undefined);
  const allow = allowedAt(resource);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow.join(', ') } });
  if (!allow.includes(request.method)) {
    const hint = resource.kind === 'card' ? undefined : 'Use this address in a contacts app on a phone or computer.';
    const message = `${request.method} is not allowed at this address.`;
    throw new KithError('MethodNotAllowed', message, { hint, details: { allow } });
  }
  const answer = await run(context, resource);
  // For a collection addressed without its final slash (RFC 4918, 5.2).
  if (pathname !== resource.href && resource.kind !== 'card') answer.headers.set('Content-Location', resource.href);
  return answer;
}

function run(context: DavContext, resource: DavResource): Promise<Response> {
  const { method } = context.request;
  if (method === 'PROPFIND') return propfind(context, resource);
  if (method === 'PROPPATCH') return proppatch(context, resource);
  if (method === 'REPORT') return report(context, resource);
  if (resource.kind !== 'card') throw context.absent();
  if (method === 'PUT') return putCard(context, resource);
  return method === 'DELETE' ? deleteCard(context, resource) : getCard(context, resource);
}

/** Whether the URL could be a card's but no card exists. */
const isFree = async ({ principal: { book } }: DavContext, resource: DavResource): Promise<boolean> =>
  resource.kind === 'card' && (await book.read([resource.name], false, false)).length === 0;

/** Error for a URL at which neither a card (RFC 4918, 9.7.1) nor a collection (9.3.1) can be created. */
function nothingAt({ request, absent }: DavContext, resource: 'within' | undefined): KithError {
  const { method, headers } = request;
  if (method !== 'PUT' && method !== 'MKCOL') return absent();
  if (resource === 'within') return new KithError('Conflict', 'An address book cannot contain folders.');
  if (method === 'PUT')
    return refusal(403, '', 'Cards can be created only in the address book, with a name of at most 255 bytes.');
  // RFC 5689, 3: an extended MKCOL has an XML body.
  if (!/^(|(text|application)\/xml)\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    return new KithError('UnsupportedMediaType', 'The body of a MKCOL must be XML.');
  return refusal(403, '', 'There is only one address book, and no other can be created.');
}
