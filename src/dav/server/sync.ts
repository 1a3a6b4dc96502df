import type { CardListing } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childOf, DAV, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { memberResponses, notFoundResponse, truncatedResponse } from './members.ts';
import { multistatus } from './multistatus.ts';
import { LIST_BATCH_SIZE } from './propfind.ts';
import { depthOf, limitIn, requestedProperties } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';
import { readSyncToken, type SyncState, syncTokenOf } from './sync-token.ts';
import { text } from './xml.ts';

/** A batch of changes, and the point at which the next one begins. */
interface SyncBatch {
  changed: CardListing[];
  gone: string[];
  upTo: SyncState;
  more: boolean;
}

/** sync-collection (RFC 6578): changes since a token, or all cards without one. */
export async function syncCollection(context: DavContext, resource: DavResource, root: Element): Promise<Response> {
  const { request, principal, resources, source } = context;
  const { book, userId } = principal;
  // RFC 6578, 3.2, requires 0. Thunderbird sends 1, as in drafts of the RFC, and means the sync level.
  const depth = request.headers.has('depth') ? depthOf(request.headers) : 0;
  if (depth !== 0 && depth !== 1) throw new KithError('BadRequest', 'The Depth of a sync-collection must be 0.');
  if (childOf(root, DAV, 'sync-level')?.text.trim() !== '1')
    throw refusal(403, '<D:sync-traversal-supported/>', 'The sync-level must be 1.');
  const token = childOf(root, DAV, 'sync-token')?.text.trim();
  if (token === undefined)
    throw new KithError('BadRequest', 'A sync-collection must have a sync-token, which may be empty.');
  const asked = requestedProperties(root, request.headers);
  const data = addressDataIn(root);
  const limit = limitIn(root, DAV) ?? Number.POSITIVE_INFINITY;
  const start = token === '' ? { state: await source.state(), after: '' } : readSyncToken(userId, token);
  const first = start && (await partAfter(start, Math.min(limit, LIST_BATCH_SIZE)));
  if (!first)
    throw refusal(
      403,
      '<D:valid-sync-token/>',
      'This sync-token has expired. Start a new sync with an empty sync-token.',
    );

  async function* answer(first: SyncBatch) {
    let part = first;
    let left = limit;
    for (;;) {
      yield* responsesTo(part);
      left -= part.changed.length + part.gone.length;
      if (!part.more || left <= 0) break;
      const next = await partAfter(part.upTo, Math.min(left, LIST_BATCH_SIZE));
      // The history was purged during the response. The client starts over with what it has.
      if (!next) break;
      part = next;
    }
    if (part.more) yield truncatedResponse(resource);
    yield `<D:sync-token>${text(syncTokenOf(userId, part.upTo))}</D:sync-token>`;
  }

  async function* responsesTo({ changed, gone: names }: SyncBatch) {
    for (const name of names) yield notFoundResponse(resources.card(name).href);
    yield* memberResponses(context, changed, asked, data);
  }

  /** First all cards by name, then changes by number. Undefined if the history after a point is no longer available. */
  async function partAfter({ state, after }: SyncState, take: number): Promise<SyncBatch | undefined> {
    if (after === undefined) {
      const found = await book.changes(state, take);
      return found && { ...found, upTo: { state: found.upTo } };
    }
    const changed = await book.list(after === '' ? undefined : after, take);
    const more = changed.length === take;
    return { changed, gone: [], upTo: more ? { state, after: changed.at(-1)!.name } : { state }, more };
  }

  return multistatus(request, answer(first));
}
