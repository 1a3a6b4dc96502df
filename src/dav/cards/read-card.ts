import type { ReceivedCard } from '../../shared/cards/address-book.ts';
import { readMoment } from '../../vcard/dates.ts';
import { plainValue } from '../../vcard/values.ts';
import type { CardLine } from './line.ts';
import { notACard, parseCard } from './parse-card.ts';
import { takePhoto } from './photo.ts';
import { readFields } from './read-fields.ts';
import { bareUid, isGroupLine, readGroup } from './read-group.ts';

/**
 * Reads one vCard 2.1, 3.0 or 4.0 from a client. Properties that no field can hold are kept in `text`. Throws a 400
 * that names the line or property if the card is invalid.
 */
export function readCard(source: string | Uint8Array): ReceivedCard {
  const { version, lines: all } = parseCard(source, MAX_PROPERTIES);
  const uid = readUid(all);
  if (all.some(isGroupLine)) return { kind: 'group', uid, ...readGroup(all), text: textOf(version, all) };
  const { lines, photo } = takePhoto(all);
  const { fields, present } = readFields(lines);
  const revision = lines.find(({ property }) => property.name === 'REV');
  const revised = revision && readMoment(plainValue(revision.property));
  return {
    kind: 'person',
    ...{ uid, fields, present: [...present], text: textOf(version, lines) },
    ...(photo && { photo }),
    ...(revised && { revised }),
  };
}

/** Parsing 20,000 properties takes 0.1 s. A group has one for each member. */
const MAX_PROPERTIES = 20_000;

/** Maximum length of a UID. Devices use about 40 characters. */
const MAX_UID = 500;

function readUid(lines: CardLine[]): string {
  const line = lines.find(({ property }) => property.name === 'UID');
  const uid = line ? bareUid(plainValue(line.property)) : '';
  if (uid === '') throw notACard('UID', 'is missing: a card needs one to be recognized later');
  if (uid.length > MAX_UID) throw notACard('UID', `must be at most ${MAX_UID} characters`);
  if (/[\r\n\t]/.test(uid)) throw notACard('UID', 'must be one line');
  return uid;
}

/** The card as stored: unfolded, in the version that was sent. */
const textOf = (version: string, lines: CardLine[]): string =>
  [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    ...lines.filter(({ property }) => property.name !== 'VERSION').map(({ text }) => text),
    'END:VCARD',
    '',
  ].join('\n');
