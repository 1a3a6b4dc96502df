import type { DownloadedBook } from '../../dav/client/download.ts';
import type { ParsedFile } from '../records/record.ts';
import { parseVcards } from './vcard/parse-vcards.ts';

/**
 * Parses an address book's cards as one file, so that groups find their members. `line` is a card's number. Line
 * numbers in warnings are relative to the card.
 */
export function parseCards({ cards, missing }: DownloadedBook): ParsedFile {
  const texts = cards.map((card) => `${card.trimEnd()}\n`);
  const file = parseVcards(Buffer.from(texts.join('')), { linesOfCard: true });
  const starts: number[] = [];
  let line = 1;
  for (const text of texts) {
    starts.push(line);
    line += text.split(/\r\n|\n|\r/).length - 1;
  }
  const numbered = <T extends { line: number }>(parts: T[]): T[] =>
    parts.map((part) => ({ ...part, line: cardAt(starts, part.line) }));
  const lost = missing.map((path) => `the card ${path} was listed but could not be read`);
  const warnings = [...file.warnings, ...lost];
  return {
    ...file,
    records: numbered(file.records),
    bad: numbered(file.bad),
    skipped: numbered(file.skipped),
    warnings,
  };
}

/** Number of the card that contains a line: the last card that starts at or before it. */
function cardAt(starts: number[], line: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}
