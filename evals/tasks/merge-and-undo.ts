import type { Call, Task } from '../task.ts';
import { findId, findIds, idsOf } from './ids.ts';

const trashed = async (call: Call, searchQuery: string): Promise<string[]> =>
  (await call('list_trash', { searchQuery })).items.map(({ id }: { id: string }) => id);

export const mergeAndUndoTasks: Task[] = [
  {
    id: 'merge-two',
    category: 'merge and undo',
    language: 'en',
    prompt: 'Kate Whitfield and Katherine Whitfield are the same person. Make them one. I am sure.',
    changes: [/^- person (Kate|Katherine) Whitfield$/, /^\+ merge into .*Whitfield$/],
    may: [/^[-+] (person|note|reminder|trash contact) .*Whitfield/s],
    calls: 4,
    starts: ['search', 'list_contacts', 'find_duplicate_contacts', 'filter_contacts', 'get_contact'],
    right: async (call) => {
      const ids = await findIds(call, 'Katherine Whitfield', 'Kate Whitfield');
      await call('merge_contacts', { contactIds: [ids], confirm: true });
      return 'They are one person now.';
    },
    slip: async (call) => {
      await call('delete_contact', { contactId: await findId(call, 'Kate Whitfield') });
      return 'They are one person now.';
    },
  },
  {
    id: 'undo-merge',
    category: 'merge and undo',
    language: 'en',
    prompt: 'The two Yuki Nakadais that I merged just now are different people after all. Take it back.',
    setup: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { name: 'Yuki Nakadai' } });
      const ids = idsOf(contacts);
      await call('merge_contacts', { contactIds: [ids], confirm: true });
    },
    changes: [/^\+ person Yuki Nakadai \(/, /^- merge into Yuki Nakadai/],
    may: [/^[-+] (person|note|reminder) .*Yuki Nakadai/s],
    calls: 1,
    starts: ['undo_contact_merge', 'search', 'list_contacts', 'get_contact', 'search_operations'],
    right: async (call) => {
      await call('undo_contact_merge', { contactId: 'Yuki Nakadai' });
      return 'They are two people again.';
    },
    slip: async (call) => {
      await call('create_contact', { full_name: 'Yuki Nakadai', company: 'Aosora Controls' });
      return 'They are two people again.';
    },
  },
  {
    id: 'restore',
    category: 'merge and undo',
    language: 'en',
    prompt: 'I deleted Gwen Ashdown, the piano tuner, by mistake. Get her back and tell me her number.',
    says: [/7700 ?900 ?444/],
    changes: ['- trash contact Gwen Ashdown', /^\+ person Gwen Ashdown$/],
    may: [/^\+ person Gwen Ashdown: /],
    calls: 3,
    starts: ['list_trash', 'search', 'search_operations'],
    right: async (call) => {
      await call('restore_from_trash', { ids: await trashed(call, 'Gwen') });
      const { contact } = await call('get_contact', { contactId: 'Gwen Ashdown' });
      return `She is back: ${contact.contact_phone_numbers[0].phone_number}.`;
    },
    slip: async (call) => {
      await call('create_contact', { full_name: 'Gwen Ashdown' });
      return 'She is back: +44 7700 900444.';
    },
  },
  {
    id: 'delete-one',
    category: 'merge and undo',
    language: 'de',
    prompt: 'Lösch bitte Chip aus dem Adressbuch, den Angelfreund von Papa.',
    changes: [/^- person Chip$/, /^\+ trash contact Chip$/],
    may: [/^- person Chip: /, /^- note .* with Chip: /s, /^\+ note .* with \(nobody\): Dad's fishing buddy/s],
    calls: 2,
    starts: ['search', 'list_contacts', 'delete_contact', 'get_contact', 'filter_contacts'],
    right: async (call) => {
      await call('delete_contact', { contactId: await findId(call, 'Chip') });
      return 'Gelöscht.';
    },
    slip: async (call) => {
      await call('update_contact', { contactId: 'Chip', is_archived: true });
      return 'Gelöscht.';
    },
  },
  {
    id: 'wrong-tag',
    category: 'merge and undo',
    language: 'fr',
    prompt: 'Noor et Femi ont le tag « climbing » par erreur. Enlève-le, rien d’autre.',
    setup: async (call) => {
      await call('tag_contacts', { tagIds: ['climbing'], contactIds: ['Noor Haidari', 'Femi Adeyemi-Clarke'] });
    },
    changes: ['- person Noor Haidari: tag climbing', '- person Femi Adeyemi-Clarke: tag climbing'],
    calls: 2,
    starts: [
      'untag_contacts',
      'search',
      'list_contacts',
      'filter_contacts',
      'list_tags',
      'search_operations',
      'overview',
    ],
    right: async (call) => {
      const contactIds = await findIds(call, 'Noor Haidari', 'Femi Adeyemi-Clarke');
      await call('untag_contacts', { tagIds: ['climbing'], contactIds });
      return 'C’est enlevé.';
    },
    slip: async (call) => {
      const { tags } = await call('list_tags', { take: 50 });
      const { id } = tags.find(({ name }: { name: string }) => name === 'climbing');
      await call('delete_tag', { tagId: id });
      return 'C’est enlevé.';
    },
  },
  {
    id: 'archive-two',
    category: 'merge and undo',
    language: 'en',
    prompt: "Put Gary (boiler) and Mehmet (taxi) away: I don't want to see them in lists, but keep their numbers.",
    changes: ['+ person Gary (boiler): is_archived = true', '+ person Mehmet (taxi): is_archived = true'],
    calls: 1,
    starts: ['bulk_update_contacts', 'update_contact', 'search', 'list_contacts', 'filter_contacts'],
    right: async (call) => {
      const data = { is_archived: true };
      const updates = ['Gary (boiler)', 'Mehmet (taxi)'].map((contactId) => ({ contactId, data }));
      await call('bulk_update_contacts', { updates });
      return 'Both are archived.';
    },
    slip: async (call) => {
      for (const name of ['Gary (boiler)', 'Mehmet (taxi)'])
        await call('delete_contact', { contactId: await findId(call, name) });
      return 'Both are put away.';
    },
  },
  {
    id: 'restore-note',
    category: 'merge and undo',
    language: 'es',
    prompt: 'Ayer borré sin querer mi nota sobre el concierto de Hamish. Recupérala.',
    setup: async (call) => {
      const { notes } = await call('search_notes', { searchQuery: 'Choir Christmas concert solo' });
      await call('delete_note', { noteId: notes[0].id });
    },
    changes: [/^- trash note /, /^\+ note 2025-12-11 party with Hamish Drummond-Leith: Choir Christmas concert/],
    calls: 2,
    starts: ['list_trash', 'search', 'search_operations'],
    right: async (call) => {
      await call('restore_from_trash', { ids: await trashed(call, 'concert') });
      return 'Recuperada.';
    },
    slip: async (call) => {
      await call('create_note', {
        note: 'Choir Christmas concert.',
        timeline_items_contacts: [{ contact_id: 'Hamish Drummond-Leith' }],
      });
      return 'Recuperada.';
    },
  },
];
