import type { Account } from '../../providers/content/account.ts';
import type { MailPositions } from '../../providers/content/email-cursor.ts';
import type { EmailMessage } from '../../providers/content/items.ts';
import { type MailAccount, timeOf } from '../../providers/content/mail.ts';
import { MailStream } from '../../providers/content/mail-stream.ts';
import type { AccountTimeouts } from '../../providers/requests/account-timeouts.ts';
import { allFailed, isLasting, truncationWarnings, warningOf } from '../../providers/requests/failures.ts';

export interface EmailPage {
  emails: EmailMessage[];
  /** Where each account resumes. Undefined if all accounts are exhausted. */
  next: MailPositions | undefined;
  warnings: string[];
}

interface Mailbox {
  account: Account;
  /** Loads the stream's next message. */
  peek(count: number): Promise<unknown>;
  stream: MailStream;
  error?: unknown;
}

/**
 * Merges all accounts into one page, newest first, without duplicates. A failed account keeps its position and is
 * reported in a warning while the others continue. Throws 503 if all accounts failed.
 */
export async function pageOfEmails(
  accounts: MailAccount[],
  limit: number,
  patience: AccountTimeouts,
): Promise<EmailPage> {
  // A few extra, because the last message at a given time is not returned yet and shares are never even.
  const share = Math.ceil(limit / Math.max(1, accounts.length)) + 2;
  const mailboxes = accounts.map(({ account, begin, open }): Mailbox => {
    const stream = new MailStream(open(limit + 2), begin);
    return { account, stream, peek: (count) => patience.read(account, () => stream.peek(count)) };
  });
  const emails: EmailMessage[] = [];
  await Promise.all(mailboxes.map((mailbox) => refill(mailbox, share)));
  while (emails.length < limit) {
    const next = first(mailboxes);
    if (!next) break;
    emails.push(next.stream.take());
    if (!next.stream.head) await refill(next, limit - emails.length + 1);
  }
  const failed = mailboxes.filter(({ error }) => error !== undefined);
  if (failed.length > 0 && failed.length === mailboxes.length && emails.length === 0)
    throw allFailed(failed.map(({ error }) => error));
  return {
    emails,
    next: nextPositions(mailboxes),
    warnings: [
      ...failed.map(({ account, error }) => warningOf(account, error)),
      ...mailboxes.flatMap(({ account, stream }) => truncationWarnings(account, stream)),
    ],
  };
}

/** Loads a mailbox's next message. A provider failure removes the mailbox from this page. */
async function refill(mailbox: Mailbox, count: number): Promise<void> {
  try {
    await mailbox.peek(count);
  } catch (error) {
    // Rethrows errors that are not provider failures.
    warningOf(mailbox.account, error);
    mailbox.error = error;
  }
}

/** The mailbox with the newest message. Ties go by account, then id. */
function first(mailboxes: Mailbox[]): Mailbox | undefined {
  let best: Mailbox | undefined;
  for (const mailbox of mailboxes) {
    if (mailbox.stream.head && (!best || goesBefore(mailbox, best))) best = mailbox;
  }
  return best;
}

function goesBefore(a: Mailbox, b: Mailbox): boolean {
  const [left, right] = [a.stream.head!, b.stream.head!];
  return timeOf(left) > timeOf(right) || (timeOf(left) === timeOf(right) && a.account.id < b.account.id);
}

function nextPositions(mailboxes: Mailbox[]): MailPositions | undefined {
  const goesOn = ({ stream, error }: Mailbox) =>
    stream.position !== 'end' && !(error !== undefined && isLasting(error));
  if (!mailboxes.some(goesOn)) return undefined;
  return Object.fromEntries(mailboxes.map(({ account, stream }) => [account.id, stream.position]));
}
