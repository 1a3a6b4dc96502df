import { append } from '../../shared/lists.ts';
import type { CardLine, CardVersion } from './line.ts';

/** Pending changes to a card's lines: replacements and additions. */
export interface CardEdits {
  version: CardVersion;
  lines: CardLine[];
  instead: Map<CardLine, CardLine[]>;
  added: CardLine[];
  /** Number of properties in each group. */
  grouped: Map<string, number>;
}

/** Properties that only describe the other properties in their group. */
const ABOUT_GROUP = new Set(['X-ABLABEL', 'X-ABADR']);

const isAboutGroup = ({ property }: CardLine): boolean => ABOUT_GROUP.has(property.name);

export function editsOf(lines: CardLine[], version: CardVersion): CardEdits {
  return { version, lines, instead: new Map(), added: [], grouped: countGroups(lines) };
}

/** Replaces a line, or appends if there is no old line. An empty list deletes the line. */
export function put({ instead, added }: CardEdits, old: CardLine | undefined, lines: CardLine[]): void {
  if (old) instead.set(old, lines);
  else append(added, lines);
}

/** Returns the lines with all changes applied, without the labels of deleted properties. */
export function applyEdits({ lines, instead, added, grouped }: CardEdits): CardLine[] {
  const now = [...lines.flatMap((line) => instead.get(line) ?? [line]), ...added];
  const left = countGroups(now);
  const isGone = (group: string) => (grouped.get(group) ?? 0) > 0 && !left.has(group);
  return now.filter((line) => !isAboutGroup(line) || !isGone(line.property.group));
}

function countGroups(lines: CardLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { group } = line.property;
    if (group && !isAboutGroup(line)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

/** Reserves a group name that the card does not use. */
export function freeGroup({ grouped }: CardEdits): string {
  let number = 1;
  while (grouped.has(`item${number}`)) number++;
  grouped.set(`item${number}`, 0);
  return `item${number}`;
}
