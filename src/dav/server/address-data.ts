import { CARD, childOf, childrenOf, DAV, type Element } from '../client/xml.ts';
import { contentLines } from './content-lines.ts';
import type { CardVersion } from './principal.ts';
import { refusal } from './refusal.ts';

/** The card format that a report requests (RFC 6352, 10.4). */
export interface AddressData {
  version: CardVersion;
  /** Requested properties by name in upper case, and whether to include their values. Missing for whole cards. */
  only?: Map<string, { withValue: boolean }>;
}

/** Undefined if a report requests no cards. Throws 403 for an unsupported format. */
export function addressDataIn(report: Element): AddressData | undefined {
  const asked = childOf(childOf(report, DAV, 'prop'), CARD, 'address-data');
  if (!asked) return undefined;
  const { 'content-type': type = 'text/vcard', version = '3.0' } = asked.attributes;
  if (type.toLowerCase() !== 'text/vcard' || !isVersion(version))
    throw refusal(403, '<C:supported-address-data/>', 'Cards are available as text/vcard version 3.0 or 4.0.');
  const properties = childrenOf(asked, CARD, 'prop');
  if (properties.length === 0 || childOf(asked, CARD, 'allprop')) return { version };
  const only = properties.map(({ attributes: { name = '', novalue } }): [string, { withValue: boolean }] => [
    name.toUpperCase(),
    { withValue: novalue !== 'yes' },
  ]);
  return { version, only: new Map(only) };
}

const isVersion = (version: string): version is CardVersion => version === '3.0' || version === '4.0';

/** Lines that every card must have. */
const ALWAYS = ['BEGIN', 'VERSION', 'END'];

/** Reduces a card to the requested properties. */
export function partOf(card: string, { only }: AddressData): string {
  if (!only) return card;
  const lines = contentLines(card).flatMap(({ name, folded }) => {
    if (ALWAYS.includes(name)) return [folded];
    const asked = only.get(name);
    if (!asked) return [];
    return asked.withValue ? [folded] : [folded.replace(/\r\n[ \t]/g, '').replace(HEAD, '$1')];
  });
  return lines.map((line) => `${line}\r\n`).join('');
}

const HEAD = /^((?:"[^"]*"|[^":])*:).*$/s;

/** Version to return for an `Accept` header: 4.0 if preferred over 3.0, which is the default. */
export function versionFor(accept: string | null): CardVersion {
  let best: { version: CardVersion; quality: number } = { version: '3.0', quality: 0 };
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    const parameter = (name: string) => parameters.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
    const version = parameter('version')?.replaceAll('"', '') ?? '3.0';
    const quality = Number(parameter('q') ?? 1);
    if (type === 'text/vcard' && isVersion(version) && quality > best.quality) best = { version, quality };
  }
  return best.version;
}
