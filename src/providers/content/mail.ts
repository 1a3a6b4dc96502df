import { words } from '../../shared/text/fold.ts';
import type { Account } from './account.ts';
import type { MailPosition } from './email-cursor.ts';
import type { EmailMessage } from './items.ts';
import type { OpenRange } from './ranges.ts';

/** A search for emails in an account. */
export interface MailQuery {
  folder: 'inbox' | 'all';
  /** Words that must all occur. */
  words: string[];
  /** Addresses in lower case, at least one of which must take part. */
  addresses?: string[] | undefined;
  range: OpenRange;
}

/** A message, and the position after it. */
export interface PositionedMessage {
  message: EmailMessage;
  position: MailPosition;
}

/** Why a list ends early although the account may have more, as the text of its warning. */
export type TruncationReason = `truncated(${string})`;

/**
 * One account's emails from a position on. `next` returns roughly `count` more in the provider's order, possibly none
 * even if there are more. `ordered` tells whether this order is by time.
 */
export interface MailSource {
  next(count: number): Promise<{ found: PositionedMessage[]; more: boolean; cut?: TruncationReason | undefined }>;
  ordered: 'by time' | 'as given';
}

/** Search words from a query, without characters that a provider would interpret as operators. */
export const searchWords = (query = ''): string[] =>
  query
    .replace(/["“”„«»\\\0]/g, ' ')
    .split(/\s+/)
    .filter((word) => words(word).length > 0);

/** Whether a nonblank query contains no searchable words. */
export const findsNothing = (query = ''): boolean => query.trim() !== '' && searchWords(query).length === 0;

export const timeOf = (message: EmailMessage): number => Date.parse(message.dateTime);

export const positionAfter = (message: EmailMessage): MailPosition => ({
  after: [timeOf(message), message.providerId],
});

/** Whether a message comes after a position in a list by time. */
export function isAfterPosition(message: EmailMessage, position: MailPosition): boolean {
  if (typeof position !== 'object' || !('after' in position)) return true;
  const [time, id] = position.after;
  return timeOf(message) < time || (timeOf(message) === time && message.providerId > id);
}

/**
 * Whether a message matches. Providers search less precisely: by seconds or days, and `ann@x.example` also finds
 * `mary.ann@x.example`.
 */
export const matchesMailQuery = ({ dateTime, participants }: EmailMessage, { range, addresses }: MailQuery): boolean =>
  (range.start === undefined || dateTime >= range.start) &&
  (range.end === undefined || dateTime < range.end) &&
  (addresses === undefined || participants.some(({ email }) => addresses.includes(email)));

export interface MailAccount {
  account: Account;
  begin: MailPosition;
  /** Opens the account's list at `begin` for up to `pageSize` rows. */
  open(pageSize: number): MailSource;
}
