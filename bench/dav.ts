import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { localUser } from '../src/identity/users/users.ts';
import { openAddressBook } from '../src/service/cards/address-book.ts';
import { openData } from '../src/service/data/open-data.ts';
import { createService } from '../src/service/service.ts';
import { chunked } from '../src/shared/lists.ts';
import { findRadicale, startRadicale } from '../test/support/radicale.ts';
import { type Spread, short, spread, table, timed } from './figures.ts';
import { contactNumber, seedFolder } from './seed.ts';
import { startListening } from './sockets.ts';

/** A CardDAV server with one filled address book. */
export interface Target {
  name: string;
  pid: number;
  book: string;
  authorization: string;
  stop(): Promise<unknown>;
}

interface BookFigures {
  name: string;
  size: number;
  /** Seconds of a device's first sync: the list, then every card, 50 per request. */
  first: number;
  /** Peak megabytes. */
  memory: number;
  /** Milliseconds. */
  nothingNew: Spread;
  oneChange: Spread;
  get: Spread;
  put: Spread;
}

export interface DavFigures {
  books: BookFigures[];
  /** Milliseconds of the store for one change in the largest book. */
  store: Spread;
}

const ROUNDS = 100;
const BATCH_SIZE = 50;
const agent = new Agent({ connections: 1 });

/** CardDAV of `kith serve` on small and large books, beside Radicale on the small one, each in its own process. */
export async function measureDav(folder: string, sizes: readonly [small: number, large: number]): Promise<DavFigures> {
  const books: BookFigures[] = [];
  const modules = findRadicale();
  if (modules) {
    const target = await radicaleWith(modules, sizes[0]);
    books.push(await measured(target, sizes[0]));
    await target.stop();
  }
  for (const size of sizes) {
    const target = await kithWith(join(folder, `dav-${size}`), size);
    books.push(await measured(target, size));
    await target.stop();
  }
  return { books, store: await measureStore(join(folder, `dav-${sizes[1]}`)) };
}

async function measured(target: Target, size: number): Promise<BookFigures> {
  let names: string[] = [];
  let token = '';
  const first = await timed(async () => {
    ({ names, token } = await sync(target, ''));
    for (const some of chunked(names, BATCH_SIZE)) await multiget(target, some);
  });
  const memory = peakOf(target.pid);
  if (names.length !== size) throw new Error(`${target.name} has ${names.length} cards of ${size}`);
  const [nothingNew, oneChange, get, put]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const name = names[(round * 7919) % names.length]!;
    nothingNew!.push(await timed(() => sync(target, token)));
    get!.push(await timed(() => send(target, 'GET', name)));
    const card = cardNumber(round, /UID:(.*)/.exec(await send(target, 'GET', name))![1]!.trim());
    put!.push(await timed(() => send(target, 'PUT', name, card, { 'content-type': 'text/vcard' })));
    oneChange!.push(
      await timed(async () => {
        const { names: changed, token: next } = await sync(target, token);
        if (changed.length !== 1) throw new Error(`${target.name} told of ${changed.length} changes`);
        token = next;
      }),
    );
  }
  return {
    ...{ name: target.name, size, first: first / 1000, memory },
    ...{ nothingNew: spread(nothingNew!), oneChange: spread(oneChange!), get: spread(get!), put: spread(put!) },
  };
}

