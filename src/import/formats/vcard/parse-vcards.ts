import { asBinary, decode, utf16Of } from '../../../shared/text/charset.ts';
import { type BadRecord, bareUid, type ImportRecord, type ParsedFile } from '../../record.ts';
import { isImportRecord } from '../build-record.ts';
import { type Card, readCards } from './cards.ts';
import { readContact } from './contact.ts';
import { unfold } from './lines.ts';
import { textValue } from './values.ts';

/**
 * Reads a vCard file of any number of cards in versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). Never throws:
 * what cannot be read is in `bad` with its line.
 */
export function parseVcards(bytes: Uint8Array): ParsedFile {
  const utf16 = utf16Of(bytes);
  const source = asBinary(utf16 ? Buffer.from(decode(bytes, utf16) ?? '') : bytes);
  const { cards, bad } = readCards(unfold(source), utf16 !== undefined);
  const file: ParsedFile = { format: 'vCard', records: [], bad, skipped: [], warnings: [] };
  const leftOut = new Map<string, number[]>();
  const people = cards.filter((card) => !isGroup(card));
  const uids = uidsOf(people);
  for (const card of people) {
    const result = readContact(
      card,
      ({ name, line }) => {
        const lines = leftOut.get(name);
        if (lines) lines.push(line);
        else leftOut.set(name, [line]);
      },
      uids,
    );
    if (isImportRecord(result)) file.records.push(result);
    else file.bad.push(result);
  }
  const byUid = recordsByUid(file.records);
  for (const group of cards.filter(isGroup)) file.skipped.push(tagMembers(group, byUid));
  for (const [name, lines] of leftOut) file.warnings.push(leftOutWarning(name, lines));
  return file;
}

/** The cards that another may name as related (RFC 6350 section 6.6.6). */
const uidsOf = (cards: Card[]): Set<string> =>
  new Set(
    cards.flatMap(({ properties }) =>
      properties.flatMap((property) => (property.name === 'UID' ? bareUid(textValue(property)) : [])),
    ),
  );

function leftOutWarning(name: string, lines: number[]): string {
  const where = lines.length === 1 ? `line ${lines[0]}` : `${lines.length} times, first in line ${lines[0]}`;
  return `${name} has no field here and was left out (${where})`;
}

const KINDS = ['KIND', 'X-ADDRESSBOOKSERVER-KIND'];
const MEMBERS = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'];

/** Whether a card stands for a list of others (RFC 6350 section 6.1.4, and Apple's form for 3.0). */
function isGroup(card: Card): boolean {
  return card.properties.some(({ name, value }) => KINDS.includes(name) && value.trim().toLowerCase() === 'group');
}

/** A UID belongs to one person; more cards with the same UID are a mistake. */
const MOST_SHARING = 20;

function recordsByUid(records: ImportRecord[]): Map<string, ImportRecord[]> {
  const byUid = new Map<string, ImportRecord[]>();
  for (const record of records) {
    if (record.uid === undefined) continue;
    const known = byUid.get(bareUid(record.uid));
    if (!known) byUid.set(bareUid(record.uid), [record]);
    else if (known.length < MOST_SHARING) known.push(record);
  }
  return byUid;
}

/** Nobody is in more groups, and each new tag is looked for among those there. */
const MOST_TAGS = 500;

/** A group is not a person: its name becomes a tag of the members that are in the same file. */
function tagMembers(card: Card, byUid: Map<string, ImportRecord[]>): BadRecord {
  const title = card.properties.find(({ name }) => name === 'FN');
  const name = title ? textValue(title) : '';
  const members = card.properties.filter((property) => MEMBERS.includes(property.name));
  // A card that kith wrote is a group there, not a tag: reading it back must change nothing.
  if (card.properties.some((property) => property.name === 'X-KITH-GROUP'))
    return { line: card.line, name, reason: 'a group of kith; the JSON export carries groups whole' };
  const uids = new Set(members.map((member) => bareUid(textValue(member))));
  const found = [...uids].flatMap((uid) => byUid.get(uid) ?? []);
  for (const record of found)
    if (name && record.tags.length < MOST_TAGS && !record.tags.includes(name)) record.tags.push(name);
  const reason = `a group; its name is now a tag of ${found.length} of its ${members.length} members`;
  return { line: card.line, name, reason };
}
