import { expect, test } from 'vitest';
import { markdownOf } from '../../src/mcp/resources/markdown.ts';
import type { PageKind } from '../../tools/definition.ts';

// Each kind of page as a person reads it, with all possible content and with as little as possible.

const lines = (kind: PageKind, data: Record<string, unknown>) => markdownOf(kind, data).split('\n');

test.each<[PageKind, Record<string, unknown>, string[]]>([
  [
    'contacts',
    {
      contacts: [
        { id: 'a', full_name: 'Ada *L*', job_title: 'Countess', company: 'Engines' },
        { id: 'b' },
        { id: 'c', contact_emails: [{ email: 'c@x.example' }] },
      ],
      pagination: { nextCursor: 'x' },
    },
    [
      '# Contacts',
      '',
      '- **Ada \\*L\\*** (Countess, Engines) `a`',
      '- **No name** `b`',
      '- **c@x.example** `c`',
      '',
      'More exist than fit here.',
    ],
  ],
  ['contacts', { contacts: [], pagination: { nextCursor: null } }, ['# Contacts', '']],
  ['group', { group: { name: 'Chess' }, contacts: [] }, ['# Chess', '', 'Nobody is in this group.']],
  [
    'timeline',
    {
      items: [
        { type: 'note', note: { id: 'n', event_time: '2024-05-01T10:00:00.000Z', meeting_type: 'call', note: 'Tea' } },
        { type: 'note', note: { id: 'm', event_time: '2024-05-01T09:00:00.000Z' } },
        {
          type: 'email',
          email: {
            dateTime: '2024-04-01T08:30:00Z',
            subjectOrTitle: 'Hi',
            snippet: 'Dear',
            from: { email: 'b@x.org' },
          },
        },
        { type: 'email', email: { dateTime: '2024-04-01T08:00:00Z', subjectOrTitle: 'Ho' } },
        {
          type: 'event',
          event: {
            providerId: 'p',
            dateTime: '2024-03-01T08:00:00Z',
            endDateTime: '2024-03-01T09:00:00Z',
            subjectOrTitle: 'Lunch',
            participants: [{ name: 'Ben' }, { email: 'c@x.org' }],
          },
        },
      ],
    },
    [
      '# Timeline',
      '',
      '- 2024-05-01 10:00 UTC, call: Tea `n`',
      '- 2024-05-01 09:00 UTC, note:  `m`',
      '- 2024-04-01 08:30 UTC, email from b@x.org: Hi – Dear',
      '- 2024-04-01 08:00 UTC, email: Ho',
      '- 2024-03-01 08:00 UTC to 2024-03-01 09:00 UTC: Lunch with Ben, c@x.org `p`',
    ],
  ],
  ['timeline', { items: [] }, ['# Timeline', '', 'Nothing yet.']],
  [
    'favorites',
    {
      favorites: [
        { contacts: { id: 'a', full_name: 'Ada' } },
        { groups: { id: 'g', name: 'Chess', emoji: '♟' } },
        { views: { id: 'v', name: 'Near' } },
      ],
    },
    ['# Favorites', '', '- **Ada** `a`', '- ♟ Chess (group) `g`', '- Near (view) `v`'],
  ],
  ['favorites', { favorites: [] }, ['# Favorites', '', 'None yet.']],
  [
    'reminders',
    {
      reminders: [
        {
          id: 'r',
          text: 'Call',
          due_at_date: '2024-05-01T00:00:00.000Z',
          due_at_time: '2024-05-01T17:00:00.000Z',
          is_overdue: true,
          reminders_contacts: [{ contacts: { full_name: 'Ada' } }, {}, { contacts: { full_name: 'Ben' } }],
        },
        { id: 's', text: 'Write', due_at_date: '2024-05-02T00:00:00.000Z' },
      ],
    },
    ['# Reminders due', '', '- 2024-05-01 17:00 UTC, overdue: Call (Ada, Ben) `r`', '- 2024-05-02: Write `s`'],
  ],
  ['reminders', { reminders: [] }, ['# Reminders due', '', 'Nothing is due.']],
  [
    'agenda',
    {
      from: '2024-05-01',
      to: '2024-05-07',
      calendar_events: [
        { providerId: 'p', isAllDay: true, dateTime: '2024-05-01T00:00:00Z', endDateTime: 'x', subjectOrTitle: 'Fair' },
      ],
      warnings: ['One account *did not* answer.'],
    },
    [
      '# Agenda, 2024-05-01 to 2024-05-07',
      '',
      '- 2024-05-01, all day: Fair `p`',
      '',
      '> One account \\*did not\\* answer.',
    ],
  ],
  [
    'agenda',
    { from: '2024-05-01', to: '2024-05-01', calendar_events: [], warnings: [] },
    ['# Agenda of 2024-05-01', '', 'No events.'],
  ],
  ['emails', { email_messages: [] }, ['# Recent emails', '', 'No emails.']],
])('%s', (kind, data, expected) => {
  expect(lines(kind, data)).toEqual(expected);
});

