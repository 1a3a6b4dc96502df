import type { ArchiveRow } from '../../../contract/archive.ts';
import { hashedUuid } from '../../matching/record-ids.ts';
import type { Relationship } from './account.ts';
import { contactId } from './ids.ts';

/** Monica writes these without spaces. */
const WORDS: Record<string, string> = {
  inlovewith: 'in love with',
  lovedby: 'loved by',
  bestfriend: 'best friend',
  stepparent: 'step-parent',
  stepchild: 'step-child',
};
const wordsOf = (type: string): string => WORDS[type] ?? type.replaceAll('_', ' ');

interface RelatedPair {
  a: string;
  b: string;
  /** What each person is to the other. */
  ofA: Set<string>;
  ofB: Set<string>;
}

/**
 * Builds one relation per pair of contacts, with all labels of both sides. Monica has a row for each direction and
 * kind.
 */
export function relationRows(relationships: Relationship[], known: ReadonlySet<string>): ArchiveRow[] {
  const pairs = new Map<string, RelatedPair>();
  for (const { from, to, type, reverse } of relationships) {
    if (from === to || !known.has(from) || !known.has(to)) continue;
    const [a, b] = from < to ? [from, to] : [to, from];
    const pair = pairs.get(`${a} ${b}`) ?? { a, b, ofA: new Set<string>(), ofB: new Set<string>() };
    pairs.set(`${a} ${b}`, pair);
    (to === a ? pair.ofA : pair.ofB).add(wordsOf(type));
    if (reverse) (from === a ? pair.ofA : pair.ofB).add(wordsOf(reverse));
  }
  return [...pairs.values()].map(({ a, b, ofA, ofB }) => ({
    id: hashedUuid(`monica relation ${a} ${b}`),
    source: contactId(a),
    destination: contactId(b),
    source_contact: labelOf(ofA),
    destination_contact: labelOf(ofB),
  }));
}

const labelOf = (words: Set<string>): string | null => [...words].sort().join(', ') || null;
