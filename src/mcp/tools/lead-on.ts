import type * as z from 'zod';
import { CHOICES, ELSEWHERE, IDS_FROM, SAID_AS } from '../../../tools/said-as.ts';
import { badRequest, cut, KithError } from '../../contract/error.ts';
import { type Operation, pathNames } from '../../contract/operation.ts';
import { type OperationName, PATH_KINDS } from '../../contract/operations.ts';
import { editDistance } from '../../contract/schema/arguments.ts';
import { choicesOf, fieldsBeside, fieldsOf, formOf, idKind, schemaAt } from './argument-form.ts';
import { everything } from './enabled-tools.ts';

type Fields = ReadonlyMap<string, z.core.$ZodType | undefined>;

/**
 * A refusal that leads on: each unknown field with the one that was meant, fields of a wrong form with the right one,
 * and ids with where they come from (docs/replies.md#errors).
 */
export function leadingOn(operation: Operation, error: KithError, args: Record<string, unknown>): KithError {
  const fields = Object.entries((error.details?.fields ?? {}) as Record<string, unknown>);
  if (error.code === 'NotFound') return fields.length > 0 || error.hint ? error : withSource(operation, error);
  if (error.code !== 'BadRequest' || fields.length === 0 || error.details?.candidates) return error;
  const call = { operation, args, forms: new Set<string>() };
  const told = fields.map(([field, reason]) => [field, reasonOf(call, field, String(reason))] as const);
  const more = typeof error.details?.more === 'number' ? error.details.more : 0;
  const lost = told.some(([, reason]) => reason === LOST) ? argumentsOf(operation) : undefined;
  const hint = cut([error.hint, ...call.forms, lost].filter(Boolean).join(' '), HINT_LENGTH);
  return badRequest(Object.fromEntries(told), hint || undefined, more);
}

interface RefusedCall {
  operation: Operation;
  args: Record<string, unknown>;
  /** The forms of the fields that are spoken of, each once: they go into the hint. */
  forms: Set<string>;
}

/** An argument that nothing is known about: the hint then names those there are. */
const LOST = 'unknown argument';

const isUnknown = (reason: string): boolean => /^unknown (?:argument|field)/.test(reason);

function reasonOf(call: RefusedCall, field: string, reason: string): string {
  if (isUnknown(reason)) return unknownField(call, field, reason);
  const schema = schemaAt(call.operation, field);
  const kind = idKind(schema) ?? (PATH_KINDS as Partial<Record<string, string>>)[field];
  if (kind && /^must be a UUID/.test(reason)) return `must be the id of a ${kind}: ${IDS_FROM[kind]} tells it`;
  if (/^must be one of/.test(reason)) return reason + meantChoice(choicesOf(schema), valueAt(call.args, field));
  if (/^(?:must be of type|Invalid input)/.test(reason)) showForm(call, field, schema);
  return reason;
}

function showForm({ forms }: RefusedCall, field: string, schema: z.core.$ZodType | undefined): void {
  const form = formOf(schema);
  if (/^[[{]/.test(form)) forms.add(`${field} has the form ${form}.`);
}

function unknownField(call: RefusedCall, field: string, reason: string): string {
  const { operation, args } = call;
  const [parent, name] = /^(?:(.*)\.)?([^.]*)$/.exec(field)!.slice(1) as [string | undefined, string];
  const isRoot = parent === undefined;
  const unknown = /^unknown \w+/.exec(reason)![0];
  const elsewhere =
    isRoot && ELSEWHERE[operation.name as OperationName]?.find(([said]) => isSaid(name, said.split(' ')));
  if (elsewhere) return `${unknown}: ${elsewhere[1]}`;
  const meant = (path: string, schema: z.core.$ZodType | undefined): string => {
    showForm(call, path, schema);
    return `${unknown}, did you mean ${path}?`;
  };
  const given = Object.keys((isRoot ? args : valueAt(args, parent)) ?? {});
  const beside = without(fieldsBeside(operation, field), given);
  const ownId = isRoot && wordOf(name) === 'id' ? pathNames(operation.path).at(-1) : undefined;
  const found = ownId ?? meantField(name, beside);
  if (found) return meant(found, beside.get(found));
  for (const [outer, schema] of isRoot ? beside : []) {
    const fields: Fields = new Map(Object.entries(schema ? fieldsOf(schema) : {}));
    const inner = meantField(name, fields);
    if (inner) return meant(`${outer}.${inner}`, fields.get(inner));
  }
  if (isRoot) return LOST;
  return beside.size > 0 && beside.size <= FEW ? `${unknown}; there are ${[...beside.keys()].join(', ')}` : unknown;
}

/** So many fields are told of an object. */
const FEW = 12;

/** A field that was given already is not the one that was meant. */
const without = (fields: Fields, given: readonly string[]): Fields =>
  new Map([...fields].filter(([name]) => !given.includes(name)));

const LONGEST_NAME = 80;

const wordOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const isSaid = (name: string, said: readonly string[]): boolean => said.some((one) => wordOf(one) === wordOf(name));

/** The field that a name means: the same but for its spelling, what the table says, or one that is nearly the same. */
function meantField(name: string, fields: Fields): string | undefined {
  const word = wordOf(name);
  if (word === '' || name.length > LONGEST_NAME) return undefined;
  const known = [...fields.keys()];
  const same = known.find((one) => wordOf(one) === word || wordOf(one) === `${word}s` || `${wordOf(one)}s` === word);
  if (same) return same;
  for (const [field, said] of SAID_AS) if (fields.has(field) && said.includes(word)) return field;
  const near = known.map((one) => ({ one, distance: editDistance(wordOf(one), word) }));
  const [nearest] = near.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= Math.floor(word.length / 3) ? nearest.one : undefined;
}

function meantChoice(choices: readonly string[], value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST_NAME) return '';
  const word = wordOf(value);
  const choice = choices.find((one) => wordOf(one) === word || CHOICES.get(one)?.includes(word));
  return choice ? `; did you mean ${choice}?` : '';
}

function valueAt(args: Record<string, unknown>, field: string): unknown {
  return (field.match(/[^.[\]]+/g) ?? []).reduce<unknown>((value, key) => {
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return holds ? (value as Record<string, unknown>)[key] : undefined;
  }, args);
}

const HINT_LENGTH = 600;

/** The arguments that the tool shows. */
function argumentsOf({ name }: Operation): string | undefined {
  const tool = everything.tools.find((one) => one.name === name);
  const names = Object.keys((tool?.inputSchema.properties as object | undefined) ?? {});
  return tool && cut(`${name} takes ${names.join(', ')}.`, HINT_LENGTH);
}

/** Not found, by an id in the path: where such ids come from. */
function withSource({ path }: Operation, { code, status, message, details, retryAfter, cause }: KithError): KithError {
  const parameters = pathNames(path) as readonly (keyof typeof PATH_KINDS)[];
  const sources = [...new Set(parameters.flatMap((parameter) => IDS_FROM[PATH_KINDS[parameter]] ?? []))];
  const hint =
    sources.length > 0 ? `Look the id up with ${sources.join(' or ')}; it may have been deleted or merged.` : undefined;
  return new KithError(code, message, { status, hint, details, retryAfter, cause });
}
