import { bareUid, type ImportRecord, type RelatedCard } from '../records/record.ts';

/** Whose contact each record of a file is, or became, as far as others may name it, and whom it names. */
export interface FileRelations {
  became(record: ImportRecord, id: string): void;
  /** Once all are known. */
  pairs(): Pair[];
}

type Place = Pick<ImportRecord, 'line' | 'file'>;

/** Two people of one file, and what each is to the other as far as their cards say. */
interface Pair extends Pick<Related, 'place'> {
  source: string;
  destination: string;
  source_contact: string | null;
  destination_contact: string | null;
}

interface Related {
  place: Place;
  /** Who names the others. */
  own: string;
  others: RelatedCard[];
}

const nameOf = (uid: string, { file = '' }: Place) => `${file} ${bareUid(uid)}`;

export function relationsOfFile(): FileRelations {
  const people = new Map<string, string>();
  const related: Related[] = [];
  return {
    became({ uid, related: others = [], line, file }, id) {
      const place = { line, ...(file && { file }) };
      if (uid !== undefined) people.set(nameOf(uid, place), id);
      if (others.length > 0) related.push({ place, own: id, others });
    },
    pairs() {
      const pairs = new Map<string, Pair>();
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
