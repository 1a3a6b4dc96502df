import type { DeadProperty } from '../../shared/cards/address-book.ts';
import { CARD, DAV } from '../client/xml.ts';
import type { CollectionKind, Place, Places } from './places.ts';
import type { Visitor } from './visitor.ts';
import { CALENDAR_SERVER, element, href, type Name, status, text } from './xml.ts';

/** The largest card that is taken, with its picture. */
export const MOST_CARD_BYTES = 16 * 1024 * 1024;

export const CARD_TYPE = 'text/vcard; charset=utf-8';

export const etagOf = (change: number): string => `"${change}"`;

/** A resource whose properties are told. */
export interface Subject {
  place: Place;
  /** Of a card: the number of its last change. */
  change?: number;
  /** Of a card, where a report asks for it. */
  data?: string | undefined;
  /** What clients have put on it. */
  dead?: DeadProperty[] | undefined;
}

/** What properties are told from. */
export interface Telling {
  visitor: Visitor;
  places: Places;
  /** The number of the last change of the book. */
  state(): Promise<number>;
  tokenOf(state: number): string;
}

/** The XML in a property; undefined where the resource does not have it. */
type Value = string | undefined;

interface Property extends Name {
  of(subject: Subject, telling: Telling): Value | Promise<Value>;
  /** Left out of `allprop`: costly, or by its RFC only for those who name it. */
  named?: true;
}

const dav = (name: string, of: Property['of']): Property => ({ space: DAV, name, of });
const onlyNamed = (space: string, name: string, of: Property['of']): Property => ({ space, name, of, named: true });

const at = (kinds: CollectionKind[], value: (telling: Telling) => Value | Promise<Value>): Property['of'] => {
  return ({ place }, telling) => (kinds.includes(place.kind as CollectionKind) ? value(telling) : undefined);
};
const inBook = (value: (telling: Telling) => Value | Promise<Value>) => at(['book'], value);

const TYPES: Record<Place['kind'], string> = {
  root: '<D:collection/>',
  principals: '<D:collection/>',
  principal: '<D:collection/><D:principal/>',
  books: '<D:collection/>',
  home: '<D:collection/>',
  book: '<D:collection/><C:addressbook/>',
  card: '',
};

const BOOK_NAME = 'kith';
const BOOK_WORDS = 'People and groups in kith';

const displayName: Property['of'] = ({ place: { kind } }, { visitor: { name, email } }) => {
  if (kind === 'book') return BOOK_NAME;
  return kind === 'principal' || kind === 'home' ? text(name ?? email) : undefined;
};

const READS = ['read', 'read-current-user-privilege-set'];
const WRITES: Partial<Record<Place['kind'], string[]>> = {
  book: ['write', 'write-content', 'write-properties', 'bind', 'unbind'],
  card: ['write', 'write-content', 'write-properties'],
};

const privileges: Property['of'] = ({ place: { kind } }, { visitor: { mayWrite } }) =>
  [...READS, ...((mayWrite && WRITES[kind]) || [])].map((one) => `<D:privilege><D:${one}/></D:privilege>`).join('');

const REPORTS = ['<C:addressbook-multiget/>', '<C:addressbook-query/>', '<D:sync-collection/>']
  .map((report) => `<D:supported-report><D:report>${report}</D:report></D:supported-report>`)
  .join('');

const VERSIONS = ['3.0', '4.0']
  .map((version) => `<C:address-data-type content-type="text/vcard" version="${version}"/>`)
  .join('');

/** RFC 6352, 8.3.1, and the one of RFC 4790 that compares bytes. */
export const COLLATIONS = ['i;unicode-casemap', 'i;ascii-casemap', 'i;octet'];

const principal: Property['of'] = (_, { places }) => href(places.principal.href);

