import { createHash } from 'node:crypto';
import type { PhotoData } from '../../vcard/types.ts';
import type { ImportRecord } from '../records/record.ts';

export interface IdentifiedRecord {
  record: ImportRecord;
  /** Id for a new contact. It is always the same for the same card, in every service. */
  id: string;
  /** Line of an identical card earlier in the file. */
  sameAs?: number;
}

/**
 * Assigns ids with which a second run, or a run after a crash, finds the records: the UID if there is one, otherwise a
 * hash of the content. A UID shared by different cards is ignored.
 */
export function identify(records: ImportRecord[]): IdentifiedRecord[] {
  return records.map(identifier(contestedIds(records)));
}

/** Ids that several different records would get. */
export function contestedIds(records: Iterable<ImportRecord>): Set<string> {
  const first = new Map<string, string>();
  const contested = new Set<string>();
  for (const record of records) {
    if (record.uid === undefined) continue;
    const [id, content] = [uidToId(record.uid), contentHash(record)];
    if ((first.get(id) ?? content) !== content) contested.add(id);
    first.set(id, content);
  }
  return contested;
}

/** Identifies a file's records in order. `contested` are ids that no record gets. */
export function identifier(contested: ReadonlySet<string>): (record: ImportRecord) => IdentifiedRecord {
  const lines = new Map<string, number>();
  return (record) => {
    const content = contentHash(record);
    const sameAs = lines.get(content);
    if (sameAs === undefined) lines.set(content, record.line);
    const ownId = record.uid === undefined ? undefined : uidToId(record.uid);
    const id = ownId !== undefined && !contested.has(ownId) ? ownId : hashedUuid(`content:${content}`);
    return { record, id, ...(sameAs !== undefined && { sameAs }) };
  };
}

const UUID = /^(?:urn:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** A UID that is a UUID becomes the id, so that a contact exported from kith is recognized on import. */
export const uidToId = (uid: string): string => UUID.exec(uid)?.[1]?.toLowerCase() ?? hashedUuid(`uid:${uid}`);

/** A version 8 UUID (RFC 9562 section 5.8) derived from a hash of the text. */
export function hashedUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A photo's id in the service: equal for equal pictures, so that a second import recognizes it. */
export const photoId = ({ bytes }: PhotoData): string => createHash('sha256').update(bytes).digest('hex');

function contentHash({ contact, notes, tags, uid, photo }: ImportRecord): string {
  const picture = photo && photoId(photo);
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ contact, notes, tags, uid, picture })))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
