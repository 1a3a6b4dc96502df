import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { KithError } from '../../shared/error.ts';
import { versionFor } from './address-data.ts';
import type { CardPlace } from './places.ts';
import { CARD_TYPE, etagOf, MOST_CARD_BYTES } from './properties.ts';
import { conditionsOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import { type DavContext, mayWrite } from './request-context.ts';
import { href } from './xml.ts';

const UNSUPPORTED = '<C:supported-address-data/>';
const INVALID = '<C:valid-address-data/>';
const TYPES = ['text/vcard', 'text/x-vcard', 'text/directory'];

/**
 * GET and HEAD of a card. Its ETag is the same in both versions, as that of a listing has to be: clients compare the two.
 */
export async function getCard({ request, visitor, codec, absent }: DavContext, { name }: CardPlace): Promise<Response> {
  const { method, headers } = request;
  const { ifMatch, ifNoneMatch } = conditionsOf(headers);
  const isHead = method === 'HEAD';
  const [card] = await visitor.book.read([name], !isHead, !isHead);
  if (!card) throw absent();
  const { change } = card;
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(change)) throw failedCondition();
  const told = { ETag: etagOf(change), Vary: 'Accept', 'Cache-Control': 'private, no-cache' };
  if (ifNoneMatch === '*' || ifNoneMatch?.includes(change)) return new Response(null, { status: 304, headers: told });
  const text = isHead ? null : codec.writeCard(card, versionFor(headers.get('accept')));
  return new Response(text, { headers: { 'Content-Type': CARD_TYPE, ...told } });
}

/** PUT of a card. The answer has its ETag where what was sent is given back as it was (RFC 6352, 6.3.2.3). */
export async function putCard(scene: DavContext, { name, href: path }: CardPlace): Promise<Response> {
  const { request, visitor, places, codec } = scene;
  mayWrite(scene, path, 'write-content');
  const text = await cardIn(request);
  const sent = readable(() => codec.readCard(text));
  const result = await visitor.book.put(name, sent, conditionsOf(request.headers));
  if (result.outcome === 'refused') throw failedCondition();
  if (result.outcome === 'taken') {
    const taken = `<C:no-uid-conflict>${href(places.card(result.name).href)}</C:no-uid-conflict>`;
    throw refusal(409, taken, 'Another card has this UID.');
  }
  const { change } = result;
  return new Response(null, {
    status: result.outcome === 'created' ? 201 : 204,
    headers: result.asSent && (await isGivenBack()) ? { ETag: etagOf(result.change) } : {},
  });

  async function isGivenBack(): Promise<boolean> {
    const [card] = await visitor.book.read([name], false, false);
    return card !== undefined && card.change === change && codec.isAsSent(card, sent.text);
  }
}

/** DELETE of a card: into the trash. */
export async function deleteCard(scene: DavContext, { name, href: path }: CardPlace): Promise<Response> {
  mayWrite(scene, path, 'unbind');
  const result = await scene.visitor.book.remove(name, conditionsOf(scene.request.headers));
  if (result === 'absent') throw scene.absent();
  if (result === 'refused') throw failedCondition();
  return new Response(null, { status: 204 });
}

const failedCondition = () => new KithError('precondition_failed', 'The card is another now.', { status: 412 });

/** The text of a card in a request. Throws 400, 403, 413 and 415. */
async function cardIn(request: Request): Promise<string> {
  const { headers } = request;
  // RFC 9110, 14.5: a part would be taken for the whole.
  if (headers.has('content-range')) throw new KithError('BadRequest', 'A card is sent whole.');
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((one) => one.startsWith('charset='))?.replace(/^charset="?|"$/g, '') ?? 'utf-8';
  if (type !== '' && !TYPES.includes(type.trim())) throw refusal(415, UNSUPPORTED, 'A card is sent as text/vcard.');
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw refusal(415, UNSUPPORTED, 'A card is sent in UTF-8.');
  const bytes = await bodyBytes(request, MOST_CARD_BYTES);
  if (!bytes) throw refusal(413, '<C:max-resource-size/>', `A card may have ${MOST_CARD_BYTES} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(403, INVALID, 'The card is not text in UTF-8.');
  }
}

/** What is no card fails a condition of CardDAV (RFC 6352, 6.3.2.1). */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof KithError && error.status === 400) throw refusal(403, INVALID, error.message);
    throw error;
  }
}
