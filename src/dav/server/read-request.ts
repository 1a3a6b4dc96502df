import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import type { Conditions } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childOf, childrenOf, DAV, type Element, readXmlInTurns } from '../client/xml.ts';
import type { Asked } from './properties.ts';
import type { Name } from './xml.ts';

const MOST_XML_BYTES = 1024 * 1024;
/** Each is told of every card. */
export const MOST_PROPERTIES = 200;

/** The XML of a request; undefined where there is none. Throws 400 for other text, 413 for more than 1 MiB of it. */
export async function xmlOf(request: Request): Promise<Element | undefined> {
  const bytes = await bodyBytes(request, MOST_XML_BYTES);
  if (!bytes) throw new KithError('PayloadTooLarge', 'The body is larger than 1 MiB.');
  if (bytes.length === 0) return undefined;
  return readXmlInTurns(textOf(bytes), 'The body');
}

/** Throws 400 for what is not UTF-8, or UTF-16 by its byte order mark, which is how XML says it (RFC 3023). */
function textOf(bytes: Uint8Array): string {
  const mark = bytes[0]! * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new KithError('BadRequest', 'The body is not text in UTF-8.');
  }
}

const nameOf = ({ space, name }: Element): Name => ({ space, name });

/** The properties in a `<D:prop>`, each once. Throws 400 for more than anybody has. */
export function propertiesIn(prop: Element | undefined): Name[] {
  const byName = new Map((prop?.children ?? []).map((one) => [`${one.space} ${one.name}`, nameOf(one)]));
  if (byName.size > MOST_PROPERTIES)
    throw new KithError('BadRequest', `A request may ask for ${MOST_PROPERTIES} properties.`);
  return [...byName.values()];
}

/** What a PROPFIND or REPORT asks of each resource: `prop`, `propname`, or `allprop` with `include` (RFC 4918, 14.20). */
export function askedIn(root: Element | undefined, headers: Headers): Asked {
  const minimal = /\breturn=minimal\b/i.test(headers.get('prefer') ?? '') || headers.get('brief') === 't';
  const has = (name: string) => childOf(root, DAV, name) !== undefined;
  if (has('propname')) return { names: [], namesAlone: true, minimal };
  if (has('prop')) return { names: propertiesIn(childOf(root, DAV, 'prop')), minimal };
  if (root && !has('allprop')) return { names: [], minimal };
  return { names: propertiesIn(childOf(root, DAV, 'include')), all: true, minimal };
}

/** Undefined where the header is missing or says something else. */
export function depthOf(headers: Headers): 0 | 1 | 'infinity' | undefined {
  const depth = headers.get('depth')?.trim().toLowerCase();
  return depth === '0' ? 0 : depth === '1' ? 1 : depth === 'infinity' ? 'infinity' : undefined;
}

/** If-Match and If-None-Match as numbers of changes; a tag that is none of ours matches nothing. */
export function conditionsOf(headers: Headers): Conditions {
  const ifMatch = tagsIn(headers.get('if-match'), false);
  const ifNoneMatch = tagsIn(headers.get('if-none-match'), true);
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

/** A weak tag counts only where the comparison is weak (RFC 9110, 8.8.3.2). */
function tagsIn(header: string | null, weak: boolean): number[] | '*' | undefined {
  if (header === null) return undefined;
  if (header.trim() === '*') return '*';
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags
    .map((tag) => (weak ? tag.replace(/^W\//, '') : tag))
    .filter((tag) => /^"[0-9]{1,15}"$/.test(tag))
    .map((tag) => Number(tag.slice(1, -1)));
}

export const wanted = (root: Element, space: string, name: string): string[] =>
  childrenOf(root, space, name).map(({ text }) => text.trim());

/** `limit` of a report (RFC 5323, 5.17; RFC 6352, 10.6): how many results are taken. Throws 400 for what is no number. */
export function limitIn(root: Element, space: string): number | undefined {
  const asked = childOf(childOf(root, space, 'limit'), space, 'nresults')?.text.trim();
  if (asked === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(asked)) return Number(asked);
  throw new KithError('BadRequest', 'nresults must be a whole number from 1 on.');
}
