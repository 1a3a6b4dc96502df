import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Schema } from '../../scripts/api/accepts.ts';
import { breakingChanges } from '../../scripts/api/breaking.ts';

const whole = JSON.parse(readFileSync('openapi.json', 'utf8'));
/** The paths that the tests change. Comparing all of them takes half a second. */
const CHANGED = ['/v1', '/v2/tags', '/v2/contacts'];
const older = { ...whole, paths: Object.fromEntries(CHANGED.map((path) => [path, whole.paths[path]])) };
const newTag = ({ paths }: Schema) => paths['/v2/tags'].post;
const tagBody = (api: Schema) => newTag(api).requestBody.content['application/json'].schema;
const tags = ({ paths }: Schema) => paths['/v2/tags'].get;
const contact = ({ components }: Schema) => components.schemas.Contact;
const success = (operation: Schema, status = 200) => operation.responses[status].content['application/json'].schema;
const parameter = (operation: Schema, name: string) =>
  operation.parameters.find((one: Schema) => one.name === name) as Schema;

/** The check's report on a change. Empty if clients are unaffected. */
function saidOf(change: (api: Schema) => unknown): string[] {
  const newer = structuredClone(older);
  change(newer);
  return breakingChanges(older, newer);
}

test('accepts the current description unchanged', () => {
  expect(breakingChanges(whole, structuredClone(whole))).toEqual([]);
});

test.each<[string, (api: Schema) => unknown, string]>([
  ['a removed path', ({ paths }) => delete paths['/v2/tags'], 'GET /v2/tags: is gone'],
  ['a removed method', ({ paths }) => delete paths['/v2/tags'].post, 'POST /v2/tags: is gone'],
  ['another name', (api) => (newTag(api).operationId = 'add_tag'), 'is called add_tag, no longer create_tag'],
  ['a removed parameter', (api) => tags(api).parameters.shift(), 'query parameter take: is gone'],
  [
    'a parameter that must be there now',
    (api) => (parameter(tags(api), 'cursor').required = true),
    'query parameter cursor: is required',
  ],
  [
    'a new parameter that must be there',
    (api) => tags(api).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    'query parameter x: is new and required',
  ],
  [
    'a parameter written another way',
    (api) => (parameter(newTag(api), 'include').style = 'form'),
    'query parameter include: is serialized differently',
  ],
  [
    'less taken than before',
    (api) => (parameter(tags(api), 'take').schema.maximum = 100),
    'query parameter take: maximum is 200 on one side and 100 on the other',
  ],
  [
    'a bound where there was none',
    (api) => (tagBody(api).properties.tag.properties.name.minLength = 1),
    'body.tag.name: minLength is open on one side and 1 on the other',
  ],
  [
    'a field of a request that is gone',
    (api) => delete tagBody(api).properties.tag.properties.name,
    'body.tag.name: is known on one side only',
  ],
  [
    'a new field that a request must have',
    (api) => {
      tagBody(api).properties.color = { type: 'string' };
      tagBody(api).required.push('color');
    },
    'body.color: is required on one side only',
  ],
  [
    'null no longer taken',
    ({ paths }) =>
      (paths['/v2/contacts'].post.requestBody.content['application/json'].schema.properties.company = {
        type: 'string',
      }),
    'body.company: is null on one side and string on the other',
  ],
  [
    'a value no longer taken',
    ({ paths }) => parameter(paths['/v2/contacts'].get, 'order').schema.enum.pop(),
    'query parameter order: "desc" is on one side only',
  ],
  [
    'a format where any text was taken',
    (api) => (tagBody(api).properties.tag.properties.name.format = 'email'),
    'body.tag.name: format is open on one side and email on the other',
  ],
  ['a new required body', (api) => (tags(api).requestBody = { required: true }), 'body: is required'],
  ['a body no longer taken', (api) => delete newTag(api).requestBody, 'body: is no longer accepted'],
  ['another status', (api) => delete newTag(api).responses[201], 'answer 201: is gone'],
  [
    'another type of answer',
    (api) => (newTag(api).responses[201].content = { 'text/plain': {} }),
    'answer 201: is no longer application/json',
  ],
  [
    'a field of an answer that is gone',
    (api) => {
      delete success(tags(api)).properties.data.properties.pagination;
      success(tags(api)).properties.data.required.pop();
    },
    'answer 200.data.pagination: is required on one side only',
  ],
  [
    'an optional field of an answer that is gone',
    (api) => delete contact(api).properties.company,
    'answer 200.data.contacts.company: is gone',
  ],
  [
    'a field of an answer that may be absent now',
    (api) => success(tags(api)).properties.data.required.pop(),
    'answer 200.data.pagination: is required on one side only',
  ],
  [
    'null where there was none',
    (api) => (contact(api).properties.starred.type = ['boolean', 'null']),
    'answer 200.data.contacts[].starred: is null on one side and boolean on the other',
  ],
  [
    'another type in an answer',
    (api) => (contact(api).properties.starred.type = 'string'),
    'answer 200.data.contacts[].starred: is string on one side and boolean on the other',
  ],
  ['a key that is newly required', ({ paths }) => delete paths['/v1'].get.security, 'needs a key'],
])('reports that %s breaks clients', (_, change, expected) => {
  expect(saidOf(change).map((line) => line.replace(/^[A-Z]+ \S+: (?=.*: |is called|needs)/, ''))).toContain(expected);
});

test.each<[string, (api: Schema) => unknown]>([
  ['a new operation', ({ paths }) => (paths['/v3/new'] = { get: {} })],
  ['a new optional parameter', (api) => tags(api).parameters.push({ name: 'x', in: 'query', schema: {} })],
  ['a parameter that may be left out now', (api) => (parameter(newTag(api), 'Idempotency-Key').required = false)],
  ['a new field of a request', (api) => (tagBody(api).properties.color = { type: 'string' })],
  ['a field that may be left out now', (api) => tagBody(api).properties.tag.required.pop()],
  ['a wider bound', (api) => (tagBody(api).properties.tag.properties.name.maxLength = 9_000)],
  ['null taken too', (api) => (tagBody(api).properties.tag.properties.name.type = ['string', 'null'])],
  ['a value more to choose from', ({ paths }) => parameter(paths['/v2/contacts'].get, 'order').schema.enum.push('up')],
  ['a new field of an answer', (api) => (contact(api).properties.mood = { type: 'string' })],
  ['a response that is no longer null', (api) => (contact(api).properties.company.type = 'string')],
  ['a tighter answer', (api) => contact(api).required?.push('company')],
  ['no key needed any more', (api) => (tags(api).security = [])],
])('accepts that %s breaks nothing', (_, change) => {
  expect(saidOf(change)).toEqual([]);
});
