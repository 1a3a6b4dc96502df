import * as z from 'zod';

/** An API that is not enabled for this installation's client at the provider. */
export interface DisabledApi {
  name: string;
  /** Page on which its owner can enable it. */
  page: string;
}

const code = z.object({ reason: z.string() }).partial();
const answerShape = z.object({
  error: z.object({
    code: z.unknown(),
    errors: z.array(code).catch([]),
    details: z.array(code).catch([]),
  }),
});

/**
 * The codes of an error: Graph has one, Google a reason for each error. Messages are ignored because they may quote
 * content.
 */
export function errorCodes(text: string): string[] {
  const { error } = answerShape.safeParse(jsonOf(text)).data ?? {};
  if (!error) return [];
  const reasons = [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? []);
  return typeof error.code === 'string' ? [error.code, ...reasons] : reasons;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An HTML page in place of a response has no codes.
    return undefined;
  }
}

const QUOTA = new Set([
  ...['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'],
  ...['variableTermLimitExceeded', 'concurrentLimitExceeded', 'RATE_LIMIT_EXCEEDED'],
]);
const DISABLED = new Set(['accessNotConfigured', 'SERVICE_DISABLED']);

export const isQuota = (codes: string[]): boolean => codes.some((one) => QUOTA.has(one));
/** Graph's code for a `transactionId` that an event already has. */
export const isDuplicate = (codes: string[]): boolean => codes.includes('ErrorDuplicateTransactionId');

/** The disabled API that these codes refer to. `address` is the requested URL. */
export function disabledApi(codes: string[], address: string): DisabledApi | undefined {
  if (!codes.some((one) => DISABLED.has(one))) return undefined;
  const [name, id] = new URL(address).pathname.startsWith('/gmail/')
    ? ['Gmail API', 'gmail.googleapis.com']
    : ['Google Calendar API', 'calendar-json.googleapis.com'];
  return { name, page: `https://console.cloud.google.com/apis/library/${id}` };
}
