import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { serviceForFile } from '../support/file-service.ts';
import { fuzz } from '../support/fuzz.ts';
import { describedOperations, violations } from '../support/openapi.ts';
import { NASTY } from '../support/random-requests.ts';
import { rounds } from '../support/rounds.ts';
import { sampleRequest, send, successOf, supportsDryRun } from '../support/samples.ts';
import { seed } from '../support/seed.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

const { service, ada } = await serviceForFile();
let world: World;
beforeAll(async () => {
  world = await makeWorld(ada, 'countess');
});

const operations = apiNames.map(operationNamed).filter(({ public: open }) => !open);

test.each(operations)('$name responds as described', async (operation) => {
  const dry = supportsDryRun(operation) ? { dryRun: true } : {};
  const whole = sampleRequest(operation, idsFrom(world, operation.name));
  const answer = await send(ada, operation, { ...whole, query: { ...whole.query, ...dry } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
  if (answer.status < 300) expect(operation.data().safeParse(answer.body.data).error).toBeUndefined();
  expect(violations(describedOperations.find(({ name }) => name === operation.name)!, answer)).toEqual([]);
});

// For a long run: npm run fuzz -- --requests 20000
test('responds to any request as openapi.json says, without an internal error', async () => {
  const { tally, found } = await fuzz(await service.user(), rounds(2), seed);
  expect(found, `seed ${seed}`).toEqual([]);
  expect([...tally.keys()].sort()).toEqual([...apiNames, 'get_photo'].sort());
});

test('detects a response that openapi.json does not declare', async () => {
  const listTags = describedOperations.find(({ name }) => name === 'list_tags')!;
  const good = await ada.get('/v2/tags');
  const { tags, pagination } = good.body.data;
  expect(violations(listTags, good)).toEqual([]);
  for (const answer of [
    { ...good, status: 500 },
    { ...good, status: 204 },
    { ...good, headers: new Headers({ 'content-type': 'text/html' }) },
    { ...good, body: { data: { tags } } },
    { ...good, body: { data: { tags: [{ ...tags[0], id: 'no UUID' }], pagination } } },
    { ...good, body: { data: { tags: [{ ...tags[0], undeclared: 1 }], pagination } } },
    { ...good, status: 400 },
    { ...good, status: 400, body: { error: { code: 'BadRequest', message: 'which field?' } } },
  ]) {
    expect(violations(listTags, answer)).not.toEqual([]);
  }
});

test('survives anything in a query without an internal error', async () => {
  const key = fc.constantFrom(
    'where',
    'include',
    'select',
    'take',
    'cursor',
    'or',
    'in',
    '0',
    '1',
    '',
    'any',
    'tags',
    'birthday',
    'custom_fields',
    '__proto__',
    'constructor',
    'length',
    '[',
    ']',
  );
  const name = fc
    .array(key, { minLength: 1, maxLength: 6 })
    .map(([first, ...rest]) => first + rest.map((one) => `[${one}]`).join(''));
  const pair = fc.tuple(name, fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 20 })));
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 6 }), async (pairs) => {
      const query = pairs
        .map(([left, right]) => `${encodeURIComponent(left)}=${encodeURIComponent(right.toWellFormed())}`)
        .join('&');
      for (const path of ['/v2/contacts', '/v2/contacts/count']) {
        const answer = await ada.get(`${path}?${query}`);
        expect([200, 400], JSON.stringify(answer.body)).toContain(answer.status);
      }
    }),
    { numRuns: rounds(15) },
  );
});

test('survives anything in a path without an internal error', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(...NASTY, '..', '.', '%', '%2F', '%zz', world.contact),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/v2/contacts', '/v1/contacts', '/v2/tags', '/v2/contact-emails'),
      fc.array(piece, { minLength: 1, maxLength: 3 }),
      async (base, pieces) => {
        const path = pieces.map((one) => encodeURIComponent(one.toWellFormed()).replaceAll('%25', '%')).join('/');
        const answer = await ada.get(`${base}/${path}`);
        expect([200, 400, 404, 405], JSON.stringify(answer.body)).toContain(answer.status);
      },
    ),
    { numRuns: rounds(15) },
  );
});