/** All that resources tell of themselves. Each that is asked for and missing here is answered with 404. */
const PROPERTIES: Property[] = [
  dav('resourcetype', ({ place }) => TYPES[place.kind]),
  dav('displayname', displayName),
  dav('getetag', ({ change }) => (change === undefined ? undefined : text(etagOf(change)))),
  dav('getcontenttype', ({ place }) => (place.kind === 'card' ? CARD_TYPE : undefined)),
  onlyNamed(DAV, 'current-user-principal', principal),
  onlyNamed(DAV, 'current-user-privilege-set', privileges),
  onlyNamed(DAV, 'owner', principal),
  onlyNamed(DAV, 'principal-collection-set', (_, { places }) => href(places.inside('root')[0]!.href)),
  onlyNamed(DAV, 'supported-report-set', ({ place }) => (place.kind === 'book' ? REPORTS : '')),
  onlyNamed(
    DAV,
    'sync-token',
    inBook(async ({ state, tokenOf }) => text(tokenOf(await state()))),
  ),
  onlyNamed(
    DAV,
    'principal-URL',
    at(['principal'], ({ places }) => href(places.principal.href)),
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
    at(['principal'], ({ places }) => href(places.home.href)),
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
    inBook(() => String(MOST_CARD_BYTES)),
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
    at(['principal'], ({ visitor }) => `<CS:email-address>${text(visitor.email)}</CS:email-address>`),
  ),
];

const keyOf = ({ space, name }: Name): string => `${space} ${name}`;
const BY_NAME = new Map(PROPERTIES.map((one) => [keyOf(one), one]));

/** What kith says of the book until a client says it otherwise. */
const SETTABLE = [
  { space: DAV, name: 'displayname' },
  { space: CARD, name: 'addressbook-description' },
].map(keyOf);

/** Whether a property is text that devices show of the book, which a client may set. */
export const isSettable = (kind: Place['kind'], name: Name): boolean =>
  kind === 'book' && SETTABLE.includes(keyOf(name));

/** Whether the server alone says a property: all of its own, and whatever else the RFCs may mean by names of theirs. */
export const isProtected = (kind: Place['kind'], name: Name): boolean =>
  !isSettable(kind, name) && (name.space === DAV || name.space === CARD || BY_NAME.has(keyOf(name)));

/** What a request asks of each resource. */
export interface Asked {
  names: Name[];
  /** Only the names of what there is. */
  namesAlone?: boolean;
  /** All that anybody may want, beside `names`. */
  all?: boolean;
  /** Nothing about what is missing (RFC 8144, 2.1). */
  minimal: boolean;
}

function wanted({ names, all, namesAlone }: Asked, dead: DeadProperty[]): Name[] {
  const common = namesAlone
    ? PROPERTIES.filter(({ name }) => name !== 'address-data')
    : PROPERTIES.filter(({ named }) => all && !named);
  const list: Name[] = [...common];
  const listed = new Set(common.map(keyOf));
  for (const one of [...(all || namesAlone ? dead : []), ...names]) {
    if (listed.has(keyOf(one))) continue;
    listed.add(keyOf(one));
    list.push(one);
  }
  return list;
}

const OK = status(200);
const NOT_FOUND = status(404);

/** `<D:response>` of a resource: what it has of what is asked, and what it lacks. */
export async function responseOf(subject: Subject, asked: Asked, telling: Telling): Promise<string> {
  const found: string[] = [];
  const missing: string[] = [];
  const dead = new Map(subject.dead?.map((one) => [keyOf(one), one.xml]));
  for (const name of wanted(asked, subject.dead ?? [])) {
    const set = dead.get(keyOf(name));
    const value = set ?? (await BY_NAME.get(keyOf(name))?.of(subject, telling));
    if (set !== undefined && !asked.namesAlone) found.push(set);
    else if (value !== undefined) found.push(element(name, asked.namesAlone ? '' : value));
    else if (asked.names.includes(name)) missing.push(element(name));
  }
  const isTold = missing.length > 0 && !asked.minimal;
  const parts = [
    ...(found.length > 0 || !isTold ? [`<D:propstat><D:prop>${found.join('')}</D:prop>${OK}</D:propstat>`] : []),
    ...(isTold ? [`<D:propstat><D:prop>${missing.join('')}</D:prop>${NOT_FOUND}</D:propstat>`] : []),
  ];
  return `<D:response>${href(subject.place.href)}${parts.join('')}</D:response>`;
}
