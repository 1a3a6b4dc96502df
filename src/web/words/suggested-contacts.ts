import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** Words for people the user writes to who are not contacts. */
export const SUGGESTED = {
  title: 'Suggested contacts',
  lead: 'People who are not in your contacts, and to whom you wrote at least three times over two weeks in the last 90 days. kith adds no one by itself.',
  list: 'Suggestions',
  none: 'No suggestions',
  off: 'Suggestions are off. Turn them on for an account in Settings, under Email and calendars. kith then checks who you write to and meet, and stores no messages.',
  settings: 'Go to Email and calendars',
  messages: (count: number) => (count === 1 ? '1 message in 90 days' : `${count} messages in 90 days`),
  last: 'last',
  add: 'Add',
  someone: 'Existing contact…',
  notNow: 'Not now',
  never: 'Never suggest',
  more: (count: number) => `${count} more appear when you are done with these.`,
  added: (name: Child) => rich`${name} added`,
  attached: (name: Child) => rich`Address added to ${name}`,
  dismissed: { not_now: 'Not suggested again for 60 days', never: 'No longer suggested' },
  undo: 'Undo',
};

/** Words for the page that assigns an address to a contact. */
export const CHOOSE_CONTACT = {
  title: (name: string) => `Who is ${name}?`,
  same: 'Probably already in your contacts',
  sameLead: 'Add the address to this person, or add a new person.',
  anyway: 'Add new person',
  search: 'Name',
  button: 'Search',
  results: 'Results',
  none: 'No person found.',
  attach: 'Same person',
  back: 'Back to suggestions',
};
