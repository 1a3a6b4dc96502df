/** Of an answer, by name: the first field of that name. */
export interface Headers {
  header(name: string): string | undefined;
}

/** The three spellings of a date in HTTP (RFC 9110, 5.6.7); the last of them names no zone and means GMT. */
const DATES = /^(?:[A-Z][a-z]{2}, \d\d .* GMT|[A-Z][a-z]+day, \d\d-.* GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} .*\d{4})$/;

/** The present moment by the server's own clock (RFC 9110, 6.6.1), else by ours: the two may differ by hours. */
export function clockOf(answer: Headers, now = Date.now()): number {
  const time = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(time) ? now : time;
}

/**
 * Milliseconds to wait from `Retry-After`, a number of seconds or a date (RFC 9110, 10.2.3); undefined when it says
 * neither. Never negative, and as long as the server likes: its caller caps it, and waits at least its own backoff.
 */
export function retryAfterMs(answer: Headers, now = Date.now()): number | undefined {
  const value = answer.header('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  // Date.parse alone takes much for a date, a lone number even.
  if (!DATES.test(value)) return undefined;
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - clockOf(answer, now));
}