/** Changes since a token. */
async function sync(target: Target, token: string): Promise<{ names: string[]; token: string }> {
  const body = `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
  const answer = await send(target, 'REPORT', target.book, body, { 'content-type': 'application/xml' });
  const names = [...answer.matchAll(/<(?:\w+:)?response>\s*<(?:\w+:)?href>([^<]*\.vcf)</g)].map(([, href]) => href!);
  return { names, token: /sync-token>([^<]+)</.exec(answer)![1]! };
}

async function multiget(target: Target, names: string[]): Promise<void> {
  const hrefs = names.map((name) => `<d:href>${name}</d:href>`).join('');
  const body = `<c:addressbook-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:prop><d:getetag/><c:address-data/></d:prop>${hrefs}</c:addressbook-multiget>`;
  const answer = await send(target, 'REPORT', target.book, body, { 'content-type': 'application/xml' });
  const cards = answer.split('BEGIN:VCARD').length - 1;
  if (cards !== names.length) throw new Error(`${target.name} gave ${cards} cards of ${names.length}`);
}

export async function send(
  { name, book, authorization }: Target,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await request(new URL(path, book), {
    method: method as 'GET',
    headers: { authorization, ...headers },
    body: body ?? null,
    dispatcher: agent,
    headersTimeout: 600_000,
    bodyTimeout: 600_000,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${name}: ${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}

/** A process's peak memory, in megabytes. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

export function cardNumber(number: number, uid: string): string {
  const { full_name, company, contact_emails, contact_phone_numbers } = contactNumber(number);
  const [first, last] = full_name.split(' ');
  return [
    ...['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, `FN:${full_name} again`, `N:${last};${first};;;`, `ORG:${company}`],
    ...[`EMAIL;TYPE=INTERNET:${contact_emails[0]!.email}`, `TEL;TYPE=CELL:${contact_phone_numbers[0]!.phone_number}`],
    'END:VCARD\r\n',
  ].join('\r\n');
}

export async function radicaleWith(modules: string, size: number): Promise<Target> {
  const radicale = await startRadicale(modules);
  await radicale.makeBook('book', 'Book');
  for (let number = 0; number < size; number++)
    await radicale.putCard('book', `${number}.vcf`, cardNumber(number, `number-${number}`));
  const { url, pid, user, password, stop } = radicale;
  return { name: 'Radicale', pid, book: `${url}/${user}/book/`, authorization: basic(user, password), stop };
}

export async function kithWith(dataDir: string, size: number): Promise<Target & { ids: string[] }> {
  const { contactIds: ids, email } = await seedFolder(dataDir, size);
  const env = { KITH_DATA_DIR: dataDir, KITH_DAV_RATE_LIMIT: '0', KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const key = ['dist/cli.js', 'key', 'add', email, '--name', 'bench', '--dav', '--json'];
  const password: string = JSON.parse(
    execFileSync(process.execPath, key, { env: { ...process.env, ...env }, encoding: 'utf8' }),
  ).app_password;
  const { port, pid, stop } = await startListening([process.execPath, 'dist/cli.js', 'serve', '--port', '0'], env);
  const url = `http://127.0.0.1:${port}`;
  const authorization = basic(email, password);
  const found = await request(`${url}/dav/`, {
    method: 'PROPFIND' as 'GET',
    headers: { authorization, depth: '0' },
    body: '<d:propfind xmlns:d="DAV:"><d:prop><d:current-user-principal/></d:prop></d:propfind>',
  });
  const principal = /principals\/([^/<]+)\//.exec(await found.body.text())![1]!;
  return {
    ...{ name: 'kith serve', pid, stop, ids, authorization },
    book: `${url}/dav/books/${principal}/contacts/`,
  };
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** One change, requested in this process, to measure the store's share. */
async function measureStore(dataDir: string): Promise<Spread> {
  const { store, secret } = openData(dataDir, undefined);
  const user = await localUser(store, 'bench@example.com');
  const onFault = (_: string, error: unknown) => {
    throw error;
  };
  const service = createService({ store, secret, version: 'bench', authenticate: async () => undefined, onFault });
  const book = openAddressBook(service.userData({ user, permissions: 'write' }), 'bench');
  const last = await book.state();
  const samples: number[] = [];
  for (let round = 0; round < 10 * ROUNDS; round++) samples.push(await timed(() => book.changes(last - 1, 1_000)));
  await service.idle();
  await store.close();
  return spread(samples.slice(ROUNDS));
}

export const davTable = ({ books, store }: DavFigures): string =>
  table(
    `CardDAV over a socket, one device; one change takes ${short(store.p50)} ms (p50) of the store of the largest book`,
    ['', 'cards', 'first sync, s', 'MB', 'nothing new, ms', 'one change, ms', 'GET, ms', 'PUT, ms'],
    books.map(({ name, size, first, memory, nothingNew, oneChange, get, put }) => [
      ...[name, short(size), short(first), short(memory)],
      ...[nothingNew, oneChange, get, put].map(({ p50 }) => short(p50)),
    ]),
  );
