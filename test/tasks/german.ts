import assert from 'node:assert/strict';
import { names } from './english.ts';
import { day, type Task } from './task.ts';

export const german: Task[] = [
  {
    request: 'Ich habe gestern mit Jürgen Weiß telefoniert: Er sucht eine Wohnung.',
    looksFor: 'log a phone call',
    start: { people: [{ full_name: 'Jürgen Weiß' }, { full_name: 'Anna Weiß' }] },
    solve: (call) =>
      call('create_note', {
        note: 'Sucht eine Wohnung.',
        meeting_type: 'call',
        event_time: `${day(-1)}T12:00:00+01:00`,
        timeline_items_contacts: [{ contact_id: 'Jürgen Weiss' }],
      }),
    after(state) {
      assert.deepEqual(state.notesOf('Jürgen Weiß'), ['Sucht eine Wohnung.']);
      assert.equal(state.notes[0]!.event_time.slice(0, 10), day(-1));
    },
  },
  {
    request: 'Erinnere mich ab morgen jede Woche daran, Oma anzurufen.',
    looksFor: 'recurring reminder every week',
    start: { people: [{ full_name: 'Oma Gerda' }] },
    solve: (call) =>
      call('create_reminder', {
        text: 'Oma anrufen',
        due_at_date: day(1),
        recurrence: 'weekly',
        reminders_contacts: [{ contact_id: 'Oma Gerda' }],
      }),
    after: (state) => assert.equal(state.reminders[0]!.recurrence, '7 days'),
  },
  {
    request: 'Wer hat in den nächsten zwei Wochen Geburtstag?',
    looksFor: 'upcoming birthdays',
    start: {
      people: [
        { full_name: 'Bald Dran', birthday: `1990-${day(6).slice(5)}` },
        { full_name: 'Lange Hin', birthday: `1990-${day(100).slice(5)}` },
      ],
    },
    solve: (call) => call('get_briefing', { days: 14 }),
    after: (_, { birthdays }) =>
      assert.deepEqual(
        birthdays.map(({ contact }: { contact: { full_name: string } }) => contact.full_name),
        ['Bald Dran'],
      ),
  },
  {
    request: 'Leg Sven und Svenja Maier an, Festnetz 030 5550177; sie sind zwei Leute.',
    looksFor: 'add several people',
    start: { people: [{ full_name: 'Anna Kurz' }] },
    solve: (call) =>
      call('bulk_create_contacts', {
        contacts: ['Sven Maier', 'Svenja Maier'].map((full_name) => ({
          full_name,
          contact_phone_numbers: [{ phone_number: '+49 30 5550177' }],
        })),
        onDuplicate: 'skip',
      }),
    after: (state) => assert.deepEqual(names(state.contacts as never), ['Anna Kurz', 'Sven Maier', 'Svenja Maier']),
  },
  {
    request: 'Wem gehört die Nummer 030 5550177?',
    looksFor: 'find person by phone number',
    start: {
      people: [
        { full_name: 'Jürgen Weiß', contact_phone_numbers: [{ phone_number: '+49 30 5550177' }] },
        { full_name: 'Anna Kurz', contact_phone_numbers: [{ phone_number: '+49 30 5550178' }] },
      ],
    },
    solve: (call) => call('list_contacts', { searchQuery: '030 5550177' }),
    after: (_, { contacts }) => assert.deepEqual(names(contacts), ['Jürgen Weiß']),
  },
  {
    request: 'Die Gruppe Alte Kollegen kann weg.',
    looksFor: 'delete a group',
    start: { people: [{ full_name: 'Anna Kurz', groups: ['Alte Kollegen', 'Chor'] }] },
    solve: (call) => call('delete_group', { groupId: 'Alte Kollegen', confirm: true }),
    after(state) {
      assert.deepEqual(
        state.groups.map(({ name }) => name),
        ['Chor'],
      );
      assert.equal(state.contacts.length, 1);
    },
  },
];
