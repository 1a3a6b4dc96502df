/** Words for error pages. */
export const ERRORS = {
  back: 'Back',
  home: 'Go to Today',
  people: 'Back to people',
  signIn: 'Sign in',
  tryAgain: 'Try again',
  backTo: (site: string) => `Back to ${site}`,
  pages: {
    nothingHere: { title: 'Page not found', text: 'The address may be mistyped, or the page was removed.' },
    personMissing: {
      title: 'Person not found',
      text: 'The address may be mistyped, or the person was deleted for good.',
    },
    foreignPage: {
      title: 'Request from another site',
      text: 'kith blocked a request that came from another website. Nothing was changed. If it was yours, open kith and try again.',
    },
    badInput: { title: 'Invalid request', text: 'kith could not read the form. Nothing was changed.' },
    goneAlready: {
      title: 'Already deleted',
      text: 'The item no longer exists, so nothing was changed. You may have deleted it in another window.',
    },
    signedOut: {
      title: 'You are signed out',
      text: 'Your session ended, so nothing was changed. Sign in and try again.',
    },
    notFresh: {
      title: 'Confirm it’s you',
      text: 'You signed in a while ago. Reload the page to confirm that it’s you.',
    },
    linkUsed: {
      title: 'Link already used',
      text: 'A sign-in link works once. If it wasn’t you who used it, sign out all other browsers in Settings, under Sign-in. To get a new link, run this command on the server or ask your administrator:',
    },
    linkOver: {
      title: 'Link expired',
      text: 'A sign-in link works for ten minutes. This one is older or incomplete. To get a new link, run this command on the server or ask your administrator:',
    },
    otherPerson: {
      title: 'Someone else is signed in',
      text: 'Another user signed in to this browser in the meantime. Nothing was changed. Start again in the app that wants to connect.',
    },
    hostGone: {
      title: 'Request expired',
      text: 'The request took too long, was already answered, or started in another browser. Start again in the app that wants to connect.',
    },
    otherHost: {
      title: 'Unknown server name',
      text: 'kith is not available at this address. Ask your administrator for the right one.',
    },
    tooMany: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
  },
  fault: {
    title: 'Something went wrong',
    text: 'An error occurred in kith. Try again. If it happens again, ask your administrator to check the log.',
    withId: (id: string) =>
      `An error occurred in kith. Try again. If it happens again, ask your administrator to look up ${id} in the log.`,
  },
  tooLarge: 'Too much data',
  refused: 'That didn’t work',
  provider: {
    late: {
      title: 'Sign-in expired',
      text: 'The sign-in took more than ten minutes, was already finished, or started in another browser.',
    },
    declined: { title: 'Not signed in', text: (provider: string) => `${provider} did not let you sign in to kith.` },
    wrong: {
      title: 'Sign-in failed',
      text: (provider: string) =>
        `The response from ${provider} is invalid. Try again. If it happens again, ask your administrator to check kith’s registration with kith doctor.`,
    },
    unreachable: {
      title: (provider: string) => `${provider} does not respond`,
      text: 'Try again later, or sign in with a passkey. Your administrator can find the cause with kith doctor.',
    },
    unverified: {
      title: 'Your email address is not verified',
      text: (provider: string) =>
        `kith requires an email address that ${provider} has verified. Verify yours there and try again.`,
    },
    unknown: {
      title: 'No user with this email address',
      text: (provider: string, email: string) =>
        `${provider} signed you in as ${email}, but kith has no user with this address. Your administrator can add you:`,
    },
  },
  app: {
    cannotConnect: 'This app can’t connect',
    invalidRequest: (reason: string) =>
      `Its request is invalid, so nothing was done: ${reason}. Start again in the app. If it happens again, report this to the app’s developer.`,
    document: {
      unreachable: {
        title: (host: string) => `This server could not reach ${host}`,
        text: (host: string) =>
          `The app identifies itself with a document at ${host}, but kith got no answer from there. Try again later. If this server has no internet access, ask your administrator to set KITH_CLIENT_DOCUMENTS=off, so that apps register instead.`,
      },
      refused: (host: string, status: string) =>
        `The app identifies itself with a document at ${host}, but that server answered with status ${status}. Try again later. If that does not help, report this to the app's developer.`,
      private: (host: string, detail: string) => `The app identifies itself with a document at ${host}. ${detail}`,
      invalid: (host: string, detail: string) =>
        `The app identifies itself with a document at ${host} that is not valid: ${detail}. Report this to the app's developer.`,
      off: (host: string) =>
        `The app identifies itself with a document at ${host}, but this server fetches no such documents (KITH_CLIENT_DOCUMENTS). Remove the connection in the app and add it again, so that the app registers.`,
    },
  },
};

