import type * as z from 'zod';
// Named imports, because importing `z.core` would bundle all of zod's locales.
import { config, util } from 'zod/v4/core';
import { badRequest, ERROR_LIMITS, type KithError } from '../../shared/error.ts';
import { suggestion } from './arguments.ts';
import { readings } from './intervals.ts';

// Converts zod issues to the fields of a 400.

export type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** zod settings: our own messages, and the input in issues, to tell missing values from invalid ones. */
export const REPORT: z.core.ParseContext<Issue> = { reportInput: true, error: wording };

/** Returns the message for an issue whose schema has none. Undefined means zod's default. */
function wording(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}, not ${typeOf(issue.input)}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'unrecognized_keys':
      // Passes the known names to `collect`. Only here does zod give access to the object's schema.
      return Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {}).join();
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}${nearest(issue)}`;
    default:
      return undefined;
  }
}

function nearest({ input, inst }: RawIssue): string {
  const near = typeof input === 'string' && inst ? readings.get(inst as never)?.nearest?.(input) : undefined;
  return near ? `; the closest is ${near}` : '';
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
 * Creates a 400 with the reason for each invalid field, such as `contacts[3].contact_emails[0].email`. It lists a limited
 * number of fields and counts the rest.
 */
export function refusal(issues: RawIssue[]): KithError {
  const fields = new ReportedFields();
  for (const issue of issues) {
    const found = fields.isFull ? undefined : util.finalizeIssue(issue, REPORT, config());
    if (found) collect(found, [], fields);
    else fields.more += fieldCount(issue);
  }
  return badRequest(fields.reported, undefined, fields.more);
}

/** Returns the number of fields in an issue. */
const fieldCount = (issue: RawIssue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

/** Invalid fields with their reasons, up to the number that a response reports. */
class ReportedFields {
  // No prototype, because a field may be named `constructor` or `__proto__`.
  readonly reported: Record<string, string> = Object.create(null);
  more = 0;
  #count = 0;

  get isFull(): boolean {
    return this.#count >= ERROR_LIMITS.fields;
  }

  add(field: string, reason: () => string): void {
    if (field in this.reported) return;
    if (this.isFull) this.more++;
    else {
      this.reported[field] = reason();
      this.#count++;
    }
  }
}

function collect(issue: Issue, parent: Path, fields: ReportedFields): void {
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

/** Issues that mean an alternative does not apply to the value. The union's own message is better then. */
const OF_ANOTHER_KIND: readonly Issue['code'][] = ['invalid_type', 'invalid_format'];

/** Returns the issues of the union's alternative that matches the value's type. They are the most helpful. */
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

/** Formats a path for errors (docs/api/errors.md#bad-requests). The body itself is `body`. */
export function fieldName(path: Path): string {
  let name = '';
  for (const part of path) name += typeof part === 'number' ? `[${part}]` : `${name && '.'}${String(part)}`;
  return name || 'body';
}
