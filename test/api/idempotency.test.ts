import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { makeSecret } from '../../src/identity/secrets/secret.ts';
import { engineSettings } from '../support/engine.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, makeContact, makeContacts, namesFound } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';
import { sampleRequest, send, successOf } from '../support/samples.ts';
import { type Answer, apiAt, startService, temporaryFolder } from '../support/service.ts';
import { idsFrom, lastingWorld, type World } from '../support/world.ts';

const { service, database, ada, mailboxes } = await serviceForFile();
const bob = await service.user();
let bobsWorld: ReturnType<typeof lastingWorld>;
beforeAll(async () => {
  bobsWorld = lastingWorld(bob, database);
});

const writes = apiNames.map(operationNamed).filter(({ effect }) => effect !== 'read');
const replayed = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';
const create = (body: unknown, key: string | null, api = ada) => api.post('/v2/contacts', body, { key });
const count = (api = ada) => Number(database.all('select count(*) as n from contacts where user_id = ?', api.id)[0]!.n);

function expectReplay(answer: Answer, first: Answer): void {
  expect([answer.status, answer.body, replayed(answer)]).toEqual([first.status, first.body, true]);
}

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
}

describe('the key', () => {
  test.each(writes.filter(({ idempotency }) => idempotency === 'required'))('$name requires one', async (operation) => {
    const answer = await send(ada, operation, sampleRequest(operation), { key: null });
    expectRefused(answer, 400, 'BadRequest');
    expect(Object.keys(fieldsOf(answer))).toEqual(['Idempotency-Key']);
    expect(answer.body.error.hint).toBeTypeOf('string');
  });

  test.each(writes.filter(({ idempotency }) => idempotency === 'optional'))(
    '$name works without one',
    async (operation) => {
      const answer = await send(ada, operation, sampleRequest(operation), { key: null });
      expect(fieldsOf(answer)).not.toHaveProperty('Idempotency-Key');
    },
  );

  test('is a UUID, bare or quoted, in either case', async () => {
    const key = randomUUID();
    const first = await create({ full_name: 'Keyed' }, key);
    for (const same of [key, `"${key}"`, key.toUpperCase(), ` ${key} `])
      expectReplay(await create({ full_name: 'Keyed' }, same), first);
    for (const bad of [
      'x',
      '1234',
      key.slice(1),
      `${key}0`,
      key.replaceAll('-', ''),
      `{${key}}`,
      `'${key}'`,
      `"${key}`,
      `${key}, ${key}`,
      '"',
    ]) {
      const answer = await create({ full_name: 'Bad key' }, bad);
      expectRefused(answer, 400, 'BadRequest');
      expect(Object.keys(fieldsOf(answer))).toEqual(['Idempotency-Key']);
    }
    expect(await namesFound(ada, '"bad key"')).toEqual([]);
  });

  test('means nothing on a read', async () => {
    const key = randomUUID();
    for (const path of ['/v2/contacts', '/v2/tags']) {
      const answer = await ada.get(path, { key });
      expect([answer.status, replayed(answer)]).toEqual([200, false]);
    }
    expect((await ada.post('/v2/contacts/filter', {}, { key: 'not a key' })).status).toBe(200);
    expect(replayed(await create({ full_name: 'After reads' }, key))).toBe(false);
  });
});

