import { createHash } from 'node:crypto';
import type { ImportNote, ImportRecord } from '../records/record.ts';
import { applyDifference, type ContactDifference, compareWithContact, describeDifference } from './difference.ts';
import { type KnownContact, knownFromFile } from './known-contact.ts';
import { normalizeText } from './match-keys.ts';
import { personNameOf } from './names.ts';
import { packedTexts } from './packed-texts.ts';
import { photoId } from './record-ids.ts';

/**
 * The file's data about each contact that its records became. Only this data decides whether two records become one
 * contact, because the service's data may change between two imports of the file.
 */
export interface FileContacts {
  add(id: string, record: ImportRecord): void;
  /** Whether a record may become this contact: no other record did, or the records are certainly the same person. */
  admits(id: string, record: ImportRecord): boolean;
}

interface FileContact {
  known: KnownContact;
  /** Contains digests instead of texts, which may be long. */
  notes: ImportNote[];
  picture?: string;
}

export function fileContacts(): FileContacts {
  const packed = packedTexts();
  const find = (id: string): FileContact | undefined => {
    const text = packed.get(id);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    add(id, record) {
      const before = find(id);
      const known = before
        ? applyDifference(before.known, compareWithContact(before.known, record))
        : knownFromFile(id, record.contact, record.tags);
      const picture = before?.picture ?? (record.photo && photoId(record.photo));
      const notes = [...(before?.notes ?? []), ...digested(record.notes)];
      packed.put(id, JSON.stringify({ known, notes, picture } satisfies Record<keyof FileContact, unknown>));
    },
    admits(id, record) {
      const before = find(id);
      return before === undefined || isSamePerson(before, record);
    },
  };
}

/**
 * Whether a record is certainly the same person as earlier records of its file. Names must be equal, no value may
 * conflict, and one of each pair of lists must contain the other. Household members share a phone number and often a
 * name, so a looser rule would lose people. A record without a name must not add anything.
 */
function isSamePerson({ known, notes, picture }: FileContact, record: ImportRecord): boolean {
  const difference = compareWithContact(known, record);
  if (difference.kept.length > 0) return false;
  if (picture && record.photo && picture !== photoId(record.photo)) return false;
  const own = digested(record.notes);
  const addsNotes = lacks(notes, own);
  const name = normalizeText(personNameOf(record.contact));
  if (name === '') return !addsNotes && describeDifference({ ...difference, tags: [] }).length === 0;
  if (name !== normalizeText(personNameOf(known.contact)) || (addsNotes && lacks(own, notes))) return false;
  return isOneSided(
    difference,
    compareWithContact(knownFromFile('', record.contact, record.tags), { ...record, ...known }),
  );
}

const isOneSided = (difference: ContactDifference, reverse: ContactDifference): boolean =>
  (['emails', 'phones', 'addresses'] as const).every(
    (list) => difference[list].length === 0 || reverse[list].length === 0,
  );

const lacks = (notes: ImportNote[], others: ImportNote[]): boolean =>
  others.some((other) => !notes.some((note) => sameNote(note, other)));

const digested = (notes: ImportNote[]): ImportNote[] =>
  notes.map((note) => ({ ...note, text: createHash('sha256').update(note.text).digest('base64') }));

/** Compares notes by text, and by time if the file specifies one. Otherwise the service chose the time. */
export function sameNote(present: ImportNote, note: ImportNote): boolean {
  if (present.text !== note.text) return false;
  if (note.day) return (present.day ?? present.eventTime?.slice(0, 10)) === note.day;
  return note.eventTime === undefined || present.eventTime === note.eventTime;
}
