import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/catalogue/operation.ts';
import { operation as operationNamed, operationNames } from '../../src/catalogue/operations.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { rounds } from '../support/rounds.ts';
import {
  changed,
  fieldsIn,
  type Path,
  rehearsable,
  type Sample,
  sampleRequest,
  send,
  successOf,
  wireSchema,
} from '../support/samples.ts';
import { type RunningService, startService, type User } from '../support/service.ts';
import { idsFrom, makeWorld, type World } from '../support/world.ts';

let service: RunningService;
let database: Database;
let ada: User;
let world: World;
beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.dataDir);
  ada = await service.user();
  world = await makeWorld(ada, 'countess');
});
afterAll(() => {
  database.close();
  return service.stop();
});

const operations = operationNames.map(operationNamed).filter(({ public: open }) => !open);

/** Texts that have broken services before. */
const NASTY =
  `\0|\ud800|\ufeff|\u202e|' OR 1=1 --|"|%|_|\\|*|NULL|undefined|__proto__|constructor|1e999|-0|NaN|[]|{}|[[[[|
  2026-02-30|0000-00-00|--02-30|9999-12-31T23:59:59Z|2026-01-01T00:00:00+23:59|00000000-0000-0000-0000-000000000000|
  FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF|9999 years|1 day|a@b.co|+999999999999999999|javascript:alert(1)|http://[::1]:99999/|${'x'.repeat(3_000)}`.split(
    '|',
  );

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      true,
      0,
      -1,
      1.5,
      1e300,
      -1e300,
      Number.MAX_SAFE_INTEGER,
      2 ** 53,
      [],
      {},
      [[]],
      [null],
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** All places of a request that may be changed, its ids and its query among them. */
function placesOf(operation: Operation): Path[] {
  const inPart = (part: 'query' | 'body') => {
    const schema = wireSchema(operation, part);
    return schema ? fieldsIn(schema).map(({ path }): Path => [part, ...path]) : [];
  };
  return [...inPart('query'), ...inPart('body')];
}

describe.each(operations)('$name', (operation) => {
  const dry = rehearsable(operation) ? { dryRun: true } : {};
  const sample = (): Sample => {
    const whole = sampleRequest(operation, idsFrom(world, operation.name));
    return { ...whole, query: { ...whole.query, ...dry } };
  };

  test('answers what its description says', async () => {
    const answer = await send(ada, operation, sample());
    expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
    if (answer.status < 300) expect(operation.data().safeParse(answer.body.data).error).toBeUndefined();
  });

  test('whatever is sent, the answer is not a fault', async () => {
    const places = placesOf(operation);
    if (places.length === 0) return;
    const wrong = fc.record({ place: fc.constantFrom(...places), to: value });
    await fc.assert(
      fc.asyncProperty(fc.array(wrong, { minLength: 1, maxLength: 3 }), async (changes) => {
        let request = sample();
        for (const { place, to } of changes) request = spoiled(request, place, to);
        const answer = await send(ada, operation, request);
        expect([200, 201, 400, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
        if (answer.status === 400) expect(Object.keys(answer.body.error.details.fields)).not.toEqual([]);
      }),
      { numRuns: rounds(8) },
    );
  });
});

/** A change inside something an earlier change made flat is no change. */
function spoiled(request: Sample, place: Path, to: unknown): Sample {
  try {
    return changed(request, place, to);
  } catch {
    return request;
  }
}

test('whatever stands in a query, the answer is not a fault', async () => {
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
    { numRuns: rounds(50) },
  );
});

test('whatever stands in a path, the answer is not a fault', async () => {
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
    { numRuns: rounds(50) },
  );
});

test('no request in this file was a fault of the service', () => {
  expect(service.log()).not.toContain('unexpected fault');
});
