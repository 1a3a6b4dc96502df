/** The most fields that one error names, and the longest texts in it, in characters. */
export const ERROR_LIMITS = { fields: 20, fieldName: 120, reason: 400, message: 2_000 } as const;

/** The codes of errors and the status that each is answered with (docs/api/errors.md). */
export const STATUS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  idempotency_in_progress: 409,
  no_connected_account: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  rate_limited: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorOptions {
  hint?: string | undefined;
  details?: Record<string, unknown> | undefined;
  /** Seconds to wait before the next try, sent as Retry-After. */
  retryAfter?: number | undefined;
  /** For an error that came from a remote service under a code or status of its own. */
  status?: number | undefined;
  cause?: unknown;
}

/**
 * The one error type: thrown where the trouble is found, shaped once at each edge (HTTP, MCP, command line).
 * `code` is a plain string because a newer service may answer codes that this version does not know.
 */
export class KithError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode | (string & {}), message: string, options: ErrorOptions = {}) {
    super(cut(message, ERROR_LIMITS.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'KithError';
    this.code = code;
    this.status = options.status ?? (STATUS as Record<string, number>)[code] ?? 500;
    this.hint = options.hint;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  /** The body of an answer: `{ error: { code, message, hint?, details? } }`. */
  toBody() {
    const { code, message, hint, details } = this;
    return { error: { code, message, ...(hint && { hint }), ...(details && { details }) } };
  }
}

/** What stands for an error that says that a file of kith is gone, as where an update replaced it; undefined for any other. */
export function replacedMeanwhile(error: unknown): KithError | undefined {
  if ((error as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  return new KithError('ServiceUnavailable', 'kith was updated while it ran, and cannot go on.', {
    hint: 'Start it again: restart the assistant, or kith serve.',
    cause: error,
  });
}

/**
 * A 400 that names the bad fields. `fields` maps a dotted path (`contacts[3].label`) to its reason; `more` is how many
 * further ones there are. It names at most twenty, each cut to a length, so that the answer stays small whatever came.
 */
export function badRequest(fields: Record<string, string>, hint?: string, more = 0): KithError {
  const all = Object.entries(fields);
  const told = all
    .slice(0, ERROR_LIMITS.fields)
    .map(([field, reason]): [string, string] => [cut(field, ERROR_LIMITS.fieldName), cut(reason, ERROR_LIMITS.reason)]);
  const untold = all.length - told.length + more;
  const named = told.slice(0, 3).map(([field, reason]) => `${field}: ${reason}`);
  const left = told.length - named.length + untold;
  const message = named.join('; ') + (left > 0 ? `; and ${left} more` : '');
  return new KithError('BadRequest', message, {
    hint,
    details: { fields: Object.fromEntries(told), ...(untold > 0 && { more: untold }) },
  });
}

/** The beginning of a long text, and the whole of a short one: an answer repeats no more to its sender. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

/** A 404 for a record that does not exist or is not the caller's: the two must look the same. */
export function notFound(what: string, id: string, details?: Record<string, unknown>): KithError {
  return new KithError('NotFound', `No ${what} with id ${cut(id, ERROR_LIMITS.fieldName)}.`, { details });
}
