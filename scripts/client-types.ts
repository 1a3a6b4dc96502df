// Writes the types of `kith-mcp/client`: plain interfaces from the catalogue, so that its users need none of our libraries.
//   node scripts/run.mjs scripts/client-types.ts dist/client.d.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { type Operation, pathNames } from '../src/contract/operation.ts';
import { operation, operationNames } from '../src/contract/operations.ts';
import { argumentPlaces } from '../src/contract/schema/arguments.ts';
import { emit, type JsonSchema } from '../src/contract/schema/emit.ts';
import { toolDefinitions } from '../tools/tools.ts';
import { type Named, objectType, printType } from './print-type.ts';

const named: Named = new Map();
const operations = operationNames.map((name) => describe(operation(name)));
const records = [...named].map(([name, text]) => `export type ${name} = ${text};\n`);
const lists = operationNames.filter((name) => argumentPlaces(operation(name)).has('cursor'));

writeFileSync(
  process.argv[2]!,
  [
    readFileSync('src/client/options.ts', 'utf8').replace(/^\/\/.*\n+/, ''),
    ...records,
    `export interface Operations {\n${operations.join('\n')}\n}\n`,
    `export type ListName = ${lists.map((name) => `'${name}'`).join(' | ')};\n`,
    readFileSync('scripts/client-head.d.ts', 'utf8').replace(/^\/\/.*\n+/, ''),
  ].join('\n'),
);

function describe(one: Operation): string {
  const { title } = toolDefinitions[one.name as keyof typeof toolDefinitions];
  const data = one.data();
  return `  /** ${title}: \`${one.method} ${one.path}\` */\n  ${one.name}: { args: ${args(one)}; data: ${print(data, 'output')} };`;
}

/** Path, query and body fields side by side. */
function args(one: Operation): string {
  const fields = pathNames(one.path).map((name) => ({ name, type: 'string', required: true }));
  const body = one.body?.();
  if (one.listArgument) fields.push({ name: one.listArgument, type: print(body!, 'input'), required: true });
  for (const schema of [one.query?.(), one.listArgument ? undefined : body]) {
    if (!schema) continue;
    const { $defs, ...emitted } = emit(schema, { profile: 'openapi', io: 'input' });
    const required = (emitted.required ?? []) as string[];
    for (const [name, field] of Object.entries((emitted.properties ?? {}) as Record<string, JsonSchema>)) {
      const type = printType({ ...field, $defs }, 'input', named);
      fields.push({ name, type, required: required.includes(name) });
    }
  }
  return objectType(fields);
}

function print(schema: Parameters<typeof emit>[0], io: 'input' | 'output'): string {
  return printType(emit(schema, { profile: 'openapi', io }), io, named);
}
