import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** Words for the settings for email accounts and calendars. */
export const ACCOUNTS_WORDS = {
  title: 'Email and calendars',
  lead: 'kith reads emails and events directly from your accounts and stores none of them.',
  connected: {
    title: 'Connected accounts',
    none: 'No accounts yet. Once you connect one, each person’s timeline shows your emails and events with them, and Today shows your events.',
    again: 'Sign in again',
    readAgain: 'Calendar not found: add its new address below',
    signIn: 'Sign in again',
    disconnect: 'Disconnect',
  },
  capabilities: { read_email: 'reads emails', read_calendar: 'reads events', write_calendar: 'changes events' },
  providers: { GOOGLE: 'Google', OFFICE365: 'Microsoft', ICS: 'Calendar by URL' },
  sign: {
    title: { GOOGLE: 'Google', OFFICE365: 'Microsoft' },
    lead: {
      GOOGLE: 'Gmail and Google Calendar. You sign in at Google, where you can leave out one of them.',
      OFFICE365: 'Outlook and Microsoft 365, for work or personal accounts. You sign in at Microsoft.',
    },
    write: 'Allow kith to create, change, and delete events',
    button: { GOOGLE: 'Connect Google', OFFICE365: 'Connect Microsoft' },
    unset: (provider: string) => `Not available on this server. Ask your administrator to set up ${provider}.`,
    local: (provider: string) =>
      `${provider} is not set up yet. To set it up, follow docs/connect.md. Use this redirect URL:`,
  },
  calendar: {
    title: 'Calendar by URL',
    lead: 'Read only. Works with Google, Outlook, Nextcloud, and any other calendar that publishes a URL. Look for “Secret address in iCal format” or “ICS link” in the calendar’s settings.',
    address: 'Secret URL',
    begins: 'https://',
    addressHint: 'Anyone with this URL can read the calendar. kith stores it encrypted and never shows it again.',
    name: 'Name',
    nameHint: 'Helps you tell calendars apart.',
    signIn: 'Requires a user name and password',
    user: 'User name',
    password: 'App password',
    button: 'Connect calendar',
  },
  done: {
    connected: (account: Child, abilities: string) => rich`${account} connected: kith ${abilities}.`,
    disconnected: (provider: string) => `${provider} account disconnected.`,
    permission: {
      none: '',
      ended: 'The provider had already revoked its permission.',
      revoked: 'Its permission was revoked at the provider.',
      manual: 'To revoke its permission, open',
    },
  },
};

/** Words for the settings for counting emails and meetings as contact. */
export const COUNTING = {
  title: 'Update “Last seen” automatically',
  lead: 'Off by default. Once a day, kith reads who you emailed and met, and updates “Last seen” and your keep-in-touch reminders. It skips newsletters, mailing lists, and meetings with more than ten others, and stores no subjects or text.',
  on: 'On',
  until: 'checked until',
  soon: 'first check of the last 90 days soon',
  off: 'Off',
  switchOn: 'Turn on',
  switchOff: 'Turn off and delete counts',
  now: 'Check now',
  trouble: 'The last check failed. kith will try again:',
  suggested: 'Suggested contacts',
  done: {
    on: (account: Child) => rich`${account}: on. The first check covers 90 days and takes a few minutes.`,
    off: (account: Child) => rich`${account}: off, and its counts are deleted. “Last seen” dates are kept.`,
    soon: 'Check starts within a minute.',
  },
};
