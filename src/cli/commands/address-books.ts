import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { settings } from '../../process/environment.ts';
import { oneLine, say } from '../../process/print.ts';
import { withPlainClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import { requestSigner } from '../../shared/http/authentication.ts';
import { openHttpSource } from '../../shared/http/http-source.ts';
import { wrongUsage } from '../input/arguments.ts';
import { askSecret } from '../input/ask.ts';
import { inLocalTime } from '../output/times.ts';

// Address books on other servers in `kith connect`, `kith accounts`, and `kith disconnect`.

export type AddressBook = DataOf<Operations['list_address_books']>['address_books'][number];

interface ConnectChoices {
  user?: string | undefined;
  login?: string | undefined;
  readOnly?: true | undefined;
  book?: string[] | undefined;
}

/** `kith connect carddav URL`: keeps address books on other servers in sync with kith. */
export async function connectBooks(
  url: string | undefined,
  { login: user, readOnly, book: books = [], user: email }: ConnectChoices,
): Promise<number> {
  if (url === undefined) throw wrongUsage('connect carddav', 'requires the URL of the server or the address book');
  if (!user) throw new KithError('BadRequest', 'A user name is required.', { hint: 'Give it with --login.' });
  const password = await passwordFor(url, user);
  const { address_books: connected } = (
    await withPlainClient(
      (client) => client.call('connect_address_book', { url, user, password, books, both_ways: !readOnly }),
      email,
    )
  ).data;
  const how = readOnly ? 'changes there are copied to kith' : 'changes are synced both ways';
  for (const { name, host } of connected) await say(`${oneLine(name)} at ${host} is connected: ${how}.\n`);
  await say(
    'Nothing has changed yet. To preview the changes, run kith sync --dry-run. To sync now, run kith sync. kith serve and kith http sync regularly.\n',
  );
  return 0;
}

/** Asks for the password after checking the URL. A remote service rejects the request without one. */
async function passwordFor(url: string, user: string): Promise<string> {
  if (settings.KITH_BASE_URL) return '';
  const server = openHttpSource(url, { ...requestSigner(user, ''), allowHttp: settings.KITH_ALLOW_HTTP });
  await server.close();
  const hint = 'Give the password in KITH_IMPORT_PASSWORD.';
  return settings.KITH_IMPORT_PASSWORD ?? askSecret(`Password of ${user} at ${server.base.host}: `, hint, undefined);
}

export const listedBooks = (email: string | undefined): Promise<AddressBook[]> =>
  withPlainClient(async (client) => (await client.call('list_address_books', {})).data.address_books, email);

/** Returns an address book as `kith accounts --json` prints it. */
export const shownBook = ({ name, host, both_ways, state, reason, synced_at, last_sync }: AddressBook) => ({
  ...{ name, provider: 'CARDDAV', host, both_ways, status: state, reason, synced_at },
  ...(last_sync?.waiting && { waiting: last_sync.waiting }),
});

export const bookInWords = ({ name, host, both_ways, state, reason, synced_at }: AddressBook): string =>
  [
    `${oneLine(name)}  CARDDAV  ${host}, ${both_ways ? 'both ways' : 'read-only'}`,
    synced_at === null ? 'not synced yet' : `synced ${inLocalTime(synced_at)}`,
    ...(state === 'waiting' ? ['many deletions are waiting: allow them with kith sync --delete'] : []),
    ...(reason === null ? [] : [oneLine(reason)]),
    ...(state === 'refused' ? ['reconnect with kith connect carddav URL'] : []),
  ].join('  ');

/**
 * Disconnects the address book with this name. Returns false if there is none. For an account with the same name, use
 * --provider.
 */
export async function disconnectBook(
  name: string,
  { user: email, provider }: { user?: string | undefined; provider?: string | undefined },
): Promise<boolean> {
  if (provider !== undefined && provider.toLowerCase() !== 'carddav') return false;
  const book = await withPlainClient(async (client) => {
    const { address_books } = (await client.call('list_address_books', {})).data;
    const found = address_books.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return found && (await client.call('disconnect_address_book', { bookId: found.id })).data.address_book;
  }, email);
  if (book)
    await say(
      `Disconnected ${oneLine(book.name)}. Its people are kept on both sides, and changes are no longer synced.\n`,
    );
  else if (provider !== undefined)
    throw new KithError('NotFound', `No address book "${name}" is connected.`, {
      hint: 'List them with kith accounts.',
    });
  return book !== undefined;
}
