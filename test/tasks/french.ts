import assert from 'node:assert/strict';
import { tagsOf } from './english.ts';
import { day, type Task } from './task.ts';

export const french: Task[] = [
  {
    request: 'Ajoute Chloé Martin, photographe chez Lumière, chloe@lumiere.example, avec le tag amis.',
    looksFor: 'add a contact',
    start: { people: [{ full_name: 'Luc Petit', tags: ['amis'] }] },
    solve: (call) =>
      call('create_contact', {
        full_name: 'Chloé Martin',
        job_title: 'photographe',
        company: 'Lumière',
        contact_emails: [{ email: 'chloe@lumiere.example' }],
        tags_contacts: [{ tag_id: 'amis' }],
      }),
    after(state) {
      const chloe = state.person('Chloé Martin');
      assert.equal(chloe.company, 'Lumière');
      assert.deepEqual(tagsOf(chloe), ['amis']);
    },
  },
  {
    request: 'Mets Claire Dubois en favori.',
    looksFor: 'pin someone as favorite',
    start: { people: [{ full_name: 'Claire Dubois' }] },
    solve: (call) => call('bulk_create_favorites', { favorites: [{ contact_id: 'Claire Dubois' }] }),
    after: (state) => assert.equal(state.favorites[0]!.contact_id, state.person('Claire Dubois').id),
  },
  {
    request: 'Quand ai-je vu Luc Petit pour la dernière fois ?',
    looksFor: 'last seen person',
    start: { people: [{ full_name: 'Luc Petit', last_seen_at: `${day(-9)}T12:00:00Z` }, { full_name: 'Luc Grand' }] },
    solve: (call) => call('get_contact', { contactId: 'Luc Petit' }),
    after: (_, { contact }) => assert.equal(contact.last_seen_at.slice(0, 10), day(-9)),
  },
  {
    request: 'Hier soir, dîner avec Claire, Luc et Chloé : note-le pour chacun, avec ce que chacun a dit.',
    looksFor: 'add notes for several people',
    start: { people: ['Claire Dubois', 'Luc Petit', 'Chloé Martin'].map((full_name) => ({ full_name })) },
    solve: (call) =>
      call('bulk_create_notes', {
        notes: ['Claire Dubois', 'Luc Petit', 'Chloé Martin'].map((name) => ({
          note: `Dîner : ${name} va bien.`,
          meeting_type: 'meal',
          event_time: `${day(-1)}T19:00:00Z`,
          timeline_items_contacts: [{ contact_id: name }],
        })),
      }),
    after(state) {
      for (const name of ['Claire Dubois', 'Luc Petit', 'Chloé Martin'])
        assert.deepEqual(state.notesOf(name), [`Dîner : ${name} va bien.`]);
    },
  },
  {
    request: 'Renomme le tag amis en proches.',
    looksFor: 'rename tag',
    start: { people: [{ full_name: 'Luc Petit', tags: ['amis'] }] },
    solve: (call) => call('update_tag', { tagId: 'amis', name: 'proches' }),
    after: (state) => assert.deepEqual(tagsOf(state.person('Luc Petit')), ['proches']),
  },
];
