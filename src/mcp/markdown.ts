type Fields = Record<string, unknown>;

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Text from outside on one line and without the characters that Markdown would read. */
const plain = (value: unknown): string =>
  String(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&');

/** A day as 2026-11-21. */
const day = (value: unknown): string => String(value).slice(0, 10);

/** The contact list as a Markdown list. */
export function contactListMarkdown(data: Fields): string {
  const lines = list(data.contacts).map((contact) => {
    const work = [contact.job_title, contact.company].filter(Boolean).map(plain).join(', ');
    return `- **${plain(contact.full_name ?? 'No name')}**${work && ` (${work})`} \`${contact.id}\``;
  });
  const more = (data.pagination as Fields | undefined)?.nextCursor
    ? ['', 'There are more; list_contacts pages through them.']
    : [];
  return ['# Contacts', '', ...lines, ...more].join('\n');
}

/** One contact as a Markdown page: what a person would want to read before meeting them. */
export function contactMarkdown(data: Fields): string {
  const contact = data.contact as Fields;
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
    ['Birthday', contact.birthday && (contact.birthday_year ? day(contact.birthday) : day(contact.birthday).slice(5))],
    ['Lives in', contact.legacy_location ?? list(contact.legacy_contact_addresses)[0]?.formatted],
    ['Last seen', contact.last_seen_at && day(contact.last_seen_at)],
    ['Keep in touch', contact.frequency_text],
  ];
  const note = contact.last_note as Fields | undefined;
  return [
    `# ${plain(contact.full_name ?? 'No name')}`,
    '',
    ...facts.filter(([, value]) => value).map(([name, value]) => `- ${name}: ${plain(value)}`),
    ...(contact.description ? ['', plain(contact.description)] : []),
    ...(note ? ['', `Last note, ${day(note.event_time)}: ${plain(note.preview)}`] : []),
    '',
    `\`${contact.id}\``,
  ].join('\n');
}
