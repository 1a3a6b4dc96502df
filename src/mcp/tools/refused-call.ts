import type * as z from 'zod';
import { EXAMPLES } from '../../../tools/said-as.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { formOf } from './argument-form.ts';

/** A call that was refused, and what its refusal gathers. */
export interface RefusedCall {
  operation: Operation;
  args: Record<string, unknown>;
  /** The zone of the account's clocks. */
  zone: string;
  /** What fields take, each told once: it goes into the hint. */
  forms: Set<string>;
  /** The fields that unknown ones stand for. */
  meant: Set<string>;
}

/** Of a field that takes objects or lists: how they are written, or an example where there is one. */
export function showForm({ forms }: RefusedCall, field: string, schema: z.core.$ZodType | undefined): void {
  const form = formOf(schema);
  if (!/^[[{]/.test(form)) return;
  const example = EXAMPLES[lastKey(field)];
  // Rows of a list have one form.
  forms.add(
    example ? `${lastKey(field)}: ${example}.` : `${field.replaceAll(/\[\d+\]/g, '[…]')} has the form ${form}.`,
  );
}

/** The value at a dotted place with indexes. One text may stand for a list of it. */
export function valueAt(args: Record<string, unknown>, field: string): unknown {
  return (field.match(/[^.[\]]+/g) ?? []).reduce<unknown>((value, key) => {
    if (typeof value === 'string' && key === '0') return value;
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return holds ? (value as Record<string, unknown>)[key] : undefined;
  }, args);
}

export const isUnknown = (reason: string): boolean => /^unknown (?:argument|field)/.test(reason);

/** What a field is called where it stands. */
export const lastKey = (field: string): string => /([^.[\]]*)(?:\[\d+\])*$/.exec(field)![1]!;
