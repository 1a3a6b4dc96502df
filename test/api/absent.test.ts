import { expect, test } from 'vitest';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { pathNames } from '../../src/contract/schema/operation.ts';
import { serviceForFile } from '../support/file-service.ts';
import { plain, sampleRequest, send, wireSchema } from '../support/samples.ts';
import { idsFrom, makeWorld } from '../support/world.ts';

const { database, ada } = await serviceForFile();
const world = await makeWorld(ada, 'absent');

/**
 * Changes to one record: all fields are optional, and an absent one keeps its value
 * (docs/api/requests.md#absent-null-empty).
 */
const changes = apiNames.map(operationNamed).filter((operation) => {
  const { effect, atProvider, management, wrapper } = operation;
  if (effect !== 'update' || atProvider || management || pathNames(operation.path).length === 0) return false;
  const schema = wireSchema(operation, 'body');
  const fields = schema && plain(wrapper ? schema.properties![wrapper]! : schema);
  return fields?.type === 'object' && !fields.required?.length;
});

/**
 * All of the user's rows except idempotency records, without the time and number of the last change and the index
 * position.
 */
const rows = () =>
  database
    .rowsOf(ada.id)
    .split('\n')
    .filter((row) => !row.includes('"fingerprint"'))
    .join('\n')
    .replaceAll(/"(?:updated|changed)_at":"[^"]*"|"(?:words_row|change|counted)":\d+/g, '');

test('finds such operations', () => expect(changes.length).toBeGreaterThanOrEqual(10));

test.each(changes)('$name without fields changes nothing', async (operation) => {
  const { path } = sampleRequest(operation, idsFrom(world, operation.name));
  const before = rows();
  const body = operation.wrapper ? { [operation.wrapper]: {} } : {};
  const answer = await send(ada, operation, { path, query: {}, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(rows()).toBe(before);
});
