import type { DeadProperty } from '../../shared/cards/address-book.ts';
import { CARD, DAV } from '../client/xml.ts';
import type { Principal } from './principal.ts';
import type { CollectionKind, DavResource, DavResources } from './resources.ts';
import { CALENDAR_SERVER, element, href, status, text, type XmlName } from './xml.ts';

/** Maximum size of a card, including its picture. */
export const MAX_CARD_BYTES = 16 * 1024 * 1024;

export const CARD_TYPE = 'text/vcard; charset=utf-8';

export const etagOf = (change: number): string => `"${change}"`;

/** A resource whose properties are requested. */
export interface PropertySubject {
  resource: DavResource;
  /** Of a card: number of its last change. */
  change?: number;
  /** Of a card, if a report requests it. */
  data?: string | undefined;
  /** Properties set by clients. */
  dead?: DeadProperty[] | undefined;
}

/** The data that properties are computed from. */
export interface PropertySource {
  principal: Principal;
  resources: DavResources;
  /** Number of the address book's last change. */
  state(): Promise<number>;
  tokenOf(state: number): string;
}

/** XML content of a property. Undefined if the resource does not have the property. */
type Value = string | undefined;

interface Property extends XmlName {
  of(subject: PropertySubject, source: PropertySource): Value | Promise<Value>;
  /** Excluded from `allprop`, because it is expensive or because its RFC says so. */
  named?: true;
}

const dav = (name: string, of: Property['of']): Property => ({ space: DAV, name, of });
const onlyNamed = (space: string, name: string, of: Property['of']): Property => ({ space, name, of, named: true });

const at = (kinds: CollectionKind[], value: (source: PropertySource) => Value | Promise<Value>): Property['of'] => {
  return ({ resource }, source) => (kinds.includes(resource.kind as CollectionKind) ? value(source) : undefined);
};
const inBook = (value: (source: PropertySource) => Value | Promise<Value>) => at(['book'], value);

const TYPES: Record<DavResource['kind'], string> = {
  root: '<D:collection/>',
  principals: '<D:collection/>',
  principal: '<D:collection/><D:principal/>',
  books: '<D:collection/>',
  home: '<D:collection/>',
  book: '<D:collection/><C:addressbook/>',
  card: '',
};

const BOOK_NAME = 'kith';
const BOOK_WORDS = 'Contacts and groups in kith';

const displayName: Property['of'] = ({ resource: { kind } }, { principal: { name, email } }) => {
  if (kind === 'book') return BOOK_NAME;
  return kind === 'principal' || kind === 'home' ? text(name ?? email) : undefined;
};

const READS = ['read', 'read-current-user-privilege-set'];
const WRITES: Partial<Record<DavResource['kind'], string[]>> = {
  book: ['write', 'write-content', 'write-properties', 'bind', 'unbind'],
  card: ['write', 'write-content', 'write-properties'],
};

const privileges: Property['of'] = ({ resource: { kind } }, { principal: { mayWrite } }) =>
  [...READS, ...((mayWrite && WRITES[kind]) || [])].map((one) => `<D:privilege><D:${one}/></D:privilege>`).join('');

const REPORTS = ['<C:addressbook-multiget/>', '<C:addressbook-query/>', '<D:sync-collection/>']
  .map((report) => `<D:supported-report><D:report>${report}</D:report></D:supported-report>`)
  .join('');

const VERSIONS = ['3.0', '4.0']
  .map((version) => `<C:address-data-type content-type="text/vcard" version="${version}"/>`)
  .join('');

/** The collations of RFC 6352, 8.3.1, and the bytewise one of RFC 4790. */
export const COLLATIONS = ['i;unicode-casemap', 'i;ascii-casemap', 'i;octet'];

const principalHref: Property['of'] = (_, { resources }) => href(resources.principal.href);

