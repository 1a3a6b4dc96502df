import type { AppRequestError, ClientDocumentError } from '../../../contract/sign-in.ts';
import type { KithError } from '../../../shared/error.ts';
import type { PageContent } from '../../layout/page.tsx';
import type { ProviderTrouble } from '../../services/services.ts';
import { ERRORS } from '../../words/errors.ts';

/** An error page: the reason and the next step. */
export interface Trouble {
  title: string;
  text: string;
  /** A command to run on the server. */
  command?: string;
  /** Link to the next step. */
  next?: { href: string; text: string };
}

const { pages, provider: providerWords, app: appWords } = ERRORS;

const HOME = { href: '/', text: ERRORS.home };
const SIGN_IN = { href: '/sign-in', text: ERRORS.signIn };
const AGAIN = { href: '/sign-in', text: ERRORS.tryAgain };
const ANOTHER_LINK = 'kith user link EMAIL';

export const TROUBLES = {
  nothingHere: { ...pages.nothingHere, next: HOME },
  personMissing: { ...pages.personMissing, next: { href: '/people', text: ERRORS.people } },
  foreignPage: { ...pages.foreignPage, next: HOME },
  badInput: { ...pages.badInput, next: HOME },
  goneAlready: pages.goneAlready,
  signedOut: { ...pages.signedOut, next: SIGN_IN },
  notFresh: { ...pages.notFresh, next: HOME },
  linkUsed: { ...pages.linkUsed, command: ANOTHER_LINK, next: SIGN_IN },
  linkOver: { ...pages.linkOver, command: ANOTHER_LINK, next: SIGN_IN },
  otherPerson: { ...pages.otherPerson, next: HOME },
  hostGone: { ...pages.hostGone, next: HOME },
  otherHost: pages.otherHost,
  tooMany: pages.tooMany,
} satisfies Record<string, Trouble>;

/** Why the OpenID provider at a host did not sign a user in. */
export function providerTrouble(host: string, { trouble, email = '' }: ProviderTrouble): Trouble {
  const words: Record<ProviderTrouble['trouble'], Trouble> = {
    late: { ...providerWords.late, next: AGAIN },
    declined: { title: providerWords.declined.title, text: providerWords.declined.text(host), next: AGAIN },
    wrong: { title: providerWords.wrong.title, text: providerWords.wrong.text(host), next: AGAIN },
    unreachable: {
      title: providerWords.unreachable.title(host),
      text: providerWords.unreachable.text,
      next: AGAIN,
    },
    unverified: { title: providerWords.unverified.title, text: providerWords.unverified.text(host), next: AGAIN },
    unknown: {
      title: providerWords.unknown.title,
      text: providerWords.unknown.text(host, email),
      command: 'kith user add EMAIL',
      next: SIGN_IN,
    },
  };
  return words[trouble];
}

/** The page for an app's invalid request that cannot be reported to the app itself. */
export function hostTrouble({ error, description, backTo, document }: AppRequestError): Trouble {
  if (document) return documentTrouble(document);
  const next = backTo ? { href: backTo.href, text: ERRORS.backTo(backTo.host || backTo.protocol) } : HOME;
  if (error === 'server_error') return { title: ERRORS.fault.title, text: ERRORS.fault.text, next };
  return { title: appWords.cannotConnect, text: appWords.invalidRequest(description ?? error), next };
}

/** Explains why an app with a metadata document cannot connect, and what helps. */
function documentTrouble({ host, reason, detail = '' }: ClientDocumentError): Trouble {
  const title = appWords.cannotConnect;
  const { document } = appWords;
  const words: Record<ClientDocumentError['reason'], Trouble> = {
    unreachable: { title: document.unreachable.title(host), text: document.unreachable.text(host) },
    refused: { title, text: document.refused(host, detail) },
    private: { title, text: document.private(host, detail) },
    invalid: { title, text: document.invalid(host, detail) },
    off: { title, text: document.off(host) },
  };
  return { ...words[reason], next: HOME };
}

/** A refused operation, with its own message and hint. */
export const refused = ({ status, message, hint }: Pick<KithError, 'status' | 'message' | 'hint'>): Trouble => ({
  title: status === 413 ? ERRORS.tooLarge : ERRORS.refused,
  text: [message, hint].filter(Boolean).join(' '),
  next: HOME,
});

export const fault = (id: string): Trouble => ({
  title: ERRORS.fault.title,
  text: ERRORS.fault.withId(id),
  next: HOME,
});

/** The subject of a form no longer exists. */
export const goneAt = (href: string): Trouble => ({ ...TROUBLES.goneAlready, next: { href, text: ERRORS.back } });

/** Shows an error; with the navigation if a user is signed in. */
export const troublePage = ({ title, text, command, next }: Trouble, email?: string): PageContent => ({
  title,
  email,
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
