import { bareUid, type ImportRecord, type RelatedCard } from '../records/record.ts';

/** Maps a file's records to contacts, and collects the relations between them. */
export interface FileRelations {
  became(record: ImportRecord, id: string): void;
  /** The relations, once all contacts are known. */
  pairs(): RelatedPair[];
}

type RecordPlace = Pick<ImportRecord, 'line' | 'file'>;

/** Two related people of one file, with each person's relation to the other if known. */
interface RelatedPair extends Pick<RelatedPeople, 'place'> {
  source: string;
  destination: string;
  source_contact: string | null;
  destination_contact: string | null;
}

interface RelatedPeople {
  place: RecordPlace;
  /** UID of the card that lists the others. */
  own: string;
  others: RelatedCard[];
}

const nameOf = (uid: string, { file = '' }: RecordPlace) => `${file} ${bareUid(uid)}`;

export function relationsOfFile(): FileRelations {
  const people = new Map<string, string>();
  const related: RelatedPeople[] = [];
  return {
    became({ uid, related: others = [], line, file }, id) {
      const place = { line, ...(file && { file }) };
      if (uid !== undefined) people.set(nameOf(uid, place), id);
      if (others.length > 0) related.push({ place, own: id, others });
    },
    pairs() {
      const pairs = new Map<string, RelatedPair>();
      for (const { place, own, others } of related) {
        for (const { uid, what } of others) {
          const other = people.get(nameOf(uid, place));
          if (other === undefined || own === other) continue;
          const mirrored = pairs.get(`${other} ${own}`);
          if (mirrored) mirrored.source_contact ??= what ?? null;
          else
            pairs.set(`${own} ${other}`, {
              ...{ place, source: own, destination: other },
              ...{ source_contact: null, destination_contact: what ?? null },
            });
        }
      }
      return [...pairs.values()];
    },
  };
}
