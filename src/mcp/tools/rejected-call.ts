import type * as z from 'zod';
import { EXAMPLES } from '../../../tools/argument-aliases.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { notationOf } from './argument-form.ts';

/** A rejected call, and the hints collected for it. */
export interface RejectedCall {
  operation: Operation;
  args: Record<string, unknown>;
  /** The account's time zone. */
  zone: string;
  /** Forms of fields for the hint, each once. */
  forms: Set<string>;
  /** Fields that unknown ones were resolved to. */
  meant: Set<string>;
}

/** Adds the notation or an example for a field that takes objects or lists. */
export function showForm({ forms }: RejectedCall, field: string, schema: z.core.$ZodType | undefined): void {
  const form = notationOf(schema);
  if (!/^[[{]/.test(form)) return;
  const example = EXAMPLES[lastKey(field)];
  // All rows of a list have the same form.
  forms.add(
    example ? `${lastKey(field)}: ${example}.` : `${field.replaceAll(/\[\d+\]/g, '[…]')} has the form ${form}.`,
  );
}

/** Returns the value at a path such as `rows[0].name`. A single string may stand for a list. */
export function valueAt(args: Record<string, unknown>, field: string): unknown {
  return (field.match(/[^.[\]]+/g) ?? []).reduce<unknown>((value, key) => {
    if (typeof value === 'string' && key === '0') return value;
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return holds ? (value as Record<string, unknown>)[key] : undefined;
  }, args);
}

export const isUnknown = (reason: string): boolean => /^unknown (?:argument|field)/.test(reason);

/** The last key of a path. */
export const lastKey = (field: string): string => /([^.[\]]*)(?:\[\d+\])*$/.exec(field)![1]!;
