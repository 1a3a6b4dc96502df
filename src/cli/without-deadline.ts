import type { ClientEvent } from '../client/options.ts';
import type { RemoteOptions } from './composition-root.ts';
import { logClientEvent } from './log.ts';
import { tell } from './print.ts';

/** Nobody waits for a single answer here: a rate limit makes an import longer, it does not end it. */
export const PATIENT: RemoteOptions = { deadlineMs: Number.POSITIVE_INFINITY, retries: 8, onEvent: sayWaiting };

function sayWaiting(event: ClientEvent): void {
  if (event.kind === 'waiting') tell(`waiting ${event.seconds} s: ${event.reason}\n`);
  else logClientEvent(event);
}
