import { beforeAll, describe, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import type { Operation } from '../../src/contract/schema/operation.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf } from '../support/people.ts';
import {
  changed,
  fieldsIn,
  isOmitted,
  type Path,
  plain,
  type Sample,
  sampleRequest,
  send,
  successOf,
  supportsDryRun,
  wireName,
  wireSchema,
} from '../support/samples.ts';
import type { Answer } from '../support/service.ts';
import { idsFrom, lastingWorld, makeWorld, ownedBy, type World } from '../support/world.ts';

const SECRET = 'zanzibar';

const { service, database, ada, mailboxes } = await serviceForFile();
const bob = await service.user();
const eve = await service.user();
let adas: World;
let bobsWorld: ReturnType<typeof lastingWorld>;
let before: string[];
/** All of Ada's data, here and at her providers. */
const stateOfAda = () => [database.rowsOf(ada.id), mailboxes.stateOf(ada)];
beforeAll(async () => {
  adas = await makeWorld(ada, SECRET);
  bobsWorld = lastingWorld(bob, database);
  before = stateOfAda();
});

function expectNothingOfAdas(answer: Answer): void {
  expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(SECRET, 'i'));
  expect(stateOfAda()).toEqual(before);
}

/** Locations of a world's ids in a request: path, query, and body. */
function idPlaces(operation: Operation): { path: Path; owned: keyof World }[] {
  const places = Object.keys(sampleRequest(operation).path).map((name): Path => ['path', name]);
  for (const part of ['query', 'body'] as const) {
    const schema = wireSchema(operation, part);
    const ids = schema ? fieldsIn(schema).filter((field) => plain(field.schema).format === 'uuid') : [];
    places.push(...ids.map(({ path }): Path => [part, ...path]));
  }
  return places.flatMap((path) => {
    const owned = ownedBy(operation.name, wireName(path.slice(1)));
    return owned && !isOmitted(path.slice(1)) ? [{ path, owned }] : [];
  });
}

/** Bulk responses report another user's id as a failed row. Filters match nothing with it. */
const BULK =
  /^(bulk_delete|tag|untag)_contacts\.contactIds|_group\.contactIds|^reorder_\w+\.order|^bulk_update_favorites\./;

function expectRefused(operation: Operation, path: Path, id: string, { status, body }: Answer): void {
  const [part, ...rest] = path;
  const field = wireName(rest);
  if (/\b(where|filters)\b/.test(field)) expect(status).toBe(operation.status ?? 200);
  else if (/^bulk_create_(contacts|notes)$/.test(operation.name)) {
    expect(status).toBe(201);
    expect(body.data.batch).toMatchObject({ committed: 0, failedRows: [{ index: 0, error: { code: 'NotFound' } }] });
  } else if (operation.name === 'merge_contacts') {
    expect([status, body.data.merged, body.data.failed[0].error.code]).toEqual([200, [], 'NotFound']);
  } else if (operation.name === 'restore_from_trash') {
    expect([status, body.data]).toEqual([200, { restored: [], failed: [{ id, reason: expect.any(String) }] }]);
  } else if (operation.name === 'bulk_delete_favorites') {
    expect([status, body.data]).toEqual([200, { affected: 0, ids: [] }]);
  } else if (operation.name === 'reorder_contact_phones' && part === 'body') {
    expect([status, body.data]).toEqual([200, { affected: 0 }]);
  } else if (operation.name === 'set_custom_field_values') {
    expect([status, body.data.ids, body.data.failed[0].error.code]).toEqual([200, [], 'NotFound']);
  } else if (operation.name === 'reorder_custom_fields') {
    const owners = body.data.custom_fields.map(({ user_id }: { user_id: string }) => user_id);
    expect([status, [...new Set(owners)]]).toEqual([200, [bob.id]]);
  } else if (part === 'body' && BULK.test(`${operation.name}.${field}`)) {
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ affected: 0, ids: [], failed: [{ id, error: { code: 'NotFound' } }] });
  } else {
    // A removed relation must be this contact's own. With another source, that is the error.
    const refusal = /remove\[0\]\.source$/.test(field) ? [400, 'BadRequest'] : [404, 'NotFound'];
    expect([status, body.error?.code], JSON.stringify(body)).toEqual(refusal);
    if (part === 'body') expect(Object.keys(body.error.details.fields)).toEqual([field]);
  }
}

