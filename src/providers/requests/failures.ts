import { badRequest, KithError } from '../../shared/error.ts';
import { smallest } from '../../shared/lists.ts';
import type { Account } from '../content/account.ts';
import type { EventList } from '../content/calendar.ts';
import type { DisabledApi } from './error-codes.ts';

/** Reasons why an account could not be read or written, as stable identifiers. */
export type FailureReason =
  | 'reconnect_required'
  | 'rate_limited'
  | 'timeout'
  | 'unavailable'
  | 'truncated'
  | 'forbidden'
  | 'api_disabled'
  | 'refused'
  | 'not_found'
  | 'conflict'
  | 'duplicate';

const MESSAGES: Record<FailureReason, string> = {
  reconnect_required: 'must be connected again',
  rate_limited: 'has received too many requests',
  timeout: 'did not respond in time',
  unavailable: 'could not be reached',
  truncated: 'has more than could be read',
  forbidden: 'does not allow this',
  api_disabled: 'rejected this registration of kith, because an API is not enabled for it',
  refused: 'rejected the request',
  not_found: 'has no such item',
  conflict: 'already has this item, but it is deleted',
  duplicate: 'already has this item',
};

/** Reasons that do not go away by retrying. */
const LASTING = new Set<FailureReason>(['reconnect_required', 'forbidden', 'api_disabled', 'refused', 'truncated']);

/**
 * Makes an error for a provider's refusal or missing reply. The provider's message is omitted because it may quote
 * content.
 */
export function providerFailure(
  account: Pick<Account, 'email'>,
  reason: FailureReason,
  retryAfter?: number,
  cause?: unknown,
): KithError {
  return new KithError('ServiceUnavailable', `The account ${account.email} ${MESSAGES[reason]}.`, {
    details: { account: account.email, reason },
    hint: reason === 'reconnect_required' ? 'To reconnect it, run `kith connect` with the same account.' : undefined,
    retryAfter: LASTING.has(reason) ? undefined : (retryAfter ?? 5),
    cause,
  });
}

/** An API is not enabled for this installation's client (docs/connect.md). */
export function apiDisabled({ email }: Pick<Account, 'email'>, api: DisabledApi): KithError {
  const note = `${api.name}: enable it at ${api.page}`;
  return new KithError('ServiceUnavailable', `The account ${email} ${MESSAGES.api_disabled}: ${api.name}.`, {
    details: { account: email, reason: 'api_disabled', note },
    hint: `Enable it at ${api.page} in the project of the client id, and try again after a few minutes.`,
  });
}

/** Reason of an error made by `failure`. */
export const failureReasonOf = (error: unknown): FailureReason | undefined =>
  error instanceof KithError ? (error.details?.reason as FailureReason | undefined) : undefined;

export const isLasting = (error: unknown): boolean => LASTING.has(failureReasonOf(error) ?? 'unavailable');

/** Warning for an account or calendar that failed (docs/api/agenda.md). Rethrows other errors. */
export function warningOf(account: Pick<Account, 'email'>, error: unknown, calendar?: string): string {
  const reason = failureReasonOf(error);
  if (!reason) throw error;
  const { details, retryAfter = 5 } = error as KithError;
  return warning(account, reason, [
    ...(reason === 'rate_limited' ? [`retry_after=${Math.ceil(retryAfter)}`] : []),
    ...(details?.note ? [String(details.note)] : []),
    ...(calendar === undefined ? [] : [`calendar=${calendar}`]),
  ]);
}

/** `account:<email>: <reason>`, with details in parentheses. */
export const warning = ({ email }: Pick<Account, 'email'>, reason: FailureReason, more: string[] = []): string =>
  `account:${email}: ${reason}${more.length > 0 ? `(${more.join(', ')})` : ''}`;

/** Warnings about events missing from an account that was read. */
export const missingFrom = (
  account: Account,
  { truncated, warnings = [] }: Pick<EventList, 'truncated' | 'warnings'>,
) => [...(truncated ? [warning(account, 'truncated')] : []), ...warnings];

/** Warning for an account whose provider ends a list early. */
export const truncationWarnings = ({ email }: Account, { cut }: { cut: string | undefined }): string[] =>
  cut === undefined ? [] : [`account:${email}: ${cut}`];

/** The error if no account could be read: 503, with the shortest wait if waiting helps. */
export function allFailed(failures: unknown[]): KithError {
  const waits = failures.flatMap((error) => (error instanceof KithError && error.retryAfter ? [error.retryAfter] : []));
  const causes = failures.flatMap((error) => (error instanceof KithError && error.details ? [error.details] : []));
  const disabled = failures.find((error) => failureReasonOf(error) === 'api_disabled') as KithError | undefined;
  const lasting = disabled?.hint ?? 'Run `kith accounts` to see which must be connected again.';
  return new KithError('ServiceUnavailable', 'None of the connected accounts could be read.', {
    hint: waits.length > 0 ? 'Try again in a while.' : lasting,
    details: { accounts: causes },
    retryAfter: waits.length > 0 ? smallest(waits) : undefined,
  });
}

/** The error for a failed write, or a failed read of one event. */
export function requestError(error: unknown, eventId?: string): unknown {
  const reason = failureReasonOf(error);
  if (!reason || !(error instanceof KithError)) return error;
  const { message, details, hint } = error;
  if (reason === 'not_found')
    return new KithError('NotFound', `No calendar event with id ${eventId ?? ''}.`, { details });
  if (reason === 'reconnect_required') return new KithError('no_connected_account', message, { details, hint });
  if (reason === 'conflict' || reason === 'duplicate') {
    return new KithError('Conflict', 'The event created with this Idempotency-Key has been deleted.', {
      hint: 'Use a new key for a new event.',
    });
  }
  if (reason === 'forbidden') {
    return new KithError('Forbidden', message, {
      details,
      hint: 'To allow writing, run `kith connect` with --write. Some calendars are read-only.',
    });
  }
  if (reason === 'api_disabled') return new KithError('Forbidden', message, { details, hint });
  if (reason === 'refused')
    return new KithError('BadRequest', message, {
      details: { ...details, fields: { body: 'the provider rejected it' } },
    });
  return error;
}

export const notInvited = (): KithError =>
  badRequest({ response: 'this account was not invited to the event, or organizes it' });
