import { PROFILE_FIELDS, PROFILE_NAMES } from './contact-fields.ts';

const SOURCE = 'contact_relations_contact_relations_sourceTocontacts';
const DESTINATION = 'contact_relations_contact_relations_destinationTocontacts';

/** The names in one list of relations, each with its role for the contact. */
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

/** One contact as a Markdown page, for reading before a meeting. */
export function contactMarkdown(contact: Fields): string[] {
  const facts: [string, unknown][] = [
    ['Work', [contact.job_title, contact.company].filter(Boolean).join(', ')],
    [
      'E-mail',
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

/** Someone without a name is shown by how they can be reached. */
export const shownAs = (contact: Fields): unknown =>
  contact.full_name ||
  list(contact.contact_emails)[0]?.email ||
  list(contact.contact_phone_numbers)[0]?.phone_number ||
  'No name';

export type Fields = Record<string, unknown>;

export const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Text from outside on one line and without the characters that Markdown would read. */
export const plain = (value: unknown): string =>
  String(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&');

/** A day as 2026-11-21. */
const day = (value: unknown): string => String(value).slice(0, 10);
