import { Field } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import { type OfferedProvider, SIGN_IN_PROVIDERS, type SignInProvider } from '../../services/accounts.ts';
import type { Person } from '../../services/services.ts';
import { COUNTING_WORDS, type ConnectedAccount, type CountedAccount, LastContactSection } from './last-contact.tsx';
import { settingsPage } from './settings-frame.tsx';

export const ACCOUNTS = '/settings/accounts';

const WORDS = {
  title: 'Mail and calendars',
  lead: 'kith reads e-mails and events live from your own accounts, and stores none of them.',
  connected: {
    title: 'Connected',
    none: 'No account is connected yet. Connect one below: the timeline of a person then shows your e-mails and events with them, and Today the day’s events.',
    again: 'must be signed in again',
    readAgain: 'is not there any more: give its new address below',
    signIn: 'Sign in again',
    disconnect: 'Disconnect',
  },
  capabilities: {
    read_email: 'reads e-mails',
    read_calendar: 'reads events',
    write_calendar: 'writes events',
  },
  providers: { GOOGLE: 'Google', OFFICE365: 'Microsoft', ICS: 'Calendar by address' },
  sign: {
    title: { GOOGLE: 'Google', OFFICE365: 'Microsoft' },
    lead: {
      GOOGLE: 'Gmail and Google Calendar. You sign in at Google, and can leave out one of the two there.',
      OFFICE365: 'Outlook and Microsoft 365, of work or your own. You sign in at Microsoft.',
    },
    write: 'kith may also create, change and delete events',
    button: { GOOGLE: 'Connect Google', OFFICE365: 'Connect Microsoft' },
    unset: 'kith is not registered there yet. Whoever runs it sets',
    redirect: 'and gives the provider this address to send people back to:',
    docs: 'docs/connect.md tells how, step by step.',
  },
  calendar: {
    title: 'A calendar by its address',
    lead: 'Read only, from Google, Outlook, Nextcloud and any other that publishes one. In the settings of the calendar it is the “Secret address in iCal format” or “ICS link”.',
    address: 'Secret address',
    begins: 'https://',
    addressHint: 'Whoever has it can read the calendar: it is kept sealed, and never shown again.',
    name: 'What you call it',
    nameHint: 'Tells calendars apart.',
    signIn: 'It asks for a user name and a password',
    user: 'User name',
    password: 'App password',
    button: 'Connect calendar',
  },
  done: {
    connected: 'is connected:',
    disconnected: 'The account is disconnected.',
    permission: {
      none: '',
      ended: 'The provider had ended its permission already.',
      revoked: 'Its permission was taken back at the provider.',
      manual: 'kith cannot take its permission back at the provider; you can, at',
    },
  },
};

export interface AccountsShown {
  person: Person;
  accounts: ConnectedAccount[];
  /** Which of them count as contact, and why the last count did not work. */
  counting: CountedAccount[];
  countTrouble: string | null;
  offered: OfferedProvider[];
  redirectUri: string;
  /** The id of one that was connected just now. */
  connected?: string | undefined;
  /** The provider of one that was disconnected just now, and what became of its permission. */
  disconnected?: string | undefined;
  permission?: string | undefined;
  /** What was just done about counting: `on`, `off` or `soon`. */
  counted?: string | undefined;
  /** Why a sign-in did not work. */
  trouble?: string | undefined;
  /** A calendar that could not be read; its address is a secret and not shown again. */
  calendar?: { name: string; trouble: string } | undefined;
}

export const accountsPage = (shown: AccountsShown): PageContent =>
  settingsPage({
    person: shown.person,
    here: ACCOUNTS,
    title: WORDS.title,
    lead: WORDS.lead,
    message: messageOf(shown),
    children: (
      <>
        <Connected accounts={shown.accounts} offered={shown.offered} />
        <LastContactSection accounts={shown.counting} trouble={shown.countTrouble} zone={shown.person.time_zone} />
        {shown.offered.map((provider) => (
          <Offered offered={provider} redirectUri={shown.redirectUri} />
        ))}
        <CalendarForm refused={shown.calendar} />
      </>
    ),
  });

function messageOf({
  accounts,
  offered,
  connected,
  disconnected,
  permission,
  trouble,
  counted,
}: AccountsShown): Message | undefined {
  if (trouble !== undefined) return { kind: 'danger', text: <span dir="auto">{trouble}</span> };
  const account = accounts.find(({ id }) => id === connected);
  if (account) {
    const text = (
      <>
        <bdi>{account.email}</bdi> {WORDS.done.connected} {abilities(account)}.
      </>
    );
    return { kind: 'success', text };
  }
  if (counted === 'on' || counted === 'off' || counted === 'soon')
    return { kind: 'success', text: COUNTING_WORDS[counted] };
  if (disconnected === undefined || !Object.hasOwn(WORDS.providers, disconnected)) return undefined;
  const byHand = offered.find(({ provider }) => provider === disconnected)?.byHand ?? [];
  return { kind: 'success', text: <Disconnected permission={permission} byHand={byHand} /> };
}

