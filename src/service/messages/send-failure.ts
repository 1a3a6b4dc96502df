import { KithError } from '../../shared/error.ts';

/** A message was not accepted. The error text is shown to the user, and contains nothing of the message. */
export class SendFailure extends KithError {
  /** Status or Node error code for the log. */
  readonly reason: string;

  constructor(reason: string | number, message: string, { hint, retryAfter, cause }: FailureOptions = {}) {
    super('ServiceUnavailable', message, { hint, retryAfter, cause });
    this.reason = String(reason);
  }
}

interface FailureOptions {
  hint?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}
