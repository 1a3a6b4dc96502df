import type { Fields } from '../../contract/contact-markdown.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { truncateToFit } from './reply-size.ts';

/** Maximum bytes of an overview, with its marks. It is read at the start of a conversation, so it must be small. */
export const OVERVIEW_BYTES = 3_000;

/** The rest is for `note` and `next`. */
const BUDGET = OVERVIEW_BYTES - 400;

/** Maximum characters of names. The shorter ones are for names that are long in bytes. */
const NAME_LENGTHS = [60, 30, 15];

/** The lists, each with the field for the names of further rows, and with how many rows stay whole. */
const LISTS: { list: string; names?: string; whole: number }[] = [
  { list: 'groups', names: 'more_groups', whole: 3 },
  { list: 'tags', names: 'more_tags', whole: 3 },
  { list: 'custom_fields', names: 'more_custom_fields', whole: 1 },
  { list: 'due', whole: 1 },
  { list: 'recent_people', whole: 1 },
  { list: 'accounts', whole: 1 },
];

interface Section {
  list: string;
  names: string | undefined;
  whole: number;
  rows: Fields[];
  more: string[];
  leftOut: number;
}

/**
 * Shortens an overview until it fits. The largest list loses its last row first. Groups, tags, and custom fields keep the
 * row's name, which tools accept in place of the id, as long as the names fit.
 */
export function fittedOverview(reply: Fields): Fields {
  for (const length of NAME_LENGTHS) {
    const fitting = withFewerRows(withShortNames(reply, length) as Fields);
    if (fitting) return fitting;
  }
  // A remote service may send anything.
  return truncateToFit(reply, BUDGET);
}

/** Undefined if even the fewest rows do not fit. */
function withFewerRows(data: Fields): Fields | undefined {
  const sections = LISTS.map(({ list, names, whole }): Section => {
    const rows = Array.isArray(data[list]) ? [...data[list]] : [];
    return { list, names, whole, rows, more: [], leftOut: 0 };
  });
  let shown = data;
  while (bytes(shown) > BUDGET) {
    const largest = sections.filter(canShrink).sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (!largest) return undefined;
    shrink(largest);
    shown = { ...data, ...shownAs(sections.filter(({ list }) => list in data)) };
  }
  return shown;
}

/** Explains how to get the rest of lists that were cut. */
export const omitted = (reply: Fields): string[] =>
  LISTS.some(({ list, names = '' }) => names in reply || `${list}_left_out` in reply)
    ? ['Cut to fit: list_groups, list_tags, list_custom_fields, and get_briefing show everything. Names do as ids.']
    : [];

const canShrink = ({ rows, whole, more }: Section): boolean => rows.length > whole || more.length > 0;
const sizeOf = ({ rows, more }: Section): number => bytes([rows, more]);

function shrink(section: Section): void {
  const { rows, whole, names, more } = section;
  const row = rows.length > whole ? rows.pop() : undefined;
  if (row && names) more.unshift(String(row.name));
  else {
    if (!row) more.pop();
    section.leftOut++;
  }
}

const shownAs = (sections: Section[]): Fields =>
  Object.fromEntries(
    sections.flatMap(({ list, names, rows, more, leftOut }): [string, unknown][] => [
      [list, rows],
      ...(names && more.length > 0 ? [[names, more] as [string, unknown]] : []),
      ...(leftOut > 0 ? [[`${list}_left_out`, leftOut] as [string, unknown]] : []),
    ]),
  );

/** Cuts names, which can have hundreds of characters. */
function withShortNames(value: unknown, length: number, field = ''): unknown {
  if (typeof value === 'string') return CUT.has(field) ? cut(value, length) : value;
  if (Array.isArray(value)) return value.map((one) => withShortNames(one, length, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withShortNames(inner, length, name)]));
}

const CUT = new Set(['name', 'full_name', 'categories', 'email']);

function cut(text: string, length: number): string {
  const characters = [...text.slice(0, length * 2)];
  // The cut can separate joined characters.
  return characters.length > length ? `${sanitize(characters.slice(0, length - 1).join(''))}…` : text;
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
