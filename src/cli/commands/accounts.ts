import { ACCOUNT_PROVIDERS } from '../../contract/agenda.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { listAccounts } from '../../providers/accounts/accounts.ts';
import { BY_HAND, disconnect } from '../../providers/accounts/disconnect.ts';
import type { Account, Provider } from '../../providers/content/account.ts';
import { withUser } from '../../server/composition/local-data.ts';
import { choice, type JsonOption, wrongUsage } from '../input/arguments.ts';
import { bookInWords, disconnectBook, listedBooks, shownBook } from './address-books.ts';

interface UserOption {
  user?: string | undefined;
}

/** `kith accounts`: the connected accounts, what each allows, and which must be connected again. */
export async function runAccounts(values: UserOption & JsonOption): Promise<number> {
  const accounts = await withUser(values.user, ({ store }, user) =>
    store.read(user.user_id, (db) => listAccounts({ db, user })),
  );
  const books = await listedBooks(values.user);
  if (values.json) {
    const shown = accounts.map(({ email, provider, status, capabilities }) => ({
      email,
      provider,
      status,
      capabilities,
    }));
    await sayJson([...shown, ...books.map(shownBook)], 0);
  } else if (accounts.length + books.length === 0) {
    await say('No account is connected. kith connect google, microsoft, ics or carddav URL connects one.\n');
  }
  for (const { email, provider, status, capabilities } of values.json ? [] : accounts) {
    const again = status === 'reconnect_required' ? `  must be connected again: kith connect ${COMMAND[provider]}` : '';
    await say(`${nameOf({ email, provider })}  ${provider}  ${capabilities.join(', ')}${again}\n`);
  }
  for (const book of values.json ? [] : books) await say(`${bookInWords(book)}\n`);
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
    throw wrongUsage(
      'disconnect',
      'needs the e-mail of an account, the name of a calendar or address book, or --provider',
    );
  if (email !== undefined && (await disconnectBook(email, values))) return 0;
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