describe.each(apiNames)('%s', (name) => {
  const operation = operationNamed(name);
  const places = idPlaces(operation);
  const dryRun = supportsDryRun(operation) ? { dryRun: true } : {};

  test('does what its owner asks', async () => {
    const sample = sampleRequest(operation, idsFrom(adas, name));
    const answer = await send(ada, operation, { ...sample, query: { ...sample.query, ...dryRun } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
    // Not every write has a dry run.
    if (operation.effect !== 'read' && !supportsDryRun(operation)) before = stateOfAda();
    expect(stateOfAda()).toEqual(before);
  });

  if (places.length > 0) {
    test("keeps off another user's rows, wherever the id appears", async () => {
      for (const { path, owned } of places) {
        const bobs = await bobsWorld();
        const sample: Sample = changed(sampleRequest(operation, idsFrom(bobs, name)), path, adas[owned]);
        const answer = await send(bob, operation, sample);
        expectRefused(operation, path, adas[owned], answer);
        expectNothingOfAdas(answer);
      }
    });
  }

  if (operation.effect === 'read' && !operation.path.includes('{')) {
    test('shows nothing to another user', async () => {
      const empty = wireSchema(operation, 'body') && {};
      const answer = await send(eve, operation, { path: {}, query: {}, body: empty });
      if (Object.keys(fieldsOf(answer)).length === 0) expect(answer.status).toBe(200);
      expectNothingOfAdas(answer);
      for (const id of Object.values(adas)) expect(JSON.stringify(answer.body)).not.toContain(id);
    });
  }
});

test('another user may use an id that exists here', async () => {
  const made = await bob.post('/v2/contacts', { id: adas.contact, full_name: 'Mine' });
  expect([made.status, made.body.data.contact.user_id]).toEqual([201, bob.id]);
  expectNothingOfAdas(made);
  const removed = await bob.call('DELETE', `/v2/contacts/${adas.contact}`);
  expect(removed.status).toBe(200);
  expectNothingOfAdas(removed);
});

test('search, filters, and lookups stay inside the account', async () => {
  const where = {
    or: [{ name: SECRET }, { email: `${SECRET}@example.com` }, { in: [adas.contact] }],
  };
  const near = { latitude: 5, longitude: 5 };
  for (const answer of [
    await bob.get(`/v2/contacts?searchQuery=${SECRET}`),
    await bob.get(`/v2/timeline/notes/search?searchQuery=${SECRET}`),
    await bob.post('/v2/contacts/filter', { where }),
    await bob.post('/v2/contacts/filter', { near, where: { linkedin: undefined, name: SECRET } }),
    await bob.post('/v2/contacts/by-emails', { emails: [`${SECRET}@example.com`] }),
    await bob.get(`/v2/contacts/count?where=${encodeURIComponent(JSON.stringify(where))}`),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.body.data.pagination?.count ?? answer.body.data.count ?? answer.body.data.contacts.length).toBe(0);
    expectNothingOfAdas(answer);
  }
});

test('a cursor belongs to one user', async () => {
  await bobsWorld();
  for (const path of ['/v2/contacts?take=1', '/v2/agenda/email/messages?limit=1', '/v2/timeline?take=1']) {
    const { nextCursor } = dataOf(await ada.get(path)).pagination;
    expect([path, (await ada.get(`${path}&cursor=${nextCursor}`)).status]).toEqual([path, 200]);
    const answer = await bob.get(`${path}&cursor=${nextCursor}`);
    expect([path, answer.status, Object.keys(fieldsOf(answer))]).toEqual([path, 400, ['cursor']]);
  }
});

test("mail and calendars are the user's own, even if another user's account is named", async () => {
  await bobsWorld();
  const [google, office] = mailboxes.accountsOf(ada).map(({ email }) => email);
  const read = async (path: string) => {
    const answer = await bob.get(path);
    expectNothingOfAdas(answer);
    return dataOf(answer);
  };
  expect((await read('/v2/agenda/email/messages?folder=all')).email_messages).not.toEqual([]);
  expect((await read('/v2/agenda/calendar/events')).calendar_events).not.toEqual([]);
  expect((await read('/v2/timeline?sources[0]=emails&sources[1]=events')).items).not.toEqual([]);
  expect((await read('/v2/briefing')).events).not.toEqual([]);
  expect((await read('/v2/agenda/accounts')).accounts).toHaveLength(2);
  for (const account_email of [google, office]) {
    const lunch = { summary: 'Lunch', start_date: '2026-12-01', account_email };
    for (const answer of [
      await bob.post('/v2/agenda/calendar/events', lunch),
      await bob.get(`/v2/agenda/calendar/events/${adas.event}?account_email=${account_email}`),
      await bob.call('DELETE', `/v2/agenda/calendar/events/${adas.event}?account_email=${account_email}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'no_connected_account']);
      expectNothingOfAdas(answer);
    }
  }
});
