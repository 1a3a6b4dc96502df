import type { Task } from '../task.ts';

export const planTasks: Task[] = [
  {
    id: 'due-today',
    category: 'plan',
    language: 'en',
    prompt: 'Which of my reminders are due today or overdue?',
    says: ['Vikram', 'Harriet', 'novel'],
    saysNot: ['fishing'],
    calls: 1,
    starts: ['list_reminders', 'get_briefing', 'overview'],
    right: async (call) => {
      const { reminders } = await call('list_reminders', { isComplete: false, dueBefore: '2026-12-04' });
      return reminders.map(({ text }: { text: string }) => text).join('\n');
    },
    slip: async (call) => {
      const { reminders } = await call('list_reminders', { isComplete: false, isOverdue: true });
      return reminders.map(({ text }: { text: string }) => text).join('\n');
    },
  },
  {
    id: 'postpone',
    category: 'plan',
    language: 'en',
    prompt: 'Push the Christmas cards to the 14th.',
    changes: [
      '- reminder open 2026-12-11 about (nobody): Post the Christmas cards',
      '+ reminder open 2026-12-14 about (nobody): Post the Christmas cards',
    ],
    calls: 2,
    starts: ['list_reminders', 'search', 'overview', 'get_briefing'],
    right: async (call) => {
      const { results } = await call('search', { query: 'Christmas cards', kinds: ['reminder'] });
      await call('update_reminder', { reminderId: results[0].id, due_at_date: '2026-12-14' });
      return 'Moved to December 14.';
    },
    slip: async (call) => {
      await call('create_reminder', { text: 'Post the Christmas cards', due_at_date: '2026-12-14' });
      return 'Moved to December 14.';
    },
  },
  {
    id: 'done',
    category: 'plan',
    language: 'de',
    prompt: 'Vikram habe ich wegen der Churn-Frage geantwortet, das ist erledigt.',
    changes: [
      '- reminder open 2026-12-02 about Vikram Bhattacharya: Answer Vikram about churn',
      '+ reminder done 2026-12-02 about Vikram Bhattacharya: Answer Vikram about churn',
    ],
    may: [/^\+ note 2026-12-04 .* with Vikram Bhattacharya/s],
    calls: 2,
    starts: ['list_reminders', 'search', 'overview', 'get_briefing'],
    right: async (call) => {
      const { reminders } = await call('list_reminders', { contactId: 'Vikram Bhattacharya' });
      await call('update_reminder', { reminderId: reminders[0].id, is_complete: true });
      return 'Erledigt.';
    },
    slip: async (call) => {
      const { reminders } = await call('list_reminders', { contactId: 'Vikram Bhattacharya' });
      await call('delete_reminder', { reminderId: reminders[0].id });
      return 'Erledigt.';
    },
  },
  {
    id: 'recurring',
    category: 'plan',
    language: 'fr',
    prompt:
      'Rappelle-moi tous les trois mois d’appeler Walter Brannigan, le père (pas le fils), la première fois le 1er février.',
    changes: [/^\+ reminder open 2027-02-01, every 3 mons about Walter Brannigan: /],
    calls: 1,
    starts: ['create_reminder', 'search', 'list_contacts'],
    right: async (call) => {
      await call('create_reminder', {
        text: 'Appeler Walter Brannigan',
        due_at_date: '2027-02-01',
        recurrence: '3 mons',
        reminders_contacts: [{ contact_id: '+1 617 555 0144' }],
      });
      return 'C’est fait.';
    },
    slip: async (call) => {
      await call('create_reminder', {
        text: 'Appeler Walter Brannigan',
        due_at_date: '2027-02-01',
        recurrence: '3 mons',
        reminders_contacts: [{ contact_id: 'Walter Brannigan Jr.' }],
      });
      return 'C’est fait.';
    },
  },
  {
    id: 'keep-in-touch',
    category: 'plan',
    language: 'en',
    prompt: 'I want to talk to Rebecca Zelnick every two weeks from now on.',
    changes: [/^\+ person Rebecca Zelnick: frequency = (14 days|2 weeks)$/],
    calls: 1,
    starts: ['update_contact', 'search', 'list_contacts', 'get_contact'],
    right: async (call) => {
      await call('update_contact', { contactId: 'Rebecca Zelnick', frequency: '14 days' });
      return 'Every two weeks it is.';
    },
    slip: async (call) => {
      await call('create_reminder', {
        text: 'Talk to Rebecca',
        due_at_date: '2026-12-18',
        recurrence: '14 days',
        reminders_contacts: [{ contact_id: 'Rebecca Zelnick' }],
      });
      return 'Every two weeks it is.';
    },
  },
  {
    id: 'most-overdue',
    category: 'plan',
    language: 'es',
    prompt: '¿Con quién de las personas que quiero ver con regularidad llevo más retraso?',
    says: ['Harriet'],
    calls: 1,
    starts: ['get_briefing', 'filter_contacts', 'overview', 'list_contacts'],
    right: async (call) => {
      const { keep_in_touch } = await call('get_briefing', {});
      return `Con ${keep_in_touch[0].contact.full_name}.`;
    },
    slip: async (call) => {
      await call('get_briefing', {});
      return 'Con Cyrus Montague-Bell.';
    },
  },
  {
    id: 'two-reminders',
    category: 'plan',
    language: 'en',
    prompt: "Remind me on Monday to mail Jamal's hat, and on the 20th to call Yuki at Aosora about her London visit.",
    changes: [
      /^\+ reminder open 2026-12-07 about (Jamal Pettway|\(nobody\)): .*hat/i,
      /^\+ reminder open 2026-12-20 about (Yuki Nakadai \(Aosora Controls\)|\(nobody\)): .*Yuki/i,
    ],
    calls: 3,
    starts: ['create_reminder', 'search', 'list_contacts', 'filter_contacts'],
    right: async (call) => {
      await call('create_reminder', {
        text: "Mail Jamal's hat",
        due_at_date: '2026-12-07',
        reminders_contacts: [{ contact_id: 'Jamal Pettway' }],
      });
      await call('create_reminder', {
        text: 'Call Yuki about her London visit',
        due_at_date: '2026-12-20',
        reminders_contacts: [{ contact_id: 'yuki@aosoracontrols.example.org' }],
      });
      return 'Both reminders are set.';
    },
    slip: async (call) => {
      await call('create_reminder', { text: "Mail Jamal's hat and call Yuki", due_at_date: '2026-12-07' });
      return 'Both reminders are set.';
    },
  },
];
