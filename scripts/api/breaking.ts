import { notAccepted, type Schema } from './accepts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/**
 * Returns the promises of the older description that the newer one breaks, by operation. The newer one must accept
 * every request that the older one did. Its responses must match the older description, except for additional fields.
 */
export function breakingChanges(older: Schema, newer: Schema): string[] {
  return Object.entries(older.paths as Record<string, Schema>).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).flatMap((method) => {
      const now = newer.paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (!now) return [`${name}: is gone`];
      return operationChanges({ older, newer }, methods[method], now).map((change) => `${name}: ${change}`);
    }),
  );
}

interface Documents {
  older: Schema;
  newer: Schema;
}

function operationChanges(documents: Documents, was: Schema, now: Schema): string[] {
  const renamed =
    was.operationId === now.operationId ? [] : [`is called ${now.operationId}, no longer ${was.operationId}`];
  const wasOpen = was.security?.length === 0;
  return [
    ...renamed,
    ...(wasOpen && now.security?.length !== 0 ? ['needs a key'] : []),
    ...parameterChanges(documents, was.parameters ?? [], now.parameters ?? []),
    ...bodyChanges(documents, was.requestBody, now.requestBody),
    ...answerChanges(documents, was.responses, now.responses),
  ];
}

const taken = ({ older, newer }: Documents, was: Schema, now: Schema, place: string): string[] =>
  notAccepted({ schema: was, root: older }, { schema: now, root: newer }, place);

function parameterChanges(documents: Documents, was: Schema[], now: Schema[]): string[] {
  const find = (list: Schema[], wanted: Schema) => list.find((one) => one.name === wanted.name && one.in === wanted.in);
  const kept = was.flatMap((old) => {
    const place = `${old.in} parameter ${old.name}`;
    const current = find(now, old);
    if (!current) return [`${place}: is gone`];
    const form = (parameter: Schema) => `${parameter.style ?? 'form'} ${parameter.explode ?? ''}`;
    return [
      ...(current.required && !old.required ? [`${place}: is required`] : []),
      ...(form(old) === form(current) ? [] : [`${place}: is serialized differently`]),
      ...taken(documents, old.schema, current.schema, place),
    ];
  });
  const demanded = now.filter((one) => one.required && !find(was, one));
  return [...kept, ...demanded.map((one) => `${one.in} parameter ${one.name}: is new and required`)];
}

const json = (holder: Schema | undefined): Schema | undefined => holder?.content?.['application/json']?.schema;

function bodyChanges(documents: Documents, was: Schema | undefined, now: Schema | undefined): string[] {
  if (!was) return now?.required ? ['body: is required'] : [];
  if (!now) return ['body: is no longer accepted'];
  return [
    ...(now.required && !was.required ? ['body: is required'] : []),
    ...taken(documents, json(was) ?? {}, json(now) ?? {}, 'body'),
  ];
}

function answerChanges({ older, newer }: Documents, was: Schema, now: Schema): string[] {
  return Object.keys(was).flatMap((status) => {
    if (!now[status]) return [`answer ${status}: is gone`];
    const [old, current] = [responseIn(older, was[status]), responseIn(newer, now[status])];
    const media = Object.keys(old.content ?? {}).filter((type) => !current.content?.[type]);
    if (media.length > 0) return [`answer ${status}: is no longer ${media.join(', ')}`];
    const [before, after] = [json(old), json(current)];
    if (!before || !after) return [];
    const place = `answer ${status}`;
    return [
      ...notAccepted({ schema: after, root: newer }, { schema: before, root: older }, place),
      ...missingFields({ schema: before, root: older }, { schema: after, root: newer }, place),
    ];
  });
}

/** A response, or the shared one that it refers to. */
const responseIn = ({ components }: Schema, response: Schema): Schema =>
  response.$ref ? components.responses[response.$ref.split('/').at(-1)!] : response;

type Side = Parameters<typeof notAccepted>[0];

/** Optional fields in the older response that the newer one lacks. */
function missingFields(was: Side, now: Side, place: string, seen = new Set<string>()): string[] {
  const [known, current] = [fieldsOf(was), fieldsOf(now)];
  return [...known].flatMap(([name, inner]) => {
    const at = `${place}.${name}`;
    const next = current.get(name);
    if (!next) return [`${at}: is gone`];
    const references = `${JSON.stringify(inner)} ${JSON.stringify(next)}`;
    if (seen.has(references)) return [];
    const visited = new Set(seen).add(references);
    return missingFields({ ...was, schema: inner }, { ...now, schema: next }, at, visited);
  });
}

/** The fields of an object, of a list's rows, or of any alternative. */
function fieldsOf({ schema, root }: Side): Map<string, Schema> {
  const whole = schema.$ref ? root.components.schemas[schema.$ref.split('/').at(-1)!] : schema;
  const inner = [...(whole.anyOf ?? []), ...(whole.items ? [whole.items] : [])];
  const found = inner.map((one) => fieldsOf({ schema: one, root }));
  return new Map([...Object.entries<Schema>(whole.properties ?? {}), ...found.flatMap((one) => [...one])]);
}
