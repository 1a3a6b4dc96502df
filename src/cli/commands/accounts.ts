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

/** `kith accounts`: lists the connected accounts, their permissions, and those that must be connected again. */
export async function runAccounts(values: UserOption & JsonOption): Promise<number> {
  const accounts = await withPlainClient(accountsOf, values.user);
  const books = await listedBooks(values.user);
  if (values.json) {
    const shown = accounts.map(({ id: _, ...account }) => account);
    await sayJson([...shown, ...books.map(shownBook)], 0);
  } else if (accounts.length + books.length === 0) {
    await say('No account is connected. To connect one, run kith connect google, microsoft, ics, or carddav URL.\n');
  }
  for (const { email, provider, status, capabilities } of values.json ? [] : accounts) {
    const again = status === 'reconnect_required' ? `  reconnect with kith connect ${COMMAND[provider]}` : '';
    await say(`${nameOf({ email, provider })}  ${provider}  ${capabilities.join(', ')}${again}\n`);
  }
  for (const book of values.json ? [] : books) await say(`${bookInWords(book)}\n`);
  return 0;
}

const accountsOf = async (client: Client): Promise<Account[]> =>
  (await client.call('list_connected_accounts', {})).data.accounts;

/** Calendars connected before they had names are identified by provider. */
const nameOf = ({ email, provider }: Pick<Account, 'email' | 'provider'>): string =>
  oneLine(email) || `(no name: kith disconnect --provider ${COMMAND[provider].replace(' URL', '')})`;

type Provider = Account['provider'];

const COMMAND = { GOOGLE: 'google', OFFICE365: 'microsoft', ICS: 'ics URL' } as const;

/** Returns the provider for the argument of `kith connect`, or for its own name. */
function providerNamed(given: string): Provider {
  const word = given.toLowerCase();
  const own = word === 'google' ? 'GOOGLE' : word === 'microsoft' ? 'OFFICE365' : word.toUpperCase();
  return choice('--provider', own, ACCOUNT_PROVIDERS);
}

/** `kith disconnect EMAIL`, or only `--provider`: removes the account, then revokes its permission at the provider. */
export async function runDisconnect(
  email: string | undefined,
  values: UserOption & { provider?: string | undefined },
): Promise<number> {
  if (email === undefined && !values.provider)
    throw wrongUsage(
      'disconnect',
      "requires an account's email, the name of a calendar or address book, or --provider",
    );
  if (email !== undefined && (await disconnectBook(email, values))) return 0;
  const provider = values.provider === undefined ? undefined : providerNamed(values.provider);
  const { account, permission, revoke_pages } = await withPlainClient(async (client) => {
    const { id: accountId } = oneOf(await accountsOf(client), email, provider);
    return (await client.call('disconnect_account', { accountId })).data;
  }, values.user);
  await say(`${nameOf(account)} is disconnected.\n`);
  if (permission === 'ended') await say('Its permission had already ended at the provider.\n');
  if (permission === 'revoked') await say('Revoked its permission at the provider.\n');
  if (permission === 'manual')
    await say(`To revoke its permission at the provider, go to ${revoke_pages.map(oneLine).join(' or ')}\n`);
  return 0;
}

/**
 * Returns the account with this email or name, ignoring case, and this provider. Throws 404 for none and 400 for several.
 */
function oneOf(all: Account[], email: string | undefined, provider: Provider | undefined): Account {
  const named = all.filter((one) => email === undefined || one.email.toLowerCase() === email.toLowerCase());
  const [account, other] = named.filter((one) => provider === undefined || one.provider === provider);
  if (!account)
    throw new KithError('NotFound', `No account ${email ?? `of ${provider}`} is connected.`, {
      hint: 'List them with kith accounts.',
    });
  if (other && email === undefined)
    throw new KithError('BadRequest', `Several ${provider} accounts are connected.`, {
      hint: 'Give its email or name. List them with kith accounts.',
    });
  if (other)
    throw new KithError('BadRequest', `${email} is connected at both ${account.provider} and ${other.provider}.`, {
      hint: `Choose one with --provider ${account.provider} or --provider ${other.provider}.`,
    });
  return account;
}
