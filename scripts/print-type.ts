import type { Direction, JsonSchema } from '../src/contract/schema/json-schema.ts';

/** Named types and their declarations. */
export type NamedTypes = Map<string, string>;

export interface Field {
  name: string;
  type: string;
  required: boolean;
  description?: unknown;
}

/** A JSON Schema of ours as a TypeScript type. Declares named records in `named` and refers to them. */
export function printType(schema: JsonSchema, io: Direction, named: NamedTypes): string {
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
    // A newer service may return values that this version does not know.
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
      description: field.description,
    }));
    return objectType(fields);
  }

  /** A record may have different forms in a request and in a response. */
  function refer(id: string): string {
    const own = /^\w+$/.test(id) && !id.startsWith('__') ? id : `Shared${id.replace(/\W|_/g, '')}`;
    const name = io === 'input' ? `${own}Input` : own;
    if (!named.has(name)) {
      named.set(name, '');
      const record = definitions[id]!;
      named.set(name, `${comment(record.description)}export type ${name} = ${print(record)};\n`);
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
  if (fields.length === 0) return '{}';
  return `{\n${indented(fields.map(printField).join('\n'))}\n}`;
}

function printField({ name, type, required, description }: Field): string {
  const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
  return `${comment(description)}${required ? `${key}: ${type}` : `${key}?: ${type} | undefined`};`;
}

export const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

const WIDTH = 116;

/** A doc comment, on one line if it fits. Empty without a text. */
export function comment(text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  const safe = text.replaceAll('*/', '*\\/');
  if (safe.length <= WIDTH && !safe.includes('\n')) return `/** ${safe} */\n`;
  const lines = safe.split('\n').flatMap(folded);
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n');
}

const folded = (line: string): string[] =>
  line === '' ? [''] : line.match(new RegExp(`.{1,${WIDTH}}(?:\\s|$)|\\S+`, 'g'))!.map((part) => part.trim());
