/** Maximum number of fields in an error, and maximum text lengths in characters. */
export const ERROR_LIMITS = { fields: 20, fieldName: 120, reason: 400, message: 2_000 } as const;

/** Error codes and their HTTP status (docs/api/errors.md). */
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
  /** Seconds to wait before retrying, sent as Retry-After. */
  retryAfter?: number | undefined;
  /** Status of an error from a remote service, if it is not the code's own. */
  status?: number | undefined;
  cause?: unknown;
}

/**
 * The only error type. It is thrown where a problem is found, and formatted once at each edge (HTTP, MCP, command
 * line). `code` is a plain string because a newer service may return codes that this version does not know.
 */
export class KithError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode | (string & {}), message: string, options: ErrorOptions = {}) {
    super(
      truncateText(message, ERROR_LIMITS.message),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'KithError';
    this.code = code;
    this.status = options.status ?? (STATUS as Record<string, number>)[code] ?? 500;
    this.hint = options.hint;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  /** Response body: `{ error: { code, message, hint?, details? } }`. */
  toBody() {
    const { code, message, hint, details } = this;
    return { error: { code, message, ...(hint && { hint }), ...(details && { details }) } };
  }
}

/** Converts an error about a missing file of kith, which an update may have replaced. Undefined for other errors. */
export function replacedByUpdate(error: unknown): KithError | undefined {
  if ((error as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  return new KithError('ServiceUnavailable', 'kith was updated while running and must be restarted.', {
    hint: 'Restart the assistant or `kith serve`.',
    cause: error,
  });
}

/**
 * A 400 that names the invalid fields. `fields` maps a dotted path (`contacts[3].label`) to its reason; `more` is the
 * number of further ones. At most twenty are listed, with truncated texts, to limit the size of the response.
 */
export function badRequest(fields: Record<string, string>, hint?: string, more = 0): KithError {
  const all = Object.entries(fields);
  const told = all
    .slice(0, ERROR_LIMITS.fields)
    .map(([field, reason]): [string, string] => [
      truncateText(field, ERROR_LIMITS.fieldName),
      truncateText(reason, ERROR_LIMITS.reason),
    ]);
  const untold = all.length - told.length + more;
  const named = told.slice(0, 3).map(([field, reason]) => `${field}: ${reason}`);
  const left = told.length - named.length + untold;
  const message = named.join('; ') + (left > 0 ? `; and ${left} more` : '');
  return new KithError('BadRequest', message, {
    hint,
    details: { fields: Object.fromEntries(told), ...(untold > 0 && { more: untold }) },
  });
}

/** Truncates a long text, so that a response does not repeat all of it to the sender. */
export const truncateText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

/** A 404 for a record that does not exist or belongs to another user. Both cases must look the same. */
export function notFound(what: string, id: string, details?: Record<string, unknown>): KithError {
  return new KithError('NotFound', `No ${what} with id ${truncateText(id, ERROR_LIMITS.fieldName)}.`, { details });
}
