import type { Task } from '../task.ts';
import { findIds, idsOf } from './ids.ts';

export const changeManyTasks: Task[] = [
  {
    id: 'tag-a-company',
    category: 'change many',
    language: 'en',
    prompt: 'Give everyone who works at Thrumlight the new tag "team".',
    changes: [
      '+ tag team',
      '+ person Isaac Thornbury-Ali: tag team',
      '+ person Magdalena Kurek: tag team',
      '+ person Arjun Venkataraman: tag team',
    ],
    calls: 3,
    starts: ['filter_contacts', 'search', 'list_contacts', 'create_tag', 'list_tags', 'overview'],
    right: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { company: 'Thrumlight' } });
      const { tag } = await call('create_tag', { name: 'team' });
      const contactIds = idsOf(contacts);
      await call('tag_contacts', { tagIds: [tag.id], contactIds });
      return 'Isaac, Magdalena, and Arjun have the tag.';
    },
    slip: async (call) => {
      const { tag } = await call('create_tag', { name: 'team' });
      await call('tag_contacts', { tagIds: [tag.id], contactIds: ['Isaac Thornbury-Ali', 'Magdalena Kurek'] });
      return 'Isaac and Magdalena have the tag.';
    },
  },
  {
    id: 'new-group',
    category: 'change many',
    language: 'de',
    prompt: 'Leg eine Gruppe „Spieleabend“ an, mit Isaac, Femi, Noor und Saoirse.',
    changes: [
      '+ group Spieleabend',
      '+ person Isaac Thornbury-Ali: group Spieleabend',
      '+ person Femi Adeyemi-Clarke: group Spieleabend',
      '+ person Noor Haidari: group Spieleabend',
      "+ person Saoirse O'Donnell: group Spieleabend",
    ],
    calls: 3,
    starts: ['create_group', 'list_groups', 'search', 'list_contacts', 'filter_contacts', 'overview'],
    right: async (call) => {
      await call('create_group', { name: 'Spieleabend' });
      const contactIds = ['Isaac Thornbury-Ali', 'Femi Adeyemi-Clarke', 'Noor Haidari', "Saoirse O'Donnell"];
      await call('add_contacts_to_group', { groupId: 'Spieleabend', contactIds });
      return 'Die Gruppe hat vier Mitglieder.';
    },
    slip: async (call) => {
      await call('create_tag', { name: 'Spieleabend' });
      const contactIds = ['Isaac Thornbury-Ali', 'Femi Adeyemi-Clarke', 'Noor Haidari', "Saoirse O'Donnell"];
      await call('tag_contacts', { tagIds: ['Spieleabend'], contactIds });
      return 'Die Gruppe hat vier Mitglieder.';
    },
  },
  {
    id: 'rename-tag',
    category: 'change many',
    language: 'en',
    prompt: 'Rename the tag "school parent" to "school gate".',
    changes: ['- tag school parent', '+ tag school gate'],
    may: [/^[-+] person .*: tag school (parent|gate)$/],
    calls: 1,
    starts: ['update_tag', 'list_tags', 'search', 'overview'],
    right: async (call) => {
      await call('update_tag', { tagId: 'school parent', name: 'school gate' });
      return 'Renamed.';
    },
    slip: async (call) => {
      await call('create_tag', { name: 'school gate' });
      return 'Renamed.';
    },
  },
  {
    id: 'frequency-of-a-tag',
    category: 'change many',
    language: 'en',
    prompt: 'I want to see the whole climbing crowd more often: set everyone tagged climbing to once a month.',
    changes: Array.from({ length: 13 }, () => /^\+ person .*: frequency = 1 mon$/),
    calls: 2,
    starts: ['filter_contacts', 'list_tags', 'search', 'list_contacts', 'overview'],
    right: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { tags: { any: ['climbing'] } }, take: 50 });
      const data = { frequency: '1 mon' };
      await call('bulk_update_contacts', {
        updates: idsOf(contacts).map((id) => ({ contactId: id, data })),
      });
      return `All ${contacts.length} are set to once a month.`;
    },
    slip: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { tags: { any: ['climbing'] } }, take: 10 });
      const data = { frequency: '1 mon' };
      await call('bulk_update_contacts', {
        updates: idsOf(contacts).map((id) => ({ contactId: id, data })),
      });
      return 'All are set to once a month.';
    },
  },
  {
    id: 'diary',
    category: 'change many',
    language: 'es',
    prompt:
      'Apunta mi semana: el lunes café con Femi (le gustó la novela del faro), el martes llamada con Kostas (todo listo para marzo), el miércoles reunión con Magdalena (empieza una persona nueva en enero).',
    changes: [
      /^\+ note 2026-11-30 coffee with Femi Adeyemi-Clarke: .*(faro|lighthouse)/is,
      /^\+ note 2026-12-01 call with Kostas Papadimitriou: .*mar(zo|ch)/is,
      /^\+ note 2026-12-02 meeting with Magdalena Kurek: .*(enero|january)/is,
    ],
    calls: 3,
    starts: ['bulk_create_notes', 'log_interaction', 'create_note', 'search', 'list_contacts', 'filter_contacts'],
    right: async (call) => {
      const notes: [day: string, type: string, who: string, text: string][] = [
        ['2026-11-30', 'coffee', 'Femi Adeyemi-Clarke', 'Le gustó la novela del faro.'],
        ['2026-12-01', 'call', 'Kostas Papadimitriou', 'Todo listo para marzo.'],
        ['2026-12-02', 'meeting', 'Magdalena Kurek', 'Empieza una persona nueva en enero.'],
      ];
      for (const [event_time, meeting_type, who, note] of notes)
        await call('log_interaction', { note, meeting_type, event_time, contacts: [who] });
      return 'Apuntado: tres notas.';
    },
    slip: async (call) => {
      await call('log_interaction', {
        note: 'A Femi le gustó la novela del faro; Kostas: todo listo para marzo; Magdalena: persona nueva en enero.',
        meeting_type: 'note',
        contacts: ['Femi Adeyemi-Clarke', 'Kostas Papadimitriou', 'Magdalena Kurek'],
      });
      return 'Apuntado.';
    },
  },
  {
    id: 'leave-group',
    category: 'change many',
    language: 'fr',
    prompt: 'Florencia et Zanele quittent le groupe « Book club ».',
    changes: ['- person Florencia Bertolini: group Book club', '- person Zanele Mabuza: group Book club'],
    calls: 1,
    starts: [
      'remove_contacts_from_group',
      'filter_contacts',
      'list_groups',
      'list_group_contacts',
      'search',
      'list_contacts',
      'overview',
    ],
    right: async (call) => {
      const contactIds = await findIds(call, 'Florencia Bertolini', 'Zanele Mabuza');
      await call('remove_contacts_from_group', { groupId: 'Book club', contactIds });
      return 'C’est fait.';
    },
    slip: async (call) => {
      const contactIds = await findIds(call, 'Florencia Bertolini', 'Zanele Mabuza');
      await call('untag_contacts', { tagIds: ['book club'], contactIds });
      return 'C’est fait.';
    },
  },
  {
    id: 'company-renamed',
    category: 'change many',
    language: 'en',
    prompt: 'Speicherwerk Ost GmbH is now called Ostwind Speicher GmbH. Change it for everyone there.',
    changes: [
      /^- person Dr\. Jürgen Großschmidt: company = Speicherwerk/,
      '+ person Dr. Jürgen Großschmidt: company = Ostwind Speicher GmbH',
      /^- person Nadezhda Todorova: company = Speicherwerk/,
      '+ person Nadezhda Todorova: company = Ostwind Speicher GmbH',
    ],
    calls: 2,
    starts: ['filter_contacts', 'search', 'list_contacts'],
    right: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { company: 'Speicherwerk' } });
      const data = { company: 'Ostwind Speicher GmbH' };
      await call('bulk_update_contacts', {
        updates: idsOf(contacts).map((id) => ({ contactId: id, data })),
      });
      return 'Changed for Jürgen and Nadezhda.';
    },
    slip: async (call) => {
      await call('update_contact', { contactId: 'Dr. Jürgen Großschmidt', company: 'Ostwind Speicher GmbH' });
      return 'Changed for everyone.';
    },
  },
];
