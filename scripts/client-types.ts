// Writes the types of `kith-mcp/client`: plain interfaces from the contract, with its descriptions as comments, so that
// they depend on no library of ours.
//   node scripts/run.mjs scripts/client-types.ts dist/client.d.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { apiNames, operation, PATH_PARAMETERS } from '../src/contract/operations.ts';
import { argumentPlaces } from '../src/contract/schema/arguments.ts';
import { emit } from '../src/contract/schema/emit.ts';
import type { JsonSchema } from '../src/contract/schema/json-schema.ts';
import { type Operation, pathNames } from '../src/contract/schema/operation.ts';
import { comment, type Field, indented, type NamedTypes, objectType, printType } from './print-type.ts';

const named: NamedTypes = new Map();
const operations = apiNames.map((name) => indented(describe(operation(name))));
const lists = apiNames.filter((name) => argumentPlaces(operation(name)).has('cursor'));

writeFileSync(
  process.argv[2]!,
  [
    readFileSync('src/client/options.ts', 'utf8').replace(/^\/\/.*\n+/, ''),
    ...named.values(),
    `export interface Operations {\n${operations.join('\n')}\n}\n`,
    `export type ListName = ${lists.map((name) => `'${name}'`).join(' | ')};\n`,
    readFileSync('scripts/client-head.d.ts', 'utf8').replace(/^\/\/.*\n+/, ''),
  ].join('\n'),
);

function describe(one: Operation): string {
  const words = `${one.description}\n\n\`${one.method} ${one.path}\``;
  const data = printType(emit(one.data(), { profile: 'openapi', io: 'output' }), 'output', named);
  const parts = [
    { name: 'args', type: objectType(argumentFields(one)), required: true },
    { name: 'data', type: data, required: true },
  ];
  return `${comment(words)}${one.name}: ${objectType(parts)};`;
}

/** Path, query, and body fields side by side. */
function argumentFields(one: Operation): Field[] {
  const ofPath: Record<string, string> = PATH_PARAMETERS;
  const fields: Field[] = pathNames(one.path).map((name) => ({
    name,
    type: 'string',
    required: true,
    description: ofPath[name],
  }));
  const body = one.body?.();
  if (one.listArgument) {
    const list = emit(body!, { profile: 'openapi', io: 'input' });
    const type = printType(list, 'input', named);
    fields.push({ name: one.listArgument, type, required: true, description: list.description });
  }
  for (const schema of [one.query?.(), one.listArgument ? undefined : body])
    if (schema) fields.push(...fieldsOf(schema));
  return fields;
}

function fieldsOf(schema: Parameters<typeof emit>[0]): Field[] {
  const { $defs, ...emitted } = emit(schema, { profile: 'openapi', io: 'input' });
  const required = (emitted.required ?? []) as string[];
  return Object.entries((emitted.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    type: printType({ ...field, $defs }, 'input', named),
    required: required.includes(name),
    description: field.description,
  }));
}
