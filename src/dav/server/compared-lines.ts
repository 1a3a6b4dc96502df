import { groupBy } from '../../shared/lists.ts';
import { MAX_FOLDED_LENGTH } from '../../shared/text/fold.ts';
import { contentLines, readLine } from './content-lines.ts';

/** Maps text for comparison under a collation. */
export type Fold = (text: string) => string;

/** One value under a collation. It is folded once per collation, on first use. */
export type ComparedValue = (fold: Fold) => string;

export interface ComparedLine {
  value: ComparedValue;
  /** By parameter name in upper case. */
  parameters: Map<string, ComparedValue[]>;
}

/** Groups a card's lines by property name in upper case. Lines are parsed on first use. */
export function comparedLines(card: string): (name: string) => ComparedLine[] {
  const written = groupBy(contentLines(card), ({ name }) => name);
  const parsed = new Map<string, ComparedLine[]>();
  return (name) => {
    const known = parsed.get(name);
    if (known) return known;
    const lines = (written.get(name) ?? []).map(readLine).map(({ value, parameters }) => ({
      value: comparedValue(value),
      parameters: new Map([...parameters].map(([key, values]) => [key, values.map(comparedValue)])),
    }));
    parsed.set(name, lines);
    return lines;
  };
}

/** Only the beginning of a very long value is compared. */
function comparedValue(text: string): ComparedValue {
  const folded = new Map<Fold, string>();
  return (fold) => {
    const known = folded.get(fold) ?? fold(text.slice(0, MAX_FOLDED_LENGTH));
    folded.set(fold, known);
    return known;
  };
}
