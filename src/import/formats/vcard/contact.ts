import type { Card } from '../../../vcard/cards.ts';
import { groupLabels } from '../../../vcard/labels.ts';
import type { Property } from '../../../vcard/property.ts';
import type { BadRecord } from '../../../vcard/types.ts';
import { componentValues, listValue, plainValue, preference, typeValues } from '../../../vcard/values.ts';
import { buildRecord } from '../../building/build-record.ts';
import { addAddress, addExtra, newBuilder, type RecordBuilder, setField } from '../../building/record-builder.ts';
import type { ImportRecord } from '../../records/record.ts';
import { type CardContext, READERS } from './readers.ts';

/** Returns a card's record, or why there is none. `leftOut` is called for each property without a field. */
export function readCardContact(
  card: Card,
  leftOut: (property: Property) => void,
  uids: ReadonlySet<string>,
): ImportRecord | BadRecord {
  const builder = newBuilder(card.line, [...card.warnings, ...card.faults.map(({ warning }) => warning)]);
  const context: CardContext = {
    version: card.version,
    labels: groupLabels(card.properties),
    deliveryLabels: deliveryLabels(card),
    uids,
  };
  for (const property of inOrder(card.properties)) {
    const { name, line, unknownCharset } = property;
    if (unknownCharset) builder.warnings.push(`unknown charset ${unknownCharset} (line ${line})`);
    const reader = READERS[name];
    if (reader) reader(builder, property, context);
    else if (!IGNORED_PROPERTIES.has(name)) leftOut(property);
  }
  dropAddressAsName(builder);
  readNames(builder, card);
  readRole(builder, card);
  addLooseLabels(builder, context);
  return buildRecord(builder);
}

/** Properties that are read together with others, or that describe the card rather than the person. */
const IGNORED_PROPERTIES = new Set([
  ...['N', 'NICKNAME', 'ROLE', 'LABEL', 'KIND', 'X-KITH-GROUP', 'MEMBER', 'X-ABLABEL', 'VERSION', 'PRODID'],
  ...['REV', 'CLASS', 'X-CLASS', 'X-FILE-AS', 'SORT-STRING', 'PROFILE', 'SOURCE', 'NAME', 'MAILER'],
  ...['CLIENTPIDMAP', 'CREATED', 'LANGUAGE', 'X-ABUID', 'X-ABADR', 'X-ABSHOWAS', 'X-ABORDER', 'X-IMAGEHASH'],
  ...['X-IMAGETYPE', 'X-SHARED-PHOTO-DISPLAY-PREF', 'X-MOZILLA-HTML', 'X-EVOLUTION-FILE-AS'],
  ...['X-MS-CARDPICTURE', 'X-MS-OL-DESIGN', 'X-MS-OL-DEFAULT-POSTAL-ADDRESS', 'X-PREFERMAIL'],
]);

/** Sorts properties by preference, so that the preferred title or page fills the field. */
function inOrder(properties: Property[]): Property[] {
  const ranked = properties.map((property) => ({ property, preference: preference(property) }));
  return ranked.sort((a, b) => a.preference - b.preference).map(({ property }) => property);
}

/** FN is mandatory, so programs write an email address or phone number if there is no name. */
function dropAddressAsName({ fields, emails, phones }: RecordBuilder): void {
  const name = fields.full_name?.toLowerCase();
  const isAddress = emails.some(({ entry }) => entry.email.toLowerCase() === name);
  if (isAddress || phones.some(({ entry }) => entry.phone_number === name)) delete fields.full_name;
}

/**
 * N (RFC 6350 section 6.2.2): family, given, additional, prefixes, suffixes. Without FN it also provides the full name.
 */
function readNames(builder: RecordBuilder, { properties, version }: Card): void {
  const name = properties.find((property) => property.name === 'N' && property.value.replace(/[;\s]/g, ''));
  if (name) {
    const [family = '', given = '', additional, prefix, suffix] = componentValues(name, version, ' ');
    setField(builder, 'first_name', given, 'First name');
    setField(builder, 'last_name', family, 'Last name');
    builder.fields.full_name ??= [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
  }
  const nicknames = properties.filter((property) => property.name === 'NICKNAME');
  for (const nickname of nicknames.flatMap((property) => listValue(property, version))) {
    if (builder.fields.full_name) addExtra(builder, 'Nickname', nickname);
    else builder.fields.full_name = nickname;
  }
}

/** ROLE replaces a missing TITLE. If there is a TITLE, ROLE goes to the description. */
function readRole(builder: RecordBuilder, { properties }: Card): void {
  for (const property of properties.filter(({ name }) => name === 'ROLE')) {
    setField(builder, 'job_title', plainValue(property), 'Role');
  }
}

const typesKey = (property: Property) => typeValues(property).sort().join();

function deliveryLabels({ properties }: Card): Map<string, string> {
  const labels = properties.filter(({ name }) => name === 'LABEL');
  return new Map(labels.map((property) => [typesKey(property), plainValue(property)]));
}

/** Without an ADR, a delivery label becomes an address. */
function addLooseLabels(builder: RecordBuilder, { deliveryLabels }: CardContext): void {
  if (builder.addresses.length > 0) return;
  for (const formatted of deliveryLabels.values()) addAddress(builder, { formatted });
}
