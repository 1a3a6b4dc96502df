import { badRequest, KithError } from '../../shared/error.ts';
import { smallest } from '../../shared/lists.ts';
import type { Account } from '../content/account.ts';
import type { EventsRead } from '../content/calendar.ts';
import type { DisabledApi } from './error-codes.ts';

/** Why an account could not be read or written, in words that stay the same. */
export type Reason =
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

const MESSAGES: Record<Reason, string> = {
  reconnect_required: 'must be connected again',
  rate_limited: 'is asked too often at the moment',
  timeout: 'did not answer in time',
  unavailable: 'could not be reached',
  truncated: 'has more than could be read',
  forbidden: 'does not allow this',
  api_disabled: 'is closed to this registration of kith, for which an API is not switched on',
  refused: 'did not take the request',
  not_found: 'has no such item',
  conflict: 'has this item already, deleted',
  duplicate: 'has this item already',
};

/** Reasons that trying again does not help with. */
const LASTING = new Set<Reason>(['reconnect_required', 'forbidden', 'api_disabled', 'refused', 'truncated']);

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

/** The failure of an API that the operator has not switched on for the registration of kith (docs/connect.md). */
export function apiDisabled({ email }: Pick<Account, 'email'>, api: DisabledApi): KithError {
  const note = `${api.name}: switch it on at ${api.page}`;
  return new KithError('ServiceUnavailable', `The account ${email} ${MESSAGES.api_disabled}: ${api.name}.`, {
    details: { account: email, reason: 'api_disabled', note },
    hint: `Switch it on at ${api.page}, in the project of the client id, and try again some minutes later.`,
  });
}

/** The reason in an error that `failure` made. */
export const reasonOf = (error: unknown): Reason | undefined =>
  error instanceof KithError ? (error.details?.reason as Reason | undefined) : undefined;

export const isLasting = (error: unknown): boolean => LASTING.has(reasonOf(error) ?? 'unavailable');

/**
 * The warning for an account, or one of its calendars, that failed (docs/api/agenda.md). Throws what is not a
 * provider's failure.
 */
export function warningOf(account: Pick<Account, 'email'>, error: unknown, calendar?: string): string {
  const reason = reasonOf(error);
  if (!reason) throw error;
  const { details, retryAfter = 5 } = error as KithError;
  return warning(account, reason, [
    ...(reason === 'rate_limited' ? [`retry_after=${Math.ceil(retryAfter)}`] : []),
    ...(details?.note ? [String(details.note)] : []),
    ...(calendar === undefined ? [] : [`calendar=${calendar}`]),
  ]);
}

/** `account:<email>: <reason>`, with more about it in brackets. */
export const warning = ({ email }: Pick<Account, 'email'>, reason: Reason, more: string[] = []): string =>
  `account:${email}: ${reason}${more.length > 0 ? `(${more.join(', ')})` : ''}`;

/** What is missing from the events of an account that was read. */
export const missingFrom = (
  account: Account,
  { truncated, warnings = [] }: Pick<EventsRead, 'truncated' | 'warnings'>,
) => [...(truncated ? [warning(account, 'truncated')] : []), ...warnings];

/** The warning for an account whose provider ends a list before its last item. */
export const cutOf = ({ email }: Account, { cut }: { cut: string | undefined }): string[] =>
  cut === undefined ? [] : [`account:${email}: ${cut}`];

/** The error when no account could be read: 503, with the shortest wait where waiting helps. */
export function allFailed(failures: unknown[]): KithError {
  const waits = failures.flatMap((error) => (error instanceof KithError && error.retryAfter ? [error.retryAfter] : []));
  const causes = failures.flatMap((error) => (error instanceof KithError && error.details ? [error.details] : []));
  const disabled = failures.find((error) => reasonOf(error) === 'api_disabled') as KithError | undefined;
  const lasting = disabled?.hint ?? 'kith accounts tells which must be connected again.';
  return new KithError('ServiceUnavailable', 'None of the connected accounts could be read.', {
    hint: waits.length > 0 ? 'Try again in a while.' : lasting,
    details: { accounts: causes },
    retryAfter: waits.length > 0 ? smallest(waits) : undefined,
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
  if (reason === 'conflict' || reason === 'duplicate') {
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
  if (reason === 'api_disabled') return new KithError('Forbidden', message, { details, hint });
  if (reason === 'refused')
    return new KithError('BadRequest', message, {
      details: { ...details, fields: { body: 'the provider refused it' } },
    });
  return error;
}

export const notInvited = (): KithError =>
  badRequest({ response: 'this account was not invited to the event, or organizes it' });