describe('a replay', () => {
  test.each(writes.filter((one) => successOf(one) < 400))(
    'has the same result for $name, and does nothing',
    async (operation) => {
      // Another operation's run may have left a tag with the sample's name.
      database.all("delete from tags where name = 'text' and user_id = ?", bob.id);
      const run = async (world: World) => {
        const [sample, key] = [sampleRequest(operation, idsFrom(world, operation.name)), randomUUID()];
        return { sample, key, first: await send(bob, operation, sample, { key }) };
      };
      const used = await run(await bobsWorld());
      // An address that another operation added conflicts with this one, so it runs in a new world.
      const { sample, key, first } = used.first.status === 409 ? await run(await bobsWorld({ anew: true })) : used;
      expect([first.status, replayed(first)], JSON.stringify(first.body)).toEqual([operation.status ?? 200, false]);
      const state = () => [database.rowsOf(bob.id), mailboxes.stateOf(bob)];
      const before = state();
      expectReplay(await send(bob, operation, sample, { key }), first);
      expect(state()).toEqual(before);
    },
  );

  test('compares meaning, not bytes', async () => {
    const key = randomUUID();
    const first = await create(
      '{"full_name":"Ωmega","starred":true,"priority_tier":10,"linkedin_data":{"a":1,"b":[1,2]}}',
      key,
    );
    for (const same of [
      '{ "starred" : true,\n\t"full_name":"Ωmega", "linkedin_data":{"b":[1, 2],"a":1.0}, "priority_tier":1e1 }',
      '{"priority_tier":10.0,"linkedin_data":{"b":[1,2],"a":1},"full_name":"\\u03a9mega","starred":true}',
      '\ufeff{"full_name":"Ωmega","starred":true,"priority_tier":10,"linkedin_data":{"a":1,"b":[1,2]}}',
    ]) {
      expectReplay(await create(same, key), first);
    }
    const slash = await ada.post(
      '/v2/contacts/',
      '{"full_name":"Ωmega","starred":true,"priority_tier":10,"linkedin_data":{"a":1,"b":[1,2]}}',
      { key },
    );
    expectReplay(slash, first);
  });

  test('returns 409 for any other request with the key', async () => {
    const key = randomUUID();
    const body = { full_name: 'Original', linkedin_data: { list: [1, 2], text: 'x' } };
    const first = await create(body, key);
    for (const other of [
      { ...body, full_name: 'original' },
      { ...body, full_name: 'Original ' },
      { ...body, company: null },
      { ...body, linkedin_data: { list: [2, 1], text: 'x' } },
      { ...body, linkedin_data: { list: [1, 2], text: 'x', more: null } },
      { full_name: 'Original' },
      {},
    ]) {
      const answer = await create(other, key);
      expectRefused(answer, 409, 'Conflict');
      expect(replayed(answer)).toBe(false);
    }
    expectRefused(await ada.post('/v2/contacts/batch', { contacts: [body] }, { key }), 409, 'Conflict');
    expectRefused(
      await ada.call('PATCH', `/v2/contacts/${first.body.data.contact.id}`, body, { key }),
      409,
      'Conflict',
    );
    expectRefused(await ada.post('/v2/tags?include[_count]=true', { tag: { name: 'x' } }, { key }), 409, 'Conflict');
    expect(await namesFound(ada, 'original')).toEqual(['Original']);
  });

  test('detects any change of the body', async () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        fc.pre(!JSON.stringify([one, other]).includes('__proto__'));
        const key = randomUUID();
        await create({ linkedin_data: { one } }, key);
        const answer = await create({ linkedin_data: { one: other } }, key);
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect([answer.status, replayed(answer)]).toEqual(same ? [201, true] : [409, false]);
      }),
      { numRuns: rounds(10) },
    );
  });

  test('detects another path of the same form', async () => {
    const [a, b] = await makeContacts(ada, [{}, {}]);
    const key = randomUUID();
    await ada.call('DELETE', `/v2/contacts/${a.id}`, undefined, { key });
    expectRefused(await ada.call('DELETE', `/v2/contacts/${b.id}`, undefined, { key }), 409, 'Conflict');
    expect((await ada.get(`/v2/contacts/${b.id}`)).status).toBe(200);
  });

  test('returns the original response, though the row has changed since', async () => {
    const key = randomUUID();
    const first = await create({ full_name: 'Then' }, key);
    await ada.call('PATCH', `/v2/contacts/${first.body.data.contact.id}`, { full_name: 'Now' });
    expectReplay(await create({ full_name: 'Then' }, key), first);
    await ada.call('DELETE', `/v2/contacts/${first.body.data.contact.id}`);
    expectReplay(await create({ full_name: 'Then' }, key), first);
  });

  test('covers partial failures inside a success', async () => {
    const merge = { contactIds: [[randomUUID(), randomUUID()]] };
    const batch = { contacts: [{ full_name: 'Half' }, { starred: 1 }], continueOnError: true };
    for (const [path, body] of [
      ['/v2/contacts/merge', merge],
      ['/v2/contacts/batch', batch],
      ['/v2/contacts/batch-delete', { contactIds: [randomUUID()] }],
    ] as const) {
      const key = randomUUID();
      const first = await ada.post(path, body, { key });
      expect(first.status).toBeLessThan(300);
      expectReplay(await ada.post(path, body, { key }), first);
    }
    expect(await namesFound(ada, 'half')).toEqual(['Half']);
  });

  test('is kept for 24 hours', async () => {
    const key = randomUUID();
    const first = await create({ full_name: 'Daily' }, key);
    const age = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const backdate = (hours: number) =>
      database.all('update idempotency_records set created_at = ? where idempotency_key = ?', age(hours), key);
    backdate(23.9);
    expectReplay(await create({ full_name: 'Daily' }, key), first);
    backdate(24.1);
    const again = await create({ full_name: 'Daily, changed' }, key);
    expect([again.status, replayed(again)]).toEqual([201, false]);
    backdate(24.1);
    await create({ full_name: 'Purger' }, randomUUID());
    expect(database.all('select * from idempotency_records where idempotency_key = ?', key)).toEqual([]);
  });

  test('survives a restart', async () => {
    const folder = temporaryFolder();
    const [key, other] = [randomUUID(), randomUUID()];
    const one = await startService(folder.path);
    const user = await one.user();
    const first = await create({ full_name: 'Before' }, key, user);
    const batch = { contacts: [{ full_name: 'In a batch' }] };
    const second = await user.post('/v2/contacts/batch', batch, { key: other });
    await one.stop();
    const two = await startService(folder.path);
    const later = { ...user, ...apiAt(two.baseUrl, user.apiKey) };
    expectReplay(await create({ full_name: 'Before' }, key, later), first);
    expectReplay(await later.post('/v2/contacts/batch', batch, { key: other }), second);
    await two.stop();
    folder.remove();
  });

  test('is stored sealed', async () => {
    const key = randomUUID();
    await create({ full_name: 'Rumpelstiltskin' }, key);
    expect(JSON.stringify(database.all('select * from idempotency_records'))).not.toMatch(/rumpelstiltskin/i);
  });

  describe('identifies its request', () => {
    const body = { full_name: 'Guess me' };
    const stored = (key: string) =>
      database.all('select fingerprint from idempotency_records where idempotency_key = ?', key)[0]!.fingerprint;
    // The expected digest is built by hand: `POST`, the path, no query, the canonical body.
    const digest = createHash('sha256').update('POST /v2/contacts  {"full_name":"Guess me"}').digest('base64url');

    test('with a value that nobody can guess without the secret', async () => {
      const [key, other] = [randomUUID(), randomUUID()];
      await create(body, key);
      await create(body, other);
      expect(stored(other)).not.toBe(stored(key));
      const { KITH_SECRET = readFileSync(join(service.dataDir, 'secret'), 'utf8') } = await engineSettings(
        service.dataDir,
      );
      const under = (master: string) =>
        makeSecret([master]).sign('idempotency fingerprint', `${ada.id} ${key} ${digest}`);
      expect(under(KITH_SECRET)).toBe(stored(key));
      for (const guess of [digest, under(''), under('x'.repeat(43))]) expect(guess).not.toBe(stored(key));
    });

    test('even if it was stored before that was so', async () => {
      const key = randomUUID();
      const first = await create(body, key);
      database.all('update idempotency_records set fingerprint = ? where idempotency_key = ?', digest, key);
      expectReplay(await create(body, key), first);
      expectRefused(await create({ full_name: 'Guess  me' }, key), 409, 'Conflict');
    });
  });
});

