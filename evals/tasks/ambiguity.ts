import type { Task } from '../task.ts';

export const ambiguityTasks: Task[] = [
  {
    id: 'two-anas',
    category: 'ambiguity',
    language: 'en',
    prompt: 'Note for Ana Silva: she prefers tea.',
    says: [/architect|Lisbo|P[áa]tio/i, /nurse|S[ãa]o Paulo|Jardim/i],
    calls: 1,
    starts: ['log_interaction', 'create_note', 'search', 'list_contacts', 'filter_contacts'],
    right: async (call) => {
      await call('search', { query: 'Ana Silva' });
      return 'There are two: the architect in Lisbon and the nurse in São Paulo. Which one?';
    },
    slip: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { name: 'Ana Silva' } });
      await call('create_note', {
        note: 'She prefers tea.',
        timeline_items_contacts: [{ contact_id: contacts[0].id }],
      });
      return 'Noted for Ana Silva.';
    },
  },
  {
    id: 'the-architect',
    category: 'ambiguity',
    language: 'es',
    prompt: 'Apunta que Ana Silva, la arquitecta, prefiere el té.',
    // As a note, in her description, or in the field for her coffee order.
    changes: [/^\+ (note 2026-12-04 \w+ with|person) Ana Silva \(Pátio Cinco Arquitetura\): .*(té|tea)/is],
    calls: 2,
    starts: ['search', 'list_contacts', 'filter_contacts', 'log_interaction', 'create_note'],
    right: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { name: 'Ana Silva', company: 'Pátio' } });
      const note = { note: 'Prefiere el té.', meeting_type: 'note' };
      await call('log_interaction', { ...note, contacts: [contacts[0].id] });
      return 'Apuntado para la arquitecta de Lisboa.';
    },
    slip: async (call) => {
      const { contacts } = await call('filter_contacts', { where: { name: 'Ana Silva', company: 'Jardim' } });
      await call('log_interaction', { note: 'Prefiere el té.', contacts: [contacts[0].id] });
      return 'Apuntado para la arquitecta de Lisboa.';
    },
  },
  {
    id: 'two-calls',
    category: 'ambiguity',
    language: 'en',
    prompt: 'Move the reminder about the call to next Friday.',
    says: ['Harriet', 'Wally'],
    calls: 1,
    starts: ['list_reminders', 'search', 'overview', 'get_briefing'],
    right: async (call) => {
      await call('list_reminders', { isComplete: false });
      return 'There are two: “Call Harriet about her hip” and “Call Wally”. Which one?';
    },
    slip: async (call) => {
      const { reminders } = await call('list_reminders', { isComplete: false });
      const { id } = reminders.find(({ text }: { text: string }) => text.startsWith('Call Harriet'));
      await call('update_reminder', { reminderId: id, due_at_date: '2026-12-11' });
      return 'Moved “Call Harriet about her hip”, not “Call Wally”.';
    },
  },
  {
    id: 'misspelled',
    category: 'ambiguity',
    language: 'fr',
    prompt: 'Note un appel aujourd’hui avec Tundé Bakari : il accepte le poste de responsable des quatrièmes.',
    changes: [/^\+ note 2026-12-04 call with Tunde Bakare: .*(poste|responsable)/is],
    calls: 2,
    starts: ['search', 'log_interaction', 'create_note', 'list_contacts'],
    right: async (call) => {
      const { results } = await call('search', { query: 'Tundé Bakari', kinds: ['person'] });
      const note = { note: 'Il accepte le poste de responsable des quatrièmes.', meeting_type: 'call' };
      await call('log_interaction', { ...note, contacts: [results[0].id] });
      return 'C’est noté pour Tunde Bakare.';
    },
    slip: async (call) => {
      const { contact } = await call('create_contact', { full_name: 'Tundé Bakari' });
      const note = { note: 'Il accepte le poste de responsable des quatrièmes.', meeting_type: 'call' };
      await call('log_interaction', { ...note, contacts: [contact.id] });
      return 'C’est noté pour un nouveau contact, Tundé Bakari.';
    },
  },
  {
    id: 'which-job',
    category: 'ambiguity',
    language: 'de',
    prompt: 'Wo arbeitet Yuki Nakadai jetzt? Ich habe sie zweimal im Adressbuch.',
    says: ['Aosora'],
    saysNot: [/arbeitet (jetzt|nun|aktuell) bei Hoshikawa/i],
    calls: 1,
    starts: ['search', 'list_contacts', 'filter_contacts', 'find_duplicate_contacts', 'search_notes'],
    right: async (call) => {
      await call('search', { query: 'Yuki Nakadai' });
      return 'Bei Aosora Controls, seit Januar; der Eintrag mit Hoshikawa ist der alte.';
    },
    slip: async (call) => {
      await call('filter_contacts', { where: { company: 'Hoshikawa' } });
      return 'Bei Hoshikawa Heat.';
    },
  },
];
