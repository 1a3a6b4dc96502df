import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { KithError } from '../../shared/error.ts';
import { versionFor } from './address-data.ts';
import { CARD_TYPE, etagOf, MAX_CARD_BYTES } from './properties.ts';
import { conditionsOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import { type DavContext, mayWrite } from './request-context.ts';
import type { CardResource } from './resources.ts';
import { href } from './xml.ts';

const UNSUPPORTED = '<C:supported-address-data/>';
const INVALID = '<C:valid-address-data/>';
const TYPES = ['text/vcard', 'text/x-vcard', 'text/directory'];

/** GET and HEAD of a card. Both versions have the same ETag, because it must equal the ETag in listings. */
export async function getCard(
  { request, principal, codec, absent }: DavContext,
  { name }: CardResource,
): Promise<Response> {
  const { method, headers } = request;
  const { ifMatch, ifNoneMatch } = conditionsOf(headers);
  const isHead = method === 'HEAD';
  const [card] = await principal.book.read([name], !isHead, !isHead);
  if (!card) throw absent();
  const { change } = card;
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(change)) throw failedCondition();
  const told = { ETag: etagOf(change), Vary: 'Accept', 'Cache-Control': 'private, no-cache' };
  if (ifNoneMatch === '*' || ifNoneMatch?.includes(change)) return new Response(null, { status: 304, headers: told });
  const text = isHead ? null : codec.writeCard(card, versionFor(headers.get('accept')));
  return new Response(text, { headers: { 'Content-Type': CARD_TYPE, ...told } });
}

/** PUT of a card. The response has an ETag only if a GET would return the card as it was sent (RFC 6352, 6.3.2.3). */
export async function putCard(context: DavContext, { name, href: path }: CardResource): Promise<Response> {
  const { request, principal, resources, codec } = context;
  mayWrite(context, path, 'write-content');
  const text = await cardIn(request);
  const sent = readable(() => codec.readCard(text));
  const result = await principal.book.put(name, sent, conditionsOf(request.headers));
  if (result.outcome === 'refused') throw failedCondition();
  if (result.outcome === 'taken') {
    const taken = `<C:no-uid-conflict>${href(resources.card(result.name).href)}</C:no-uid-conflict>`;
    throw refusal(409, taken, 'Another card already has this UID.');
  }
  const { change } = result;
  return new Response(null, {
    status: result.outcome === 'created' ? 201 : 204,
    headers: result.asSent && (await isGivenBack()) ? { ETag: etagOf(result.change) } : {},
  });

  async function isGivenBack(): Promise<boolean> {
    const [card] = await principal.book.read([name], false, false);
    return card !== undefined && card.change === change && codec.isAsSent(card, sent.text);
  }
}

/** DELETE of a card, which moves it to the trash. */
export async function deleteCard(context: DavContext, { name, href: path }: CardResource): Promise<Response> {
  mayWrite(context, path, 'unbind');
  const result = await context.principal.book.remove(name, conditionsOf(context.request.headers));
  if (result === 'absent') throw context.absent();
  if (result === 'refused') throw failedCondition();
  return new Response(null, { status: 204 });
}

const failedCondition = () =>
  new KithError('precondition_failed', 'The card has changed since you read it.', { status: 412 });

/** Reads the card in a request. Throws 400, 403, 413 and 415. */
async function cardIn(request: Request): Promise<string> {
  const { headers } = request;
  // RFC 9110, 14.5: a server that ignores Content-Range would store a part as the whole.
  if (headers.has('content-range')) throw new KithError('BadRequest', 'Send the whole card, without Content-Range.');
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((one) => one.startsWith('charset='))?.replace(/^charset="?|"$/g, '') ?? 'utf-8';
  if (type !== '' && !TYPES.includes(type.trim())) throw refusal(415, UNSUPPORTED, 'Send the card as text/vcard.');
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw refusal(415, UNSUPPORTED, 'Send the card in UTF-8.');
  const bytes = await bodyBytes(request, MAX_CARD_BYTES);
  if (!bytes) throw refusal(413, '<C:max-resource-size/>', `A card may have at most ${MAX_CARD_BYTES} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(403, INVALID, 'The card is not valid UTF-8.');
  }
}

/** Reports an invalid card as a failed CardDAV precondition (RFC 6352, 6.3.2.1). */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof KithError && error.status === 400) throw refusal(403, INVALID, error.message);
    throw error;
  }
}
