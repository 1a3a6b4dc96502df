import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../../scripts/api/accepts.ts';
import type { Answer } from './service.ts';

// The committed API description: allowed requests, and the reference for responses.

export interface DescribedOperation {
  name: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  body: Schema | undefined;
  /** Needs no key. */
  open: boolean;
}

const description: Schema = JSON.parse(readFileSync('openapi.json', 'utf8'));

export const describedOperations: DescribedOperation[] = Object.entries(description.paths as Record<string, Schema>)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, told]) => ({ path, method, told })))
  .map(({ path, method, told }) => ({
    name: told.operationId,
    method: method.toUpperCase(),
    path,
    parameters: told.parameters,
    body: told.requestBody?.content['application/json'].schema,
    open: told.security?.length === 0,
  }));

/** The schema that a reference points to. */
export function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...own } = schema;
  return { ...description.components.schemas[$ref.split('/').at(-1)!], ...own };
}

/**
 * The description with every object closed. Clients must accept new fields, so openapi.json leaves responses open, but
 * a field that the service sends and the contract does not declare is a leak.
 */
function onlyDeclared<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(onlyDeclared) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, onlyDeclared(value)]));
  const isOpen = closed.type === 'object' && closed.properties && closed.additionalProperties === undefined;
  return { ...closed, ...(isOpen && { additionalProperties: false }) } as T;
}

const validator = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(validator);
validator.addSchema(onlyDeclared(description), 'api');
const checks = new Map<string, ValidateFunction>();

function checkFor({ path, method }: DescribedOperation, status: number): ValidateFunction {
  const told = description.paths[path][method.toLowerCase()].responses[status];
  const response = told.$ref
    ? told.$ref.split('/').slice(1)
    : ['paths', path, method.toLowerCase(), 'responses', status];
  const place = [...response, 'content', 'application/json', 'schema'].map(String);
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  if (!checks.has(pointer)) checks.set(pointer, validator.compile({ $ref: `api#/${pointer}` }));
  return checks.get(pointer)!;
}

/** Violations of the description in a response. An internal error (5xx) is never allowed. */
export function violations(operation: DescribedOperation, { status, headers, body }: Answer): string[] {
  const told = description.paths[operation.path][operation.method.toLowerCase()].responses;
  if (status >= 500) return [`${status} ${JSON.stringify(body)}`];
  if (!told[status]) return [`status ${status} is not described`];
  if (status < 400 && !told[status].content['application/json']) return [];
  if (!headers.get('content-type')?.startsWith('application/json')) return ['is not JSON'];
  const check = checkFor(operation, status);
  if (!check(body))
    return check.errors!.map(({ instancePath, message, params }) =>
      [`${status}${instancePath}`, message, params.additionalProperty].filter(Boolean).join(' '),
    );
  if (status === 400 && Object.keys((body as Answer['body']).error.details?.fields ?? {}).length === 0)
    return ['400 names no field'];
  return [];
}
