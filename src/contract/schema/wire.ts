import { badRequest, KithError } from '../../shared/error.ts';
import { argumentPlaces } from './arguments.ts';
import type { Operation } from './operation.ts';

// How a request looks on the wire, where that differs from what handlers and callers see: ids stand in the path, the
// query is text, and the body of some operations has a wrapper.

/** A body as it goes over HTTP: `{ note: { … } }` where the operation wraps it. */
export const wireBody = ({ wrapper }: Operation, body: unknown): unknown =>
  wrapper && body !== undefined ? { [wrapper]: body } : body;

/** The body of an answer: v1 wraps `data` beside `error`, v2 alone; text and bytes stand bare. A dry run says that it was one. */
export function enveloped({ envelope }: Operation, data: unknown, dryRun: boolean): unknown {
  if (envelope === 'text' || envelope === 'bytes') return data;
  return { ...(envelope === 'v1' && { error: false }), data, ...(dryRun && { dry_run: true }) };
}

/** The same around data that is JSON already. */
export const envelopedText = ({ envelope }: Operation, data: string): string =>
  envelope === 'v1' ? `{"error":false,"data":${data}}` : `{"data":${data}}`;

/** The content of an answer, out of its envelope. */
export const contentOf = ({ envelope }: Operation, body: unknown): unknown =>
  envelope === 'text' || envelope === 'bytes' ? body : (body as { data: unknown }).data;

/** The path with its ids in it. */
export const wirePath = (operation: Operation, ids: Record<string, string>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));

/** A query as pairs of text: objects in brackets, `where` as JSON, lists as repeated names. */
export const queryPairs = (query: Record<string, unknown>): [name: string, text: string][] =>
  Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (name === 'where') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return value.flatMap((entry) => pairsOf(name, entry));
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
}

/** An error of a handler with its fields under their names on the wire: `event_time` is `note.event_time` there. */
export const inWireNames = (operation: Operation, error: KithError): KithError =>
  renamed(error, (field) => {
    const { wrapper } = operation;
    const [first = ''] = field.split(/[.[]/, 1);
    return wrapper && argumentPlaces(operation).get(first) === 'body' ? `${wrapper}.${field}` : field;
  });

/** An error with its fields under the names of flat arguments, which are the ones a caller knows. */
export const inFlatNames = (operation: Operation, error: KithError): KithError =>
  renamed(error, (field) => {
    const { wrapper, listArgument } = operation;
    if (listArgument && field.startsWith('[')) return listArgument + field;
    return wrapper && field.startsWith(`${wrapper}.`) ? field.slice(wrapper.length + 1) : field;
  });

function renamed(error: KithError, nameOf: (field: string) => string): KithError {
  const fields = Object.entries(error.details?.fields ?? {});
  // Another service's details may be anything: those that are not ours stay as they came.
  const isOurs = fields.every(([, reason]) => typeof reason === 'string');
  if (!isOurs || fields.every(([field]) => nameOf(field) === field)) return error;
  const named = Object.fromEntries(fields.map(([field, reason]) => [nameOf(field), reason]));
  const { code, status, hint, details, retryAfter } = error;
  if (code === 'BadRequest') return badRequest(named, hint, typeof details?.more === 'number' ? details.more : 0);
  const [field] = fields.find(([one]) => error.message.startsWith(`${one}: `)) ?? [];
  const message = field === undefined ? error.message : nameOf(field) + error.message.slice(field.length);
  return new KithError(code, message, { status, hint, retryAfter, details: { ...details, fields: named } });
}
