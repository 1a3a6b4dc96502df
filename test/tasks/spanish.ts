import assert from 'node:assert/strict';
import { day, type Task } from './task.ts';

export const spanish: Task[] = [
  {
    request: 'Ya pagué el alquiler: el recordatorio está hecho.',
    looksFor: 'mark reminder done',
    start: { people: [{ full_name: 'Ana Gil', reminders: [{ text: 'Pagar el alquiler', days: -1 }] }] },
    async solve(call) {
      const { reminders } = await call('list_reminders', { isComplete: false });
      return call('update_reminder', { reminderId: reminders[0].id, is_complete: true });
    },
    after: (state) => assert.equal(state.reminders[0]!.is_complete, true),
  },
  {
    request: '¿Cuántas notas escribí sobre Ana Gil en los últimos diez días?',
    looksFor: 'count notes about a person',
    start: {
      people: [
        {
          full_name: 'Ana Gil',
          notes: [
            { note: 'uno', days: -2 },
            { note: 'dos', days: -5 },
            { note: 'tres', days: -40 },
          ],
        },
      ],
    },
    solve: (call) => call('count_notes', { contactId: 'Ana Gil', startDate: day(-10), endDate: day(0) }),
    after: (_, { count }) => assert.equal(count, 2),
  },
  {
    request: 'Comparte el grupo Viaje hasta dentro de una semana.',
    looksFor: 'share a group by link',
    start: { people: [{ full_name: 'Ana Gil', groups: ['Viaje'] }] },
    solve: (call) => call('create_share_link', { groupId: 'Viaje', expires_at: day(7) }),
    after: (_, { share_link }) =>
      assert.ok(share_link.expires_at.startsWith(day(7)) || share_link.expires_at.startsWith(day(8))),
  },
  {
    request: 'Quita a Luis Mora del grupo Viaje.',
    looksFor: 'remove person from group',
    start: { people: [{ full_name: 'Luis Mora', groups: ['Viaje'], contact_emails: [{ email: 'luis@x.example' }] }] },
    solve: (call) => call('remove_contacts_from_group', { groupId: 'Viaje', contactIds: ['luis@x.example'] }),
    after: (state) => assert.deepEqual(state.person('Luis Mora').groups_contacts ?? [], []),
  },
];