describe('a failed request leaves its key free', () => {
  test.each<[string, () => Promise<object>]>([
    ['400', async () => ({ starred: 'yes' })],
    ['400 in the handler', async () => ({ birthday: '--02-29', birthday_year: 2023 })],
    ['404', async () => ({ tags_contacts: [{ tag_id: randomUUID() }] })],
    ['409', async () => ({ id: (await makeContact(ada)).id })],
  ])('%s', async (status, bad) => {
    const key = randomUUID();
    const failed = await create(await bad(), key);
    expect(failed.status).toBe(Number(status.slice(0, 3)));
    const repaired = await create({ full_name: `Repaired ${status}` }, key);
    expect([repaired.status, replayed(repaired)]).toEqual([201, false]);
  });

  test('even in a multistep operation', async () => {
    const key = randomUUID();
    expectRefused(await ada.post('/v2/contacts/batch', { contacts: [{ starred: 1 }] }, { key }), 400, 'BadRequest');
    expect((await ada.post('/v2/contacts/batch', { contacts: [{}] }, { key })).status).toBe(201);
    const other = randomUUID();
    expectRefused(await ada.post('/v2/contacts/merge', { contactIds: [] }, { key: other }), 400, 'BadRequest');
    expect((await ada.post('/v2/contacts/merge', { contactIds: [[other, key]] }, { key: other })).status).toBe(200);
  });
});

