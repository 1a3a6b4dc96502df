import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import type { Conditions } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childOf, childrenOf, DAV, type Element, readXmlInTurns } from '../client/xml.ts';
import type { PropfindRequest } from './properties.ts';
import type { XmlName } from './xml.ts';

const MAX_XML_BYTES = 1024 * 1024;
/** Each property is computed for every card. */
export const MAX_PROPERTIES = 200;

/** Parses a request's XML. Undefined if there is no body. Throws 400 for invalid XML, 413 for more than 1 MiB. */
export async function xmlOf(request: Request): Promise<Element | undefined> {
  const bytes = await bodyBytes(request, MAX_XML_BYTES);
  if (!bytes) throw new KithError('PayloadTooLarge', 'The body is larger than 1 MiB.');
  if (bytes.length === 0) return undefined;
  return readXmlInTurns(textOf(bytes), 'The body');
}

/** Decodes UTF-8, or UTF-16 with a byte order mark (RFC 3023). Throws 400 for anything else. */
function textOf(bytes: Uint8Array): string {
  const mark = bytes[0]! * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new KithError('BadRequest', 'The body is not valid UTF-8.');
  }
}

const nameOf = ({ space, name }: Element): XmlName => ({ space, name });

/** The distinct properties in a `<D:prop>`. Throws 400 if there are too many. */
export function propertiesIn(prop: Element | undefined): XmlName[] {
  const byName = new Map((prop?.children ?? []).map((one) => [`${one.space} ${one.name}`, nameOf(one)]));
  if (byName.size > MAX_PROPERTIES)
    throw new KithError('BadRequest', `A request may name at most ${MAX_PROPERTIES} properties.`);
  return [...byName.values()];
}

/**
 * The properties that a PROPFIND or REPORT requests: `prop`, `propname`, or `allprop` with `include` (RFC 4918, 14.20).
 */
export function requestedProperties(root: Element | undefined, headers: Headers): PropfindRequest {
  const minimal = /\breturn=minimal\b/i.test(headers.get('prefer') ?? '') || headers.get('brief') === 't';
  const has = (name: string) => childOf(root, DAV, name) !== undefined;
  if (has('propname')) return { names: [], namesOnly: true, minimal };
  if (has('prop')) return { names: propertiesIn(childOf(root, DAV, 'prop')), minimal };
  if (root && !has('allprop')) return { names: [], minimal };
  return { names: propertiesIn(childOf(root, DAV, 'include')), all: true, minimal };
}

/** Undefined if the header is missing or invalid. */
export function depthOf(headers: Headers): 0 | 1 | 'infinity' | undefined {
  const depth = headers.get('depth')?.trim().toLowerCase();
  return depth === '0' ? 0 : depth === '1' ? 1 : depth === 'infinity' ? 'infinity' : undefined;
}

/** Parses If-Match and If-None-Match into change numbers. An ETag from elsewhere matches nothing. */
export function conditionsOf(headers: Headers): Conditions {
  const ifMatch = tagsIn(headers.get('if-match'), false);
  const ifNoneMatch = tagsIn(headers.get('if-none-match'), true);
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

/** Weak ETags are used only for weak comparison (RFC 9110, 8.8.3.2). */
function tagsIn(header: string | null, weak: boolean): number[] | '*' | undefined {
  if (header === null) return undefined;
  if (header.trim() === '*') return '*';
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags
    .map((tag) => (weak ? tag.replace(/^W\//, '') : tag))
    .filter((tag) => /^"[0-9]{1,15}"$/.test(tag))
    .map((tag) => Number(tag.slice(1, -1)));
}

export const textsOf = (root: Element, space: string, name: string): string[] =>
  childrenOf(root, space, name).map(({ text }) => text.trim());

/**
 * Maximum number of results in a report's `limit` (RFC 5323, 5.17; RFC 6352, 10.6). Throws 400 if it is not a number.
 */
export function limitIn(root: Element, space: string): number | undefined {
  const asked = childOf(childOf(root, space, 'limit'), space, 'nresults')?.text.trim();
  if (asked === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(asked)) return Number(asked);
  throw new KithError('BadRequest', 'nresults must be a positive integer.');
}
