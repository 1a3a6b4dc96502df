// biome-ignore lint/suspicious/noExplicitAny: a schema as written in a JSON document.
export type Schema = Record<string, any>;
/** A schema, and the document that resolves its references. */
export interface Side {
  schema: Schema;
  root: Schema;
}

type Bound = [keyword: string, isTighter: (narrow: number, wide: number) => boolean];
const LOWER: Bound['1'] = (narrow, wide) => wide > narrow;
const UPPER: Bound['1'] = (narrow, wide) => wide < narrow;
const BOUNDS: Bound[] = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].map((name): Bound => [name, LOWER]),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].map((name): Bound => [name, UPPER]),
];

/**
 * Returns the reasons, with their paths, why `wide` does not allow every value that `narrow` allows. Knows the JSON
 * Schema 2020-12 keywords in the API description.
 */
export function notAccepted(narrow: Side, wide: Side, place = '', seen = new Set<string>()): string[] {
  const pair = `${narrow.schema.$ref} ${wide.schema.$ref}`;
  if (narrow.schema.$ref && wide.schema.$ref && seen.has(pair)) return [];
  const visited = new Set(seen).add(pair);
  const [a, b] = [alternatives(resolved(narrow)), alternatives(resolved(wide))];
  const compare = (one: Schema, other: Schema, at: string) =>
    notAccepted({ ...narrow, schema: one }, { ...wide, schema: other }, at, visited);

  if (a.anyOf) return a.anyOf.flatMap((one: Schema) => compare({ ...siblings(a), ...one }, b, place));
  if (b.anyOf) {
    const reasons: string[][] = b.anyOf.map((one: Schema) => compare(a, { ...siblings(b), ...one }, place));
    return reasons.some((each) => each.length === 0) ? [] : shortest(reasons);
  }
  return [
    ...types(a, b).map((reason) => `${place}: ${reason}`),
    ...values(a, b).map((reason) => `${place}: ${reason}`),
    ...limits(a, b).map((reason) => `${place}: ${reason}`),
    ...(b.items ? compare(a.items ?? {}, b.items, `${place}[]`) : []),
    ...fields(a, b, place, compare),
  ];
}

function resolved({ schema, root }: Side): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...own } = schema;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((at: Schema | undefined, name: string) => at?.[name], root);
  if (!found) throw new Error(`${$ref} is not in the description`);
  return { ...resolved({ schema: found, root }), ...own };
}

/** A list of types is a choice among them. Null has no further keywords. */
function alternatives(schema: Schema): Schema {
  const { type, ...own } = schema;
  if (!Array.isArray(type)) return schema;
  return { anyOf: type.map((one) => (one === 'null' ? { type: 'null' } : { ...own, type: one })) };
}

const siblings = ({ anyOf: _, default: __, ...own }: Schema): Schema => own;
const shortest = (lists: string[][]): string[] => lists.reduce((best, one) => (one.length < best.length ? one : best));

function types(a: Schema, b: Schema): string[] {
  if (b.type === undefined || (b.type === 'number' && a.type === 'integer') || a.type === b.type) return [];
  return [`is ${a.type ?? 'anything'} on one side and ${b.type} on the other`];
}

const allowed = ({ enum: several, const: one }: Schema): unknown[] | undefined =>
  several ?? (one === undefined ? undefined : [one]);

function values(a: Schema, b: Schema): string[] {
  const [from, to] = [allowed(a), allowed(b)];
  if (!to) return [];
  if (!from) return ['only some values are left'];
  const missing = from.filter((value) => !to.includes(value));
  return missing.length > 0 ? [`${missing.map((value) => JSON.stringify(value)).join(', ')} is on one side only`] : [];
}

function limits(a: Schema, b: Schema): string[] {
  const same = allowed(a) ? [] : ['format', 'pattern'];
  return [
    ...BOUNDS.filter(
      ([name, isTighter]) => b[name] !== undefined && (a[name] === undefined || isTighter(a[name], b[name])),
    )
      .filter(() => !allowed(a))
      .map(([name]) => `${name} is ${a[name] ?? 'open'} on one side and ${b[name]} on the other`),
    ...same
      .filter((name) => b[name] !== undefined && a[name] !== b[name])
      .map((name) => `${name} is ${a[name] ?? 'open'} on one side and ${b[name]} on the other`),
  ];
}

type Compare = (one: Schema, other: Schema, at: string) => string[];

function fields(a: Schema, b: Schema, place: string, compare: Compare): string[] {
  const [own, known] = [a.properties ?? {}, b.properties ?? {}];
  const [rest, open] = [a.additionalProperties ?? true, b.additionalProperties ?? true];
  const at = (name: string) => (place ? `${place}.${name}` : name);
  const reasons = ((b.required ?? []) as string[])
    .filter((name) => !(a.required ?? []).includes(name))
    .map((name) => `${at(name)}: is required on one side only`);
  for (const [name, schema] of Object.entries(own) as [string, Schema][]) {
    if (known[name]) reasons.push(...compare(schema, known[name], at(name)));
    else if (open === false) reasons.push(`${at(name)}: is known on one side only`);
    else if (typeof open === 'object') reasons.push(...compare(schema, open, at(name)));
  }
  if (isObject(b) && open === false && rest !== false)
    reasons.push(`${place}: allows additional fields on one side only`);
  if (typeof open === 'object' && rest !== false) reasons.push(...compare(rest === true ? {} : rest, open, at('*')));
  return reasons;
}

const isObject = ({ type, properties }: Schema): boolean => type === 'object' || properties !== undefined;
