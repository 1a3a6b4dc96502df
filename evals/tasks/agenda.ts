import type { Task } from '../task.ts';

export const agendaTasks: Task[] = [
  {
    id: 'today',
    category: 'agenda',
    language: 'en',
    prompt: 'Who am I meeting today, when, and what should I bring?',
    says: ['Amara', /12:30|half past twelve/i, /novel|book/i, /sodium|paper/i],
    calls: 2,
    starts: ['get_briefing', 'list_calendar_events', 'overview', 'search'],
    right: async (call) => {
      await call('get_briefing', {});
      await call('search', { query: 'bring to lunch with Amara' });
      return 'Lunch with Amara at 12:30. Bring the blue novel and the sodium-ion paper.';
    },
    slip: async (call) => {
      await call('get_briefing', {});
      return 'Lunch with Amara at 12:30. Bring the blue novel.';
    },
  },
  {
    id: 'prepare',
    category: 'agenda',
    language: 'fr',
    prompt: 'Prépare-moi pour le déjeuner avec Amara : allergie, questions à lui poser, promesses.',
    says: [/cacahu[eè]te|arachide|peanut/i, 'Hull', /roman|livre|novel/i],
    calls: 2,
    starts: ['get_contact', 'search', 'list_contacts', 'list_timeline', 'get_briefing', 'list_notes', 'search_notes'],
    right: async (call) => {
      await call('get_contact', { contactId: 'Amara Okafor' });
      await call('list_timeline', { contactId: 'Amara Okafor' });
      return 'Allergie grave aux cacahuètes. Demandez-lui des nouvelles de Hull. Rendez le roman bleu.';
    },
    slip: async (call) => {
      await call('get_contact', { contactId: 'Amara Okafor' });
      return 'Rendez le roman bleu et parlez de Hull.';
    },
  },
  {
    id: 'next-choir',
    category: 'agenda',
    language: 'de',
    prompt: 'Wann ist die nächste Chorprobe, und wo?',
    says: [/10\.|zehn|2026-12-10/i, /19/, /town hall|rathaus|stadthalle/i],
    calls: 1,
    starts: ['list_calendar_events', 'get_briefing', 'search'],
    right: async (call) => {
      await call('list_calendar_events', {
        dateRange: { start: '2026-12-04', end: '2026-12-18' },
        searchQuery: 'choir',
      });
      return 'Am Donnerstag, dem 10. Dezember, um 19 Uhr in der Town Hall.';
    },
    slip: async (call) => {
      await call('search', { query: 'Chorprobe' });
      return 'Am Donnerstag, dem 3. Dezember, um 19 Uhr in der Town Hall.';
    },
  },
  {
    id: 'free-hour',
    category: 'agenda',
    language: 'en',
    prompt: 'On Monday morning between 9 and 12, from when on am I free for the rest of it?',
    says: [/9[:.]30|half past nine/i],
    calls: 1,
    starts: ['find_free_time', 'list_calendar_events', 'get_briefing', 'search_operations'],
    right: async (call) => {
      await call('list_calendar_events', { dateRange: { start: '2026-12-07', end: '2026-12-08' } });
      return 'From 9:30, after the stand-up.';
    },
    slip: async (call) => {
      await call('list_calendar_events', { dateRange: { start: '2026-12-08', end: '2026-12-09' } });
      return 'You are free all morning.';
    },
  },
  {
    id: 'log-the-lunch',
    category: 'agenda',
    language: 'pt',
    prompt:
      'Acabei de almoçar com a Amara: a Ebele agora gosta de dinossauros. Regista o almoço e marca o lembrete do romance como feito.',
    changes: [
      /^\+ note 2026-12-04 meal with Amara Okafor: .*dino/is,
      '- reminder open 2026-12-04 about Amara Okafor: Give the blue novel back',
      '+ reminder done 2026-12-04 about Amara Okafor: Give the blue novel back',
    ],
    calls: 3,
    starts: ['log_interaction', 'create_note', 'list_reminders', 'search', 'overview'],
    right: async (call) => {
      const contacts = ['Amara Okafor'];
      await call('log_interaction', { note: 'A Ebele agora gosta de dinossauros.', meeting_type: 'meal', contacts });
      const { reminders } = await call('list_reminders', { contactId: contacts[0], isComplete: false });
      await call('update_reminder', { reminderId: reminders[0].id, is_complete: true });
      return 'Registado.';
    },
    slip: async (call) => {
      const contacts = ['Amara Okafor'];
      await call('log_interaction', { note: 'A Ebele agora gosta de dinossauros.', meeting_type: 'meal', contacts });
      return 'Registado.';
    },
  },
];
