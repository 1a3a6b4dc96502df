import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pagesOf } from '../../src/import/from-service/lists.ts';
import { API_KEY, data, errorOf, type Step, scripted } from '../client/scripted-service.ts';
import { hostileReferences, MALLORY, startTrap, type Trap } from '../support/trap.ts';

// A remote service with this API must not send the client's key anywhere else.

let trap: Trap;
beforeAll(async () => {
  trap = await startTrap();
});
afterAll(() => trap.close());
beforeEach(() => {
  trap.seen = [];
});

test("never sends the key along with a remote service's redirect, for reads and writes", async () => {
  let reference = '';
  let status = 302;
  const onward: Step = (outgoing) => void outgoing.writeHead(status, { location: encodeURI(reference) }).end();
  const { client, got, baseUrl } = await scripted([onward]);
  for (reference of hostileReferences(new URL(baseUrl).host, trap))
    for (status of [301, 303, 308]) {
      const calls = [() => client.call('list_tags', {}), () => client.call('create_tag', { name: 'x' })];
      for (const call of calls) {
        const error = await errorOf(call());
        expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
        expect(JSON.stringify([error.message, error.details])).not.toContain(MALLORY);
      }
    }
  for (const { headers } of got)
    expect([headers.host, headers.authorization]).toEqual([new URL(baseUrl).host, `Bearer ${API_KEY}`]);
});

test('never treats a page cursor as a URL', async () => {
  let cursor = '';
  let pages = 0;
  const page: Step = (outgoing, got) =>
    data({
      tags: [{ id: 'a' }],
      links: { next: cursor },
      pagination: { nextCursor: pages++ % 2 ? null : cursor, count: 2 },
    })(outgoing, got);
  const { client, got, baseUrl } = await scripted([page]);
  for (cursor of hostileReferences(new URL(baseUrl).host, trap)) {
    pages = 0;
    for await (const _ of pagesOf(client, ['list_tags', 'tags']));
    expect({ cursor, seen: trap.seen }).toEqual({ cursor, seen: [] });
    if (cursor) expect(new URL(got.at(-1)!.url, baseUrl).searchParams.get('cursor')).toBe(cursor.toWellFormed());
  }
});
