import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** Words that API keys and devices share. */
export const CREDENTIALS = {
  none: 'None yet',
  may: { read: 'Read only', write: 'Read and write' },
  scope: 'Access',
  ends: 'Expires',
  ended: 'Expired',
  refused: {
    name: 'Enter a name of 1 to 64 printable characters.',
    scope: 'Choose an access level.',
    expires: 'Enter today or a later day, or leave it empty.',
  },
};

/** Words for the settings for API keys. */
export const API_KEYS = {
  title: 'API keys',
  lead: 'For programs without a browser, such as scheduled scripts. Anyone with a key can use your contacts. Assistants sign in and need no key.',
  free: 'The free plan allows no API keys: existing ones do not work. To use them, ask your administrator for the professional plan.',
  list: 'Your keys',
  row: { made: 'Created', revoke: 'Revoke' },
  add: { title: 'New key', lead: 'Name the program that uses it, so that you know later which key to revoke.' },
  name: 'Name',
  expires: 'Last day',
  expiresHint: 'Leave empty for a key without an end.',
  button: 'Create key',
  fresh: {
    title: 'Your new key',
    lead: 'Copy it now. kith won’t show it again.',
    how: 'Programs send it with each request as',
    done: 'Done',
  },
  done: { revoked: 'API key revoked.' },
};

/** Words for the settings for devices. */
export const DEVICES_WORDS = {
  title: 'Phones and computers',
  lead: 'Sync your contacts with the contacts app of your phone or computer over CardDAV. Each device has its own app password, which works for nothing else.',
  free: 'The free plan allows no app passwords: existing ones do not work. To use them, ask your administrator for the professional plan.',
  onlyHere:
    'Only this computer can reach this server. To sync a phone, ask your administrator to make kith available at a public https URL.',
  list: 'Your devices',
  row: { made: 'Added', revoke: 'Remove' },
  add: { title: 'Add device', lead: 'Name the device, so that you know later which one to remove.' },
  name: 'Name',
  nameHint: 'For example, iPhone or laptop',
  button: 'Create app password',
  fresh: {
    title: 'App password',
    lead: 'Enter it on the device now. kith won’t show it again. You can leave out dashes and use lower case.',
    done: 'Done',
  },
  how: { title: 'Device settings', server: 'Server', user: 'User name', password: 'Password', its: 'the app password' },
  profile: {
    title: 'iPhone, iPad, and Mac: profile',
    text: 'Open this file on the device and install the profile. The device then asks for the app password.',
    button: 'Download profile',
  },
  ways: [
    {
      name: 'iPhone and iPad',
      steps: 'Settings → Apps → Contacts → Contacts Accounts → Add Account → Other → Add CardDAV Account',
    },
    {
      name: 'Mac',
      steps: 'System Settings → Internet Accounts → Add Account → Add Other Account → CardDAV account → Manual',
    },
    {
      name: 'Android',
      steps: 'Install DAVx⁵, then: plus sign → Login with URL and user name. Choose groups as separate vCards.',
    },
    { name: 'Thunderbird', steps: 'Address Book → New Address Book → Add CardDAV Address Book' },
  ],
  done: { revoked: 'Device removed. Its app password no longer works.' },
};

/** Words for the settings for assistants. */
export const ASSISTANT_SETTINGS = {
  title: 'Assistants',
  lead: 'Assistants that you connect can use your contacts. You choose what they may do.',
  hosts: {
    title: 'Connected apps',
    lead: 'Apps that signed in, with their access. An assistant that starts kith on this computer is not listed.',
    none: 'None yet. Add an assistant below; it then asks you for access.',
    back: (site: Child) => rich`Redirects to ${site}`,
    since: 'Since',
    revoke: 'Disconnect',
  },
  address: {
    title: 'Server URL',
    what: 'the URL',
    isPublic: 'Assistants in the cloud can reach this URL while its name is public and its certificate is valid.',
    isLocal: 'Only programs on this computer can reach this URL. Assistants in the cloud need a public https URL.',
    whileOpen: 'It works while kith open runs.',
  },
  add: {
    title: 'Add assistant',
    lead: 'Copy the text, or use the button. Your server’s URL is filled in.',
    needsPublic:
      'This assistant runs in the cloud and needs a public https URL, which this server does not have. Ask your administrator to set one up.',
    open: (name: string) => `Add to ${name}`,
    starts: 'The assistant starts kith itself on the same data, without signing in.',
    signsIn: 'The assistant opens your browser and asks what it may do.',
  },
  done: { 'host-revoked': 'App disconnected.' },
};
