import type { SearchKind } from '../../contract/search.ts';

export const PALETTE = {
  title: 'Search or run a command',
  placeholder: 'Search people, notes, tags, or type a command',
  results: 'Results',
  none: (query: string) => `No results for “${query}”.`,
  newNote: 'New note',
  newPerson: 'New person',
  newPersonCalled: (name: string) => `New person “${name}”`,
  log: (name: string) => `Log contact with ${name}`,
  remind: (name: string) => `Remind me about ${name}`,
  call: (name: string) => `Call ${name}`,
  all: (query: string) => `Show all results for “${query}”`,
  go: (place: string) => `Go to ${place}`,
};

export const SEARCH = {
  title: 'Search',
  lead: 'Type a question or a few words. Words in quotation marks must occur.',
  label: 'Question, name, or a few words',
  button: 'Search',
  results: (query: string) => `Results for “${query}”`,
  nothing: (query: string) => `No results for “${query}”.`,
  weak: 'No close match. The nearest results:',
  nameless: 'Untitled',
  archived: 'archived',
  trashed: 'in the trash',
};

export const KINDS: Record<SearchKind, string> = {
  person: 'Person',
  note: 'Note',
  reminder: 'Reminder',
  group: 'Group',
  tag: 'Tag',
  event: 'Event',
  email: 'Email',
};
