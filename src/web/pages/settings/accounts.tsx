import { Field } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, OneButton, Section } from '../../layout/parts.tsx';
import { type OfferedProvider, SIGN_IN_PROVIDERS, type SignInProvider } from '../../services/accounts.ts';
import type { Person } from '../../services/services.ts';
import { COUNTING, ACCOUNTS_WORDS as WORDS } from '../../words/accounts.ts';
import { type ConnectedAccount, type CountedAccount, LastContactSection } from './last-contact.tsx';
import { settingsPage } from './settings-frame.tsx';

export const ACCOUNTS = '/settings/accounts';

export interface AccountsShown {
  person: Person;
  accounts: ConnectedAccount[];
  /** Accounts that can count as contact, and why the last count failed. */
  counting: CountedAccount[];
  countTrouble: string | null;
  offered: OfferedProvider[];
  redirectUri: string;
  /** Whether only the local user, who is the administrator too, has access. */
  isLocal: boolean;
  /** The id of an account that was just connected. */
  connected?: string | undefined;
  /** The provider of an account that was just disconnected, and the state of its permission. */
  disconnected?: string | undefined;
  permission?: string | undefined;
  /** The last change of counting: `on`, `off`, or `soon`, and the account's id. */
  counted?: string | undefined;
  id?: string | undefined;
  /** Why a sign-in failed. */
  trouble?: string | undefined;
  /** A calendar that could not be read. Its URL is secret and not shown again. */
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
          <Offered offered={provider} redirectUri={shown.redirectUri} isLocal={shown.isLocal} />
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
  counting,
  counted,
  id,
}: AccountsShown): Message | undefined {
  if (trouble !== undefined) return { kind: 'danger', text: <span dir="auto">{trouble}</span> };
  const account = accounts.find(({ id }) => id === connected);
  if (account) {
    const text = WORDS.done.connected(<bdi>{account.email}</bdi>, abilities(account));
    return { kind: 'success', text };
  }
  if (counted === 'soon') return { kind: 'success', text: COUNTING.done.soon };
  if (counted === 'on' || counted === 'off') {
    const name = counting.find(({ id: one }) => one === id)?.email ?? COUNTING.title;
    return { kind: 'success', text: COUNTING.done[counted](<bdi>{name}</bdi>) };
  }
  if (disconnected === undefined || !Object.hasOwn(WORDS.providers, disconnected)) return undefined;
  const provider = WORDS.providers[disconnected as keyof typeof WORDS.providers];
  const byHand = offered.find(({ provider }) => provider === disconnected)?.byHand ?? [];
  return { kind: 'success', text: <Disconnected provider={provider} permission={permission} byHand={byHand} /> };
}

interface DisconnectedProps {
  provider: string;
  permission: string | undefined;
  byHand: string[];
}

function Disconnected({ provider, permission = 'none', byHand }: DisconnectedProps) {
  const words: Record<string, string> = WORDS.done.permission;
  return (
    <>
      {WORDS.done.disconnected(provider)} {Object.hasOwn(words, permission) && words[permission]}
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

interface OfferedProps {
  offered: OfferedProvider;
  redirectUri: string;
  isLocal: boolean;
}

function Offered({ offered: { provider, isSet }, redirectUri, isLocal }: OfferedProps) {
  const name = WORDS.sign.title[provider];
  return (
    <Section id={provider.toLowerCase()} title={WORDS.sign.title[provider]} lead={WORDS.sign.lead[provider]}>
      {isSet && <SignIn provider={provider} />}
      {!isSet && !isLocal && <p class="notice">{WORDS.sign.unset(name)}</p>}
      {!isSet && isLocal && <SetUp name={name} redirectUri={redirectUri} />}
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

const SetUp = ({ name, redirectUri }: { name: string; redirectUri: string }) => (
  <div class="field">
    <p>{WORDS.sign.local(name)}</p>
    <code class="command">{redirectUri}</code>
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
