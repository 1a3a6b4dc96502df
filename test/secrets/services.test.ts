import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readMonicaApi } from '../../src/import/formats/monica/api.ts';
import { listsOf } from '../../src/import/from-service/lists.ts';
import { openHttpSource } from '../../src/shared/http/http-source.ts';
import { API_KEY, data, errorOf, type Step, scripted } from '../client/scripted-service.ts';
import { sampleAccount } from '../support/monica/account.ts';
import { type FakeMonica, startMonica } from '../support/monica/api.ts';
import { hostileReferences, MALLORY, startTrap, type Trap } from '../support/trap.ts';

// A remote service of this API, whose key is asked for by the client and by `import --from`; and Monica's.

let trap: Trap;
let monica: FakeMonica;
beforeAll(async () => {
  [trap, monica] = await Promise.all([startTrap(), startMonica(sampleAccount())]);
});
afterAll(() => {
  trap.close();
  monica.close();
});
beforeEach(() => {
  trap.seen = [];
});

test('a redirect of a remote service takes the key nowhere else, of a read and of a write', async () => {
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

test('a cursor of a page is no address, whatever it looks like', async () => {
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
    for await (const _ of (await listsOf(client).pages('list_tags', 'tags'))!);
    expect({ cursor, seen: trap.seen }).toEqual({ cursor, seen: [] });
    if (cursor) expect(new URL(got.at(-1)!.url, baseUrl).searchParams.get('cursor')).toBe(cursor.toWellFormed());
  }
});

async function readAll(): Promise<string> {
  const web = openHttpSource(monica.url, { authorization: () => 'Bearer token', pauseMs: 1 });
  return readMonicaApi(web)
    .then(JSON.stringify, (error) => error.message as string)
    .finally(() => web.close());
}

test('pages, pictures and records of Monica are asked for nowhere else', async () => {
  for (const reference of hostileReferences(new URL(monica.url).host, trap)) {
    monica.spoil = (body) => {
      const rows = (Array.isArray(body.data) ? body.data : []) as Record<string, unknown>[];
      for (const row of rows)
        if (row.object !== 'contact')
          Object.assign(row, { contact: { id: reference, uuid: reference, is_partial: false } });
      const links = { first: reference, last: reference, prev: reference, next: reference };
      return { ...body, links, next_page_url: reference, meta: { ...(body.meta as object), path: reference } };
    };
    const read = await readAll();
    expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
    expect(read).not.toContain(MALLORY);
  }
  monica.spoil = (body) => body;
});

test('a redirect of Monica takes the token nowhere else, and says where it leads', async () => {
  for (const [index, reference] of hostileReferences(new URL(monica.url).host, trap).entries()) {
    monica.onward = { status: [301, 302, 303, 307, 308][index % 5]!, location: encodeURI(reference) };
    const read = await readAll();
    expect({ reference, seen: trap.seen }).toEqual({ reference, seen: [] });
    expect(read).not.toContain(MALLORY);
  }
  monica.onward = { status: 301, location: `http://${trap.host}/` };
  expect(await readAll()).toContain(`points to another host, http://${trap.host}`);
  monica.onward = undefined;
});
