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
import { onThisMachine } from '../output/times.ts';

// What `kith connect`, `accounts` and `disconnect` do with address books on other servers.

export type AddressBook = DataOf<Operations['list_address_books']>['address_books'][number];

interface ConnectChoices {
  user?: string | undefined;
  login?: string | undefined;
  readOnly?: true | undefined;
  book?: string[] | undefined;
}

/** `kith connect carddav URL`: keeps address books elsewhere and kith the same from now on. */
export async function connectBooks(
  url: string | undefined,
  { login: user, readOnly, book: books = [], user: email }: ConnectChoices,
): Promise<number> {
  if (url === undefined) throw wrongUsage('connect carddav', 'needs the address of the server or of the address book');
  if (!user) throw new KithError('BadRequest', 'A user name is needed.', { hint: 'Give it with --login.' });
  const password = await passwordFor(url, user);
  const { address_books: connected } = (
    await withPlainClient(
      (client) => client.call('connect_address_book', { url, user, password, books, both_ways: !readOnly }),
      email,
    )
  ).data;
  const how = readOnly ? 'what changes there comes here' : 'what changes on one side changes on the other';
  for (const { name, host } of connected) await say(`${oneLine(name)} at ${host} is connected: ${how}.\n`);
  await say(
    'Nothing was changed yet. kith sync --dry-run shows the changes, and kith sync makes them. kith serve and kith http sync regularly.\n',
  );
  return 0;
}

/** Asks for the password once the address has proved usable. A service elsewhere refuses without one. */
async function passwordFor(url: string, user: string): Promise<string> {
  if (settings.KITH_BASE_URL) return '';
  const server = openHttpSource(url, { ...requestSigner(user, ''), allowHttp: settings.KITH_ALLOW_HTTP });
  await server.close();
  const hint = 'Give the password in KITH_IMPORT_PASSWORD.';
  return settings.KITH_IMPORT_PASSWORD ?? askSecret(`Password of ${user} at ${server.base.host}: `, hint, undefined);
}

export const listedBooks = (email: string | undefined): Promise<AddressBook[]> =>
  withPlainClient(async (client) => (await client.call('list_address_books', {})).data.address_books, email);

/** A book as `kith accounts --json` prints it. */
export const shownBook = ({ name, host, both_ways, state, reason, synced_at, last_sync }: AddressBook) => ({
  ...{ name, provider: 'CARDDAV', host, both_ways, status: state, reason, synced_at },
  ...(last_sync?.waiting && { waiting: last_sync.waiting }),
});

export const bookInWords = ({ name, host, both_ways, state, reason, synced_at }: AddressBook): string =>
  [
    `${oneLine(name)}  CARDDAV  ${host}, ${both_ways ? 'both ways' : 'reading only'}`,
    synced_at === null ? 'not synced yet' : `synced ${onThisMachine(synced_at)}`,
    ...(state === 'waiting' ? ['many deletions wait for your word: kith sync --delete'] : []),
    ...(reason === null ? [] : [oneLine(reason)]),
    ...(state === 'refused' ? ['must be connected again: kith connect carddav URL'] : []),
  ].join('  ');

/** Disconnects the address book of this name; false if there is none. An account of the same name goes by --provider. */
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
      `${oneLine(book.name)} is disconnected. Its people stay here, and stay there; changes do not go over any more.\n`,
    );
  else if (provider !== undefined)
    throw new KithError('NotFound', `No address book called ${name} is followed.`, {
      hint: 'kith accounts lists them.',
    });
  return book !== undefined;
}
