import { KithError } from '../../shared/error.ts';

/** A message was not accepted. The message of the error is for its owner, and holds nothing of what was sent. */
export class SendFailure extends KithError {
  /** For the log: a status, or what the failure is called in Node. */
  readonly reason: string;

  constructor(reason: string | number, message: string, { hint, retryAfter, cause }: FailureOptions = {}) {
    super('ServiceUnavailable', message, { hint, retryAfter, cause });
    this.reason = String(reason);
  }
}

interface FailureOptions {
  hint?: string | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}
