import type { Child } from 'hono/jsx';
import { rich } from './rich.ts';

/** Words for the settings for passkeys and sessions. */
export const SIGN_IN_SETTINGS = {
  title: 'Sign-in',
  signedInAs: (email: Child) => rich`Signed in as ${email}`,
  passkeys: {
    title: 'Passkeys',
    lead: 'Add a passkey on each of your devices, so that losing one does not lock you out.',
    none: 'No passkeys yet. Until you add one, each sign-in needs a one-time link.',
    add: 'Add passkey for this device',
    added: 'Added',
    change: 'Rename or remove',
    name: 'Name',
    rename: 'Rename passkey',
    remove: 'Remove passkey',
    removing:
      'You can no longer sign in with a removed passkey. Your device keeps an entry, which you can delete there.',
  },
  sessions: {
    title: 'Browsers',
    lead: 'Browsers where you are signed in. kith signs a browser out after 30 days without use.',
    here: 'This browser',
    since: 'Since',
    end: 'Sign out',
    endOthers: 'Sign out all other browsers',
  },
  done: {
    'passkey-added': 'Passkey added. Use it to sign in next time.',
    'passkey-renamed': 'Passkey renamed.',
    'passkey-removed': 'Passkey removed.',
    'session-ended': 'Browser signed out.',
    'others-ended': 'All other browsers signed out.',
  },
  renamed: (name: Child) => rich`Passkey renamed to ${name}`,
};

/** Words for the page that adds a passkey. */
export const NEW_PASSKEY = {
  title: 'Add passkey',
  lead: 'Sign in with your fingerprint, your face, or this device’s PIN. The passkey stays on your device.',
  name: 'Name',
  add: 'Add passkey',
  skip: 'Not now',
};
