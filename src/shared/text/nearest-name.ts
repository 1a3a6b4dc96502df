// Suggests which known name was meant by an unknown one.

/** Longer names are not compared, because the cost grows with the length. */
const MAX_NAME_LENGTH = 80;

/** Normalizes spelling: `contact_id`, `contactId` and `Contact ID` are equal. */
export const normalizedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A known name that differs only in spelling or by a plural s. */
export function sameName(name: string, known: readonly string[]): string | undefined {
  const word = normalizedName(name);
  return word === ''
    ? undefined
    : known.find((one) => [word, `${word}s`].includes(normalizedName(one)) || `${normalizedName(one)}s` === word);
}

/**
 * The most likely known name: the same, a misspelled one, one that contains the word (`emails` matches
 * `contact_emails`), or one that the word contains (`new_name` matches `name`).
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  return sameName(name, known) ?? misspelled(normalizedName(name), known) ?? holding(name, known);
}

function misspelled(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((one) => ({ one, distance: editDistance(normalizedName(one), word) }));
  const [nearest] = ranked.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= Math.floor(word.length / 3) ? nearest.one : undefined;
}

/** Matches whole parts of names: `calendar` does not contain `end`. */
function holding(name: string, known: readonly string[]): string | undefined {
  const stem = normalizedName(name).replace(/s$/, '');
  const said = endings(name);
  const holds = (one: string) => endings(one).some((ending) => ending.startsWith(stem));
  const isHeld = (one: string) => said.some((ending) => ending.startsWith(normalizedName(one)));
  const longEnough = stem.length >= 3 ? known.filter(holds) : [];
  const [shortest] = longEnough.sort((a, b) => a.length - b.length);
  const [longest] = known.filter((one) => one.length >= 4 && isHeld(one)).sort((a, b) => b.length - a.length);
  return shortest ?? longest;
}

/** The endings of a name at each part: `contact_emails` has `contactemails` and `emails`. */
function endings(name: string): string[] {
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').split(/[^\p{L}\p{N}]+/u);
  return parts.map((_, index) => normalizedName(parts.slice(index).join('')));
}

/** Number of insertions, deletions, substitutions and swaps of neighbors that turn one string into the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(exchanged, row[j]! + 1, next[j - 1]! + 1, isSwap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
