import { KithError } from '../../shared/error.ts';
import { DAV } from '../client/xml.ts';
import { loadDeadProperties, nameIn } from './dead-properties.ts';
import { memberResponses } from './members.ts';
import { multistatus } from './multistatus.ts';
import { type PropertySubject, type PropfindRequest, responseOf } from './properties.ts';
import { depthOf, requestedProperties, xmlOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';
import type { Collection, DavResource } from './resources.ts';

/** Number of cards listed at once. */
export const LIST_BATCH_SIZE = 1_000;

/** PROPFIND (RFC 4918, 9.1). */
export async function propfind(context: DavContext, resource: DavResource): Promise<Response> {
  const { request } = context;
  const depth = request.headers.has('depth') ? depthOf(request.headers) : 'infinity';
  if (depth === undefined) throw new KithError('BadRequest', 'Depth must be 0 or 1.');
  const root = await xmlOf(request);
  if (root && (root.space !== DAV || root.name !== 'propfind'))
    throw new KithError('BadRequest', 'The body of a PROPFIND must be a DAV:propfind.');
  const asked = requestedProperties(root, request.headers);
  if (resource.kind === 'card') {
    const [card] = await context.principal.book.read([resource.name], false, false);
    if (!card) throw context.absent();
    return multistatus(request, one(context, { resource, change: card.change }, asked));
  }
  if (depth === 'infinity') throw refusal(403, '<D:propfind-finite-depth/>', 'Depth must be 0 or 1 for this resource.');
  return multistatus(request, depth === 0 ? one(context, { resource }, asked) : withInside(context, resource, asked));
}

async function* one(context: DavContext, subject: PropertySubject, asked: PropfindRequest): AsyncGenerator<string> {
  const name = nameIn(subject.resource);
  const dead = name === undefined ? undefined : (await loadDeadProperties(context, [name], asked)).get(name);
  yield responseOf({ ...subject, dead }, asked, context.source);
}

async function* withInside(context: DavContext, resource: Collection, asked: PropfindRequest) {
  const { resources, principal } = context;
  for (const each of [resource, ...resources.inside(resource.kind)]) yield* one(context, { resource: each }, asked);
  if (resource.kind !== 'book') return;
  let after: string | undefined;
  do {
    const listed = await principal.book.list(after, LIST_BATCH_SIZE);
    yield* memberResponses(context, listed, asked, undefined);
    after = listed.length < LIST_BATCH_SIZE ? undefined : listed.at(-1)!.name;
  } while (after !== undefined);
}
