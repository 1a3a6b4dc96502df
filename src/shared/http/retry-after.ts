/** A response's headers by name. Returns the first header with that name. */
export interface Headers {
  header(name: string): string | undefined;
}

/** The three HTTP date formats (RFC 9110, 5.6.7). The last one has no zone and means GMT. */
const DATES = /^(?:[A-Z][a-z]{2}, \d\d .* GMT|[A-Z][a-z]+day, \d\d-.* GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} .*\d{4})$/;

/** The current time by the server's clock (RFC 9110, 6.6.1), or by ours: they may differ by hours. */
export function clockOf(answer: Headers, now = Date.now()): number {
  const time = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(time) ? now : time;
}

/**
 * Milliseconds to wait according to `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3). Undefined for
 * anything else. Never negative, and unlimited: the caller must cap it, and waits at least its own backoff.
 */
export function retryAfterMs(answer: Headers, now = Date.now()): number | undefined {
  const value = answer.header('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  // Date.parse accepts many strings, even a bare number.
  if (!DATES.test(value)) return undefined;
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - clockOf(answer, now));
}
