// Truncates text with single spaces. Lengths are in UTF-16 code units.

const ELLIPSIS = '…';

/** Whether an excerpt shares its start and its end with the original text. */
interface Ends {
  atStart: boolean;
  atEnd: boolean;
}

const segmenters = new Map<string, Intl.Segmenter>();

function boundariesOf(text: string, granularity: 'word' | 'grapheme'): number[] {
  // Created lazily to keep startup fast.
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, segmenter);
  return Array.from(segmenter.segment(text), ({ index }) => index);
}

/** Characters around a cut that can affect where its words and graphemes end. */
const CONTEXT = 100;
/** Maximum word length, in characters. Longer words, such as URLs and text without spaces, are cut inside. */
const MAX_WORD_LENGTH = 60;

/**
 * Finds the cut position in `from`..`to` that is nearest to the given edge. Prefers a space, then a word boundary (as
 * in Chinese), then a grapheme boundary. Returns undefined if there is none.
 */
function findCut(text: string, from: number, to: number, edge: 'first' | 'last', isWhole: Ends): number | undefined {
  const [nearFrom, nearTo] =
    edge === 'first' ? [from, Math.min(to, from + MAX_WORD_LENGTH)] : [Math.max(from, to - MAX_WORD_LENGTH), to];
  const spaces: number[] = [];
  for (let at = nearFrom; at <= nearTo; at++) {
    const isEnd = (at === 0 && isWhole.atStart) || (at === text.length && isWhole.atEnd);
    if (isEnd || text[at] === ' ' || text[at - 1] === ' ') spaces.push(at);
  }
  if (spaces.length > 0) return spaces.at(edge === 'first' ? 0 : -1);
  const start = Math.max(0, from - CONTEXT);
  const piece = text.slice(start, to + CONTEXT);
  for (const granularity of ['word', 'grapheme'] as const) {
    // The slice starts at an arbitrary offset, so its start is not a boundary.
    const inner = boundariesOf(piece, granularity).slice(1);
    const places = inner.map((at) => start + at).filter((at) => at >= from && at <= to);
    if (places.length > 0) return places.at(edge === 'first' ? 0 : -1);
  }
  return undefined;
}

/** Truncates a text at its end to `longest` characters, with `…` if it was cut. */
export const cutAtEnd = (text: string, longest: number, atEnd = true): string =>
  cutAround(text, { start: 0, end: 0 }, longest, { atStart: true, atEnd });

/**
 * Truncates a text to `longest` characters around a range, with `…` at each cut. A third of the remaining room goes
 * before it.
 */
export function cutAround(
  text: string,
  { start, end }: { start: number; end: number },
  longest: number,
  isWhole: Ends,
): string {
  if (isWhole.atStart && isWhole.atEnd && text.length <= longest) return text;
  const room = Math.max(0, longest - 2 - (end - start));
  const lead = Math.max(Math.floor(room / 3), room - (text.length - end));
  const begin = findCut(text, Math.max(0, start - lead), start, 'first', isWhole) ?? start;
  const before = begin === 0 && isWhole.atStart ? '' : ELLIPSIS;
  const rest = longest - before.length;
  if (isWhole.atEnd && text.length - begin <= rest) return before + text.slice(begin).trim();
  const limit = Math.min(text.length, begin + rest - 1);
  const least = end > begin && end <= limit ? end : begin + 1;
  const last =
    findCut(text, least, limit, 'last', isWhole) ?? findCut(text, begin + 1, limit, 'last', isWhole) ?? begin;
  return before + text.slice(begin, last).trim() + ELLIPSIS;
}
