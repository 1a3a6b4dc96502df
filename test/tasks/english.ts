import assert from 'node:assert/strict';
import { day, type Task } from './task.ts';

export const english: Task[] = [
  {
    request: 'Who do I know at Acme in Berlin?',
    start: {
      people: [
        { full_name: 'Jane Doe', company: 'Acme', legacy_location: 'Berlin' },
        { full_name: 'Tom Baker', company: 'Acme', legacy_location: 'Paris' },
        { full_name: 'Ann Lee', company: 'Globex', legacy_location: 'Berlin' },
      ],
    },
    solve: (call) => call('filter_contacts', { where: { company: 'Acme', location: 'Berlin' } }),
    after: (_, { contacts }) => assert.deepEqual(names(contacts), ['Jane Doe']),
  },
  {
    request: 'I had coffee with Jane Doe today. She moves to Bergen in May.',
    start: { people: [{ full_name: 'Jane Doe' }, { full_name: 'Jane Roe' }] },
    solve: (call) =>
      call('create_note', {
        note: 'Moves to Bergen in May.',
        meeting_type: 'coffee',
        timeline_items_contacts: [{ contact_id: 'Jane Doe' }],
      }),
    after(state) {
      assert.deepEqual(state.notesOf('Jane Doe'), ['Moves to Bergen in May.']);
      assert.equal(state.notes[0]!.meeting_type, 'coffee');
    },
  },
  {
    request: 'Remind me in five days to send Tom the book.',
    start: { people: [{ full_name: 'Tom Baker' }] },
    solve: (call) =>
      call('create_reminder', {
        text: 'Send Tom the book',
        due_at_date: day(5),
        reminders_contacts: [{ contact_id: 'Tom Baker' }],
      }),
    after(state) {
      const [reminder, ...others] = state.reminders;
      assert.equal(others.length, 0);
      assert.equal(reminder!.due_at_date.slice(0, 10), day(5));
      assert.equal(reminder!.reminders_contacts[0].contact_id, state.person('Tom Baker').id);
    },
  },
  {
    request: 'What did Sarah say about her library projects?',
    start: {
      people: [
        {
          full_name: 'Sarah Lind',
          notes: [{ note: 'Her library project in Bergen got money.' }, { note: 'Has a new dog.' }],
        },
        { full_name: 'Bob Ray', notes: [{ note: 'Builds a library at home.' }] },
      ],
    },
    solve: (call) => call('search_notes', { searchQuery: 'library projects', contactId: 'Sarah Lind' }),
    after: (_, { notes }) => assert.match(notes[0].note, /library project in Bergen/),
  },
  {
    request: 'Put Ann and Bob into the Book club.',
    start: { people: [{ full_name: 'Ann Lee' }, { full_name: 'Bob Ray' }], groups: ['Book club', 'Work'] },
    solve: (call) => call('add_contacts_to_group', { groupId: 'Book club', contactIds: ['Ann Lee', 'Bob Ray'] }),
    after(state) {
      for (const name of ['Ann Lee', 'Bob Ray'])
        assert.deepEqual(
          state.person(name).groups_contacts.map(({ groups }: { groups: { name: string } }) => groups.name),
          ['Book club'],
        );
    },
  },
  {
    request: 'Tag everyone at Initech as a client.',
    start: {
      people: [
        { full_name: 'Peter Gibbons', company: 'Initech' },
        { full_name: 'Michael Bolton', company: 'Initech' },
        { full_name: 'Jane Doe', company: 'Acme', tags: ['client'] },
      ],
    },
    async solve(call) {
      const { contacts } = await call('filter_contacts', { where: { company: 'Initech' } });
      return call('tag_contacts', { contactIds: contacts.map(({ id }: { id: string }) => id), tagIds: ['client'] });
    },
    after(state) {
      for (const name of ['Peter Gibbons', 'Michael Bolton']) assert.deepEqual(tagsOf(state.person(name)), ['client']);
    },
  },
  {
    request: 'Mike Ross is in there twice. Make one of them.',
    start: {
      people: [
        { full_name: 'Mike Ross', contact_emails: [{ email: 'mike@x.example' }] },
        {
          full_name: 'Michael Ross',
          contact_emails: [{ email: 'mike@x.example' }],
          contact_phone_numbers: [{ phone_number: '+12125550100' }],
        },
      ],
    },
    async solve(call) {
      const { duplicates } = await call('find_duplicate_contacts', {});
      return call('merge_contacts', { contactIds: [duplicates[0].contactIds], confirm: true });
    },
    after(state) {
      assert.equal(state.contacts.length, 1);
      assert.equal(state.contacts[0]!.contact_emails.length, 1);
      assert.equal(state.contacts[0]!.contact_phone_numbers.length, 1);
    },
  },
  {
    request: 'I deleted Emma Stone by mistake. Get her back.',
    start: { people: [{ full_name: 'Emma Stone', notes: [{ note: 'Likes jazz.' }] }] },
    async solve(call) {
      const { contacts } = await call('list_contacts', { searchQuery: 'Emma Stone' });
      await call('delete_contact', { contactId: contacts[0].id });
      const { items } = await call('list_trash', { searchQuery: 'Emma' });
      return call('restore_from_trash', { ids: [items[0].id] });
    },
    after: (state) => assert.deepEqual(state.notesOf('Emma Stone'), ['Likes jazz.']),
  },
  {
    request: 'Whom have I not seen for half a year, or never?',
    start: {
      people: [
        { full_name: 'Long Ago', last_seen_at: `${day(-300)}T12:00:00Z` },
        { full_name: 'Just Now', last_seen_at: `${day(-3)}T12:00:00Z` },
        { full_name: 'Never Seen' },
      ],
    },
    solve: (call) =>
      call('filter_contacts', {
        where: { or: [{ last_seen_at: { lte: `${day(-180)}T00:00:00Z` } }, { last_seen_at: null }] },
      }),
    after: (_, { contacts }) => assert.deepEqual(names(contacts), ['Long Ago', 'Never Seen']),
  },
  {
    request: "Peter's number is now +1 212 555 0199; the old one is dead.",
    start: { people: [{ full_name: 'Peter Gibbons', contact_phone_numbers: [{ phone_number: '+1 212 555 0100' }] }] },
    solve: (call) =>
      call('update_contact', {
        contactId: 'Peter Gibbons',
        remove_phones: ['+1 212 555 0100'],
        add_phones: [{ phone_number: '+1 212 555 0199' }],
      }),
    after: (state) =>
      assert.deepEqual(
        state.person('Peter Gibbons').contact_phone_numbers.map((row: { phone_number: string }) => row.phone_number),
        ['+1 212 555 0199'],
      ),
  },
  {
    request: 'What does my week look like?',
    start: { people: [{ full_name: 'Ann Lee', reminders: [{ text: 'Call Ann', days: 2 }] }] },
    solve: (call) => call('get_briefing', {}),
    after: (_, { reminders }) => assert.equal(reminders.due[0].text, 'Call Ann'),
  },
  {
    request: 'Ann Lee and Bob Ray are married.',
    start: { people: [{ full_name: 'Ann Lee' }, { full_name: 'Bob Ray' }] },
    solve: (call) =>
      call('update_contact', {
        contactId: 'Ann Lee',
        related_contacts: {
          append: [{ destination: 'Bob Ray', source_contact: 'wife', destination_contact: 'husband' }],
        },
      }),
    after(state) {
      const [relation] = state.person('Ann Lee').contact_relations_contact_relations_sourceTocontacts;
      assert.equal(relation.destination, state.person('Bob Ray').id);
    },
  },
];

export const names = (contacts: { full_name: string }[]): string[] => contacts.map(({ full_name }) => full_name).sort();

export const tagsOf = ({ tags_contacts }: { tags_contacts?: { tags: { name: string } }[] }): string[] =>
  (tags_contacts ?? []).map(({ tags }) => tags.name).sort();
