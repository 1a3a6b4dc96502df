import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, type DavDevice, deviceOf, type ResourceResponse } from '../support/dav-device.ts';
import { drawFrom, randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Clients that sync by token have exactly the server's cards after any change to people, groups, and card URLs.

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

const ETAG = '{DAV:}getetag';
const etagOf = ({ found }: ResourceResponse) => found[ETAG]!.text;

/** A client that uses only sync-collection responses. */
class SyncClient {
  readonly #device: DavDevice;
  #token = '';
  /** ETags by URL. */
  cards = new Map<string, string>();

  constructor(device: DavDevice) {
    this.#device = device;
  }

  /** Returns the URLs that the server reported as removed. */
  async sync(limit?: number): Promise<string[]> {
    const removed: string[] = [];
    for (;;) {
      const { told, token } = await this.#device.sync(this.#token, limit);
      this.#token = token;
      for (const one of told) {
        if (one.href === this.#device.book) continue;
        if (one.status === 404) {
          this.cards.delete(one.href);
          removed.push(one.href);
        } else this.cards.set(one.href, etagOf(one));
      }
      if (!told.some(({ href }) => href === this.#device.book)) return removed;
    }
  }
}

async function listed(device: DavDevice): Promise<Map<string, string>> {
  const told = await device.propfind(
    device.book,
    '1',
    '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>',
  );
  return new Map(told.filter(({ href }) => href !== device.book).map((one) => [one.href, etagOf(one)]));
}

const groupOf = (uid: string, ...members: string[]): string =>
  cardOf(
    uid,
    `Group ${uid}`,
    'X-ADDRESSBOOKSERVER-KIND:group',
    ...members.map((one) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${one}`),
  );

async function startBook(name: string) {
  const user = await service.user();
  const device = await deviceOf(service, user, { name });
  const survivors: string[] = [];
  return { user, device, client: new SyncClient(device), survivors };
}

/** Everyone in the book and in the trash, as the API lists them. */
async function idsOf(user: User, path: string, list: string): Promise<string[]> {
  const { body } = await user.get(path);
  return (body.data[list] ?? []).map(({ id }: { id: string }) => id);
}

const same = (client: SyncClient, cards: Map<string, string>, what: string) =>
  expect([...client.cards].sort(), what).toEqual([...cards].sort());

test('removes a card whose UID was put under another name', async () => {
  const { device, client } = await startBook('renames');
  await device.put('a.vcf', cardOf('u', 'Ann'));
  await client.sync();
  await device.send('DELETE', device.card('a.vcf'));
  expect((await device.put('b.vcf', cardOf('u', 'Ann'))).status).toBe(201);
  expect(await client.sync()).toEqual([device.card('a.vcf')]);
  same(client, await listed(device), 'after the move');
});

test('reports no removal when a deleted card is put at its URL again', async () => {
  const { device, client } = await startBook('repeats');
  await device.put('a.vcf', cardOf('u', 'Ann'));
  await client.sync();
  await device.send('DELETE', device.card('a.vcf'));
  expect((await device.put('a.vcf', cardOf('u', 'Ann'))).status).toBe(201);
  expect(await client.sync()).toEqual([]);
  same(client, await listed(device), 'after the second put');
});

test('refuses a card with another UID than the one at its URL', async () => {
  const { device } = await startBook('replaces');
  await device.put('a.vcf', cardOf('u', 'Ann'));
  await device.put('g.vcf', groupOf('g'));
  for (const [name, card] of [
    ['a.vcf', cardOf('v', 'Bob')],
    ['g.vcf', groupOf('h')],
  ] as const) {
    const answer = await device.put(name, card);
    const conflict = `<C:no-uid-conflict><D:href>${device.card(name)}</D:href></C:no-uid-conflict>`;
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(conflict)]);
  }
  expect((await device.send('GET', device.card('a.vcf'))).text).toContain('FN:Ann');
});

test('restores archived people with the name that their card is put at, and no one else', async () => {
  const { user, device, client } = await startBook('archives');
  await device.put('a.vcf', cardOf('u', 'Ann'));
  const [ann] = await idsOf(user, '/v2/contacts', 'contacts');
  const archive = () => user.call('PATCH', `/v2/contacts/${ann}`, { is_archived: true });
  await client.sync();
  await archive();
  expect((await device.put('b.vcf', cardOf('u', 'Ann'))).status).toBe(201);
  expect(await idsOf(user, '/v2/contacts', 'contacts')).toEqual([ann]);
  expect(await client.sync()).toEqual([device.card('a.vcf')]);
  await archive();
  expect((await device.put('b.vcf', cardOf('v', 'Bob'))).status).toBe(201);
  await client.sync();
  same(client, await listed(device), 'after another took the name');
  await user.call('PATCH', `/v2/contacts/${ann}`, { is_archived: false });
  await client.sync();
  expect(client.cards.size).toBe(2);
  same(client, await listed(device), 'after both are back');
});

const NAMES = ['a.vcf', 'b.vcf', 'c.vcf', 'd.vcf'];
const UIDS = ['u', 'v', 'w'];

/** Makes one random change by the device or over the API. A refused change has no effect. */
async function change(
  { user, device, survivors }: Awaited<ReturnType<typeof startBook>>,
  random: () => number,
): Promise<string> {
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const [name, uid] = [oneOf(NAMES)!, oneOf(UIDS)!];
  const people = await idsOf(user, '/v2/contacts', 'contacts');
  const steps: Record<string, () => Promise<unknown>> = {
    put: () => device.put(name, cardOf(uid, `Person ${Math.floor(random() * 1e6)}`)),
    group: () => device.put(name, groupOf(`g${uid}`, ...UIDS.slice(0, Math.floor(random() * 3)))),
    remove: () => device.send('DELETE', device.card(name)),
    create: () => user.post('/v2/contacts', { first_name: 'Made' }),
    delete: () => user.call('DELETE', `/v2/contacts/${oneOf(people)}`),
    async restore() {
      const { body } = await user.get('/v2/trash');
      const entries: { id: string }[] = Object.values<{ id: string }[]>(body.data).find(Array.isArray) ?? [];
      await user.post('/v2/trash/restore', { ids: [oneOf(entries)?.id] });
    },
    async archive() {
      const shown = random() < 0.5;
      const id = oneOf(shown ? people : await idsOf(user, '/v2/contacts?archived=true', 'contacts'));
      await user.call('PATCH', `/v2/contacts/${id}`, { is_archived: shown });
    },
    async merge() {
      const [one, other] = [oneOf(people), oneOf(people)];
      if (one === undefined || one === other) return;
      await user.post('/v2/contacts/merge', { contactIds: [[one, other]], survivorIds: [one] });
      survivors.push(one);
    },
    undo: () => user.post(`/v2/contacts/${survivors.pop()}/undo-merge`),
    edit: () =>
      user.call('PATCH', `/v2/contacts/${oneOf(people)}`, { job_title: `Title ${Math.floor(random() * 1e6)}` }),
  };
  const what = drawFrom(random, [
    [6, 'put'],
    [2, 'group'],
    [4, 'remove'],
    [1, 'create'],
    [2, 'delete'],
    [3, 'restore'],
    [3, 'archive'],
    [2, 'merge'],
    [2, 'undo'],
    [1, 'edit'],
  ]);
  await steps[what]!();
  return `${what} ${name} ${uid}`;
}

test("gives clients with any token the server's cards after random changes", async () => {
  for (let round = 0; round < rounds(6); round++) {
    const random = randomFrom(seed + round);
    const book = await startBook(`round ${round}`);
    const clients = [book.client, new SyncClient(book.device), new SyncClient(book.device)];
    const everListed = new Set<string>();
    const steps: string[] = [];
    const sync = async (client: SyncClient) => {
      const told = `seed ${seed + round}: ${steps.join(', ')}`;
      const removed = await client.sync(random() < 0.5 ? undefined : 1 + Math.floor(random() * 3));
      const now = await listed(book.device);
      for (const href of removed)
        expect([href, everListed.has(href), now.has(href)], told).toEqual([href, true, false]);
      same(client, now, told);
    };
    for (let step = 0; step < 40; step++) {
      steps.push(await change(book, random));
      for (const href of (await listed(book.device)).keys()) everListed.add(href);
      for (const [at, client] of clients.entries()) if (random() < 0.3 / (at + 1)) await sync(client);
    }
    for (const client of clients) await sync(client);
  }
});
