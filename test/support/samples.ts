import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Operation, pathNames } from '../../src/contract/schema/operation.ts';
import type { Answer, Api, CallOptions } from './service.ts';

// Requests generated from the contract's own schemas, so that a new operation is tested on the day it is added.

interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minItems?: number;
}

export type Path = (string | number)[];
export type IdOf = (field: string) => string;

export interface Field {
  path: Path;
  schema: Schema;
  required: boolean;
}

export interface Sample {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

type Part = 'query' | 'body';

const wireSchemas = new Map<string, Schema | undefined>();

/** The wire schema of a part of the request, wrapper included, or undefined if it has none. */
export function wireSchema(operation: Operation, part: Part): Schema | undefined {
  const name = `${operation.name} ${part}`;
  if (!wireSchemas.has(name)) wireSchemas.set(name, emitted(operation, part));
  return wireSchemas.get(name);
}

function emitted(operation: Operation, part: Part): Schema | undefined {
  const schema = operation[part]?.();
  if (!schema) return undefined;
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const own = inlined(root, $defs) as Schema;
  const { wrapper } = operation;
  if (part === 'query' || !wrapper) return own;
  return { type: 'object', properties: { [wrapper]: own }, required: [wrapper], additionalProperties: false };
}

/** Named schemas in place of their references. */
function inlined(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, named));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as { $ref?: string };
  const name = $ref?.replace('#/$defs/', '');
  if (name) return inlined({ ...(named[name] as object), ...own }, named);
  return Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, inlined(inner, named)]));
}

/** The schema without redundant alternatives: null, and a union's second form. */
export const plain = (schema: Schema): Schema => {
  const first = schema.anyOf?.find(({ type }) => type !== 'null');
  return first ? plain(first) : schema;
};

export const isNullable = (schema: Schema): boolean => !!schema.anyOf?.some(({ type }) => type === 'null');

/** Every field of a schema, at any depth, with the first entry of a list. */
export function fieldsIn(schema: Schema, path: Path = []): Field[] {
  const { properties = {}, required = [], items } = plain(schema);
  const own = Object.entries(properties).map(([name, inner]) => ({
    path: [...path, name],
    schema: inner,
    required: required.includes(name),
  }));
  if (items) own.push({ path: [...path, 0], schema: items, required: false });
  // A filter contains filters: one level is enough.
  const deeper = own.filter((field) => field.path.filter((part) => part === 'or').length < 2);
  return own.flatMap((field) => [field, ...(deeper.includes(field) ? fieldsIn(field.schema, field.path) : [])]);
}

/** Objects that accept no other keys. */
export const strictObjectsIn = (schema: Schema): Path[] =>
  [{ path: [], schema, required: true }, ...fieldsIn(schema)]
    .filter((field) => plain(field.schema).additionalProperties === false)
    .map(({ path }) => path);

