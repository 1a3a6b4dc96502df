import { expect, test } from 'vitest';
import { connectHost, refresh, statusWith } from '../support/connected-host.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json } from '../support/people.ts';

// Connected apps, and the security log that records them.

const { service, ada: eve } = await serviceForFile();

test('a connected app is listed, and disconnected only by its user', async () => {
  const user = await service.user();
  const claude = await connectHost(service, user.email, 'Claude');
  const [app, ...others] = dataOf(await user.get('/v2/connected-apps')).connected_apps;
  expect(others).toEqual([]);
  expect(app).toMatchObject({ name: 'Claude', sent_to: '127.0.0.1:9', scopes: ['kith:read', 'kith:write'] });
  expect(dataOf(await eve.get('/v2/connected-apps')).connected_apps).toEqual([]);
  expect((await eve.call('DELETE', `/v2/connected-apps/${app.id}`)).status).toBe(404);
  expect(await statusWith(service, claude)).toBe(200);
  const gone = dataOf(await user.call('DELETE', `/v2/connected-apps/${app.id}`)).connected_app;
  expect(gone).toMatchObject({ id: app.id, name: 'Claude' });
  expect(await statusWith(service, claude)).toBe(401);
  expect((await refresh(service, claude)).status).toBe(400);
  const [event] = dataOf(await user.get('/v2/security-log?take=1')).events;
  expect(event).toMatchObject({ event: 'host.disconnected', outcome: 'done', key: 'Claude', address: '127.0.0.1' });
});

test("the security log lists only the user's own events, newest first, in pages", async () => {
  const user = await service.user();
  for (const name of ['a', 'b', 'c']) await connectHost(service, user.email, name);
  // The use of a key is recorded later, in a batch.
  const eventsIn = (page: Json): Json[] => page.events.filter(({ event }: Json) => event !== 'key.accepted');
  const all = eventsIn(dataOf(await user.get('/v2/security-log?take=200')));
  const connected = all.filter(({ event }) => event === 'host.connected');
  expect(connected.map(({ key }) => key)).toEqual(['c', 'b', 'a']);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );

  const paged: Json[] = [];
  for (let cursor = ''; ; ) {
    const page = dataOf(await user.get(`/v2/security-log?take=2${cursor && `&cursor=${cursor}`}`));
    paged.push(...eventsIn(page));
    if (!page.pagination.nextCursor) break;
    cursor = page.pagination.nextCursor;
  }
  expect(paged).toEqual(all);

  const since = encodeURIComponent(connected[0]!.at);
  const recent = eventsIn(dataOf(await user.get(`/v2/security-log?since=${since}`)));
  expect(recent).toEqual(all.slice(0, recent.length));
  expect(recent.at(-1)!.at).toBe(connected[0]!.at);
  const theirs: Json[] = dataOf(await eve.get('/v2/security-log')).events;
  expect(theirs.filter(({ event }) => event === 'host.connected')).toEqual([]);
  const first = dataOf(await user.get('/v2/security-log?take=1')).pagination.nextCursor;
  expect((await eve.get(`/v2/security-log?take=1&cursor=${first}`)).status).toBe(400);
});
