import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { type Operation, pathNames } from '../../src/contract/schema/operation.ts';
import { ERROR_LIMITS } from '../../src/shared/error.ts';
import { chunked } from '../../src/shared/lists.ts';
import { serviceForFile } from '../support/file-service.ts';
import { fieldsOf } from '../support/people.ts';
import {
  changed,
  type Field,
  fieldsIn,
  isNullable,
  type Path,
  plain,
  sampleRequest,
  send,
  strictObjectsIn,
  successOf,
  wireName,
  wireSchema,
} from '../support/samples.ts';
import { testOnce } from '../support/test-once.ts';

const { ada } = await serviceForFile();
await ada.connect?.('ada');

/** Values that a body field of this kind rejects. */
function wrongInBody({ schema }: Field): unknown[] {
  const { type, format, enum: choices } = plain(schema);
  if (!type && !schema.anyOf) return [];
  // A union of text, number, and list accepts none of the values that the others reject.
  if ((schema.anyOf?.filter(({ type: one }) => one !== 'null').length ?? 0) > 1) return [true];
  const wrong: unknown[] = type === 'string' ? [42, ['x']] : ['x', type === 'array' ? { x: 1 } : ['x']];
  if (choices || format === 'uuid' || format === 'email' || format === 'date-time') wrong.push('nope');
  if (type === 'integer') wrong.push(1.5, 1e300);
  return isNullable(schema) ? wrong : [...wrong, null];
}

/** Everything in a query is text, so a text parameter never has the wrong type. */
function wrongInQuery({ schema }: Field): unknown[] {
  const { type, format, enum: choices, items } = plain(schema);
  if (choices || format || type === 'boolean' || type === 'integer' || type === 'number') return ['nope'];
  return type === 'object' && !items ? ['nope'] : [];
}

type Part = 'query' | 'body';
type Wrong = { path: Path; value: unknown }[];

/** The full request with some invalid values must be rejected for exactly those, each by its name on the wire. */
async function expectRefused(operation: Operation, part: Part, wrong: Wrong): Promise<void> {
  // A response names no more.
  for (const some of chunked(wrong, ERROR_LIMITS.fields)) await expectAllTold(operation, part, some);
}

async function expectAllTold(operation: Operation, part: Part, wrong: Wrong): Promise<void> {
  let sample = sampleRequest(operation);
  for (const { path, value } of wrong) sample = changed(sample, [part, ...path], value);
  const answer = await send(ada, operation, sample);
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([400, 'BadRequest']);
  expect(Object.keys(fieldsOf(answer)).sort()).toEqual(wrong.map(({ path }) => wireName(path) || 'body').sort());
}

/** Fields of one depth at a time, so that no invalid one hides another inside it. */
function byDepth(fields: Field[]): Field[][] {
  const depths = new Map<number, Field[]>();
  for (const field of fields) depths.set(field.path.length, [...(depths.get(field.path.length) ?? []), field]);
  return [...depths.values()];
}

async function expectEachWrong(
  operation: Operation,
  part: Part,
  fields: Field[],
  valuesFor: (field: Field) => unknown[],
) {
  for (const level of byDepth(fields)) {
    const most = Math.max(...level.map((field) => valuesFor(field).length));
    for (let turn = 0; turn < most; turn++) {
      const wrong = level.flatMap((field) => {
        const values = valuesFor(field);
        return values.length > 0 ? [{ path: field.path, value: values[turn % values.length] }] : [];
      });
      await expectRefused(operation, part, wrong);
    }
  }
}

describe.each(apiNames)('%s', (name) => {
  const operation = operationNamed(name);
  const [query, body] = [wireSchema(operation, 'query'), wireSchema(operation, 'body')];

  // The sample address of a calendar leads nowhere.
  test.skipIf(successOf(operation) === 400)('accepts the full request', async () => {
    const answer = await send(ada, operation, sampleRequest(operation));
    expect(answer.status, JSON.stringify(answer.body)).not.toBe(400);
  });

  testOnce('rejects an unknown query parameter', async () => {
    const names = ['surprise', 'Take', 'constructor', 'toString', '[take]', 'take]'];
    await expectRefused(
      operation,
      'query',
      names.map((one) => ({ path: [one], value: 'x' })),
    );
  });

  if (query) {
    testOnce('names each query parameter with the wrong type', () =>
      expectEachWrong(operation, 'query', fieldsIn(query), wrongInQuery),
    );
  }

  if (body) {
    testOnce('names each unknown field at any depth', async () => {
      const wrong = strictObjectsIn(body).flatMap((path) =>
        ['surprise', 'constructor'].map((one) => ({ path: [...path, one], value: 1 })),
      );
      await expectRefused(operation, 'body', wrong);
    });

    testOnce('names each missing required field', async () => {
      for (const level of byDepth(fieldsIn(body).filter(({ required }) => required))) {
        await expectRefused(
          operation,
          'body',
          level.map(({ path }) => ({ path, value: undefined })),
        );
      }
    });

    testOnce('names each field with the wrong type', () =>
      expectEachWrong(operation, 'body', fieldsIn(body), wrongInBody),
    );

    testOnce('names a body with the wrong type', async () => {
      for (const value of ['x', 5, true, null, undefined, body.type === 'array' ? {} : []]) {
        await expectRefused(operation, 'body', [{ path: [], value }]);
      }
    });
  } else if (operation.method !== 'GET') {
    testOnce('rejects a body where none is expected', async () => {
      const answer = await send(ada, operation, { ...sampleRequest(operation), body: { surprise: 1 } });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['body']]);
    });
  }

  const ids = pathNames(operation.path);
  if (ids.length > 0) {
    test('distinguishes an invalid id from an unknown one', async () => {
      const sample = sampleRequest(operation);
      const unknownStatus = successOf(operation) === 409 ? 409 : 404;
      for (const bad of ['nope', '123', `${randomUUID()}0`, '%00', '%F0%9F%8E%82', '%zz', "'--"]) {
        const answer = await send(ada, operation, { ...sample, path: Object.fromEntries(ids.map((id) => [id, bad])) });
        if (operation.textIds) expect(answer.status).toBe(unknownStatus);
        else expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ids]);
      }
      const unknown = await send(ada, operation, sample);
      expect(unknown.status).toBe(unknownStatus);
      if (unknownStatus === 404) expect(unknown.body.error.code).toBe('NotFound');
    });
  }
});

testOnce('names all errors at once', async () => {
  const answer = await ada.call('PATCH', '/v2/contacts/nope?surprise=1', {
    starred: 5,
    contact_emails: [{}, { email: 'x' }],
  });
  expect(Object.keys(fieldsOf(answer)).sort()).toEqual([
    'contactId',
    'contact_emails[0].email',
    'contact_emails[1].email',
    'starred',
    'surprise',
  ]);
});

testOnce('names rows of a bulk body by index', async () => {
  const rows = [{ full_name: 'A' }, {}, {}, { contact_emails: [{ email: 'no' }] }];
  const created = await ada.post('/v2/contacts/batch', { contacts: rows });
  expect(Object.keys(fieldsOf(created))).toEqual(['contacts[3].contact_emails[0].email']);
  const updated = await ada.call('PUT', '/v1/contacts', [
    { contactId: randomUUID(), data: {} },
    { contactId: 'x', data: { starred: 'y' } },
  ]);
  expect(Object.keys(fieldsOf(updated))).toEqual(['[1].contactId', '[1].data.starred']);
});
