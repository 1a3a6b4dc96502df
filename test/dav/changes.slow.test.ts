import { expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { openAddressBook } from '../../src/service/cards/address-book.ts';
import type { AddressBook } from '../../src/shared/cards/address-book.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, type Json, makeNote } from '../support/people.ts';
import { sampleRequest, send, successOf } from '../support/samples.ts';
import type { User } from '../support/service.ts';
import { idsFrom, lastingWorld } from '../support/world.ts';

const data = await clockedServiceForFile();
const { service } = data;

/** Content of each card, by name. */
async function cardsOf(book: AddressBook): Promise<Map<string, string>> {
  const cards = new Map<string, string>();
  for (let after: string | undefined; ; ) {
    const page = await book.list(after, 500);
    const names = page.map(({ name }) => name);
    for (const { name, changedAt: _, change: _change, ...said } of await book.read(names, false, false))
      cards.set(name, JSON.stringify(said));
    if (page.length < 500) return cards;
    after = names.at(-1);
  }
}

/** A device in sync: the cards that it has after requesting only changes. */
class Follower {
  readonly book: AddressBook;
  cards = new Map<string, string>();
  change = 0;

  constructor(book: AddressBook) {
    this.book = book;
  }

  async follow(): Promise<void> {
    for (;;) {
      const { changed, gone, upTo, more } = (await this.book.changes(this.change, 3))!;
      for (const name of gone) this.cards.delete(name);
      const names = changed.map(({ name }) => name);
      for (const name of names) this.cards.delete(name);
      for (const { name, changedAt: _, change: _change, ...said } of await this.book.read(names, false, true))
        this.cards.set(name, JSON.stringify(said));
      this.change = upTo;
      if (!more) return;
    }
  }
}

const eve: User = { ...(await service.user()), email: '', apiKey: '' };
const device = new Follower(openAddressBook(await service.userData(eve.id), 'device'));

/**
 * After every write of the user, the device requests the changes, and must then have everything in its current
 * state.
 */
async function follow(what: string): Promise<void> {
  await device.follow();
  const there = await cardsOf(device.book);
  expect([...device.cards].sort(), what).toEqual([...there].sort());
}

const watched: User = {
  ...eve,
  async call(method, path, body, options) {
    const answer = await eve.call(method, path, body, options);
    if (method !== 'GET') await follow(`${method} ${path} ${JSON.stringify(body)}`);
    return answer;
  },
  post: (path, body, options) => watched.call('POST', path, body ?? {}, options),
};

// Frees the sample tag's name by renaming the existing tag below.
const writes = apiNames
  .map(operationNamed)
  .filter(({ name, effect, atProvider }) => effect !== 'read' && !atProvider && name !== 'update_tag');
const theWorld = lastingWorld(eve, data.database);

test.each(writes)('gives a device every card in its current state after $name', async (operation) => {
  const answer = await send(
    watched,
    operation,
    sampleRequest(operation, idsFrom(await theWorld({ anew: /^update_/.test(operation.name) }), operation.name)),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
});

test('does the same after renames, deletions, restores, merges, undos, archiving, and moves', async () => {
  const add = async (path: string, body: object) => Object.values(dataOf(await watched.post(path, body)))[0] as Json;
  const [ada, bob] = [
    await add('/v2/contacts', { first_name: 'Ada' }),
    await add('/v2/contacts', { first_name: 'Bob' }),
  ];
  const tag = await add('/v2/tags', { tag: { name: 'chess' } });
  const members = { groups_contacts: [{ contact_id: ada.id }, { contact_id: bob.id }] };
  const [club, team] = [
    await add('/v2/groups', { group: { name: 'Club', ...members } }),
    await add('/v2/groups', { group: { name: 'Team' } }),
  ];
  const ask = async (method: string, path: string, body?: object) => dataOf(await watched.call(method, path, body));
  await ask('POST', '/v2/tags/contacts/add', { tagIds: [tag.id], contactIds: [ada.id, bob.id] });
  await ask('PUT', `/v1/tags/${tag.id}`, { tag: { name: 'go' } });
  await ask('DELETE', `/v2/tags/${tag.id}`);
  await ask('POST', '/v2/trash/restore', { ids: [tag.id] });
  await ask('DELETE', `/v2/contacts/${bob.id}`);
  await ask('POST', '/v2/trash/restore', { ids: [bob.id] });
  await ask('POST', '/v2/contacts/merge', { contactIds: [[ada.id, bob.id]], survivorIds: [ada.id] });
  await ask('POST', `/v2/contacts/${ada.id}/undo-merge`);
  await ask('POST', `/v2/groups/${team.id}/merge`, { sourceGroupIds: [club.id], finalName: 'All' });
  await ask('POST', '/v2/trash/restore', { ids: [club.id] });
  await ask('PATCH', `/v2/contacts/${ada.id}`, { is_archived: true });
  await ask('PATCH', `/v2/contacts/${ada.id}`, { is_archived: false });
});

test('reports no change for data that cards omit', async () => {
  const user = await service.user();
  const book = openAddressBook(await service.userData(user.id), 'device');
  const { contact } = dataOf(await user.post('/v2/contacts', { first_name: 'Ada', frequency: '7 days' }));
  const before = await book.state();
  expect(before).toBe(1);
  dataOf(await user.call('PATCH', `/v2/contacts/${contact.id}`, { last_seen_now: true, starred: true }));
  await makeNote(user, { note: 'Met', timeline_items_contacts: [{ contact_id: contact.id }] });
  expect(await book.state()).toBe(before);
  dataOf(await user.call('PATCH', `/v2/contacts/${contact.id}`, { job_title: 'Countess' }));
  expect(await book.state()).toBe(before + 1);
});
