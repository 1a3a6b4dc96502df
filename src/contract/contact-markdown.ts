import { PROFILE_FIELDS, PROFILE_NAMES } from './contact-fields.ts';

const SOURCE = 'contact_relations_contact_relations_sourceTocontacts';
const DESTINATION = 'contact_relations_contact_relations_destinationTocontacts';

/** Returns the names in a list of relations, each with its role for the contact. */
const relations = (contact: Fields, side: typeof SOURCE | typeof DESTINATION): string[] =>
  list(contact[side]).flatMap(({ contacts, source_contact, destination_contact }) => {
    const name = (contacts as Fields | undefined)?.full_name;
    const role = side === SOURCE ? destination_contact : source_contact;
    return name ? [`${name}${role ? ` (${role})` : ''}`] : [];
  });

const customField = ({ custom_fields, text_value, date_value, array_value }: Fields): [string, unknown] => [
  String((custom_fields as Fields).name),
  text_value ?? (date_value ? day(date_value) : Array.isArray(array_value) && array_value.join(', ')),
];

/** Formats a contact as a Markdown page to read before a meeting. */
export function contactMarkdown(contact: Fields): string[] {
  const facts: [string, unknown][] = [
    ['Work', [contact.job_title, contact.company].filter(Boolean).join(', ')],
    [
      'Email',
      list(contact.contact_emails)
        .map(({ email }) => email)
        .join(', '),
    ],
    [
      'Phone',
      list(contact.contact_phone_numbers)
        .map(({ phone_number }) => phone_number)
        .join(', '),
    ],
    [
      'Tags',
      list(contact.tags_contacts)
        .map(({ tags }) => (tags as Fields).name)
        .join(', '),
    ],
    [
      'Groups',
      list(contact.groups_contacts)
        .map(({ groups }) => (groups as Fields).name)
        .join(', '),
    ],
    ['Birthday', contact.birthday && day(contact.birthday).replace(/^(?:1604|-)-/, '')],
    ['Lives in', contact.legacy_location ?? list(contact.legacy_contact_addresses)[0]?.formatted],
    ['Last seen', contact.last_seen_at && day(contact.last_seen_at)],
    ['Keep in touch', contact.frequency_text],
    ['Related', [...relations(contact, SOURCE), ...relations(contact, DESTINATION)].join(', ')],
    ['Website', contact.website],
    ...PROFILE_FIELDS.map((field): [string, unknown] => [PROFILE_NAMES[field], contact[field]]),
    ...list(contact.contacts_custom_fields).map(customField),
  ];
  const note = contact.last_note as Fields | undefined;
  return [
    `# ${plain(shownAs(contact))}`,
    '',
    ...facts.filter(([, value]) => value).map(([name, value]) => `- ${plain(name)}: ${plain(value)}`),
    ...(contact.description ? ['', plain(contact.description)] : []),
    ...(note ? ['', `Last note, ${day(note.event_time)}: ${plain(note.preview)}`] : []),
    '',
    `\`${contact.id}\``,
  ];
}

/** Returns the contact's display name: the name, or otherwise an email address or phone number. */
export const shownAs = (contact: Fields): unknown =>
  contact.full_name ||
  list(contact.contact_emails)[0]?.email ||
  list(contact.contact_phone_numbers)[0]?.phone_number ||
  'No name';

export type Fields = Record<string, unknown>;

export const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Puts untrusted text on one line and escapes Markdown syntax. */
export const plain = (value: unknown): string =>
  String(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&');

/** Formats a day as 2026-11-21. */
const day = (value: unknown): string => String(value).slice(0, 10);
