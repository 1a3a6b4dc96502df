import { MEETING_TYPES } from '../../../contract/note.ts';
import { readDay, readMoment } from '../../../vcard/dates.ts';
import { labelOf } from '../../../vcard/labels.ts';
import { cardAddressOf, phoneOf, profileOf } from '../../../vcard/parts.ts';
import { readPhoto } from '../../../vcard/photo.ts';
import type { Property } from '../../../vcard/property.ts';
import {
  componentValues,
  listValue,
  parameter,
  plainValue,
  preference,
  typeValues,
  wholeText,
} from '../../../vcard/values.ts';
import {
  addAddress,
  addEmail,
  addExtra,
  addNote,
  addPhone,
  addPhoto,
  addProfile,
  addTag,
  addWebsite,
  type RecordBuilder,
  setField,
} from '../../building/record-builder.ts';
import { bareUid, type ImportNote, type ScalarField } from '../../records/record.ts';

/** Information about the card that a property reader may need. */
export interface CardContext {
  version: string;
  labels: Map<string, string>;
  /** Delivery labels by their types (LABEL in vCard 2.1 and 3.0), for the ADR with the same types. */
  deliveryLabels: Map<string, string>;
  /** UIDs of all cards in the file. */
  uids: ReadonlySet<string>;
}

type Reader = (builder: RecordBuilder, property: Property, card: CardContext) => void;

/** Categories that address books add automatically to mark where a contact is stored. They are not tags. */
const SYSTEM_CATEGORIES = ['mycontacts', '* mycontacts'];

const telephone: Reader = (builder, property, { labels }) => {
  addPhone(builder, phoneOf(property), labelOf(property, labels), preference(property));
};

const postalAddress: Reader = (builder, property, { version, labels, deliveryLabels }) => {
  const formatted =
    parameter(property, 'LABEL')?.trim() || deliveryLabels.get(typeValues(property).sort().join()) || '';
  const address_type = labelOf(property, labels) ?? '';
  addAddress(builder, { ...cardAddressOf(property, version), address_type, ...(formatted && { formatted }) });
  const place = /^geo:/i.test(parameter(property, 'GEO') ?? '') && parameter(property, 'GEO');
  if (place) setCoordinates(builder, place);
};

/** `geo:37.4,-122.1` (RFC 5870), or `37.4;-122.1` in vCard 3.0. */
function setCoordinates(builder: RecordBuilder, value: string): void {
  const [, latitude, longitude] = /^(?:geo:)?\s*(-?[\d.]+)\s*[,;]\s*(-?[\d.]+)/i.exec(value.trim()) ?? [];
  const data = { latitude: Number(latitude), longitude: Number(longitude) };
  if (Number.isNaN(data.latitude) || Number.isNaN(data.longitude))
    builder.warnings.push(`GEO not understood: ${value}`);
  else builder.fields.coordinates ??= { operation: 'set', data };
}

const birthday: Reader = (builder, property) => {
  const value = plainValue(property);
  const day = readDay(value, parameter(property, 'X-APPLE-OMIT-YEAR'));
  if (day) builder.fields.birthday ??= day;
  else if (value) builder.warnings.push(`birthday left out because it is not a full date: ${value}`);
};

const note: Reader = (builder, property) => {
  const created = parameter(property, 'CREATED');
  const eventTime = created && readMoment(created);
  const named = parameter(property, 'X-KITH-MEETING-TYPE')?.toLowerCase();
  const meetingType = MEETING_TYPES.find((type) => type === named);
  const extra: Partial<ImportNote> = { ...(eventTime && { eventTime }), ...(meetingType && { meetingType }) };
  addNote(builder, { text: plainValue(property), ...extra });
};

const photo: Reader = (builder, property) => {
  const found = readPhoto(property);
  if (!found) builder.warnings.push(`photo left out because it contains no picture (line ${property.line})`);
  else if ('address' in found) setField(builder, 'image_url', found.address, 'Photo');
  else addPhoto(builder, found);
};

const profile: Reader = (builder, property, { labels }) => {
  const { service, value } = profileOf(property, labels);
  if (value) addProfile(builder, service, value);
};

const into =
  (label: string): Reader =>
  (builder, property) =>
    addExtra(builder, label, plainValue(property));

/** A day in CSV format. Other values are kept as written. */
const anniversary: Reader = (builder, property) => {
  const text = plainValue(property);
  addExtra(builder, 'Anniversary', readDay(text) ?? text);
};

/** A description line with the property's label, such as Apple's dates and related people. */
const labeled =
  (fallback: string): Reader =>
  (builder, property, { labels }) => {
    addExtra(builder, labelOf(property, labels) ?? fallback, plainValue(property));
  };

const service =
  (name: string): Reader =>
  (builder, property) => {
    const value = plainValue(property);
    if (value) addProfile(builder, name, value);
  };

