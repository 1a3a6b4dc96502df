import type { Scope } from '../../contract/scopes.ts';

/** What each scope allows. */
export const SCOPE_WORDS: Record<Scope, { title: string; text: string }> = {
  'kith:read': { title: 'Read', text: 'contacts, notes, reminders, groups, tags, and favorites' },
  'kith:write': { title: 'Add and change', text: 'contacts, notes, reminders, and everything else' },
  'kith:delete': { title: 'Delete and merge', text: 'deleted items go to the trash, and merges can be undone' },
  'kith:agenda': {
    title: 'Use your email and calendars',
    text: 'read emails and events; with “Add and change”, also change events',
  },
};

/** Words for the page that asks whether an app may connect. */
export const CONSENT = {
  title: (name: string) => `Connect ${name}?`,
  wants: 'wants to use your contacts',
  nobodyChecked: 'kith has not verified this name.',
  documentHost: 'The app identifies itself with a document at',
  sentTo: 'Then you return to',
  thisMachine: 'a program on this computer. Continue only if you started this from one of your programs.',
  program: 'a program on this computer that opens such links. Continue only if you started this from it.',
  may: 'It may',
  always: 'always',
  as: 'Signed in as',
  allow: 'Allow',
  deny: 'Don’t allow',
  later: 'You can disconnect it at any time in Settings, under Assistants.',
};
