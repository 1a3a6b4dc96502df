import type { Task } from '../task.ts';

const found =
  (query: string, answer: string): Task['right'] =>
  async (call) => {
    await call('search', { query });
    return answer;
  };

export const lookUpTasks: Task[] = [
  {
    id: 'code-word',
    category: 'look up',
    language: 'en',
    prompt: "What's the code word for when someone else picks up Wilf?",
    says: ['marmalade'],
    calls: 1,
    starts: ['search', 'search_notes'],
    right: found('code word for picking up Wilf', 'It is “marmalade”.'),
    slip: found('Wilf', 'I did not find a code word.'),
  },
  {
    id: 'allergy',
    category: 'look up',
    language: 'de',
    prompt: 'Was darf Amara auf keinen Fall essen, und was hat sie für den Notfall dabei?',
    says: [/erdn[uü]ss|peanut/i, /epi-?pen/i],
    calls: 1,
    starts: ['search', 'search_notes', 'get_contact', 'list_timeline'],
    right: found('Amara allergisch', 'Erdnüsse. Sie trägt zwei EpiPens bei sich, in einem grünen Täschchen.'),
    slip: found('Amara', 'Sie ist gegen Nüsse allergisch.'),
  },
  {
    id: 'cat',
    category: 'look up',
    language: 'fr',
    prompt: 'Comment s’appelle le chat de Gráinne, et où chercher quand il a disparu ?',
    says: ['Biscuit', /baignoire|salle de bains?|bathtub/i],
    calls: 1,
    starts: ['search', 'search_notes', 'get_contact', 'list_timeline'],
    right: found('chat de Gráinne', 'Il s’appelle Biscuit ; cherchez-le dans la baignoire.'),
    slip: found('Gráinne', 'Il s’appelle Biscuit. Je ne sais pas où chercher.'),
  },
  {
    id: 'boiler',
    category: 'look up',
    language: 'en',
    prompt: "The boiler is dead. What's the number of the man who came the same day last time, and what did he charge?",
    says: [/7700 ?900 ?061/, '85'],
    calls: 2,
    starts: ['search', 'search_notes', 'list_contacts'],
    right: async (call) => {
      await call('search', { query: 'boiler' });
      const { contact } = await call('get_contact', { contactId: 'Gary (boiler)' });
      return `Gary, ${contact.contact_phone_numbers[0].phone_number}; he charged 85.`;
    },
    slip: found('boiler', 'Tunde fixed the boiler timer: +44 7700 900279.'),
  },
  {
    id: 'bees',
    category: 'look up',
    language: 'pt',
    prompt: 'Quem das pessoas que conheço cria abelhas, e onde ficam as colmeias?',
    says: ['Philippa', 'Kent'],
    calls: 1,
    starts: ['search', 'search_notes'],
    right: found('abelhas colmeias bees hives', 'A Philippa Gascoyne-Holt tem duas colmeias em Kent.'),
    slip: found('abelhas', 'A Eszter Halmágyi teve um enxame na varanda.'),
  },
  {
    id: 'cook-for-four',
    category: 'look up',
    language: 'en',
    prompt:
      "I'm cooking for Clementine, Magdalena, my grandmother Dorothy and Tan Wei Ling. What can't I serve to each of them?",
    says: [/lactose|dairy|milk/i, /vegetarian|meat/i, /walnut/i, /shellfish/i],
    calls: 3,
    starts: ['search', 'search_notes', 'filter_contacts', 'list_contacts', 'get_contact', 'list_notes'],
    right: async (call) => {
      for (const query of ['diet allergy Clementine Magdalena', 'walnuts Dorothy', 'allergy Tan Wei Ling'])
        await call('search', { query });
      return 'Clementine: no lactose. Magdalena: no meat. Dorothy: no walnuts. Tan Wei Ling: no shellfish.';
    },
    slip: found('allergy', 'Clementine: lactose. Magdalena: vegetarian. Dorothy: nothing. Tan Wei Ling: shellfish.'),
  },
  {
    id: 'skeptic',
    category: 'look up',
    language: 'en',
    prompt: 'Who do I know at Northfold Utilities, and which of them still has to be won over?',
    says: [
      'Shirin',
      /Mireille.*(skeptic|sceptic|won|win|convinc|persuad|one to)|(skeptic|sceptic|won|win|convinc|persuad|one).*Mireille/is,
    ],
    calls: 2,
    starts: ['search', 'filter_contacts', 'list_contacts', 'search_notes'],
    right: async (call) => {
      await call('filter_contacts', { where: { company: 'Northfold' } });
      await call('search', { query: 'Northfold skeptic' });
      return 'Shirin Rostami-Blake and Mireille Gagnon-Desrosiers. Mireille is the skeptic to win over.';
    },
    slip: found('Northfold', 'Only Shirin Rostami-Blake. She needs to be won over.'),
  },
  {
    id: 'archived-sofa',
    category: 'look up',
    language: 'es',
    prompt: '¿Quién nos vendió el sofá verde, y cuál es su teléfono?',
    says: ['Lars', /7700 ?900 ?321/],
    calls: 2,
    starts: ['search', 'search_notes'],
    right: async (call) => {
      await call('search', { query: 'sofá verde green sofa' });
      const { contact } = await call('get_contact', { contactId: 'Lars Pettersen' });
      return `Lars Pettersen: ${contact.contact_phone_numbers[0].phone_number}.`;
    },
    slip: found('sofá', 'No lo encuentro en tus contactos.'),
  },
  {
    id: 'last-investor',
    category: 'look up',
    language: 'en',
    prompt: 'How many people are tagged as investors, and with which of them was I in touch last?',
    says: [/\b(5|five)\b/i, 'Vikram'],
    calls: 1,
    starts: ['filter_contacts', 'search', 'list_tags', 'list_contacts', 'overview', 'count_contacts'],
    right: async (call) => {
      const where = { tags: { any: ['investor'] } };
      const { contacts } = await call('filter_contacts', { where, sort: 'last_seen_at', order: 'desc' });
      return `There are ${contacts.length}; the last one was ${contacts[0].full_name}.`;
    },
    slip: async (call) => {
      await call('search', { query: 'investor' });
      return 'There are 5; the last one was Åsa Lindqvist-Öberg.';
    },
  },
];
