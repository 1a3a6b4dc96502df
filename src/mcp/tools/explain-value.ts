import type * as z from 'zod';
import { CHOICE_ALIASES, IDS_FROM } from '../../../tools/argument-aliases.ts';
import { PATH_KINDS } from '../../contract/operations.ts';
import { isRecord } from '../../shared/records.ts';
import { nearestName, normalizedName } from '../../shared/text/nearest-name.ts';
import { dayIn, instantOf, inZone } from '../../shared/zones.ts';
import { choicesOf, descriptionOf, fieldsBeside, idKind, schemaAt } from './argument-form.ts';
import { lastKey, type RejectedCall, showForm, valueAt } from './rejected-call.ts';

/** The reason for a rejected value, with the likely intended value if there is one. */
export function explainValue(call: RejectedCall, field: string, reason: string): string {
  const schema = schemaAt(call.operation, field);
  const value = valueAt(call.args, field);
  const kind = idKind(schema) ?? (PATH_KINDS as Partial<Record<string, string>>)[field];
  if (kind && /^must be a UUID/.test(reason)) return `must be the id of a ${kind}: ${IDS_FROM[kind]} tells it`;
  const choices = choicesOf(schema);
  if (reason === 'required' && choices.length > 0) return `${reason}: one of ${choices.join(', ')}`;
  if (/^must be one of/.test(reason)) return reason + likelyChoice(choices, value);
  if (isOfTime(reason))
    return reason + (timeBeside(call, field, value) ?? likelyTime(call, lastKey(field), reason, value));
  if (!/^(?:must be of type|Invalid input)/.test(reason)) return reason;
  showForm(call, field, schema);
  if (/of type (?:string|number|boolean), not (?:object|array|null|number)/.test(reason))
    showPlain(call, field, schema, value);
  return reason.replace('Invalid input', 'has another form than it takes');
}

/** Returns whether a value was rejected as a date or time. */
export const isOfTime = (reason: string): boolean => /^must be (?:ISO 8601|a date (?:\(|such))/.test(reason);

function likelyChoice(choices: readonly string[], value: unknown): string {
  if (typeof value !== 'string') return '';
  const word = normalizedName(value);
  const choice = choices.find((one) => CHOICE_ALIASES.get(one)?.includes(word)) ?? nearestName(value, choices);
  return choice ? `; did you mean ${choice}?` : '';
}

/** For a time in a date field: the sibling field that takes times. */
function timeBeside({ operation }: RejectedCall, field: string, value: unknown): string | undefined {
  const name = lastKey(field);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d/.test(value) || !name.endsWith('date')) return undefined;
  const beside = fieldsBeside(operation, field);
  const timed = ['time', 'datetime'].map((end) => name.replace(/date$/, end)).find((one) => beside.has(one));
  return timed && `; ${timed} takes a time`;
}

const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d)?)?$/;

/** Suggests the account's offset for a time without one, and the date for words such as `tomorrow`. */
function likelyTime({ zone }: RejectedCall, field: string, reason: string, value: unknown): string {
  if (typeof value !== 'string') return '';
  const [, day, hours, minutes] = LOCAL.exec(value.trim()) ?? [];
  if (!day) return /\p{L}{3}/u.test(value) ? `; today is ${dayIn(zone, new Date().toISOString())}` : '';
  if (Number.isNaN(Date.parse(day)) || !reason.includes('offset')) return '';
  const time = hours ? Number(hours) * 60 + Number(minutes) : timeOfWholeDay(field);
  return `; did you mean ${inZone(zone, instantOf(zone, day, time * 60_000))}?`;
}

/** Minutes after midnight for a date without a time: the start of the day, its end or noon. */
function timeOfWholeDay(field: string): number {
  if (/start|after|from|gte/i.test(field)) return 0;
  return /end|before|until|lte/i.test(field) ? 24 * 60 : 12 * 60;
}

/** For an object in a scalar field: its only value, the field's description, or how to filter for empty values. */
function showPlain(
  { operation, forms }: RejectedCall,
  field: string,
  schema: z.core.$ZodType | undefined,
  value: unknown,
) {
  const name = lastKey(field);
  const held = isRecord(value) ? Object.values(value) : Array.isArray(value) ? [value.join(' ')] : [];
  const plain =
    held.length === 1 && ['string', 'number'].includes(typeof held[0]) ? JSON.stringify(held[0]) : undefined;
  const outer = fieldsBeside(operation, field).get(name);
  const words = (schema && descriptionOf(schema)) ?? (outer && descriptionOf(outer));
  if (plain) forms.add(`${name} takes one value alone, as ${plain}.`);
  else if (words) forms.add(`${name}: ${words}.`);
  else if (fieldsBeside(operation, field).has(`has_${name}`)) forms.add(`has_${name}: false finds those without.`);
}
