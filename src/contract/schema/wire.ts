import { badRequest, KithError } from '../../shared/error.ts';
import { argumentPlaces } from './arguments.ts';
import type { Operation } from './operation.ts';

// The wire format of requests: ids are in the path, the query consists of strings, and the body of some operations has a
// wrapper. Handlers and callers do not see this.

/** Wraps a body for HTTP if the operation has a wrapper: `{ note: { … } }`. */
export const wireBody = ({ wrapper }: Operation, body: unknown): unknown =>
  wrapper && body !== undefined ? { [wrapper]: body } : body;

/**
 * Builds the body of a response. v1: `data` and `error`; v2: only `data`; text and bytes: no envelope. A dry run adds
 * `dry_run`.
 */
export function enveloped({ envelope }: Operation, data: unknown, dryRun: boolean): unknown {
  if (envelope === 'text' || envelope === 'bytes') return data;
  return { ...(envelope === 'v1' && { error: false }), data, ...(dryRun && { dry_run: true }) };
}

/** Builds the body of a response from data that is already JSON. */
export const envelopedText = ({ envelope }: Operation, data: string): string =>
  envelope === 'v1' ? `{"error":false,"data":${data}}` : `{"data":${data}}`;

/** Extracts the content of a response from its envelope. */
export const contentOf = ({ envelope }: Operation, body: unknown): unknown =>
  envelope === 'text' || envelope === 'bytes' ? body : (body as { data: unknown }).data;

/** Inserts the ids into the path. */
export const wirePath = (operation: Operation, ids: Record<string, string>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));

/** Converts a query to pairs of strings: objects as `name[key]`, `where` as JSON, lists as repeated names. */
export const queryPairs = (query: Record<string, unknown>): [name: string, text: string][] =>
  Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (name === 'where') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return value.flatMap((entry) => pairsOf(name, entry));
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}

/** Renames the fields in a handler's error to their wire format: `event_time` to `note.event_time`. */
export const inWireNames = (operation: Operation, error: KithError): KithError =>
  renamed(error, (field) => {
    const { wrapper } = operation;
    const [first = ''] = field.split(/[.[]/, 1);
    return wrapper && argumentPlaces(operation).get(first) === 'body' ? `${wrapper}.${field}` : field;
  });

/** Renames the fields in an error to the flat arguments that a caller uses. */
export const inFlatNames = (operation: Operation, error: KithError): KithError =>
  renamed(error, (field) => {
    const { wrapper, listArgument } = operation;
    if (listArgument && field.startsWith('[')) return listArgument + field;
    return wrapper && field.startsWith(`${wrapper}.`) ? field.slice(wrapper.length + 1) : field;
  });

function renamed(error: KithError, nameOf: (field: string) => string): KithError {
  const fields = Object.entries(error.details?.fields ?? {});
  // Another server's details may have any format. Unknown formats are left unchanged.
  const isOurs = fields.every(([, reason]) => typeof reason === 'string');
  if (!isOurs || fields.every(([field]) => nameOf(field) === field)) return error;
  const named = Object.fromEntries(fields.map(([field, reason]) => [nameOf(field), reason]));
  const { code, status, hint, details, retryAfter } = error;
  if (code === 'BadRequest') return badRequest(named, hint, typeof details?.more === 'number' ? details.more : 0);
  const [field] = fields.find(([one]) => error.message.startsWith(`${one}: `)) ?? [];
  const message = field === undefined ? error.message : nameOf(field) + error.message.slice(field.length);
  return new KithError(code, message, { status, hint, retryAfter, details: { ...details, fields: named } });
}
