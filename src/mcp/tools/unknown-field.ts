import type * as z from 'zod';
import {
  type Advice,
  ARGUMENT_ALIASES,
  FIELD_ADVICE,
  NESTED_FIELD_ADVICE,
  RANGE_ALIASES,
  RANGES,
} from '../../../tools/argument-aliases.ts';
import type { ToolName } from '../../contract/operations.ts';
import { pathNames } from '../../contract/schema/operation.ts';
import { isRecord } from '../../shared/records.ts';
import { nearestName, normalizedName, sameName } from '../../shared/text/nearest-name.ts';
import { elementSchemaOf, fieldsBeside, fieldsOf } from './argument-form.ts';
import { lastKey, type RejectedCall, showForm, valueAt } from './rejected-call.ts';

type Fields = ReadonlyMap<string, z.core.$ZodType | undefined>;

/** Reason for an argument without a suggestion. The hint then lists the known arguments. */
export const NO_SUGGESTION = 'unknown argument';

/** The reason for an unknown field: the likely intended field, or another operation. */
export function explainUnknownField(call: RejectedCall, field: string, reason: string): string {
  const { operation, args } = call;
  const [parent, name] = /^(?:(.*)\.)?([^.]*)$/.exec(field)!.slice(1) as [string | undefined, string];
  const isRoot = parent === undefined;
  const unknown = /^unknown \w+/.exec(reason)![0];
  const instead = insteadOf(
    name,
    isRoot ? FIELD_ADVICE[operation.name as ToolName] : NESTED_FIELD_ADVICE[lastKey(parent)],
  );
  if (instead) return `${unknown}: ${instead}`;

  const known = fieldsBeside(operation, field);
  const given = Object.keys((isRoot ? args : valueAt(args, parent)) ?? {});
  const beside: Fields = new Map([...known].filter(([one]) => !given.includes(one)));
  const told = (names: readonly string[], fields: Fields, within: string): string => {
    for (const one of names) {
      call.meant.add(`${isRoot ? '' : `${parent}.`}${within}${one}`);
      showForm(call, within + one, fields.get(one));
    }
    return `${unknown}, did you mean ${names.map((one) => within + one).join(' and ')}?`;
  };
  const ownId = isRoot && normalizedName(name) === 'id' ? pathNames(operation.path).at(-1) : undefined;
  const wrapped = `${unknown}: what it holds stands at the root, without ${name}`;
  if (isRoot && isWrapper(args[name], (inner) => known.has(inner))) return wrapped;
  const found = ownId ? [ownId] : likelyFields(name, beside);
  if (found.length > 0) return told(found, beside, '');
  if (isRoot && isWrapper(args[name], (inner) => likelyFields(inner, known).length > 0)) return wrapped;
  for (const [outer, schema] of known) {
    const [fields, within] = insideOf(outer, schema);
    const inner = likelyFields(name, fields);
    if (inner.length > 0) return told(inner, fields, within);
  }
  if (isRoot) return NO_SUGGESTION;
  return known.size > 0 && known.size <= FEW ? `${unknown}; there are ${[...known.keys()].join(', ')}` : unknown;
}

/** Maximum number of an object's fields in a message. */
const FEW = 12;

const insteadOf = (name: string, table: readonly Advice[] | undefined): string | undefined =>
  table?.find(([said]) => said.split(' ').includes(normalizedName(name)))?.[1];

/** Fields that a name may refer to: another spelling, a known alias, or a similar name. */
function likelyFields(name: string, fields: Fields): string[] {
  const word = normalizedName(name);
  const known = [...fields.keys()];
  const same = sameName(name, known);
  if (word === '' || same) return same ? [same] : [];
  const range = RANGE_ALIASES.includes(word) && RANGES.find((ends) => ends.every((end) => fields.has(end)));
  if (range) return [...range];
  for (const [field, said] of ARGUMENT_ALIASES) if (fields.has(field) && said.includes(word)) return [field];
  const nearest = nearestName(name, known);
  return nearest ? [nearest] : [];
}

/** The fields of an object field, or of a list field's first row. */
function insideOf(name: string, schema: z.core.$ZodType | undefined): [Fields, within: string] {
  const inList = schema && elementSchemaOf(schema);
  const fields = Object.entries(schema ? fieldsOf(inList ?? schema) : {});
  return [new Map(fields), inList ? `${name}[0].` : `${name}.`];
}

/** Maximum number of fields in a wrapper object. */
const WRAPPED = 20;

/** Detects `{"contact": {"full_name": …}}`: an object that wraps the tool's own arguments. */
function isWrapper(value: unknown, isKnown: (name: string) => boolean): boolean {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names.length > 0 && names.length <= WRAPPED && names.every(isKnown);
}
