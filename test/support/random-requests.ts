import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Schema } from '../../scripts/api/accepts.ts';
import { type DescribedOperation, resolved } from './openapi.ts';
import { type IdOf, type Path, toQuery, wireName } from './samples.ts';

// Requests generated from the API description: most valid, some with a few invalid values.

export interface Request {
  method: string;
  path: string;
  body: unknown;
  key: string | null;
}

/** Texts that have broken services before. */
export const NASTY =
  `\0|\ud800|\ufeff|\u202e|' OR 1=1 --|"|%|_|\\|*|NULL|undefined|__proto__|constructor|1e999|-0|NaN|[]|{}|[[[[|
  2026-02-30|0000-00-00|--02-30|9999-12-31T23:59:59Z|2026-01-01T00:00:00+23:59|00000000-0000-0000-0000-000000000000|
  FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF|9999 years|1 day|a@b.co|+999999999999999999|javascript:alert(1)|http://[::1]:99999/|${'x'.repeat(3_000)}`.split(
    '|',
  );

/** Arbitrary values. */
const wild = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NASTY) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, -1e300, 2 ** 53, [], {}, [[]], [null]),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Values for fields with rules beyond their schema. */
const TEXTS: Record<string, string[]> = {
  phone_number: ['+1 212 555 0123', '030 1234'],
  birthday: ['1990-05-17', '--02-29', '2000-02-29'],
  frequency: ['7 days', '1 mon', '2 years'],
  in: ['2 weeks', '1 mon'],
  recurrence: ['1 mon', '7 days'],
  name: ['red', 'green', 'text'],
};
const FORMATS: Record<string, string[]> = {
  email: ['ada@example.com', 'Bob@Example.com'],
  date: ['2026-01-02', '1999-12-31'],
  'date-time': ['2026-01-02T03:04:05.678Z', '1970-01-01T00:00:00Z', '2026-10-31T10:00:00+02:00'],
};

const word = fc.string({ unit: 'grapheme', maxLength: 12 });
const DEEPEST = 7;

/** Valid values, as far as the schema describes them. */
function valid(given: Schema, idOf: IdOf, path: Path): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const { anyOf, type, format, minItems = 0, maxItems = 3 } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((one: Schema) => valid({ ...schema, anyOf: undefined, ...one }, idOf, path)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one }, idOf, path)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numbers(schema);
  if (type === 'array') {
    const most = Math.min(maxItems, Math.max(minItems, path.length > DEEPEST ? 0 : 2));
    return fc.array(valid(schema.items, idOf, [...path, 0]), { minLength: minItems, maxLength: most });
  }
  if (type === 'object') return objects(schema, idOf, path);
  // An event's id comes from a provider and has no format. Any other text would be unknown.
  if (format === 'uuid' || path.at(-1) === 'eventId')
    return fc.nat(9).map((turn) => (turn === 0 ? randomUUID() : idOf(wireName(path))));
  const texts = FORMATS[format] ?? TEXTS[String(path.at(-1))];
  if (texts) return fc.constantFrom(...texts);
  return word.map((text) =>
    text
      .toWellFormed()
      .replaceAll('\0', '')
      .padEnd(schema.minLength ?? 0, 'x'),
  );
}

function numbers({ type, minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> {
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) });
  return fc.double({ min: minimum, max: maximum, noNaN: true });
}

function objects(schema: Schema, idOf: IdOf, path: Path): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isDeep = path.length > DEEPEST;
  const fields = Object.entries<Schema>(properties)
    .filter(([name]) => required.includes(name) || !isDeep)
    .map(([name, inner]) => [name, valid(inner, idOf, [...path, name])] as const);
  if (fields.length > 0) return fewOf(Object.fromEntries(fields), required);
  const rest = typeof additionalProperties === 'object' ? valid(additionalProperties, idOf, [...path, '*']) : wild;
  return fc.dictionary(word, isDeep ? fc.constant(null) : rest, { maxKeys: 2 });
}

/** Records with all required fields and a few others: with every field, most would be rejected. */
function fewOf(
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: string[],
): fc.Arbitrary<Record<string, unknown>> {
  const optional = Object.keys(fields).filter((name) => !required.includes(name));
  const pick = (names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!])));
  const must = required.filter((name) => name in fields);
  return fc.subarray(optional, { maxLength: Math.min(optional.length, 4) }).chain((some) => pick([...must, ...some]));
}

interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Paths in a value, at any depth. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).map(([key, one]) =>
    placesIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner.flat()];
}

function replaced(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, to);
  return copy;
}

/** A random request for an operation. `idOf` returns the id of a row that the sender owns, by field. */
export function requestsOf(operation: DescribedOperation, idOf: IdOf): fc.Arbitrary<Request> {
  const { method, path, parameters, body } = operation;
  const inPart = (part: string) => parameters.filter((one) => one.in === part);
  const ofParts = (part: string) =>
    Object.fromEntries(inPart(part).map(({ name, schema }) => [name, valid(schema, idOf, [name])]));
  const demanded = inPart('query').filter(({ required }) => required);
  const parts: fc.Arbitrary<Parts> = fc.record({
    path: fc.record(ofParts('path')),
    query: fewOf(
      ofParts('query'),
      demanded.map(({ name }) => name),
    ),
    body: body ? valid(body, idOf, []) : fc.constant(undefined),
  });
  const spoil = fc.tuple(fc.nat(), wild);
  const spoils = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(spoil, { minLength: 1, maxLength: 2 }));
  const key = fc.oneof({ weight: 20, arbitrary: fc.constant('fresh') }, fc.constantFrom(null, 'x'));
  return fc.tuple(parts, spoils, key).map(([right, wrong, kind]) => {
    let sent: unknown = right;
    for (const [at, to] of wrong) {
      // Path ids stay strings, and the parts keep their types.
      const places = placesIn(sent).filter(([part]) => part === 'query' || part === 'body');
      const place = places.filter((one) => one.length > 1 || one[0] === 'body');
      if (place.length > 0) sent = replaced(sent, place[at % place.length]!, to);
    }
    const made = sent as Parts;
    // An empty id would produce another path.
    const text = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(made.path[name]).toWellFormed() || '-'),
    );
    return {
      method,
      path: text + toQuery(made.query),
      body: made.body,
      key: kind === 'fresh' ? randomUUID() : kind,
    };
  });
}
