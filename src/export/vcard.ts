import { PROFILE_FIELDS } from '../contract/contact-fields.ts';
import { nameParts } from '../shared/cards/names.ts';
import { basicDay, escapedText, escapeText, foldLine, parameters, typesOfLabel } from '../vcard/text.ts';
import { type ApiContact, birthdayOf, byRanking, displayNameOf, type ExportedPerson } from './people.ts';
import { extrasIn, relationLine } from './vcard-extras.ts';

// vCard 4.0 (RFC 6350). Fields without a standard property use X-KITH- names, which the import understands. Names of
// both sides of a relation, reminders and custom field values are only in the JSON export.

/** Returns a picture as a `data:` URL, or undefined if it cannot be read. */
export type ReadPhoto = (address: string) => Promise<string | undefined>;

const EXTRA_FIELDS = ['description', 'education', 'legacy_location', 'first_met_at'] as const;

/** A person's card, including line ends. */
export async function cardOf({ contact, notes }: ExportedPerson, readPhoto: ReadPhoto): Promise<string> {
  const { first_name, last_name } = contact;
  const { prefix, middle, suffix } = nameParts(contact);
  const { nicknames, departments, lines: extras } = extrasIn(contact.description);
  const birthday = birthdayOf(contact);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${contact.id}`,
    `FN:${escapeText(displayNameOf(contact))}`,
    `N:${[last_name, first_name, middle, prefix, suffix].map((part) => escapeText(part ?? '')).join(';')}`,
    ...listLine('NICKNAME', nicknames),
    ...property('TITLE', contact.job_title),
    ...organization(contact.company, departments),
    ...reach(contact),
    ...property('BDAY', birthday && basicDay(birthday)),
    ...extras,
    ...relations(contact),
    ...property('URL', contact.website),
    ...PROFILE_FIELDS.flatMap((field) => property('X-SOCIALPROFILE', contact[field], { TYPE: field })),
    ...(contact.latitude == null || contact.longitude == null
      ? []
      : [`GEO:geo:${contact.latitude},${contact.longitude}`]),
    ...listLine(
      'CATEGORIES',
      (contact.tags_contacts ?? []).map(({ tags }) => tags.name),
    ),
    ...EXTRA_FIELDS.flatMap((field) => property(`X-KITH-${field.toUpperCase().replaceAll('_', '-')}`, contact[field])),
    ...(contact.starred ? ['X-KITH-STARRED:true'] : []),
    ...notes.flatMap(({ note, event_time, meeting_type }) =>
      property('NOTE', note, {
        CREATED: event_time.replace(/[-:]|\.\d+/g, ''),
        ...(meeting_type && { 'X-KITH-MEETING-TYPE': meeting_type }),
      }),
    ),
    ...(await photoLine(contact.image_url, readPhoto)),
    'END:VCARD',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** A group as a separate card (RFC 6350, 6.1.4). */
export function groupCard(group: { id: string; name: string }, memberIds: string[]): string {
  const lines = [
    ...['BEGIN:VCARD', 'VERSION:4.0', 'KIND:group', 'X-KITH-GROUP:true', `UID:urn:uuid:${group.id}`],
    ...property('FN', group.name),
    ...memberIds.map((id) => `MEMBER:urn:uuid:${id}`),
    'END:VCARD',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function reach(contact: ApiContact): string[] {
  const emails = byRanking(contact.contact_emails);
  const phones = byRanking(contact.contact_phone_numbers);
  const place = (rank: number, count: number) => (count > 1 ? { PREF: String(Math.min(rank + 1, 100)) } : {});
  return [
    ...emails.flatMap(({ email, label }, rank) =>
      property('EMAIL', email, { ...place(rank, emails.length), ...labeled('EMAIL', label) }),
    ),
    ...phones.flatMap(({ phone_number, label }, rank) =>
      property('TEL', phone_number, { ...place(rank, phones.length), ...labeled('TEL', label) }),
    ),
    ...(contact.legacy_contact_addresses ?? []).map((row) => {
      const parts = ['', '', row.street, row.city, row.region, row.postal_code, row.country];
      const value = parts.map((part) => escapeText(part ?? '')).join(';');
      return `ADR${parameters({ ...labeled('ADR', row.address_type), ...(row.formatted && { LABEL: row.formatted }) })}:${value}`;
    }),
  ];
}

/** Other people's relations to this contact. */
const relations = (contact: ApiContact): string[] => [
  ...(contact.contact_relations_contact_relations_sourceTocontacts ?? []).map((one) =>
    relationLine(one.destination_contact, one.destination),
  ),
  ...(contact.contact_relations_contact_relations_destinationTocontacts ?? []).map((one) =>
    relationLine(one.source_contact, one.source),
  ),
];

/** Organization and units (RFC 6350, 6.6.4). */
const organization = (company: string | null | undefined, departments: string[]): string[] =>
  company || departments.length > 0 ? [`ORG:${[company ?? '', ...departments].map(escapeText).join(';')}`] : [];

/** A well-known label becomes a TYPE. Other labels become a parameter that the import understands. */
function labeled(property: string, label: string | null | undefined): Record<string, string> {
  if (!label) return {};
  const [type, ...more] = typesOfLabel(property, label) ?? [];
  return type && more.length === 0 ? { TYPE: type } : { 'X-LABEL': label };
}

function property(name: string, value: string | null | undefined, extra: Record<string, string> = {}): string[] {
  return value ? [`${name}${parameters(extra)}:${escapedText(value, '4.0')}`] : [];
}

const listLine = (name: string, values: string[]): string[] =>
  values.length > 0 ? [`${name}:${values.map((value) => escapedText(value, '4.0')).join(',')}`] : [];

async function photoLine(address: string | null | undefined, readPhoto: ReadPhoto): Promise<string[]> {
  if (!address) return [];
  // A stored URL may contain line breaks, which URL parsers ignore. Here they would start a new property.
  const value = /^https?:/i.test(address) ? address.replace(/[\r\n\t]/g, '') : await readPhoto(address);
  return value ? [`PHOTO:${value}`] : [];
}
