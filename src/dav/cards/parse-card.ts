import { isUtf8 } from 'node:buffer';
import { badRequest, type KithError } from '../../shared/error.ts';
import { asBinary, fromBinary } from '../../shared/text/charset.ts';
import { readCards, type Version } from '../../vcard/cards.ts';
import { unfold } from '../../vcard/lines.ts';
import type { Property } from '../../vcard/property.ts';
import { escapeText } from '../../vcard/text.ts';
import { componentValues, listValue, wholeText } from '../../vcard/values.ts';
import { type CardLine, changedLine, newLine, TRANSFER } from './line.ts';

/** A card's lines, without BEGIN, VERSION and END. */
export interface ParsedCard {
  version: Version;
  lines: CardLine[];
}

/**
 * Parses one card. Throws a 400 that names the line if it is malformed. Properties of vCard 2.1 are converted to 3.0,
 * with its escapes and in UTF-8. Rejects a card with more than `maxProperties` properties.
 */
export function parseCard(source: string | Uint8Array, maxProperties = Number.POSITIVE_INFINITY): ParsedCard {
  if (typeof source !== 'string' && !isUtf8(source)) throw notACard('the card', 'is not UTF-8');
  const text = withoutControls(typeof source === 'string' ? source : Buffer.from(source).toString('utf8'));
  const unfolded = [...unfold(asBinary(Buffer.from(text)).split(/\r\n|\n|\r/), { several: false })];
  if (unfolded.length > maxProperties) throw notACard('the card', `may have at most ${maxProperties} properties`);
  const bad: { line: number; reason: string }[] = [];
  const [first, second] = readCards(unfolded, { transcoded: true, bad, rescue: false });
  // Clients get their own card back, so a partly readable card is rejected.
  const fault = bad[0] ?? first?.faults[0];
  if (fault) throw notACard(`line ${fault.line}`, fault.reason);
  if (!first) throw notACard('the card', 'BEGIN:VCARD is missing');
  if (second) throw notACard(`line ${second.line}`, 'a second card begins; send one card per request');
  const { version } = first;
  const texts = new Map(unfolded.map(({ line, bytes }) => [line, Buffer.from(fromBinary(bytes)).toString('utf8')]));
  const lines = first.properties.map((property) => ({ property, text: texts.get(property.line)! }));
  return { version, lines: lines.map((line) => plain(line, version)) };
}

export const notACard = (where: string, reason: string): KithError => badRequest({ [where]: reason });

/** Removes control characters, which neither XML nor every database can store. Cards do not need them. */
const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, '');

const STRUCTURED = ['N', 'ADR', 'ORG'];

/** Converts a line to UTF-8 and the escapes of 3.0, which a 2.1 line may lack. */
function plain(line: CardLine, version: Version): CardLine {
  const { property } = line;
  if (version !== '2.1') return property.encoding === 'quoted-printable' ? changedLine(line, {}, version) : line;
  if (property.encoding === 'base64') return inBase64(property, property.value);
  return changedLine(line, { value: valueInThree(property) }, '3.0');
}

/** Formats a property with a binary value for 3.0. */
export function inBase64({ group, name, parameters }: Property, value: string): CardLine {
  const others = [...parameters].filter(([parameter]) => !TRANSFER.has(parameter));
  return newLine({ group, name, parameters: [...others, ['ENCODING', ['b']]], value: value.replace(/\s/g, '') }, '3.0');
}

function valueInThree(property: Property): string {
  if (STRUCTURED.includes(property.name)) return componentValues(property, '2.1', ' ').map(escapeText).join(';');
  if (property.name === 'CATEGORIES') return listValue(property, '2.1').map(escapeText).join(',');
  const text = wholeText(property);
  return /[\r\n]/.test(text) || TEXTS.includes(property.name) ? escapeText(text) : property.value;
}

const TEXTS = ['FN', 'TITLE', 'ROLE', 'NOTE', 'NICKNAME', 'LABEL', 'X-ABLABEL'];
