import type { JsonSchema } from '../src/contract/schema/json-schema.ts';

/** Types with a name of their own, and what they stand for. */
export type Named = Map<string, string>;

interface Field {
  name: string;
  type: string;
  required: boolean;
}

/** A JSON Schema of ours as a TypeScript type. Named records are added to `named` and referred to. */
export function printType(schema: JsonSchema, io: 'input' | 'output', named: Named): string {
  const { $defs = {}, ...root } = schema;
  const definitions = $defs as Record<string, JsonSchema>;
  return print(root);

  function print(one: JsonSchema): string {
    if (typeof one.$ref === 'string') return refer(one.$ref.replace(/^.*\//, ''));
    if ('const' in one) return JSON.stringify(one.const);
    if (Array.isArray(one.enum)) return printEnum(one.enum);
    const choices = (one.anyOf ?? one.oneOf) as JsonSchema[] | undefined;
    if (choices) return [...new Set(choices.map(print))].join(' | ');
    if (Array.isArray(one.type)) return one.type.map((type) => print({ ...one, type })).join(' | ');
    if (one.type === 'array') return `${wrapped(print((one.items ?? {}) as JsonSchema))}[]`;
    if (one.type === 'object') return printObject(one);
    return PLAIN[String(one.type)] ?? 'unknown';
  }

  function printEnum(values: unknown[]): string {
    const known = values.map((value) => JSON.stringify(value)).join(' | ');
    // A newer service may answer values that this version does not know.
    return io === 'output' ? `${known} | (string & {})` : known;
  }

  function printObject({ properties, required = [], additionalProperties }: JsonSchema): string {
    if (!properties) {
      const values = typeof additionalProperties === 'object' ? print(additionalProperties as JsonSchema) : 'unknown';
      return `Record<string, ${values}>`;
    }
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => ({
      name,
      type: print(field),
      required: (required as string[]).includes(name),
    }));
    return objectType(fields);
  }

  /** A record may look different as it is sent and as it is answered. */
  function refer(id: string): string {
    const own = /^\w+$/.test(id) && !id.startsWith('__') ? id : `Shared${id.replace(/\W|_/g, '')}`;
    const name = io === 'input' ? `${own}Input` : own;
    if (!named.has(name)) {
      named.set(name, 'unknown');
      named.set(name, print(definitions[id]!));
    }
    return name;
  }
}

const PLAIN: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const wrapped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

export function objectType(fields: Field[]): string {
  const lines = fields.map(({ name, type, required }) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return required ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
  });
  return `{ ${lines.join('; ')} }`;
}
