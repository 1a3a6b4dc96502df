import assert from 'node:assert/strict';
import type { Task } from './task.ts';

export const polish: Task[] = [
  {
    request: 'Zapisz w polu Ulubiona kawa u Oli Nowak: flat white.',
    looksFor: 'set custom field of a person',
    start: { people: [{ full_name: 'Ola Nowak' }], fields: ['Ulubiona kawa'] },
    solve: (call) =>
      call('set_custom_field_values', {
        custom_fields: [{ contact_id: 'Ola Nowak', custom_field_id: 'Ulubiona kawa', text_value: 'flat white' }],
      }),
    after: (state) => assert.equal(state.person('Ola Nowak').contacts_custom_fields[0].text_value, 'flat white'),
  },
  {
    request: 'Zarchiwizuj wszystkich ze Starej Firmy.',
    looksFor: 'archive many people by company',
    start: {
      people: [
        { full_name: 'Jan Kos', company: 'Stara Firma' },
        { full_name: 'Ewa Lis', company: 'Stara Firma' },
        { full_name: 'Ola Nowak', company: 'Nowa Firma' },
      ],
    },
    async solve(call) {
      const { contacts } = await call('filter_contacts', { where: { company: 'Stara Firma' } });
      const updates = contacts.map(({ id }: { id: string }) => ({ contactId: id, data: { is_archived: true } }));
      return call('bulk_update_contacts', { updates });
    },
    after: (state) =>
      assert.deepEqual(state.contacts.map(({ full_name, is_archived }) => [full_name, is_archived]).sort(), [
        ['Ewa Lis', true],
        ['Jan Kos', true],
        ['Ola Nowak', false],
      ]),
  },
  {
    request: 'Co ostatnio zapisałem o Marku Zielińskim?',
    looksFor: 'latest notes about a person',
    start: {
      people: [
        {
          full_name: 'Marek Zieliński',
          notes: [
            { note: 'Szuka pracy.', days: -1 },
            { note: 'Ma psa.', days: -9 },
          ],
        },
      ],
    },
    solve: (call) => call('list_notes', { contactId: 'Marek Zielinski', take: 1 }),
    after: (_, { notes }) => assert.equal(notes[0].note, 'Szuka pracy.'),
  },
];
