import { ACCOUNT_PROVIDERS } from '../../contract/agenda.ts';
import { type Account, listAccounts, type Provider } from '../../service/providers/accounts/accounts.ts';
import { BY_HAND, disconnect } from '../../service/providers/accounts/disconnect.ts';
import { choice, type JsonOption, wrongUsage } from '../arguments.ts';
import { withUser } from '../local-data.ts';
import { oneLine, say, sayJson } from '../output/print.ts';

interface UserOption {
  user?: string | undefined;
}

/** `kith accounts`: the connected accounts, what each allows, and which must be connected again. */
export async function runAccounts(values: UserOption & JsonOption): Promise<number> {
  const accounts = await withUser(values.user, ({ store }, user) =>
    store.read(user.user_id, (db) => listAccounts({ db, user })),
  );
  if (values.json) {
    const shown = accounts.map(({ email, provider, status, capabilities }) => ({
      email,
      provider,
      status,
      capabilities,
    }));
    await sayJson(shown, 0);
  } else if (accounts.length === 0) {
    await say('No account is connected. kith connect google, microsoft or ics URL connects one.\n');
  }
  for (const { email, provider, status, capabilities } of values.json ? [] : accounts) {
    const again = status === 'reconnect_required' ? `  must be connected again: kith connect ${COMMAND[provider]}` : '';
    await say(`${nameOf({ email, provider })}  ${provider}  ${capabilities.join(', ')}${again}\n`);
  }
  return 0;
}

/** A calendar that was connected before each had a name goes by its provider. */
const nameOf = ({ email, provider }: Pick<Account, 'email' | 'provider'>): string =>
  oneLine(email) || `(no name: kith disconnect --provider ${COMMAND[provider].replace(' URL', '')})`;

const COMMAND = { GOOGLE: 'google', OFFICE365: 'microsoft', ICS: 'ics URL' } as const;

/** A provider by the word that `kith connect` takes, or by its own name. */
function providerNamed(given: string): Provider {
  const word = given.toLowerCase();
  const own = word === 'google' ? 'GOOGLE' : word === 'microsoft' ? 'OFFICE365' : word.toUpperCase();
  return choice('--provider', own, ACCOUNT_PROVIDERS);
}

/** `kith disconnect EMAIL`, or by `--provider` alone: forgets the account here, then takes its permission back at the provider. */
export async function runDisconnect(
  email: string | undefined,
  values: UserOption & { provider?: string | undefined },
): Promise<number> {
  if (email === undefined && !values.provider)
    throw wrongUsage('disconnect', 'needs the e-mail of an account, the name of a calendar, or --provider');
  const provider = values.provider && providerNamed(values.provider);
  const { account, permission } = await withUser(values.user, (data, user) =>
    disconnect(data, user.user_id, { email, provider }),
  );
  await say(`${nameOf(account)} is disconnected.\n`);
  if (permission === 'over') await say('The provider had ended its permission already.\n');
  else if (permission === 'taken back') await say('Its permission was taken back at the provider.\n');
  else if (permission === 'by hand' && account.provider !== 'ICS')
    await say(`To take its permission back at the provider: ${BY_HAND[account.provider].join(' or ')}\n`);
  return 0;
}
