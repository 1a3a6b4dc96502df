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

/** A value of JSON that should be a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A refusal in its own words; every other error is not one to show. */
export function inWords(error: unknown): string {
  return [refusalOf(error).message, refusalOf(error).hint].filter(Boolean).join(' ');
}

/** What a person can set right in the form: not that its record is gone, that it is sent already, nor a fault of ours. */
export function refusalOf(error: unknown): KithError {
  const isOwn = error instanceof KithError && error.status < 500 && error.status !== 404;
  if (isOwn && error.code !== 'idempotency_in_progress') return error;
  throw error;
}

/** The key of one of several calls that a form makes. What is no key stays so, and is refused. */
export const partOf = ({ idempotencyKey }: { idempotencyKey: string }, part: string): { idempotencyKey: string } => ({
  idempotencyKey: /^[0-9a-f-]{36}$/i.test(idempotencyKey) ? derivedKey(idempotencyKey, part) : idempotencyKey,
});