const SESSION_ENDED = {
  calendar: 'the calendar was connected. Sign in, then enter its URL again: kith did not keep it.',
  book: 'the address book was connected. Sign in, then enter the URL and password again: kith did not keep them.',
  messages: 'the settings were saved. Sign in, then enter the URL again: kith did not keep it.',
  photo: 'the photo was uploaded. Sign in, then choose it again.',
  file: 'the file was uploaded. Sign in, then choose it again.',
};

/** The error for a form that a signed-out page does not keep, because it has a secret or a file. */
export const signedOutBefore = (what: keyof typeof SESSION_ENDED, page: string) => ({
  title: ERRORS.pages.signedOut.title,
  text: `Your session ended before ${SESSION_ENDED[what]}`,
  next: { href: `/sign-in?${new URLSearchParams({ to: page })}`, text: ERRORS.signIn },
});

/** Reasons why a form or one of its fields was refused. */
export const FORM_ERRORS = {
  tooLarge: (limit: string) => `The form has more than ${limit}, so nothing was changed.`,
  sendLess: 'Go back and send less at once.',
  longName: (max: number) => `is a field name of more than ${max} characters`,
  longValue: (max: number) => `has more than ${max.toLocaleString('en-US')} characters`,
  shorten: 'Go back, shorten it, and send the form again.',
  manyFields: (max: number) => `has more than ${max} fields`,
  unreadable: 'cannot be read',
  noDay: 'Enter a date, such as 2026-11-01.',
  noFrequency: 'Choose a frequency from the list.',
};

/** The response for an asset that does not exist, such as after an update. */
export const NO_ASSET = 'Not found.\n';

/** Words for a deleted person's page. */
export const DELETED_PERSON = {
  title: (name: string) => `${name} is in the trash`,
  until: 'You can restore them until',
  restore: 'Undo',
};

/** Words for pages that return a form that was not saved. */
export const UNSAVED = {
  typed: 'Your input',
  lead: 'Your input is kept on this page. You can send it again.',
  send: 'Send again',
  signedOut: {
    title: 'You are signed out',
    text: 'Your session ended before the form was saved. Sign in in a new window, then return to this page and send the form again.',
    next: 'Sign in in a new window',
  },
  signedOutShort: 'You are signed out',
  tooLargeToKeep:
    'Your session ended before the form was saved, and the form is too large to keep on this page. Sign in in a new window, then go back to the form and send it again.',
  deleted: {
    title: 'Already deleted',
    text: 'The person or item was deleted before the form was saved. Look for it in the trash.',
    next: 'Open in a new window',
  },
};

/** Words for offline pages. */
export const OFFLINE = {
  title: 'No connection',
  offline: 'kith can’t be reached. Nothing is lost: try again once you are online.',
  unsent: 'kith can’t be reached, so your form may not have been saved. Your input is kept on this page.',
  again: 'Try again',
  typed: 'Your input',
  lead: 'Safe to resend: kith saves it only once.',
  send: 'Send again',
};

/** Messages of the script about failed requests. */
export const SCRIPT_ERRORS = {
  unreachable: 'kith can’t be reached. Your input is still here: try again. kith saves it only once.',
  late: 'kith took too long to respond. Your input is still here: try again. kith saves it only once.',
  large: 'Too much data to send. Your input is still here.',
  often: 'Too many requests. Your input is still here: wait a minute, then try again.',
  refused: 'That didn’t work. Your input is still here. Open this page in a new window to see the current data.',
};