/** Android's custom properties. The nickname is the one people use. */
const android: Reader = (builder, property) => {
  const [kind, value] = componentValues(property, '2.1', ' ');
  if (kind?.endsWith('/nickname')) addExtra(builder, 'Nickname', value);
  else if (kind?.endsWith('/relation')) addExtra(builder, 'Related', value);
  else builder.warnings.push(`X-ANDROID-CUSTOM left out: ${kind ?? ''}`);
};

const own =
  (field: ScalarField): Reader =>
  (builder, property) =>
    setField(builder, field, plainValue(property), field);

/** As kith wrote it, including leading and trailing spaces. */
const description: Reader = (builder, property) => {
  const text = wholeText(property);
  if (text.trim()) builder.fields.description ??= text;
};

/** How each property becomes part of a contact. */
export const READERS: Record<string, Reader> = {
  'X-KITH-DESCRIPTION': description,
  'X-KITH-EDUCATION': own('education'),
  'X-KITH-LEGACY-LOCATION': own('legacy_location'),
  'X-KITH-FIRST-MET-AT': own('first_met_at'),
  'X-KITH-STARRED': (builder) => {
    builder.fields.starred = true;
  },
  FN: (builder, property) => setField(builder, 'full_name', plainValue(property), 'Also known as'),
  TEL: telephone,
  EMAIL: (builder, property, { labels }) =>
    addEmail(builder, plainValue(property), labelOf(property, labels), preference(property)),
  ADR: postalAddress,
  TITLE: (builder, property) => setField(builder, 'job_title', plainValue(property), 'Title'),
  ORG: (builder, property, { version }) => {
    const [company, ...units] = componentValues(property, version, ', ');
    setField(builder, 'company', company, 'Organization');
    addExtra(builder, 'Department', units.filter(Boolean).join(', '));
  },
  BDAY: birthday,
  URL: (builder, property) => addWebsite(builder, plainValue(property)),
  NOTE: note,
  CATEGORIES: (builder, property, { version }) => {
    const names = listValue(property, version);
    for (const name of names) if (!SYSTEM_CATEGORIES.includes(name.toLowerCase())) addTag(builder, name);
  },
  GEO: (builder, property) => setCoordinates(builder, plainValue(property)),
  PHOTO: photo,
  UID: (builder, property) => {
    const uid = plainValue(property);
    if (uid) builder.uid ??= uid;
  },
  IMPP: profile,
  SOCIALPROFILE: profile,
  'X-SOCIALPROFILE': profile,
  RELATED: (builder, property, card) => {
    const uid = plainValue(property);
    const others = typeValues(property).filter((type) => type !== 'pref');
    const what = parameter(property, 'X-KITH-RELATION') || parameter(property, 'X-LABEL') || others[0];
    if (card.uids.has(bareUid(uid))) builder.related.push({ uid, ...(what && { what }) });
    // One of kith's relations, which the JSON export transfers completely. Importing it again must not change anything.
    else if (!property.parameters.has('X-KITH-RELATION')) labeled('Related')(builder, property, card);
  },
  ANNIVERSARY: anniversary,
  'X-ANNIVERSARY': anniversary,
  'X-MS-ANNIVERSARY': anniversary,
  'X-EVOLUTION-ANNIVERSARY': anniversary,
  'X-ABDATE': labeled('Date'),
  'X-ABRELATEDNAMES': labeled('Related'),
  'X-SPOUSE': into('Spouse'),
  'X-MS-SPOUSE': into('Spouse'),
  'X-EVOLUTION-SPOUSE': into('Spouse'),
  'X-MANAGER': into('Manager'),
  'X-MS-MANAGER': into('Manager'),
  'X-EVOLUTION-MANAGER': into('Manager'),
  'X-ASSISTANT': into('Assistant'),
  'X-MS-ASSISTANT': into('Assistant'),
  'X-EVOLUTION-ASSISTANT': into('Assistant'),
  'X-MAIDENNAME': into('Maiden name'),
  'X-ANDROID-CUSTOM': android,
  'X-TWITTER': service('Twitter'),
  'X-FACEBOOK': service('Facebook'),
  'X-LINKEDIN': service('LinkedIn'),
  'X-INSTAGRAM': service('Instagram'),
  'X-TELEGRAM': service('Telegram'),
  'X-SKYPE': service('Skype'),
  'X-SKYPE-USERNAME': service('Skype'),
  'X-AIM': service('AIM'),
  'X-ICQ': service('ICQ'),
  'X-JABBER': service('Jabber'),
  'X-MSN': service('MSN'),
  'X-YAHOO': service('Yahoo'),
  'X-QQ': service('QQ'),
  'X-GOOGLE-TALK': service('Google Talk'),
};
