import { groupBy } from '../../shared/lists.ts';
import { readDay } from '../../vcard/dates.ts';
import { phoneOf } from '../../vcard/parts.ts';
import { basicDay, escapeText } from '../../vcard/text.ts';
import { parameter, plainValue, preference, typeValues } from '../../vcard/values.ts';
import { type CardLine, type CardVersion, changedLine, newLine } from './line.ts';
import { inBase64 } from './parse-card.ts';
import { byPreference } from './read-fields.ts';

/** Converts a card's properties to the other version. Lines that are the same in both versions are kept as written. */
export function converted(lines: CardLine[], to: CardVersion): CardLine[] {
  return to === '4.0' ? lines.map(asFour) : preferredFirst(lines).map(asThree);
}

type Parameters = Map<string, string[]>;

/** Apple's names for properties that 4.0 defines (RFC 6350, 6.1.4 and 6.6.5). */
const RENAMED = new Map([
  ['X-ADDRESSBOOKSERVER-KIND', 'KIND'],
  ['X-ADDRESSBOOKSERVER-MEMBER', 'MEMBER'],
]);
const RENAMED_BACK = new Map([...RENAMED].map(([three, four]) => [four, three]));

const ADDRESSES = ['URL', 'IMPP', 'X-SOCIALPROFILE', 'PHOTO', 'LOGO', 'SOUND', 'KEY'];
/** Media type for the TYPE of a 3.0 property. */
const MEDIA = new Map([
  ['PHOTO', 'image'],
  ['LOGO', 'image'],
  ['SOUND', 'audio'],
  ['KEY', 'application'],
]);
/** Properties in which 3.0 escapes semicolons and 4.0 does not. */
const TEXTS = ['FN', 'TITLE', 'ROLE', 'NOTE', 'NICKNAME', 'EMAIL', 'TEL', 'CATEGORIES'];
const DAYS = ['BDAY', 'ANNIVERSARY', 'X-ANNIVERSARY', 'DEATHDATE'];

function asFour(line: CardLine): CardLine {
  const { property } = line;
  const renamed = RENAMED.get(property.name);
  if (renamed) return newLine({ ...property, name: renamed }, '4.0');
  if (property.encoding === 'base64') return asDataAddress(line);
  const parameters: Parameters = new Map(property.parameters);
  const kinds = typeValues(property);
  if (kinds.includes('pref')) parameters.set('PREF', ['1']);
  if (kinds.length > 0)
    setTypes(
      parameters,
      kinds.filter((type) => type !== 'pref' && type !== 'internet'),
    );
  const value = valueInFour(line, parameters);
  const same = value === property.value && sameParameters(parameters, property.parameters);
  return same && !property.encoding ? line : changedLine(line, { value, parameters }, '4.0');
}

function valueInFour({ property }: CardLine, parameters: Parameters): string {
  const { name, value } = property;
  if (DAYS.includes(name) && !value.includes('T')) {
    const day = readDay(plainValue(property), parameter(property, 'X-APPLE-OMIT-YEAR'));
    parameters.delete('X-APPLE-OMIT-YEAR');
    return day ? basicDay(day) : value;
  }
  if (TEXTS.includes(name)) return value.replace(/\\[\s\S]/g, (sign) => (sign === '\\;' ? ';' : sign));
  if (name === 'GEO') return value.replace(/^\s*(-?[\d.]+)\s*\\?;\s*(-?[\d.]+)\s*$/, 'geo:$1,$2');
  return ADDRESSES.includes(name) && value.includes('\\') ? plainValue(property).replace(/\s/g, '') : value;
}

/** Converts base64 data to a `data:` URL. */
function asDataAddress({ property }: CardLine): CardLine {
  const parameters: Parameters = new Map(property.parameters);
  const [kind] = typeValues(property).filter((type) => type !== 'pref');
  const type = kind?.includes('/') ? kind : `${MEDIA.get(property.name) ?? 'application'}/${kind ?? 'octet-stream'}`;
  for (const name of ['TYPE', 'VALUE', 'ENCODING', 'CHARSET']) parameters.delete(name);
  const { group, name, value } = property;
  return newLine({ group, name, parameters, value: `data:${type};base64,${value.replace(/\s/g, '')}` }, '4.0');
}

function asThree(line: CardLine): CardLine {
  const { property } = line;
  const renamed = RENAMED_BACK.get(property.name);
  if (renamed && (property.name === 'MEMBER' || property.value.trim().toLowerCase() === 'group'))
    return newLine({ ...property, name: renamed }, '3.0');
  const [, type, data] = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/i.exec(property.value.trim()) ?? [];
  if (data !== undefined && MEDIA.has(property.name)) return fromDataAddress(line, type!, data);
  const parameters: Parameters = new Map(property.parameters);
  const ranked = parameters.delete('PREF') && preference(property) === 1;
  if (ranked) setTypes(parameters, [...typeValues(property), 'pref']);
  if (property.name === 'ADR') parameters.delete('LABEL');
  const value = valueInThree(line, parameters);
  const same = value === property.value && sameParameters(parameters, property.parameters);
  // The writer replaces characters that 3.0 does not allow in a parameter.
  const foreign = [...parameters.values()].some((values) => values.some((text) => /["\n^]/.test(text)));
  return same && !foreign && !property.encoding ? line : changedLine(line, { value, parameters }, '3.0');
}

function valueInThree({ property }: CardLine, parameters: Parameters): string {
  const { name, value } = property;
  const text = plainValue(property);
  if (name === 'TEL') {
    parameters.delete('VALUE');
    if (/^tel:/i.test(text)) return escapeText(phoneOf(property));
  }
  if (TEXTS.includes(name)) return value.replace(/\\[\s\S]|;/g, (sign) => (sign === ';' ? '\\;' : sign));
  if (DAYS.includes(name) && !value.includes('T')) {
    const day = readDay(text);
    if (!day?.startsWith('--')) return day ?? value;
    parameters.set('X-APPLE-OMIT-YEAR', ['1604']);
    return `1604${day.slice(1)}`;
  }
  if (MEDIA.has(name) && /^https?:/i.test(text)) parameters.set('VALUE', ['uri']);
  return name === 'GEO' ? value.replace(/^geo:(-?[\d.]+),(-?[\d.]+).*$/i, '$1;$2') : value;
}

function fromDataAddress({ property }: CardLine, type: string, data: string): CardLine {
  const parameters: Parameters = new Map(property.parameters);
  const kind = type.replace(/^(?:image|audio|application)\//, '').toUpperCase();
  for (const name of ['VALUE', 'MEDIATYPE', 'PREF']) parameters.delete(name);
  setTypes(parameters, kind && kind !== 'OCTET-STREAM' ? [kind] : []);
  return inBase64({ ...property, parameters }, data);
}

/**
 * Sorts properties with the same name by preference, because 3.0 can mark only one as preferred. The positions of each
 * name stay the same.
 */
function preferredFirst(lines: CardLine[]): CardLine[] {
  const byName = groupBy(lines, ({ property }) => property.name);
  const queues = new Map([...byName].map(([name, same]) => [name, byPreference(same).values()]));
  return lines.map((line) => queues.get(line.property.name)!.next().value ?? line);
}

function setTypes(parameters: Parameters, values: string[]): void {
  if (values.length > 0) parameters.set('TYPE', [...new Set(values)]);
  else parameters.delete('TYPE');
}

const sameParameters = (a: Parameters, b: Parameters): boolean =>
  a.size === b.size && [...a].every(([name, values]) => values.join('\n') === b.get(name)?.join('\n'));
