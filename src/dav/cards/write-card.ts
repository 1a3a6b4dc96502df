import type { GroupCard, PersonCard, StoredCard } from '../../shared/cards/address-book.ts';
import { storableText } from '../../shared/cards/entries.ts';
import { escapedText, escapeText, foldLine } from '../../vcard/text.ts';
import { listValue, plainValue } from '../../vcard/values.ts';
import { converted } from './convert.ts';
import { applyEdits, type CardEdits, editsOf, put } from './edits.ts';
import { fittingTag } from './limits.ts';
import { type CardLine, type CardVersion, changedLine, newLine } from './line.ts';
import { parseCard } from './parse-card.ts';
import { filled } from './photo.ts';
import { type ParsedFields, readFields } from './read-fields.ts';
import { bareUid, isGroupLine, isMemberLine } from './read-group.ts';
import { writeList } from './write-list.ts';
import { writeTexts } from './write-texts.ts';

const PRODUCT = '-//kith//CardDAV//EN';

/**
 * Writes a card in the requested version: the client's own text, updated with kith's values. Properties whose value is
 * unchanged are returned as they were sent.
 */
export function writeCard(card: StoredCard, version: CardVersion): string {
  const photo = card.kind === 'person' ? card.photo : undefined;
  const base64 = () => photo && Buffer.from(photo).toString('base64');
  const lines = linesOf(card, version).flatMap((line) => filled(line, base64));
  return ['BEGIN:VCARD', `VERSION:${version}`, ...lines.map(foldLine), 'END:VCARD', ''].join('\r\n');
}

/**
 * Whether the card that kith returns has the same content as the text that a client sent, so that the client need not
 * fetch it again. The order of properties may differ.
 */
export function isAsSent(card: StoredCard, sentText: string): boolean {
  const { version, lines } = parseCard(sentText);
  if (version === '2.1') return false;
  const texts = (all: CardLine[]) =>
    all
      .filter(isContent)
      .map(({ text }) => text)
      .sort();
  const [sent, back] = [texts(lines), texts(linesOf(card, version))];
  return sent.length === back.length && sent.every((text, index) => text === back[index]);
}

/** Excludes properties that only describe when and by which program the card was written. */
const isContent = ({ property }: CardLine): boolean => !['VERSION', 'REV', 'PRODID'].includes(property.name);

/** A card's lines, with an address in place of the picture. */
function linesOf(card: StoredCard, version: CardVersion): CardLine[] {
  const known = card.text === undefined ? undefined : parseCard(card.text);
  const kept = known?.lines.filter(({ property }) => property.name !== 'VERSION') ?? beginning(card, version);
  const isOther = known && version !== (known.version === '4.0' ? '4.0' : '3.0');
  const edits = editsOf(isOther ? converted(kept, version) : kept, version);
  writeUid(edits, card.uid);
  if (card.kind === 'person') writePerson(edits, card);
  else writeGroup(edits, card);
  const lines = applyEdits(edits);
  const isSame = known && lines.length === kept.length && lines.every((line, index) => line === edits.lines[index]);
  return isSame ? lines : revised(lines, card.changedAt, version);
}

const beginning = (card: StoredCard, version: CardVersion): CardLine[] => [
  newLine({ name: 'PRODID', value: PRODUCT }, version),
  newLine({ name: 'UID', value: escapeText(card.uid) }, version),
];

function writeUid(edits: CardEdits, uid: string): void {
  const line = edits.lines.find(({ property }) => property.name === 'UID');
  if (line && bareUid(plainValue(line.property)) === bareUid(uid)) return;
  put(edits, line, [newLine({ name: 'UID', value: escapeText(uid) }, edits.version)]);
}

function writePerson(edits: CardEdits, { fields, photo }: PersonCard): void {
  const reading = readFields(edits.lines);
  writeTexts(edits, reading, fields, photo);
  writeList(edits, reading, 'emails', fields.emails);
  writeList(edits, reading, 'phones', fields.phones);
  writeList(edits, reading, 'addresses', fields.addresses);
  writeTags(edits, reading, fields.tags);
}

/**
 * Keeps existing tags in place and appends new ones to the first CATEGORIES. Categories that cannot be tags are kept.
 */
function writeTags(edits: CardEdits, reading: ParsedFields, tags: string[]): void {
  const now = new Set(tags.map((tag) => storableText(tag)).filter(Boolean));
  const was = new Set(reading.fields.tags);
  const added = [...now].filter((tag) => !was.has(tag));
  if (added.length === 0 && [...was].every((tag) => now.has(tag))) return;
  const [first, ...others] = reading.categories;
  const stays = (name: string) => {
    const tag = fittingTag(name);
    return tag === undefined || now.has(tag);
  };
  const rewrite = (line: CardLine | undefined, more: string[]) => {
    const names = [...(line ? listValue(line.property, '4.0').filter(stays) : []), ...more];
    const { version } = edits;
    const value = names.map((name) => escapedText(name, version)).join(',');
    if (value === '') return [];
    return [line ? changedLine(line, { value }, version) : newLine({ name: 'CATEGORIES', value }, version)];
  };
  put(edits, first, rewrite(first, added));
  for (const line of others) put(edits, line, rewrite(line, []));
}

function writeGroup(edits: CardEdits, { title, members }: GroupCard): void {
  const { lines, version } = edits;
  const [kind, member] =
    version === '4.0' ? ['KIND', 'MEMBER'] : ['X-ADDRESSBOOKSERVER-KIND', 'X-ADDRESSBOOKSERVER-MEMBER'];
  if (!lines.some(isGroupLine)) put(edits, undefined, [newLine({ name: kind!, value: 'group' }, version)]);
  writeTitle(edits, storableText(title));
  const wanted = new Map(members.map((uid) => [bareUid(uid), uid]));
  for (const line of lines.filter(isMemberLine))
    if (!wanted.delete(bareUid(plainValue(line.property)))) put(edits, line, []);
  for (const uid of wanted.values()) {
    const value = /^[a-z][\w+.-]*:/i.test(uid) ? uid : `urn:uuid:${uid}`;
    put(edits, undefined, [newLine({ name: member!, value: escapeText(value) }, version)]);
  }
}

/** Updates N together with FN, because 3.0 requires N. */
function writeTitle(edits: CardEdits, title: string): void {
  const { lines, version } = edits;
  const [full, name] = ['FN', 'N'].map((called) => lines.find(({ property }) => property.name === called));
  const isSame = full !== undefined && plainValue(full.property) === title;
  if (!isSame) put(edits, full, [newLine({ name: 'FN', value: escapedText(title, version) }, version)]);
  if (name ? !isSame : version === '3.0')
    put(edits, name, [newLine({ name: 'N', value: `${escapeText(title)};;;;` }, version)]);
}

/** Sets REV to the time of kith's last change to the card (RFC 6350, 6.7.4). */
function revised(lines: CardLine[], changedAt: string, version: CardVersion): CardLine[] {
  const value = changedAt.replace(/\.\d+/, '').replace(/[-:]/g, '');
  const revision = newLine({ name: 'REV', value }, version);
  const at = lines.findIndex(({ property }) => property.name === 'REV');
  return at < 0 ? [...lines, revision] : lines.with(at, revision);
}