function Disconnected({ permission = 'none', byHand }: { permission: string | undefined; byHand: string[] }) {
  const words: Record<string, string> = WORDS.done.permission;
  return (
    <>
      {WORDS.done.disconnected} {Object.hasOwn(words, permission) && words[permission]}
      {permission === 'manual' &&
        byHand.map((href) => (
          <>
            {' '}
            <a href={href} rel="noreferrer">
              {new URL(href).host}
            </a>
          </>
        ))}
    </>
  );
}

const abilities = ({ capabilities }: ConnectedAccount): string =>
  new Intl.ListFormat('en-US').format(capabilities.map((one) => WORDS.capabilities[one]));

const Connected = ({ accounts, offered }: Pick<AccountsShown, 'accounts' | 'offered'>) => (
  <Section id="connected" title={WORDS.connected.title}>
    {accounts.length === 0 ? (
      <p>{WORDS.connected.none}</p>
    ) : (
      <ul class="rows">
        {accounts.map((account) => (
          <AccountRow account={account} offered={offered} />
        ))}
      </ul>
    )}
  </Section>
);

function AccountRow({ account, offered }: { account: ConnectedAccount; offered: OfferedProvider[] }) {
  const { id, provider, email, status, capabilities } = account;
  const needsSignIn = status === 'reconnect_required';
  const signIn = SIGN_IN_PROVIDERS.find((one) => one === provider);
  const canSignIn = offered.some((one) => one.provider === signIn && one.isSet);
  return (
    <li>
      <div class="about">
        <strong>
          <bdi>{email || WORDS.providers[provider]}</bdi>
        </strong>
        {needsSignIn && <span class="badge warning">{signIn ? WORDS.connected.again : WORDS.connected.readAgain}</span>}
        <p class="quiet small">
          {WORDS.providers[provider]} · {abilities(account)}
        </p>
      </div>
      <div class="actions">
        {needsSignIn && signIn && canSignIn && (
          <OneButton
            action={`${ACCOUNTS}/connect`}
            fields={{ provider: signIn, ...(capabilities.includes('write_calendar') && { write: 'on' }) }}
          >
            {WORDS.connected.signIn}
          </OneButton>
        )}
        <OneButton action={`${ACCOUNTS}/disconnect`} fields={{ id }} kind="danger">
          {WORDS.connected.disconnect}
          <span class="unseen"> {email}</span>
        </OneButton>
      </div>
    </li>
  );
}

function Offered({ offered, redirectUri }: { offered: OfferedProvider; redirectUri: string }) {
  const { provider, isSet, settings } = offered;
  return (
    <Section id={provider.toLowerCase()} title={WORDS.sign.title[provider]} lead={WORDS.sign.lead[provider]}>
      {isSet ? <SignIn provider={provider} /> : <Unset settings={settings} redirectUri={redirectUri} />}
    </Section>
  );
}

const SignIn = ({ provider }: { provider: SignInProvider }) => (
  <form class="question" method="post" action={`${ACCOUNTS}/connect`}>
    <KeyField />
    <input type="hidden" name="provider" value={provider} />
    <label class="choice">
      <input type="checkbox" name="write" />
      <span>{WORDS.sign.write}</span>
    </label>
    <div>
      <button type="submit">{WORDS.sign.button[provider]}</button>
    </div>
  </form>
);

const Unset = ({ settings, redirectUri }: { settings: string[]; redirectUri: string }) => (
  <div class="field">
    <p>
      {WORDS.sign.unset}{' '}
      {settings.map((name) => (
        <>
          <code>{name}</code>,{' '}
        </>
      ))}
      {WORDS.sign.redirect}
    </p>
    <code class="command">{redirectUri}</code>
    <p class="quiet small">{WORDS.sign.docs}</p>
  </div>
);

const CalendarForm = ({ refused }: { refused: AccountsShown['calendar'] }) => (
  <Section id="calendar" title={WORDS.calendar.title} lead={WORDS.calendar.lead}>
    <form class="question" method="post" action={`${ACCOUNTS}/calendar`}>
      <KeyField />
      <Field
        name="address"
        label={WORDS.calendar.address}
        value={undefined}
        error={refused?.trouble}
        hint={WORDS.calendar.addressHint}
        type="url"
        inputmode="url"
        placeholder={WORDS.calendar.begins}
        required
        maxlength={4000}
        dir="ltr"
        spellcheck="false"
      />
      <Field
        name="name"
        label={WORDS.calendar.name}
        value={refused?.name}
        hint={WORDS.calendar.nameHint}
        maxlength={200}
      />
      <details>
        <summary>{WORDS.calendar.signIn}</summary>
        <div class="pair">
          <Field name="user" label={WORDS.calendar.user} value={undefined} maxlength={200} dir="ltr" />
          <Field
            name="password"
            label={WORDS.calendar.password}
            value={undefined}
            type="password"
            autocomplete="new-password"
            maxlength={200}
            dir="ltr"
          />
        </div>
      </details>
      <div>
        <button type="submit">{WORDS.calendar.button}</button>
      </div>
    </form>
  </Section>
);