test("another user's key is another key", async () => {
  const key = randomUUID();
  const first = await create({ full_name: 'Mine' }, key);
  const theirs = await create({ full_name: 'Theirs' }, key, bob);
  expect([theirs.status, replayed(theirs), theirs.body.data.contact.user_id]).toEqual([201, false, bob.id]);
  expectReplay(await create({ full_name: 'Mine' }, key), first);
  expectReplay(await create({ full_name: 'Theirs' }, key, bob), theirs);
});

describe('concurrent requests', () => {
  const N = 20;
  const many = (call: () => Promise<Answer>) => Promise.all(Array.from({ length: N }, call));

  /** In any race, all successes are equal, one of them took effect, and the others are told to retry. */
  function expectOneEffect(answers: Answer[]): Answer {
    const done = answers.filter(({ status }) => status < 300);
    expect(done.filter((answer) => !replayed(answer))).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status < 300) expect(answer.body).toEqual(done[0]!.body);
      else {
        expectRefused(answer, 409, 'idempotency_in_progress');
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    }
    return done[0]!;
  }

  test('have one effect for 20 equal requests', async () => {
    const operation = fc.constantFrom('/v2/contacts', '/v2/contacts/batch', '/v2/tags/batch', '/v2/timeline/notes');
    await fc.assert(
      fc.asyncProperty(
        operation,
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.integer({ min: 1, max: 250 }),
        async (path, text, size) => {
          const bodies: Record<string, object> = {
            '/v2/contacts': { full_name: text },
            '/v2/contacts/batch': { contacts: Array.from({ length: size }, () => ({ full_name: text })) },
            '/v2/tags/batch': { names: [`${text} ${randomUUID()}`] },
            '/v2/timeline/notes': { note: { note: text } },
          };
          fc.pre(text.isWellFormed() && !text.includes('\0'));
          const before = count(bob);
          const key = randomUUID();
          const first = expectOneEffect(await many(() => bob.post(path, bodies[path], { key })));
          expectReplay(await bob.post(path, bodies[path], { key }), first);
          const added: Record<string, number> = { '/v2/contacts': 1, '/v2/contacts/batch': size };
          expect(count(bob) - before).toBe(added[path] ?? 0);
        },
      ),
      { numRuns: rounds(3) },
    );
  });

  test('have one effect for a merge and a delete too', async () => {
    const [a, b, c] = await makeContacts(ada, [{ full_name: 'A' }, { company: 'B' }, {}]);
    const key = randomUUID();
    const merged = expectOneEffect(
      await many(() => ada.post('/v2/contacts/merge', { contactIds: [[a.id, b.id]] }, { key })),
    );
    expect(dataOf(merged).merged).toMatchObject([{ id: a.id, company: 'B' }]);
    expect(database.all('select count(*) as n from merges where survivor_id = ?', a.id)).toEqual([{ n: 1 }]);
    const deleteKey = randomUUID();
    const gone = expectOneEffect(
      await many(() => ada.call('DELETE', `/v2/contacts/${c.id}`, undefined, { key: deleteKey })),
    );
    expect(dataOf(gone)).toEqual({ affected: 1, ids: [c.id] });
  });

  test('with different content and one key have one winner', async () => {
    const key = randomUUID();
    const before = count();
    let index = 0;
    const answers = await many(() => create({ full_name: `Racer ${index++}` }, key));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(count() - before).toBe(1);
  });

  test('with their own keys all take effect', async () => {
    const before = count();
    const answers = await many(() => create({ full_name: 'Crowd' }, randomUUID()));
    expect(answers.map(({ status }) => status)).toEqual(Array(N).fill(201));
    expect(count() - before).toBe(N);
  });
});

/** A value with sorted object keys, for comparison as JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)]);
  // Unlike an empty list, an empty object has a name.
  return { entries: entries.sort(([a], [b]) => (a! < b! ? -1 : 1)) };
}
