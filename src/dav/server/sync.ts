import type { Listed } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childOf, DAV, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { given, gone, truncated } from './members.ts';
import { multistatus } from './multistatus.ts';
import type { Place } from './places.ts';
import { LISTED_AT_ONCE } from './propfind.ts';
import { askedIn, depthOf, limitIn } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';
import { pointIn, type SyncPoint, tokenOf } from './sync-token.ts';
import { text } from './xml.ts';

/** A part of what changed, and where the next one begins. */
interface Part {
  changed: Listed[];
  gone: string[];
  upTo: SyncPoint;
  more: boolean;
}

/** sync-collection (RFC 6578): what changed since a token, or all cards without one. */
export async function syncCollection(scene: DavContext, place: Place, root: Element): Promise<Response> {
  const { request, visitor, places, telling } = scene;
  const { book, userId } = visitor;
  // It must be 0 (RFC 6578, 3.2). Thunderbird says 1, as drafts of the RFC did, and means the level.
  const depth = request.headers.has('depth') ? depthOf(request.headers) : 0;
  if (depth !== 0 && depth !== 1) throw new KithError('BadRequest', 'The Depth of a sync-collection must be 0.');
  if (childOf(root, DAV, 'sync-level')?.text.trim() !== '1')
    throw refusal(403, '<D:sync-traversal-supported/>', 'The sync-level must be 1.');
  const token = childOf(root, DAV, 'sync-token')?.text.trim();
  if (token === undefined)
    throw new KithError('BadRequest', 'A sync-collection needs a sync-token, which may be empty.');
  const asked = askedIn(root, request.headers);
  const data = addressDataIn(root);
  const limit = limitIn(root, DAV) ?? Number.POSITIVE_INFINITY;
  const start = token === '' ? { state: await telling.state(), after: '' } : pointIn(userId, token);
  const first = start && (await partAfter(start, Math.min(limit, LISTED_AT_ONCE)));
  if (!first) throw refusal(403, '<D:valid-sync-token/>', 'This sync-token is not known any more: begin anew.');

  async function* answer(first: Part) {
    let part = first;
    let left = limit;
    for (;;) {
      yield* responsesTo(part);
      left -= part.changed.length + part.gone.length;
      if (!part.more || left <= 0) break;
      const next = await partAfter(part.upTo, Math.min(left, LISTED_AT_ONCE));
      // Forgotten while it was told: the client begins anew with what it has.
      if (!next) break;
      part = next;
    }
    if (part.more) yield truncated(place);
    yield `<D:sync-token>${text(tokenOf(userId, part.upTo))}</D:sync-token>`;
  }

  async function* responsesTo({ changed, gone: names }: Part) {
    for (const name of names) yield gone(places.card(name).href);
    yield* given(scene, changed, asked, data);
  }

  /** All cards by name at first, then changes by number. Undefined where it is not known any more what came after a point. */
  async function partAfter({ state, after }: SyncPoint, take: number): Promise<Part | undefined> {
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
