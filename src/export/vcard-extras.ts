import { append } from '../shared/lists.ts';
import { readDay } from '../vcard/dates.ts';
import { basicDay, escapeText, parameters } from '../vcard/text.ts';

// An import keeps values without a field as lines of the description. The export also writes them as properties that
// other programs know. The description is exported completely too, so reimporting finds the lines there and adds none.

/** RFC 6350 section 6.6.6 relations by common words for them. */
const RELATIONS: Record<string, string> = {
  ...Object.fromEntries(
    ['contact', 'acquaintance', 'friend', 'met', 'co-worker', 'colleague', 'co-resident', 'neighbor', 'child'].map(
      same,
    ),
  ),
  ...Object.fromEntries(['parent', 'sibling', 'spouse', 'kin', 'sweetheart', 'agent', 'emergency'].map(same)),
  ...{ mother: 'parent', father: 'parent', brother: 'sibling', sister: 'sibling', son: 'child', daughter: 'child' },
  ...{ partner: 'spouse', husband: 'spouse', wife: 'spouse', children: 'child', related: '' },
};
/** Relations with separate properties that address books read. */
const OWN: Record<string, string> = { manager: 'X-MANAGER', assistant: 'X-ASSISTANT' };

function same(word: string): [string, string] {
  return [word, word];
}

export interface Extras {
  nicknames: string[];
  departments: string[];
  /** Complete content lines. */
  lines: string[];
}

const LINE = /^(\p{L}[\p{L} -]{0,30}): (.+)$/u;

/** Parses description lines with labels that have a vCard property. */
export function extrasIn(description: string | null | undefined): Extras {
  const extras: Extras = { nicknames: [], departments: [], lines: [] };
  for (const line of (description ?? '').split('\n')) {
    const [, label = '', text = ''] = LINE.exec(line.trim()) ?? [];
    const name = label.toLowerCase();
    const relation = Object.hasOwn(RELATIONS, name) ? RELATIONS[name] : undefined;
    if (name === 'nickname') extras.nicknames.push(text);
    else if (name === 'department') extras.departments.push(text);
    else if (name === 'anniversary') append(extras.lines, anniversary(text, extras.lines));
    else if (relation !== undefined) extras.lines.push(related(name, relation, text));
    else if (Object.hasOwn(OWN, name)) extras.lines.push(`${OWN[name]}:${escapeText(text)}`);
  }
  return extras;
}

/** A card has at most one ANNIVERSARY. */
function anniversary(text: string, lines: string[]): string[] {
  if (lines.some((line) => line.startsWith('ANNIVERSARY'))) return [];
  const day = readDay(text);
  return [day ? `ANNIVERSARY:${basicDay(day)}` : `ANNIVERSARY;VALUE=text:${escapeText(text)}`];
}

/** A relation to another card in the same file. */
export function relationLine(what: string | null | undefined, otherId: string): string {
  const type = RELATIONS[what?.toLowerCase() ?? ''];
  return `RELATED${parameters({ ...(type && { TYPE: type }), 'X-KITH-RELATION': what ?? '' })}:urn:uuid:${otherId}`;
}

function related(label: string, type: string, text: string): string {
  const named = type === label || type === '' ? {} : { 'X-LABEL': label };
  return `RELATED${parameters({ VALUE: 'text', ...(type && { TYPE: type }), ...named })}:${escapeText(text)}`;
}