test('shows a contact with all data', () => {
  const contact = {
    id: 'a',
    full_name: 'Ada',
    job_title: 'Countess',
    company: 'Engines',
    contact_emails: [{ email: 'ada@x.org' }, { email: 'a@y.org' }],
    contact_phone_numbers: [{ phone_number: '+1' }, { phone_number: '+2' }],
    tags_contacts: [{ tags: { name: 'old' } }, { tags: { name: 'dear' } }],
    groups_contacts: [{ groups: { name: 'Chess' } }, { groups: { name: 'Tea' } }],
    birthday: '1815-12-10T00:00:00.000Z',
    birthday_year: 1815,
    legacy_contact_addresses: [{ formatted: 'Ockham' }],
    last_seen_at: '2024-05-01T10:00:00.000Z',
    frequency_text: 'every week',
    contact_relations_contact_relations_sourceTocontacts: [
      { destination_contact: 'friend', source_contact: 'muse', contacts: { full_name: 'Charles' } },
    ],
    contact_relations_contact_relations_destinationTocontacts: [
      { destination_contact: 'daughter', source_contact: 'father', contacts: { full_name: 'George' } },
      { contacts: {} },
      { contacts: { full_name: 'Anne' } },
    ],
    website: 'https://x.org',
    linkedin: 'ada',
    contacts_custom_fields: [
      { custom_fields: { name: 'Tea' }, text_value: 'black' },
      { custom_fields: { name: 'Met' }, date_value: '1833-06-05T00:00:00.000Z' },
      { custom_fields: { name: 'Likes' }, array_value: ['logic', 'horses'] },
      { custom_fields: { name: 'Empty' } },
    ],
    description: 'First of all.',
    last_note: { event_time: '2024-05-01T10:00:00.000Z', preview: 'Tea' },
  };
  expect(lines('contact', { contact })).toEqual([
    '# Ada',
    '',
    '- Work: Countess, Engines',
    '- Email: ada@x.org, a@y.org',
    '- Phone: +1, +2',
    '- Tags: old, dear',
    '- Groups: Chess, Tea',
    '- Birthday: 1815-12-10',
    '- Lives in: Ockham',
    '- Last seen: 2024-05-01',
    '- Keep in touch: every week',
    '- Related: Charles (friend), George (father), Anne',
    '- Website: https://x.org',
    '- LinkedIn: ada',
    '- Tea: black',
    '- Met: 1833-06-05',
    '- Likes: logic, horses',
    '',
    'First of all.',
    '',
    'Last note, 2024-05-01: Tea',
    '',
    '`a`',
  ]);
});

test('shows a contact with only a date, a place, and an id', () => {
  const contact = { id: 'a', birthday: '1604-12-10T00:00:00.000Z', legacy_location: 'London' };
  const known = ['# No name', '', '- Birthday: 12-10', '- Lives in: London', '', '`a`'];
  expect(lines('contact', { contact })).toEqual(known);
});
