import type { AppRequestError, ClientDocumentError } from '../../../contract/sign-in.ts';
import type { KithError } from '../../../shared/error.ts';
import type { PageContent } from '../../layout/page.tsx';
import type { ProviderTrouble } from '../../services/services.ts';

/** What a person reads when something cannot be done: why, and what to do next. */
export interface Trouble {
  title: string;
  text: string;
  /** A command for a shell on the machine that kith runs on. */
  command?: string;
  /** Where to go on to. */
  next?: { href: string; text: string };
}

const BACK = 'Back';
const HOME = { href: '/', text: 'To the start' };
const SIGN_IN = { href: '/sign-in', text: 'To the sign-in page' };
const ANOTHER_LINK = 'kith user link EMAIL';

export const TROUBLES = {
  nothingHere: {
    title: 'There is nothing here',
    text: 'The address may be mistyped, or the page is gone.',
    next: HOME,
  },
  foreignPage: {
    title: 'This came from another page',
    text: 'Another website sent this, so nothing was done. If it was you, open the page of kith and try again.',
    next: HOME,
  },
  badInput: {
    title: 'That could not be read',
    text: 'What was sent is not what the page asks for. Nothing was done.',
    next: HOME,
  },
  goneAlready: {
    title: 'It is gone already',
    text: 'What you wanted to change is not there any more, so nothing was done. It may have been you, in another window.',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Your session is over, so nothing was done. Sign in and do it again.',
    next: SIGN_IN,
  },
  notFresh: {
    title: 'Confirm that it is you',
    text: 'You signed in a while ago. Load the page again: it asks you to confirm that it is you.',
    next: HOME,
  },
  linkUsed: {
    title: 'This link was used already',
    text: 'A link signs in once. If that was not you, sign out all other browsers in the settings, under Sign-in. In a shell on the machine that kith runs on, this makes a new link:',
    command: ANOTHER_LINK,
    next: SIGN_IN,
  },
  linkOver: {
    title: 'This link is over',
    text: 'A link is good for ten minutes; this one is older, or was not copied whole. In a shell on the machine that kith runs on, this makes a new one:',
    command: ANOTHER_LINK,
    next: SIGN_IN,
  },
  otherPerson: {
    title: 'Somebody else is signed in now',
    text: 'The page asked another person than the one who is signed in in this browser, so nothing was done. Begin again from the program or assistant that wants to be let in.',
    next: HOME,
  },
  hostGone: {
    title: 'This request is over',
    text: 'It took too long, was answered already, or began in another browser. Begin again from the program or assistant that wants to be let in.',
    next: HOME,
  },
  otherHost: {
    title: 'This name is not served here',
    text: 'Open kith under the address that it is meant to have. Whoever runs it lists more names in KITH_ALLOWED_HOSTS.',
  },
  tooMany: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
} satisfies Record<string, Trouble>;

const OUR_FAULT = {
  title: 'Something went wrong here',
  text: 'It is not your doing. Try again; if it stays,',
};

const CANNOT_BE_LET_IN = 'This host cannot be let in';

const AGAIN = { href: '/sign-in', text: 'Try again' };

/** Why a person is not signed in by the provider at a host. */
export function providerTrouble(host: string, { trouble, email = '' }: ProviderTrouble): Trouble {
  const words: Record<ProviderTrouble['trouble'], Trouble> = {
    late: {
      title: 'This sign-in is over',
      text: 'It took more than ten minutes, was finished already, or began in another browser. Nobody was signed in.',
      next: AGAIN,
    },
    declined: { title: 'You are not signed in', text: `${host} did not let you sign in here.`, next: AGAIN },
    wrong: {
      title: 'That was not the right answer',
      text: `What came back from ${host} does not belong to this sign-in, or does not hold. Nobody was signed in. If it stays, whoever runs kith looks at its registration there: kith doctor tells what must stand in it.`,
      next: AGAIN,
    },
    unreachable: {
      title: `${host} does not answer`,
      text: 'Try again in a while, or sign in with a passkey. Whoever runs kith finds out more with kith doctor.',
      next: AGAIN,
    },
    unverified: {
      title: 'Your e-mail is not verified',
      text: `kith knows people by an e-mail that ${host} has verified, and it does not say that of yours. Verify it there, or ask whoever runs it.`,
      next: AGAIN,
    },
    unknown: {
      title: 'Nobody here has this e-mail',
      text: `${host} says that you are ${email}, and kith has no such user. Whoever runs kith can add one:`,
      command: 'kith user add EMAIL',
      next: SIGN_IN,
    },
  };
  return words[trouble];
}

/** What is wrong with the request of a host that cannot be told so itself. */
export function hostTrouble({ error, description, backTo, document }: AppRequestError): Trouble {
  if (document) return documentTrouble(document);
  const next = backTo ? { href: backTo.href, text: `Back to ${backTo.host || backTo.protocol}` } : HOME;
  if (error === 'server_error') return { ...OUR_FAULT, text: `${OUR_FAULT.text} the log has the reason.`, next };
  return {
    title: CANNOT_BE_LET_IN,
    text: `Its request is not as it must be, so nothing was done: ${description ?? error}. Begin again from it; if it stays, whoever makes it needs to know this.`,
    next,
  };
}

/** Explains why an app with a metadata document cannot connect, and what helps. */
function documentTrouble({ host, reason, detail = '' }: ClientDocumentError): Trouble {
  const title = CANNOT_BE_LET_IN;
  const words: Record<ClientDocumentError['reason'], Trouble> = {
    unreachable: {
      title: `This server could not reach ${host}`,
      text: `The app identifies itself with a document at ${host}, but kith got no answer from there. Try again later. If this server has no internet access, the administrator can set KITH_CLIENT_DOCUMENTS=off, so that apps register instead.`,
    },
    refused: {
      title,
      text: `The app identifies itself with a document at ${host}, but that server answered with status ${detail}. Try again later. If that does not help, report this to the app's developer.`,
    },
    private: { title, text: `The app identifies itself with a document at ${host}. ${detail}` },
    invalid: {
      title,
      text: `The app identifies itself with a document at ${host} that is not valid: ${detail}. Report this to the app's developer.`,
    },
    off: {
      title,
      text: `The app identifies itself with a document at ${host}, but this server fetches no such documents (KITH_CLIENT_DOCUMENTS). Remove the connection in the app and add it again, so that the app registers.`,
    },
  };
  return { ...words[reason], next: HOME };
}

/** A refusal of kith in its own words. */
export const refused = ({ status, message, hint }: Pick<KithError, 'status' | 'message' | 'hint'>): Trouble => ({
  title: status === 413 ? 'That is too much' : 'That did not work',
  text: [message, hint].filter(Boolean).join(' '),
  next: HOME,
});

export const fault = (id: string): Trouble => ({
  ...OUR_FAULT,
  text: `${OUR_FAULT.text} the log has the reason under ${id}.`,
  next: HOME,
});

/** What somebody wanted to change on a page is not there any more. */
export const goneAt = (href: string): Trouble => ({ ...TROUBLES.goneAlready, next: { href, text: BACK } });

export const troublePage = ({ title, text, command, next }: Trouble): PageContent => ({
  title,
  width: 'narrow',
  main: (
    <section class="card">
      <h1>{title}</h1>
      <p>{text}</p>
      {command && <code class="command">{command}</code>}
      {next && (
        <p>
          <a class="button" href={next.href}>
            {next.text}
          </a>
        </p>
      )}
    </section>
  ),
});
