import type { Task } from '../task.ts';

export const rememberTasks: Task[] = [
  {
    id: 'coffee-and-follow-up',
    category: 'remember',
    language: 'en',
    prompt:
      'Just had coffee with Nino. Her show in Tbilisi moved from May to June. Remind me in two weeks to ask her for the wall texts.',
    changes: [
      /^\+ note 2026-12-04 coffee with Nino Beridze: .*June/is,
      /^\+ reminder open 2026-12-18 about Nino Beridze: .*wall text/is,
    ],
    calls: 1,
    starts: ['log_interaction', 'create_note', 'search', 'list_contacts'],
    right: async (call) => {
      await call('log_interaction', {
        note: 'Her show in Tbilisi moved from May to June.',
        meeting_type: 'coffee',
        contacts: ['Nino Beridze'],
        remind: { in: '2 weeks', text: 'Ask Nino for the wall texts' },
      });
      return 'Logged, and I will remind you on December 18.';
    },
    slip: async (call) => {
      await call('log_interaction', {
        note: 'Her show in Tbilisi moved from May to June.',
        meeting_type: 'coffee',
        contacts: ['Nino Beridze'],
      });
      return 'Logged. Ask her for the wall texts on December 18.';
    },
  },
  {
    id: 'new-person',
    category: 'remember',
    language: 'de',
    prompt:
      'Neuer Kontakt: Paula Brückner, Tierärztin bei der Praxis Lindenhof in Leipzig, paula@lindenhof-vet.example.com.',
    changes: [
      /^\+ person Paula Brückner$/,
      '+ person Paula Brückner: email paula@lindenhof-vet.example.com',
      /^\+ person Paula Brückner: job_title = Tierärztin/,
      /^\+ person Paula Brückner: company = .*Lindenhof/,
    ],
    may: [
      /^\+ person Paula Brückner: (first_name|last_name|legacy_location|description|address|source)/,
      /^\+ note .*Paula/s,
    ],
    calls: 1,
    starts: ['create_contact', 'search', 'list_contacts', 'find_contacts_by_email'],
    right: async (call) => {
      await call('create_contact', {
        full_name: 'Paula Brückner',
        job_title: 'Tierärztin',
        company: 'Praxis Lindenhof',
        legacy_location: 'Leipzig',
        contact_emails: [{ email: 'paula@lindenhof-vet.example.com' }],
      });
      return 'Paula Brückner ist gespeichert.';
    },
    slip: async (call) => {
      await call('create_contact', { full_name: 'Paula Brückner', description: 'Tierärztin bei der Praxis Lindenhof' });
      return 'Paula Brückner ist gespeichert.';
    },
  },
  {
    id: 'new-number',
    category: 'remember',
    language: 'en',
    prompt: 'Delroy has a new phone number: +44 7700 900777. The old one no longer works.',
    changes: [/^\+ person Delroy Pinnock: phone \+44 ?7700 ?900 ?777/, /^- person Delroy Pinnock: phone/],
    may: [/trash phone/],
    calls: 2,
    starts: ['search', 'list_contacts', 'get_contact', 'update_contact', 'add_contact_phone', 'update_contact_phone'],
    right: async (call) => {
      const { contact } = await call('get_contact', { contactId: 'Delroy Pinnock' });
      const [old] = contact.contact_phone_numbers;
      await call('update_contact', {
        contactId: contact.id,
        add_phones: [{ phone_number: '+44 7700 900777' }],
        remove_phones: [old.phone_number],
      });
      return 'Done: the new number is saved, the old one removed.';
    },
    slip: async (call) => {
      await call('add_contact_phone', { contactId: 'Delroy Pinnock', phone_number: '+44 7700 900777' });
      return 'Done: the new number is saved.';
    },
  },
  {
    id: 'new-job',
    category: 'remember',
    language: 'es',
    prompt: 'Tamsin ya no es paramédica. Desde esta semana es «School Nurse» en la Tallowmaker Primary School.',
    changes: [
      /^- person Tamsin Roake: job_title = Paramedic$/,
      /^\+ person Tamsin Roake: job_title = School Nurse$/i,
      /^\+ person Tamsin Roake: company = Tallowmaker Primary School$/,
    ],
    may: [/^\+ note .*Tamsin Roake/s],
    calls: 1,
    starts: ['update_contact', 'search', 'list_contacts', 'get_contact'],
    right: async (call) => {
      const company = 'Tallowmaker Primary School';
      await call('update_contact', { contactId: 'Tamsin Roake', job_title: 'School Nurse', company });
      return 'Actualizado.';
    },
    slip: async (call) => {
      await call('update_contact', { contactId: 'Tamsin Roake', job_title: 'School Nurse' });
      return 'Actualizado.';
    },
  },
  {
    id: 'dinner-for-two',
    category: 'remember',
    language: 'fr',
    prompt: 'Hier soir, dîner avec Thandeka et Hamish : Hamish chantera de nouveau le solo cette année. Note-le.',
    changes: [/^\+ note 2026-12-03 meal with Hamish Drummond-Leith, Thandeka Mokoena: .*solo/is],
    calls: 1,
    starts: ['log_interaction', 'create_note', 'search', 'list_contacts'],
    right: async (call) => {
      await call('log_interaction', {
        note: 'Hamish chantera de nouveau le solo cette année.',
        meeting_type: 'meal',
        event_time: '2026-12-03',
        contacts: ['Thandeka Mokoena', 'Hamish Drummond-Leith'],
      });
      return 'C’est noté.';
    },
    slip: async (call) => {
      await call('log_interaction', {
        note: 'Hamish chantera de nouveau le solo cette année.',
        meeting_type: 'meal',
        contacts: ['Thandeka Mokoena', 'Hamish Drummond-Leith'],
      });
      return 'C’est noté.';
    },
  },
  {
    id: 'coffee-order',
    category: 'remember',
    language: 'en',
    prompt: "Put down Jakub's coffee order: a cortado.",
    changes: [/^\+ person Jakub Vondráček: Coffee order = .*cortado/i],
    calls: 1,
    starts: [
      'set_custom_field_values',
      'update_contact',
      'search',
      'list_custom_fields',
      'list_contacts',
      'get_contact',
      'overview',
    ],
    right: async (call) => {
      await call('set_custom_field_values', {
        custom_fields: [{ contact_id: 'Jakub Vondráček', custom_field_id: 'Coffee order', text_value: 'cortado' }],
      });
      return 'Saved: a cortado.';
    },
    slip: async (call) => {
      await call('create_note', {
        note: 'Coffee order: a cortado.',
        timeline_items_contacts: [{ contact_id: 'Jakub Vondráček' }],
      });
      return 'Saved: a cortado.';
    },
  },
  {
    id: 'birthday-without-year',
    category: 'remember',
    language: 'en',
    prompt: "Kwabena's birthday is March 14. I don't know the year.",
    changes: ['+ person Kwabena Asante: birthday = 03-14'],
    calls: 1,
    starts: ['update_contact', 'search', 'list_contacts', 'get_contact'],
    right: async (call) => {
      await call('update_contact', { contactId: 'Kwabena Asante', birthday: '--03-14' });
      return 'Saved.';
    },
    slip: async (call) => {
      await call('update_contact', { contactId: 'Kwabena Asante', birthday: '2026-03-14' });
      return 'Saved.';
    },
  },
  {
    id: 'correct-a-note',
    category: 'remember',
    language: 'pt',
    prompt:
      'Na minha nota sobre o Wilf (Tamsin, outubro) a palavra-código está errada: agora é «pickle». Corrige, por favor.',
    changes: [
      /^- note 2026-10-06 text with Tamsin Roake: .*marmalade/s,
      /^\+ note 2026-10-06 text with Tamsin Roake: Night shifts.*pickle/s,
    ],
    calls: 2,
    starts: ['search', 'search_notes', 'list_notes', 'list_timeline'],
    right: async (call) => {
      const { notes } = await call('search_notes', { searchQuery: 'Wilf marmalade' });
      await call('update_note', { noteId: notes[0].id, note: notes[0].note.replace('marmalade', 'pickle') });
      return 'Corrigido.';
    },
    slip: async (call) => {
      const { notes } = await call('search_notes', { searchQuery: 'Wilf marmalade' });
      await call('update_note', { noteId: notes[0].id, note: 'The code word is pickle.' });
      return 'Corrigido.';
    },
  },
  {
    id: 'sisters',
    category: 'remember',
    language: 'en',
    prompt: 'Hala Al-Khoury and Rania Haddadin turn out to be sisters. Keep that.',
    changes: [
      /^\+ relation (Hala Al-Khoury|Rania Haddadin) \((sister|sibling)\) - (Hala Al-Khoury|Rania Haddadin) \((sister|sibling)\)$/,
    ],
    calls: 1,
    starts: ['update_contact', 'search', 'list_contacts', 'get_contact', 'filter_contacts'],
    right: async (call) => {
      const sister = { destination: 'Rania Haddadin', source_contact: 'sister', destination_contact: 'sister' };
      await call('update_contact', { contactId: 'Hala Al-Khoury', related_contacts: { append: [sister] } });
      return 'Saved: they are sisters.';
    },
    slip: async (call) => {
      await call('create_note', { note: 'Sisters', timeline_items_contacts: [{ contact_id: 'Hala Al-Khoury' }] });
      return 'Saved: they are sisters.';
    },
  },
];
