/** Words for the sign-in page. */
export const SIGN_IN = {
  title: 'Sign in',
  lead: 'Use a passkey: your fingerprint, your face, or this device’s PIN.',
  button: 'Sign in with passkey',
  provider: (provider: string) => `Sign in with ${provider}`,
  without: 'No passkey?',
  shell:
    'Ask your administrator for a one-time link, or create one on the server with this command. Open it in this browser:',
  goOn: 'Continue after opening the link',
};

/** Words for one-time links. */
export const SIGN_IN_LINK = {
  title: 'Sign in to kith',
  as: 'This link signs you in as',
  button: 'Sign in',
  once: 'The link works once. If you did not request it, close this page.',
  instead: (email: string) => `${email}, who is signed in now, will be signed out.`,
};

/** Words for the page that requires a recent sign-in. */
export const CONFIRM = {
  title: 'Confirm it’s you',
  lead: 'You signed in more than 15 minutes ago. Nothing has been changed yet, and your input is kept.',
  button: 'Confirm with passkey',
  other: 'Other ways to confirm',
  none: 'You have no passkey yet, so confirm with a one-time link. Ask your administrator for one, or create one on the server with this command. Open it in this browser:',
  lost: 'Ask your administrator for a one-time link, or create one on the server with this command. Open it in this browser:',
  provider: (provider: string) => `Sign in with ${provider} in a new window`,
  goOn: 'Continue',
};

/** Messages of forms that use a passkey. */
export const PASSKEY_FORM = {
  without: 'This browser does not support passkeys. Use a newer one, or a one-time link.',
  stopped: 'Canceled. Try again when you are ready.',
  known: 'This device already has a passkey for your account.',
  domain: 'Passkeys require https and a host name, so they do not work at this address.',
  failed: 'That didn’t work. Try again, or reload the page.',
  noScript: 'Passkeys require JavaScript, which is off in this browser. Use a one-time link instead.',
};

/** Why the server refused a passkey. */
export const PASSKEY_ERRORS = {
  late: 'Expired or already used. Try again.',
  unknown: 'Unknown passkey. It may have been removed. Use another one, or a one-time link.',
  wrong: 'Passkey refused. Use another one, or a one-time link.',
};
