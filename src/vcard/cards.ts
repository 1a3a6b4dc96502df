import type { ContentLine } from './lines.ts';
import { type Property, readProperty } from './property.ts';
import type { BadRecord } from './types.ts';

const VERSIONS = ['2.1', '3.0', '4.0'] as const;
export type Version = (typeof VERSIONS)[number];

export interface Card {
  line: number;
  version: Version;
  properties: Property[];
  warnings: string[];
  /** Broken parts; the rest of the card was read. */
  faults: CardError[];
}

export interface CardError {
  line: number;
  /** The reason for refusing the card if only intact cards are accepted. */
  reason: string;
  /** The report's warning if the card is kept. */
  warning: string;
}

interface OpenCard {
  line: number;
  properties: Property[];
  warnings: string[];
  faults: CardError[];
  /** Depth of open cards inside this one: the AGENT of vCard 2.1. */
  nested: number;
  /** Lines of the nested cards. */
  inner: ContentLine[];
  /** Whether the line before was an AGENT whose card follows. */
  agent: boolean;
}

const MARKER = /^[ \t]*(BEGIN|END)[ \t]*:[ \t]*VCARD[ \t]*$/i;
const AGENT = /^[ \t]*AGENT[^:]*:[ \t]*$/i;
/** A line that begins a card whose BEGIN is missing or broken. */
const FIRST_LINE = /^[ \t]*(?:VERSION[ \t]*:[ \t]*(?:2\.1|3\.0|4\.0)[ \t]*$|F?N[;:])/i;

interface CardOptions {
  /** Whether the file was UTF-16. */
  transcoded: boolean;
  /** Receives text that is not part of a card. */
  bad: BadRecord[];
  /** Whether to read a nested AGENT card separately if its owner is never closed. */
  rescue?: boolean;
  /** Matches the beginnings of the lines to read. Default: all lines. */
  wanted?: RegExp;
  /** Whether line numbers are relative to the beginning of the card instead of the file. */
  linesOfCard?: boolean;
}

/**
 * Groups content lines into cards. A broken line loses only that line. A card without BEGIN or END, or with an unknown
 * version, is kept with everything that can be read. A card inside AGENT (vCard 2.1) is skipped with a warning for its
 * owner.
 */
export function* readCards(lines: Iterable<ContentLine>, options: CardOptions): Generator<Card> {
  const { bad, rescue = true } = options;
  let open: OpenCard | undefined;
  let stray = false;
  // If the owner is never closed, the nested card may be another person's.
  function* unclosed(card: OpenCard, why: string): Generator<Card> {
    const reason = `END:VCARD is missing; ${why}`;
    card.faults.push({ line: card.line, reason, warning: reason });
    yield finished(card);
    if (rescue) yield* readCards(card.inner, { ...options, rescue: false });
  }

  for (const line of lines) {
    if (open && (open.nested > 0 || open.agent)) open.inner.push(line);
    const marker = MARKER.exec(line.bytes)?.[1]?.toUpperCase();
    if (marker === 'BEGIN' && open?.agent) {
      open.nested++;
      open.agent = false;
    } else if (marker === 'BEGIN') {
      if (open) yield* unclosed(open, nextCard(line.line, options));
      open = newCard(line.line);
    } else if (marker === 'END' && open && open.nested > 0) {
      open.nested--;
    } else if (marker === 'END' && open) {
      yield finished(open);
      open = undefined;
    } else if (open) {
      addLine(open, line, options);
    } else if (FIRST_LINE.test(line.bytes)) {
      open = newCard(line.line);
      const reason = 'BEGIN:VCARD is missing';
      open.faults.push({ line: line.line, reason, warning: reason });
      addLine(open, line, options);
    } else if (!stray) {
      bad.push({ line: line.line, reason: marker ? 'END:VCARD without BEGIN:VCARD' : 'text outside a card' });
    }
    stray = open === undefined && marker === undefined;
  }
  if (open) yield* unclosed(open, 'the file ends before it');
}

const nextCard = (line: number, { linesOfCard }: CardOptions): string =>
  `the next card begins ${linesOfCard ? 'before it' : `at line ${line}`}`;

const newCard = (line: number): OpenCard => ({
  ...{ line, properties: [], warnings: [], faults: [], nested: 0, inner: [], agent: false },
});

function addLine(card: OpenCard, given: ContentLine, { transcoded, wanted, linesOfCard }: CardOptions): void {
  const line = linesOfCard ? { ...given, line: given.line - card.line + 1 } : given;
  card.agent = AGENT.test(line.bytes);
  if (card.agent && card.nested === 0) card.warnings.push(`AGENT left out (line ${line.line})`);
  if (card.agent || card.nested > 0) return;
  if (wanted && !wanted.test(line.bytes)) return;
  const property = line.cut ? undefined : readProperty(line, transcoded);
  if (property) card.properties.push(property);
  else card.faults.push(line.cut ? cutOff(line.line) : notAProperty(line.line));
}

const notAProperty = (line: number): CardError => ({
  line,
  reason: 'is not a property (NAME:value)',
  warning: `line ${line} is not a property and was left out`,
});

const cutOff = (line: number): CardError => ({
  line,
  reason: 'has no line end and may be truncated',
  warning: `line ${line} may be truncated and was left out`,
});

/** An unknown version is read like the closest known one. */
function finished({ line, properties, warnings, faults }: OpenCard): Card {
  const named = properties.find(({ name }) => name === 'VERSION')?.value.trim() || '3.0';
  const version = VERSIONS.find((known) => known === named) ?? VERSIONS.find((known) => known[0] === named[0]) ?? '4.0';
  if (version === named) return { line, version, properties, warnings, faults };
  const unknown = `unknown vCard version ${named.slice(0, 20)}`;
  const fault = {
    line,
    reason: `${unknown} (supported: 2.1, 3.0, and 4.0)`,
    warning: `${unknown}, read as ${version}`,
  };
  return { line, version, properties, warnings, faults: [fault, ...faults] };
}
