import type * as z from 'zod';
// By name: through `z.core` the bundle would keep all of zod's languages.
import { config, util } from 'zod/v4/core';
import { badRequest, ERROR_LIMITS, type KithError } from '../../shared/error.ts';
import { suggestion } from './arguments.ts';
import { readings } from './intervals.ts';

// What zod finds wrong with a value, as the fields of a 400.

export type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** How zod reports: with the input, by which a missing value differs from a wrong one, and in our words. */
export const REPORT: z.core.ParseContext<Issue> = { reportInput: true, error: wording };

/** The reason of an issue whose schema has no message of its own; undefined leaves it to zod. */
function wording(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}, not ${typeOf(issue.input)}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'unrecognized_keys':
      // The known names, for `collect`: only here does zod say which object the issue is about.
      return Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}).join();
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}${nearest(issue)}`;
    default:
      return undefined;
  }
}

function nearest({ input, inst }: RawIssue): string {
  const near = typeof input === 'string' && inst ? readings.get(inst as never)?.nearest?.(input) : undefined;
  return near ? `; the nearest is ${near}` : '';
}

function typeOf(value: unknown): string {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : util.parsedType(value);
}

const UNITS: Record<string, string> = { array: 'entries', string: 'characters' };

function bound(origin: string, comparison: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit ? `must have ${comparison} ${limit} ${unit}` : `must be ${comparison} ${limit}`;
}

/**
 * A 400 with the reason of each bad field, dotted and with array indexes: `contacts[3].contact_emails[0].email`. Names
 * as many fields as an answer may and says how many more there were.
 */
export function refusal(issues: RawIssue[]): KithError {
  const fields = new ToldFields();
  for (const issue of issues) {
    const found = fields.isFull ? undefined : util.finalizeIssue(issue, REPORT, config());
    if (found) collect(found, [], fields);
    else fields.more += fieldCount(issue);
  }
  return badRequest(fields.told, undefined, fields.more);
}

/** How many fields an issue is about. */
const fieldCount = (issue: RawIssue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

/** Bad fields with their reasons, as many as an answer tells. */
class ToldFields {
  // Without a prototype: a bad field may be called `constructor` or `__proto__`.
  readonly told: Record<string, string> = Object.create(null);
  more = 0;
  #count = 0;

  get isFull(): boolean {
    return this.#count >= ERROR_LIMITS.fields;
  }

  add(field: string, reason: () => string): void {
    if (field in this.told) return;
    if (this.isFull) this.more++;
    else {
      this.told[field] = reason();
      this.#count++;
    }
  }
}

function collect(issue: Issue, parent: Path, fields: ToldFields): void {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    const told = issue.keys.slice(0, ERROR_LIMITS.fields);
    for (const key of told) fields.add(fieldName([...path, key]), () => `unknown field${suggestion(key, known)}`);
    fields.more += issue.keys.length - told.length;
    return;
  }
  const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (branch) for (const inner of branch) collect(inner, path, fields);
  else fields.add(fieldName(path), () => reason(issue));
}

/** Codes of a value that the alternative is not for; the union itself has better words. */
const OF_ANOTHER_KIND: readonly Issue['code'][] = ['invalid_type', 'invalid_format'];

/** The alternative of a union that got furthest into the value: its complaints are the useful ones. */
function closestBranch(branches: Issue[][]): Issue[] | undefined {
  return branches.find(
    (issues) =>
      issues.length > 0 && !issues.some(({ code, path }) => OF_ANOTHER_KIND.includes(code) && path.length === 0),
  );
}

function reason(issue: Issue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'required';
  return issue.message;
}

/** A path as errors name it (docs/api/errors.md#bad-requests); the body itself is `body`. */
export function fieldName(path: Path): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name && '.'}${String(part)}`;
  return name || 'body';
}
