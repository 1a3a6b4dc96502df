import { decode, utf16Of } from '../../../shared/text/charset.ts';
import { type Card, readCards } from '../../../vcard/cards.ts';
import { unfold } from '../../../vcard/lines.ts';
import type { Property } from '../../../vcard/property.ts';
import type { BadRecord } from '../../../vcard/types.ts';
import { plainValue } from '../../../vcard/values.ts';
import { isImportRecord } from '../../building/build-record.ts';
import { type ByteSource, linesOf, sourceOfBytes } from '../../files/byte-source.ts';
import { bareUid, type ImportRecord, type ParsedFile, type UnmappedProperty } from '../../records/record.ts';
import { readCardContact } from './contact.ts';

const MAX_UNMAPPED_LINES = 100;

/** A file of cards that is read on demand. */
export interface CardFile {
  /** Number of people in the file. Some may be unreadable. */
  people: number;
  /** UIDs that several cards have. */
  repeated: ReadonlySet<string>;
  /** The readable people in file order; with `only`, those with one of these UIDs. */
  records(only?: ReadonlySet<string>): Generator<ImportRecord>;
  /** Everything else, available after all records were read. */
  rest(): Omit<ParsedFile, 'records'>;
}

/**
 * Reads a vCard file with any number of cards in versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). Never throws:
 * unreadable parts are in `bad`. The file is read twice, because cards may refer to later ones.
 */
export function openVcards(source: ByteSource, { linesOfCard = false } = {}): CardFile {
  const utf16 = utf16Of(source.read(0, 2));
  const decoded = utf16 ? sourceOfBytes(Buffer.from(decode(source.read(0, source.size), utf16) ?? '')) : source;
  const cards = (bad: BadRecord[], wanted?: RegExp) =>
    readCards(unfold(linesOf(decoded)), {
      ...{ transcoded: utf16 !== undefined, bad, linesOfCard },
      ...(wanted && { wanted }),
    });
  const { people, uids, repeated, groups } = outlineOf(cards([], OF_OUTLINE));
  const file = { format: 'vCard', bad: [], skipped: [], warnings: [] } satisfies Omit<ParsedFile, 'records'>;
  const unmapped = new Map<string, UnmappedProperty>();
  return { people, repeated, records, rest };

  function* records(only?: ReadonlySet<string>): Generator<ImportRecord> {
    const { bad }: { bad: BadRecord[] } = only ? { bad: [] } : file;
    const tagged = tagMembers(groups);
    for (const card of cards(bad)) {
      if (isGroup(card) || (only && !uidsOf(card).some((uid) => only.has(uid)))) continue;
      const result = readCardContact(card, only ? () => {} : noteOfCard(), uids);
      if (!isImportRecord(result)) bad.push(result);
      else yield tagged(result);
    }
  }

  /** Collects properties without a field. Each counts once for a card. */
  function noteOfCard() {
    const seen = new Set<string>();
    return ({ name, line }: Property) => {
      const known = unmapped.get(name) ?? { name, contacts: 0, lines: [] };
      unmapped.set(name, known);
      if (!seen.has(name)) known.contacts++;
      seen.add(name);
      if (!linesOfCard && known.lines.length < MAX_UNMAPPED_LINES) known.lines.push(line);
    };
  }

  function rest(): Omit<ParsedFile, 'records'> {
    return { ...file, skipped: groups.map(groupLeftOut), unmapped: [...unmapped.values()] };
  }
}

/** Reads the whole file. */
export function parseVcards(bytes: Uint8Array, options?: { linesOfCard: boolean }): ParsedFile {
  const file = openVcards(sourceOfBytes(bytes), options);
  const records = [...file.records()];
  return { ...file.rest(), records };
}

/** Properties with which cards refer to each other. */
const OF_OUTLINE =
  /^[ \t]*(?:[\w-]+\.)*(?:VERSION|UID|FN|KIND|MEMBER|X-ADDRESSBOOKSERVER-KIND|X-ADDRESSBOOKSERVER-MEMBER|X-KITH-GROUP)[ \t]*[;:]/i;

/** Information that cards need about each other. */
function outlineOf(cards: Iterable<Card>) {
  const uids = new Set<string>();
  const repeated = new Set<string>();
  const groups: Group[] = [];
  let people = 0;
  for (const card of cards) {
    if (isGroup(card)) {
      groups.push(groupOf(card));
      continue;
    }
    people++;
    // RFC 6350 section 6.6.6: another card may refer to these.
    for (const uid of new Set(uidsOf(card))) {
      if (uids.has(uid)) repeated.add(uid);
      uids.add(uid);
    }
  }
  return { people, uids, repeated, groups };
}

const uidsOf = ({ properties }: Card): string[] =>
  properties.flatMap((property) => (property.name === 'UID' ? bareUid(plainValue(property)) : []));

const KINDS = ['KIND', 'X-ADDRESSBOOKSERVER-KIND'];
const MEMBERS = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'];

/** Whether a card is a group (RFC 6350 section 6.1.4, and Apple's form for 3.0). */
function isGroup(card: Card): boolean {
  return card.properties.some(({ name, value }) => KINDS.includes(name) && value.trim().toLowerCase() === 'group');
}

/** A group card. It is not a person, but its name becomes a tag of its members in the same file. */
interface Group {
  line: number;
  name: string;
  /** Number of listed members, and their UIDs. */
  named: number;
  members: Set<string>;
  /** A group written by kith is not a tag: importing it again must not change anything. */
  isOurs: boolean;
  found: number;
}

function groupOf(card: Card): Group {
  const title = card.properties.find(({ name }) => name === 'FN');
  const members = card.properties.filter((property) => MEMBERS.includes(property.name));
  return {
    line: card.line,
    name: title ? plainValue(title) : '',
    named: members.length,
    members: new Set(members.map((member) => bareUid(plainValue(member)))),
    isOurs: card.properties.some((property) => property.name === 'X-KITH-GROUP'),
    found: 0,
  };
}

/** A UID belongs to one person, so more cards with the same UID are an error. */
const MAX_PER_UID = 20;
/** Maximum number of groups per person, because each new tag is looked up among the existing ones. */
const MAX_TAGS = 500;

/** Adds to each record the tags of the groups that contain it. */
function tagMembers(groups: Group[]): (record: ImportRecord) => ImportRecord {
  const byUid = new Map<string, Group[]>();
  const sharing = new Map<string, number>();
  for (const group of groups) {
    group.found = 0;
    if (group.isOurs) continue;
    for (const uid of group.members) {
      const known = byUid.get(uid);
      if (known) known.push(group);
      else byUid.set(uid, [group]);
    }
  }
  return (record) => {
    const uid = record.uid === undefined ? '' : bareUid(record.uid);
    const before = sharing.get(uid) ?? 0;
    const theirs = record.uid !== undefined && before < MAX_PER_UID ? byUid.get(uid) : undefined;
    if (!theirs) return record;
    sharing.set(uid, before + 1);
    for (const group of theirs) {
      group.found++;
      const { name } = group;
      if (name && record.tags.length < MAX_TAGS && !record.tags.includes(name)) record.tags.push(name);
    }
    return record;
  };
}

function groupLeftOut({ line, name, named, isOurs, found }: Group): BadRecord {
  if (isOurs) return { line, name, reason: 'a kith group; use the JSON export to transfer groups' };
  return { line, name, reason: `a group; its name is now a tag of ${found} of its ${named} members` };
}
