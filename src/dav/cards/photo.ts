import { createHash } from 'node:crypto';
import { photoAddress, photoError, photoType } from '../../contract/photos.ts';
import { readPhoto } from '../../vcard/photo.ts';
import { type CardLine, type CardVersion, newLine } from './line.ts';
import { byPreference } from './read-fields.ts';

const DATA = /^data:[^,]*,/i;
const PLACE = /kith:\/\/photos\/[0-9a-f]{64}$/;

/** Extracts a card's picture. The line then contains a photo address as a placeholder. */
export function takePhoto(lines: CardLine[]): { lines: CardLine[]; photo?: Uint8Array } {
  // Only kith writes such addresses. One from a client would refer to a picture that is not in the card.
  const own = lines.filter(({ property }) => property.name !== 'PHOTO' || !PLACE.test(property.value.trim()));
  const line = byPreference(own.filter(({ property }) => property.name === 'PHOTO'))[0];
  const found = line && readPhoto(line.property);
  if (!line || !found || 'address' in found || photoError(found.bytes)) return { lines: own };
  const address = photoAddress(createHash('sha256').update(found.bytes).digest('hex'));
  return { lines: own.map((each) => (each === line ? inPlace(line, address) : each)), photo: found.bytes };
}

/** Replaces the property's value and keeps the rest. */
function inPlace({ text, property }: CardLine, address: string): CardLine {
  const head = text.slice(0, text.length - property.value.length);
  const value = (DATA.exec(property.value.trim())?.[0] ?? '') + address;
  return { text: head + value, property: { ...property, value } };
}

/** The PHOTO property for a stored picture, or for one on the web. */
export function photoLine(address: string, bytes: Uint8Array | undefined, version: CardVersion): CardLine {
  if (!PLACE.test(address)) {
    const parameters: [string, string[]][] = version === '3.0' ? [['VALUE', ['uri']]] : [];
    return newLine({ name: 'PHOTO', parameters, value: address.replace(/[\t\r\n]/g, '') }, version);
  }
  const type = (bytes && photoType(bytes)) ?? 'image/jpeg';
  if (version === '4.0') return newLine({ name: 'PHOTO', value: `data:${type};base64,${address}` }, version);
  const parameters: [string, string[]][] = [
    ['ENCODING', ['b']],
    ['TYPE', [type.replace(/^image\//, '').toUpperCase()]],
  ];
  return newLine({ name: 'PHOTO', parameters, value: address }, version);
}

/** Replaces the placeholder with the picture. Returns no line if the picture is unavailable. */
export function filled({ text, property }: CardLine, base64: () => string | undefined): string[] {
  if (property.name !== 'PHOTO' || !PLACE.test(text)) return [text];
  const picture = base64();
  return picture === undefined ? [] : [text.replace(PLACE, () => picture)];
}