/** A path as the API names it in details.fields. */
export const wireName = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${part}`)).join('');

// Values for fields with rules beyond their schema.
const TEXTS: Record<string, string> = {
  phone_number: '+1 212 555 0123',
  birthday: '1990-05-17',
  frequency: '7 days',
  in: '2 weeks',
  time_zone: 'Europe/Berlin',
  country: 'DE',
  start_datetime: '2026-11-23T09:00:00+01:00',
  end_datetime: '2026-11-23T10:00:00',
  start: '09:00',
  end: '17:00',
  url: 'https://example.com/a.png',
  image_url: 'https://example.com/b.png',
  business_card_url: 'https://example.com/c.png',
};
/** Omitted from a full request: a cursor must be valid, and the others exclude their neighbors. */
export const isOmitted = (path: Path): boolean =>
  /(^|\.)(cursor|account_email|snooze_days|not_in|date_value|array_value|start_date|end_date)$|^favorites\[0\]\.(group|view)_id$/.test(
    wireName(path),
  );

/** A value with every field set that the schema and its further rules accept. */
export function sampleOf(schema: Schema, idOf: IdOf, path: Path = []): unknown {
  const { type, format, properties, items, minItems = 1, enum: choices, const: only } = plain(schema);
  const name = String(path.at(-1));
  if (only !== undefined) return only;
  if (choices) return choices[0];
  if (properties) {
    const kept = Object.entries(properties).filter(
      ([key]) => !isOmitted([...path, key]) && !(key === 'or' && path.at(-2) === 'or'),
    );
    return Object.fromEntries(kept.map(([key, inner]) => [key, sampleOf(inner, idOf, [...path, key])]));
  }
  if (items) return Array.from({ length: minItems }, (_, index) => sampleOf(items, idOf, [...path, index]));
  if (type === 'object') return {};
  // With this flag, invalid rows are reported instead of rejected.
  if (type === 'boolean') return name !== 'continueOnError';
  if (type === 'integer' || type === 'number') return 5;
  if (format === 'uuid') return idOf(wireName(path));
  if (format === 'email') return 'ada@example.com';
  if (format === 'date-time') return name === 'end' ? '2026-01-03T03:04:05.678Z' : '2026-01-02T03:04:05.678Z';
  if (format === 'date') return '2026-01-02';
  if (wireName(path) === 'calendars[0].id') return idOf(wireName(path));
  return TEXTS[name] ?? 'text';
}

/** A request with every field set. */
export function sampleRequest(operation: Operation, idOf: IdOf = () => randomUUID()): Sample {
  const [query, body] = [wireSchema(operation, 'query'), wireSchema(operation, 'body')];
  return {
    path: Object.fromEntries(pathNames(operation.path).map((name) => [name, idOf(name)])),
    query: query ? (sampleOf(query, idOf) as Record<string, unknown>) : {},
    body: body && sampleOf(body, idOf),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: walks values of any shape.
type Any = any;

/** A copy with one value changed. Undefined removes the value. */
export function changed<T>(value: T, path: Path, to: unknown): T {
  if (path.length === 0) return to as T;
  const copy: Any = Array.isArray(value) ? [...value] : { ...(value as object) };
  const [key, ...rest] = path;
  const inner = rest.length === 0 ? to : changed(copy[key!] ?? (typeof rest[0] === 'number' ? [] : {}), rest, to);
  if (inner === undefined) delete copy[key!];
  else copy[key!] = inner;
  return copy;
}

/** An object as a query string in bracket notation. */
export function toQuery(query: Record<string, unknown>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inner);
    } else if (value !== undefined)
      pairs.push(`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`);
  };
  add('', query);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Whether a request can be tested without its effect. */
export const supportsDryRun = ({ effect, atProvider, management }: Operation): boolean =>
  effect !== 'read' && !atProvider && !management;

/** Operations that fail for a sample request alone, and their response to a user without any setup. */
const WITHOUT_SETTING_UP: Partial<Record<string, number>> = {
  send_message: 404,
  connect_calendar: 400,
  disconnect_account: 404,
  update_counted_account: 404,
  dismiss_suggested_contact: 404,
  offer_suggested_contact_again: 404,
  update_feed: 404,
  delete_feed: 404,
  sync_address_book: 404,
  disconnect_address_book: 404,
  settle_conflict: 404,
  revoke_api_key: 404,
  revoke_device: 404,
  delete_from_trash: 404,
  end_session: 404,
  rename_passkey: 404,
  disconnect_app: 404,
};

/** The expected status for a sample request. A remote service has no mail or calendar account connected. */
export const successOf = ({ name, status, atProvider }: Operation): number =>
  atProvider && process.env.KITH_TEST_BASE_URL && /_calendar_event$|^get_email$/.test(name)
    ? 409
    : (WITHOUT_SETTING_UP[name] ?? status ?? 200);

const pathOf = (operation: Operation, ids: Record<string, string>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);

export const send = (
  api: Api,
  operation: Operation,
  { path, query, body }: Sample,
  options?: CallOptions,
): Promise<Answer> => api.call(operation.method, pathOf(operation, path) + toQuery(query), body, options);
