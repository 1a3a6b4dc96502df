import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { findRadicale } from '../../test/support/radicale.ts';
import { cardNumber, kithWith, radicaleWith } from '../dav.ts';
import { Samples, type Spread, timed } from '../figures.ts';
import { contactNumber } from '../seed.ts';
import { startListening } from '../sockets.ts';
import { residentMegabytes } from '../start.ts';
import { bundled } from '../targets.ts';

/** An address book over HTTP with some people in it. */
interface Store {
  name: string;
  pid: number;
  get(number: number): Request;
  put(number: number): Request;
  stop(): Promise<unknown>;
}

interface Request {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface StoreFigures {
  name: string;
  get: Spread;
  put: Spread;
  megabytes: number;
}

const WARM_UP = 50;
const EMAIL = 'bench@example.com';

/** One person read and one written, one request at a time, in turns. */
export async function measureStores(folder: string, people: number, rounds: number): Promise<StoreFigures[]> {
  const stores = [...(await cardStores(folder, people)), await plainApp(folder, people)];
  const samples = new Map(stores.map((store) => [store, new Samples()]));
  for (const kind of ['get', 'put'] as const) {
    for (let round = 0; round < WARM_UP + rounds; round++) {
      for (const store of stores) {
        const request = store[kind]((round * 37) % people);
        const took = await timed(() => send(request));
        if (round >= WARM_UP) samples.get(store)!.add(kind, took);
      }
    }
  }
  const figures = stores.map((store) => ({
    name: store.name,
    get: samples.get(store)!.get('get')!,
    put: samples.get(store)!.get('put')!,
    megabytes: residentMegabytes(store.pid),
  }));
  for (const store of stores) await store.stop();
  return figures;
}

/** Kept open between requests if the server supports it. */
const agent = new Agent({ connections: 1 });

async function send({ url, ...options }: Request): Promise<string> {
  const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${options.method} ${url}: ${statusCode} ${text}`);
  return text;
}

/** Radicale, if installed, and `kith serve` over both REST and CardDAV. */
async function cardStores(folder: string, people: number): Promise<Store[]> {
  const stores: Store[] = [];
  const modules = findRadicale();
  if (modules) {
    const target = await radicaleWith(modules, people);
    stores.push(
      cards(
        'Radicale, a card',
        target,
        (number) => `${number}.vcf`,
        (number) => `number-${number}`,
      ),
    );
  }
  const dataDir = join(folder, 'book');
  const { ids, ...target } = await kithWith(dataDir, people);
  stores.push(
    cards(
      'kith serve, a card',
      target,
      (number) => `${ids[number]}.vcf`,
      (number) => ids[number]!,
    ),
  );
  const env = { ...process.env, KITH_DATA_DIR: dataDir };
  const shown = execFileSync(process.execPath, ['dist/cli.js', 'key', 'regenerate', EMAIL, '--json'], { env });
  const headers = { authorization: `Bearer ${JSON.parse(shown.toString()).api_key}` };
  stores.push({
    ...{ name: 'kith serve, JSON', pid: target.pid, stop: async () => {} },
    ...json(new URL('/v2/contacts/', target.book).href, 'PATCH', ids, headers),
  });
  return stores;
}

function cards(
  name: string,
  { book, authorization, pid, stop }: Awaited<ReturnType<typeof radicaleWith>>,
  file: (number: number) => string,
  uid: (number: number) => string,
): Store {
  const headers = { authorization, 'content-type': 'text/vcard' };
  return {
    ...{ name, pid, stop },
    get: (number) => ({ method: 'GET', url: book + file(number), headers: { authorization } }),
    put: (number) => ({ method: 'PUT', url: book + file(number), headers, body: cardNumber(other(), uid(number)) }),
  };
}

/** Another person's number, so that every write creates a new one. */
const other = () => Math.floor(Math.random() * 1e6);

function json(url: string, method: 'PUT' | 'PATCH', ids: string[], headers: Record<string, string>) {
  return {
    get: (number: number): Request => ({ method: 'GET', url: url + ids[number], headers }),
    put: (number: number): Request => ({
      ...{ method, url: url + ids[number] },
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(contactNumber(other())),
    }),
  };
}

async function plainApp(folder: string, people: number): Promise<Store> {
  const key = randomUUID();
  const command = [process.execPath, bundled('beside/app'), join(folder, 'plain.db'), key];
  const { port, pid, stop } = await startListening(command, {});
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/contacts`;
  const ids: string[] = [];
  for (let number = 0; number < people; number++) {
    const made = await send({ method: 'POST', url, headers, body: JSON.stringify(contactNumber(number)) });
    ids.push(JSON.parse(made).data.id);
  }
  const authorized = { authorization: `Bearer ${key}` };
  return { ...{ name: 'plain app on Kysely and SQLite, JSON', pid, stop }, ...json(`${url}/`, 'PUT', ids, authorized) };
}