/** All live properties. Requests for others get a 404. */
const PROPERTIES: Property[] = [
  dav('resourcetype', ({ resource }) => TYPES[resource.kind]),
  dav('displayname', displayName),
  dav('getetag', ({ change }) => (change === undefined ? undefined : text(etagOf(change)))),
  dav('getcontenttype', ({ resource }) => (resource.kind === 'card' ? CARD_TYPE : undefined)),
  onlyNamed(DAV, 'current-user-principal', principalHref),
  onlyNamed(DAV, 'current-user-privilege-set', privileges),
  onlyNamed(DAV, 'owner', principalHref),
  onlyNamed(DAV, 'principal-collection-set', (_, { resources }) => href(resources.inside('root')[0]!.href)),
  onlyNamed(DAV, 'supported-report-set', ({ resource }) => (resource.kind === 'book' ? REPORTS : '')),
  onlyNamed(
    DAV,
    'sync-token',
    inBook(async ({ state, tokenOf }) => text(tokenOf(await state()))),
  ),
  onlyNamed(
    DAV,
    'principal-URL',
    at(['principal'], ({ resources }) => href(resources.principal.href)),
  ),
  onlyNamed(
    DAV,
    'alternate-URI-set',
    at(['principal'], () => ''),
  ),
  onlyNamed(
    DAV,
    'group-membership',
    at(['principal'], () => ''),
  ),
  onlyNamed(
    CARD,
    'addressbook-home-set',
    at(['principal'], ({ resources }) => href(resources.home.href)),
  ),
  onlyNamed(
    CARD,
    'addressbook-description',
    inBook(() => BOOK_WORDS),
  ),
  onlyNamed(
    CARD,
    'supported-address-data',
    inBook(() => VERSIONS),
  ),
  onlyNamed(
    CARD,
    'supported-collation-set',
    inBook(() => COLLATIONS.map((one) => `<C:supported-collation>${one}</C:supported-collation>`).join('')),
  ),
  onlyNamed(
    CARD,
    'max-resource-size',
    inBook(() => String(MAX_CARD_BYTES)),
  ),
  onlyNamed(CARD, 'address-data', ({ data }) => (data === undefined ? undefined : text(data))),
  onlyNamed(
    CALENDAR_SERVER,
    'getctag',
    inBook(async ({ state }) => text(etagOf(await state()))),
  ),
  onlyNamed(
    CALENDAR_SERVER,
    'email-address-set',
    at(['principal'], ({ principal }) => `<CS:email-address>${text(principal.email)}</CS:email-address>`),
  ),
];

const keyOf = ({ space, name }: XmlName): string => `${space} ${name}`;
const BY_NAME = new Map(PROPERTIES.map((one) => [keyOf(one), one]));

/** Properties with a default value that clients may change. */
const SETTABLE = [
  { space: DAV, name: 'displayname' },
  { space: CARD, name: 'addressbook-description' },
].map(keyOf);

/** Whether a property is text about the address book that a client may set. */
export const isSettable = (kind: DavResource['kind'], name: XmlName): boolean =>
  kind === 'book' && SETTABLE.includes(keyOf(name));

/** Whether clients may not set a property. This includes everything in the namespaces of the RFCs. */
export const isProtected = (kind: DavResource['kind'], name: XmlName): boolean =>
  !isSettable(kind, name) && (name.space === DAV || name.space === CARD || BY_NAME.has(keyOf(name)));

/** The properties that a request asks for. */
export interface PropfindRequest {
  names: XmlName[];
  /** Return only property names. */
  namesOnly?: boolean;
  /** Return all common properties in addition to `names`. */
  all?: boolean;
  /** Omit missing properties from the response (RFC 8144, 2.1). */
  minimal: boolean;
}

function requestedNames({ names, all, namesOnly }: PropfindRequest, dead: DeadProperty[]): XmlName[] {
  const common = namesOnly
    ? PROPERTIES.filter(({ name }) => name !== 'address-data')
    : PROPERTIES.filter(({ named }) => all && !named);
  const list: XmlName[] = [...common];
  const listed = new Set(common.map(keyOf));
  for (const one of [...(all || namesOnly ? dead : []), ...names]) {
    if (listed.has(keyOf(one))) continue;
    listed.add(keyOf(one));
    list.push(one);
  }
  return list;
}

const OK = status(200);
const NOT_FOUND = status(404);

/** `<D:response>` of a resource, with its requested properties and those it lacks. */
export async function responseOf(
  subject: PropertySubject,
  asked: PropfindRequest,
  source: PropertySource,
): Promise<string> {
  const found: string[] = [];
  const missing: string[] = [];
  const dead = new Map(subject.dead?.map((one) => [keyOf(one), one.xml]));
  for (const name of requestedNames(asked, subject.dead ?? [])) {
    const set = dead.get(keyOf(name));
    const value = set ?? (await BY_NAME.get(keyOf(name))?.of(subject, source));
    if (set !== undefined && !asked.namesOnly) found.push(set);
    else if (value !== undefined) found.push(element(name, asked.namesOnly ? '' : value));
    else if (asked.names.includes(name)) missing.push(element(name));
  }
  const isTold = missing.length > 0 && !asked.minimal;
  const parts = [
    ...(found.length > 0 || !isTold ? [`<D:propstat><D:prop>${found.join('')}</D:prop>${OK}</D:propstat>`] : []),
    ...(isTold ? [`<D:propstat><D:prop>${missing.join('')}</D:prop>${NOT_FOUND}</D:propstat>`] : []),
  ];
  return `<D:response>${href(subject.resource.href)}${parts.join('')}</D:response>`;
}
