import { append } from '../../shared/lists.ts';
import type { CardLine, CardVersion } from './line.ts';

/** Changes to the lines of a card: what comes in the place of a line, and what is new. */
export interface Edits {
  version: CardVersion;
  lines: CardLine[];
  instead: Map<CardLine, CardLine[]>;
  added: CardLine[];
  /** How many properties are in a group. */
  grouped: Map<string, number>;
}

/** Said about the other properties of their group: nothing by themselves. */
const ABOUT_GROUP = new Set(['X-ABLABEL', 'X-ABADR']);

const isAboutGroup = ({ property }: CardLine): boolean => ABOUT_GROUP.has(property.name);

export function editsOf(lines: CardLine[], version: CardVersion): Edits {
  return { version, lines, instead: new Map(), added: [], grouped: countGroups(lines) };
}

/** Puts a line in the place of another, or at the end; nothing in its place takes it away. */
export function put({ instead, added }: Edits, old: CardLine | undefined, lines: CardLine[]): void {
  if (old) instead.set(old, lines);
  else append(added, lines);
}

/** The lines as they are after all changes, without labels of what is gone. */
export function edited({ lines, instead, added, grouped }: Edits): CardLine[] {
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

/** The name of a group that the card does not have. */
export function freeGroup({ grouped }: Edits): string {
  let number = 1;
  while (grouped.has(`item${number}`)) number++;
  grouped.set(`item${number}`, 0);
  return `item${number}`;
}
