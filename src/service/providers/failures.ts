import { KithError } from '../../contract/error.ts';
import type { Account } from './accounts/accounts.ts';

/** Why an account could not be read or written, in words that stay the same. */
export type Reason =
  | 'reconnect_required'
  | 'rate_limited'
  | 'timeout'
  | 'unavailable'
  | 'truncated'
  | 'forbidden'
  | 'refused'
  | 'not_found'
  | 'conflict';

const MESSAGES: Record<Reason, string> = {
  reconnect_required: 'must be connected again',
  rate_limited: 'is asked too often at the moment',
  timeout: 'did not answer in time',
  unavailable: 'could not be reached',
  truncated: 'has more than could be read',
  forbidden: 'does not allow this',
  refused: 'did not take the request',
  not_found: 'has no such item',
  conflict: 'has this item already, deleted',
};

/** Reasons that trying again does not help with. */
const LASTING = new Set<Reason>(['reconnect_required', 'forbidden', 'refused', 'truncated']);

/** A provider's refusal or silence. The provider's own words stay out: they may quote content. */
export function failure(
  account: Pick<Account, 'email'>,
  reason: Reason,
  retryAfter?: number,
  cause?: unknown,
): KithError {
  return new KithError('ServiceUnavailable', `The account ${account.email} ${MESSAGES[reason]}.`, {
    details: { account: account.email, reason },
    hint: reason === 'reconnect_required' ? 'kith connect, with the same account, connects it again.' : undefined,
    retryAfter: LASTING.has(reason) ? undefined : (retryAfter ?? 5),
    cause,
  });
}

/** The reason in an error that `failure` made. */
export const reasonOf = (error: unknown): Reason | undefined =>
  error instanceof KithError ? (error.details?.reason as Reason | undefined) : undefined;

export const isLasting = (error: unknown): boolean => LASTING.has(reasonOf(error) ?? 'unavailable');

/** The warning for an account that failed (docs/api/agenda.md). Throws what is not a provider's failure. */
export function warningOf(account: Account, error: unknown): string {
  const reason = reasonOf(error);
  if (!reason) throw error;
  const wait = reason === 'rate_limited' ? `(retry_after=${Math.ceil((error as KithError).retryAfter ?? 5)})` : '';
  return `account:${account.email}: ${reason}${wait}`;
}

/** The warning for an account whose provider ends a list before its last item, or undefined. */
export const cutOf = ({ email }: Account, { cut }: { cut: string | undefined }): string | undefined =>
  cut && `account:${email}: ${cut}`;

/** The error when no account could be read: 503, with the shortest wait where waiting helps. */
export function allFailed(failures: unknown[]): KithError {
  const waits = failures.flatMap((error) => (error instanceof KithError && error.retryAfter ? [error.retryAfter] : []));
  const causes = failures.flatMap((error) => (error instanceof KithError && error.details ? [error.details] : []));
  return new KithError('ServiceUnavailable', 'None of the connected accounts could be read.', {
    hint: waits.length > 0 ? 'Try again in a while.' : 'kith accounts tells which must be connected again.',
    details: { accounts: causes },
    retryAfter: waits.length > 0 ? Math.min(...waits) : undefined,
  });
}

/** The error for a failed write, or a failed read of one event. */
export function answered(error: unknown, eventId?: string): unknown {
  const reason = reasonOf(error);
  if (!reason || !(error instanceof KithError)) return error;
  const { message, details, hint } = error;
  if (reason === 'not_found')
    return new KithError('NotFound', `No calendar event with id ${eventId ?? ''}.`, { details });
  if (reason === 'reconnect_required') return new KithError('no_connected_account', message, { details, hint });
  if (reason === 'conflict') {
    return new KithError('Conflict', 'The event made under this Idempotency-Key was deleted since.', {
      hint: 'Use a new key for a new event.',
    });
  }
  if (reason === 'forbidden') {
    return new KithError('Forbidden', message, {
      details,
      hint: 'Writing needs the scope for it: kith connect, with --write. Some calendars can only be read.',
    });
  }
  if (reason === 'refused')
    return new KithError('BadRequest', message, {
      details: { ...details, fields: { body: 'the provider refused it' } },
    });
  return error;
}
