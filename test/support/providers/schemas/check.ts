import type { SeenRequest } from '../faults.ts';
import type { GoogleMethod, Types } from './extract.ts';
import google from './google.json' with { type: 'json' };
import graph from './graph.json' with { type: 'json' };

// Checks kith's requests and the fakes' responses against the providers' own descriptions.

interface Described {
  types: Types;
  query: Record<string, string>;
  body?: string | undefined;
  answer?: string | undefined;
}

const methods = Object.values(google.methods as Record<string, GoogleMethod>).map((method) => ({
  ...method,
  pattern: new RegExp(`^${method.path.replace(/\{(\w+)\}/g, '[^/]+')}$`),
}));

/** Throws if a request has a path, a parameter, or a field that its provider does not describe. */
export function checkRequest(seen: SeenRequest): void {
  const method = described(seen);
  if (!method) return;
  const place = `${seen.method} ${seen.path}`;
  for (const [name, value] of seen.query) checkParameter(method, name, value, place);
  if ((seen.body !== undefined) !== (method.body !== undefined)) throw new Error(`${place}: a body, or none`);
  if (method.body) checkValue(method.types, method.body, seen.body, place, 'request');
}

/** Throws if a response violates the provider's description. */
export function checkAnswer(seen: SeenRequest, json: unknown): void {
  const method = described(seen);
  const place = `answer to ${seen.method} ${seen.path}`;
  if (method?.answer) checkValue(method.types, method.answer, json, place, 'answer');
}

function described(seen: SeenRequest): Described | undefined {
  if (/^\/(token|revoke)|\/oauth2\//.test(seen.path)) return undefined;
  if (seen.path.startsWith('/v1.0')) return graphMethod(seen);
  const method = methods.find(({ verb, pattern }) => verb === seen.method && pattern.test(seen.path));
  if (!method) throw new Error(`Google has no ${seen.method} ${seen.path}`);
  return { ...method, types: google.types as Types, query: { ...method.query, fields: 'fields' } };
}

const ODATA = { $select: 'fields', $top: 'integer', $filter: 'filter', $orderby: 'fields', $search: 'string' };
const PAGING = { $skiptoken: 'string', $skip: 'string' };
const VIEW = { startDateTime: 'string:date-time', endDateTime: 'string:date-time' };

/** Their parameters ignore case (OData 4.01, part 2, 4.1): the documentation and the metadata differ. */
const actions = Object.fromEntries(
  Object.entries(graph.actions as Types).map(([name, parameters]) => [
    name,
    Object.fromEntries(Object.entries(parameters).map(([one, type]) => [one[0]!.toLowerCase() + one.slice(1), type])),
  ]),
);

/** Walks the path from the user over properties and keys, as OData resolves it. */
function graphMethod({ method, path }: SeenRequest): Described {
  const types = graph.types as Types;
  const [, me, ...segments] = path.slice('/v1.0'.length).split('/');
  if (me !== 'me') throw new Error(`kith has no business at ${path}`);
  let type = 'user';
  for (const segment of segments) {
    const action = actions[`${type}.${segment}`];
    if (action && method === 'POST') return { types: { ...types, action }, query: {}, body: 'action' };
    if (type.endsWith('[]')) type = type.slice(0, -2);
    else if (types[type]?.[segment]) type = types[type]![segment]!;
    else throw new Error(`a ${type} of Graph has no ${segment}: ${path}`);
  }
  const row = type.replace('[]', '');
  const isList = type.endsWith('[]');
  if (method === 'DELETE' && !isList) return { types, query: {} };
  if (method === 'PATCH' && !isList) return { types, query: {}, body: row, answer: row };
  if (method === 'POST' && isList) return { types, query: {}, body: row, answer: row };
  if (method !== 'GET') throw new Error(`Graph has no ${method} ${path}`);
  if (!isList) return { types, query: { $select: 'fields' }, answer: row };
  const page = { ...types, page: { ...types[row]!, value: type, '@odata.nextLink': 'string' } };
  return { types: page, query: { ...ODATA, ...PAGING, ...(/View$|\/instances$/.test(path) && VIEW) }, answer: 'page' };
}

function checkParameter({ types, query, answer }: Described, name: string, value: string, place: string): void {
  const type = query[name];
  if (type === undefined) throw new Error(`${place} takes no parameter ${name}`);
  const plain = type.replace('[]', '');
  if (plain === 'fields') checkFields(types, answer!, value, place);
  else if (plain === 'filter')
    for (const part of value.split(' and ')) checkFields(types, answer!, part.split(' ')[0]!, place);
  else if (plain.startsWith('integer')) checkValue(types, plain, Number(value), `${place} ${name}`, 'request');
  else if (plain === 'boolean') checkValue(types, plain, { true: true, false: false }[value], place, 'request');
  else checkValue(types, plain, value, `${place} ${name}`, 'request');
}

/** Field names, as `a,b(c,d)` or `a/b`, each possibly followed by an order. */
function checkFields(types: Types, type: string, fields: string, place: string): void {
  for (const [, name, inner] of fields.matchAll(/([\w/]+)(?:\(([^)]*)\))?(?: (?:asc|desc))?(?:,|$)/g)) {
    let at = type;
    for (const step of name!.split('/')) {
      const next: string | undefined = types[at]?.[step];
      if (next === undefined) throw new Error(`${place}: a ${at} has no ${step}`);
      at = next.replace('[]', '');
    }
    if (inner) checkFields(types, at, inner, place);
  }
}

const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  int64: /^-?\d+$/,
  uint64: /^\d+$/,
};

function checkValue(types: Types, type: string, value: unknown, place: string, of: 'request' | 'answer'): void {
  // Null clears a field in a request. Graph returns it for an empty field, Google omits the field.
  if (type === 'any' || (value === null && (of === 'request' || types === graph.types || types.page))) return;
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) throw new Error(`${place} must be a list`);
    for (const entry of value) checkValue(types, type.slice(0, -2), entry, `${place}[]`, of);
  } else if (types[type]) {
    if (typeof value !== 'object' || value === null) throw new Error(`${place} must be a ${type}`);
    for (const [name, inner] of Object.entries(value)) {
      const known = types[type][name];
      if (known === undefined) throw new Error(`${place}: a ${type} has no ${name}`);
      checkValue(types, known, inner, `${place}.${name}`, of);
    }
  } else checkPlain(type, value, place);
}

function checkPlain(type: string, value: unknown, place: string): void {
  const [base = type, format] = type.split(/[:=]/);
  const kind = base === 'integer' ? 'number' : base;
  if (typeof value !== kind) throw new Error(`${place} must be a ${base}, not ${String(value)}`);
  if (base === 'integer' && !Number.isInteger(value)) throw new Error(`${place} must be an integer`);
  const choices = type.includes('=') ? format!.split('|') : undefined;
  if (choices && !choices.includes(String(value))) throw new Error(`${place} must be one of ${format}`);
  const pattern = type.includes(':') ? FORMATS[format!] : undefined;
  if (pattern && !pattern.test(String(value))) throw new Error(`${place} must be a ${format}: ${String(value)}`);
}
