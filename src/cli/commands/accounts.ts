import type { Client } from '../../client/client.ts';
import { ACCOUNT_PROVIDERS } from '../../contract/agenda.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { choice, type JsonOption, wrongUsage } from '../input/arguments.ts';
import { bookInWords, disconnectBook, listedBooks, shownBook } from './address-books.ts';

interface UserOption {
  user?: string | undefined;
}

type Account = DataOf<Operations['list_connected_accounts']>['accounts'][number];

/** `kith accounts`: the connected accounts, what each allows, and which must be connected again. */
export async function runAccounts(values: UserOption & JsonOption): Promise<number> {
  const accounts = await withPlainClient(accountsOf, values.user);
  const books = await listedBooks(values.user);
  if (values.json) {
    const shown = accounts.map(({ id: _, ...account }) => account);
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

const accountsOf = async (client: Client): Promise<Account[]> =>
  (await client.call('list_connected_accounts', {})).data.accounts;

/** A calendar that was connected before each had a name goes by its provider. */
const nameOf = ({ email, provider }: Pick<Account, 'email' | 'provider'>): string =>
  oneLine(email) || `(no name: kith disconnect --provider ${COMMAND[provider].replace(' URL', '')})`;

type Provider = Account['provider'];

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
      'needs the email of an account, the name of a calendar or address book, or --provider',
    );
  if (email !== undefined && (await disconnectBook(email, values))) return 0;
  const provider = values.provider === undefined ? undefined : providerNamed(values.provider);
  const { account, permission, revoke_pages } = await withPlainClient(async (client) => {
    const { id: accountId } = oneOf(await accountsOf(client), email, provider);
    return (await client.call('disconnect_account', { accountId })).data;
  }, values.user);
  await say(`${nameOf(account)} is disconnected.\n`);
  if (permission === 'ended') await say('The provider had ended its permission already.\n');
  if (permission === 'revoked') await say('Its permission was taken back at the provider.\n');
  if (permission === 'manual')
    await say(`To take its permission back at the provider: ${revoke_pages.map(oneLine).join(' or ')}\n`);
  return 0;
}

/** The account of this address or name, in any case, and of this provider. Throws 404 for none, and 400 for several. */
function oneOf(all: Account[], email: string | undefined, provider: Provider | undefined): Account {
  const named = all.filter((one) => email === undefined || one.email.toLowerCase() === email.toLowerCase());
  const [account, other] = named.filter((one) => provider === undefined || one.provider === provider);
  if (!account)
    throw new KithError('NotFound', `No account ${email ?? `of ${provider}`} is connected.`, {
      hint: 'kith accounts lists them.',
    });
  if (other && email === undefined)
    throw new KithError('BadRequest', `Several accounts of ${provider} are connected.`, {
      hint: 'Say which by its address or name; kith accounts lists them.',
    });
  if (other)
    throw new KithError('BadRequest', `${email} is connected at ${account.provider} and at ${other.provider}.`, {
      hint: `Say which with --provider ${account.provider} or --provider ${other.provider}.`,
    });
  return account;
}
