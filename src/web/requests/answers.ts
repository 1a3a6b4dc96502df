import { derivedKey } from '../../client/derived-key.ts';
import { KithError } from '../../shared/error.ts';

/** Redirects to the next page after a successful form. */
export const seeOther = (to: string, ...cookies: string[]): Response =>
  new Response(null, {
    status: 303,
    headers: [
      ['Location', to],
      ['Cache-Control', 'no-store'],
      ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    ],
  });

/** Returns a string from JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The KithError of a refusal. Rethrows any other error. */
export function inWords(error: unknown): string {
  return [refusalOf(error).message, refusalOf(error).hint].filter(Boolean).join(' ');
}

/**
 * Whether the user can correct the error in the form. A missing record, a repeated request, and a server error cannot
 * be corrected.
 */
export function refusalOf(error: unknown): KithError {
  const isOwn = error instanceof KithError && error.status < 500 && error.status !== 404;
  if (isOwn && error.code !== 'idempotency_in_progress') return error;
  throw error;
}

/** The key of one of several calls of a form. An invalid key stays invalid and is refused. */
export const partOf = ({ idempotencyKey }: { idempotencyKey: string }, part: string): { idempotencyKey: string } => ({
  idempotencyKey: /^[0-9a-f-]{36}$/i.test(idempotencyKey) ? derivedKey(idempotencyKey, part) : idempotencyKey,
});
