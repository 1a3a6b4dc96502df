import type { BadRecord } from '../../record.ts';
import type { ContentLine } from './lines.ts';
import { type Property, readProperty } from './property.ts';

const VERSIONS = ['2.1', '3.0', '4.0'] as const;
export type Version = (typeof VERSIONS)[number];

export interface Card {
  line: number;
  version: Version;
  properties: Property[];
  warnings: string[];
}

interface OpenCard {
  line: number;
  properties: Property[];
  warnings: string[];
  /** Open cards inside this one: the AGENT of vCard 2.1. */
  nested: number;
  /** Their lines. */
  inner: ContentLine[];
  /** Whether the line before was an AGENT whose card follows. */
  agent: boolean;
}

const MARKER = /^[ \t]*(BEGIN|END)[ \t]*:[ \t]*VCARD[ \t]*$/i;
const AGENT = /^[ \t]*AGENT[^:]*:[ \t]*$/i;

interface CardOptions {
  /** Whether the file was UTF-16. */
  transcoded: boolean;
  /** Takes what is not a card. */
  bad: BadRecord[];
  /** Whether what was taken for an agent's card is looked through where its owner is never closed. */
  rescue?: boolean;
  /** The beginnings of the lines that are read; all without it. */
  wanted?: RegExp;
}

/**
 * Groups content lines into cards. A card that is never closed is reported with its line, and the next one is
 * still read; a card inside AGENT (vCard 2.1) is skipped, with a warning on its owner.
 */
export function* readCards(lines: Iterable<ContentLine>, options: CardOptions): Generator<Card> {
  const { bad, rescue = true } = options;
  let open: OpenCard | undefined;
  let stray = false;
  // Where its owner is never closed, what was taken for an agent's card may be one of its own.
  function* lose({ line, inner }: OpenCard, reason: string): Generator<Card> {
    bad.push({ line, reason });
    if (rescue) yield* readCards(inner, { ...options, rescue: false });
  }

  for (const line of lines) {
    if (open && (open.nested > 0 || open.agent)) open.inner.push(line);
    const marker = MARKER.exec(line.bytes)?.[1]?.toUpperCase();
    if (marker === 'BEGIN' && open?.agent) {
      open.nested++;
      open.agent = false;
    } else if (marker === 'BEGIN') {
      if (open) yield* lose(open, `END:VCARD is missing; the next card begins at line ${line.line}`);
      open = { line: line.line, properties: [], warnings: [], nested: 0, inner: [], agent: false };
    } else if (marker === 'END' && open && open.nested > 0) {
      open.nested--;
    } else if (marker === 'END' && open) {
      const card = closed(open, bad);
      open = undefined;
      if (card) yield card;
    } else if (open) {
      addLine(open, line, options);
    } else if (!stray) {
      bad.push({ line: line.line, reason: marker ? 'END:VCARD without BEGIN:VCARD' : 'text outside a card' });
    }
    stray = open === undefined && marker === undefined;
  }
  if (open) yield* lose(open, 'END:VCARD is missing; the file ends before it');
}

function addLine(card: OpenCard, line: ContentLine, { transcoded, wanted }: CardOptions): void {
  card.agent = AGENT.test(line.bytes);
  if (card.agent && card.nested === 0) card.warnings.push(`AGENT left out (line ${line.line})`);
  if (card.agent || card.nested > 0) return;
  if (wanted && !wanted.test(line.bytes)) return;
  const property = readProperty(line, transcoded);
  if (property) card.properties.push(property);
  else card.warnings.push(`line ${line.line} is not a property and was left out`);
}

function closed(open: OpenCard, bad: BadRecord[]): Card | undefined {
  const { line, properties, warnings } = open;
  const named = properties.find(({ name }) => name === 'VERSION')?.value.trim();
  const version = VERSIONS.find((known) => known === (named || '3.0'));
  if (version) return { line, version, properties, warnings };
  bad.push({ line, reason: `vCard version ${named} is not known; 2.1, 3.0 and 4.0 are` });
  return undefined;
}
