import type { Account } from '../providers/accounts/accounts.ts';
import type { Positions } from '../providers/email-cursor.ts';
import { allFailed, cutOf, isLasting, warningOf } from '../providers/failures.ts';
import type { EmailMessage } from '../providers/items.ts';
import { type MailAccount, timeOf } from '../providers/mail.ts';
import { MailStream } from '../providers/mail-stream.ts';

export interface EmailPage {
  emails: EmailMessage[];
  /** Where each account goes on; undefined when all are at their end. */
  next: Positions | undefined;
  warnings: string[];
}

interface Lane {
  account: Account;
  stream: MailStream;
  error?: unknown;
}

/**
 * One page of all accounts, newest first, each message once. An account that fails keeps its place, and a
 * warning names it; the others go on. Throws 503 when all of them failed.
 */
export async function pageOfEmails(accounts: MailAccount[], limit: number): Promise<EmailPage> {
  // A few more than its share: the last of a time waits, and shares are never even.
  const share = Math.ceil(limit / Math.max(1, accounts.length)) + 2;
  const lanes = accounts.map(
    ({ account, begin, open }): Lane => ({ account, stream: new MailStream(open(limit + 2), begin) }),
  );
  const emails: EmailMessage[] = [];
  await Promise.all(lanes.map((lane) => refill(lane, share)));
  while (emails.length < limit) {
    const next = first(lanes);
    if (!next) break;
    emails.push(next.stream.take());
    if (!next.stream.head) await refill(next, limit - emails.length + 1);
  }
  const failed = lanes.filter(({ error }) => error !== undefined);
  if (failed.length > 0 && failed.length === lanes.length && emails.length === 0)
    throw allFailed(failed.map(({ error }) => error));
  return {
    emails,
    next: whereNext(lanes),
    warnings: [
      ...failed.map(({ account, error }) => warningOf(account, error)),
      ...lanes.flatMap(({ account, stream }) => cutOf(account, stream) ?? []),
    ],
  };
}

/** Brings a lane's next message here. A provider's failure takes the lane out of this page. */
async function refill(lane: Lane, count: number): Promise<void> {
  try {
    await lane.stream.peek(count);
  } catch (error) {
    // Throws what is no provider's failure.
    warningOf(lane.account, error);
    lane.error = error;
  }
}

/** The lane with the newest message: by time, then by account, then by id. */
function first(lanes: Lane[]): Lane | undefined {
  let best: Lane | undefined;
  for (const lane of lanes) {
    if (lane.stream.head && (!best || goesBefore(lane, best))) best = lane;
  }
  return best;
}

function goesBefore(a: Lane, b: Lane): boolean {
  const [left, right] = [a.stream.head!, b.stream.head!];
  return timeOf(left) > timeOf(right) || (timeOf(left) === timeOf(right) && a.account.id < b.account.id);
}

function whereNext(lanes: Lane[]): Positions | undefined {
  const goesOn = ({ stream, error }: Lane) => stream.position !== 'end' && !(error !== undefined && isLasting(error));
  if (!lanes.some(goesOn)) return undefined;
  return Object.fromEntries(lanes.map(({ account, stream }) => [account.id, stream.position]));
}
