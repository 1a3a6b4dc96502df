import { KithError } from '../catalogue/error.ts';
import type { Outcome } from './execute.ts';

/** Behind a key nothing may be kept by anything on the way. */
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export function successResponse(outcome: Outcome, requestId: string): Response {
  const text = typeof outcome.body === 'string';
  return new Response(text ? (outcome.body as string) : JSON.stringify(outcome.body), {
    status: outcome.status,
    headers: {
      ...COMMON,
      'Content-Type': text ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
      ...(outcome.replayed && { 'Idempotent-Replayed': 'true' }),
    },
  });
}

/** The OpenAPI description: public, the same for everyone. */
export const descriptionResponse = (json: string, requestId: string): Response =>
  new Response(json, { headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': requestId } });

export function errorResponse(error: KithError, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(error.toBody()), {
    status: error.status,
    headers: {
      ...COMMON,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': requestId,
      ...(error.retryAfter !== undefined && { 'Retry-After': String(Math.ceil(error.retryAfter)) }),
      ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...headers,
    },
  });
}

/** What the caller may know of an unexpected fault: nothing but where to find it in the log. */
export const internalError = (requestId: string) =>
  new KithError('InternalServerError', `Something went wrong here; the log has it under request ${requestId}.`);
