import { words } from '../../shared/text/fold.ts';
import type { Account } from './account.ts';
import type { Position } from './email-cursor.ts';
import type { EmailMessage } from './items.ts';
import type { OpenRange } from './ranges.ts';

/** What to look for among the e-mails of an account. */
export interface MailQuery {
  folder: 'inbox' | 'all';
  /** Plain words that must all occur. */
  words: string[];
  /** Takes part: any of these addresses, lower-cased. */
  addresses?: string[] | undefined;
  range: OpenRange;
}

/** A message, and where its list goes on after it. */
export interface Found {
  message: EmailMessage;
  position: Position;
}

/** Why a list ends although the account may hold more, in the words of its warning. */
export type Cut = `truncated(${string})`;

/**
 * One account's e-mails from a position on. `next` answers some more, about `count`, in the provider's order;
 * none with `more` is possible. `ordered` says whether this order is by time.
 */
export interface MailSource {
  next(count: number): Promise<{ found: Found[]; more: boolean; cut?: Cut | undefined }>;
  ordered: 'by time' | 'as given';
}

/** The words of a query as providers can search them, without anything they would read as an operator. */
export const searchWords = (query = ''): string[] =>
  query
    .replace(/["“”„«»\\\0]/g, ' ')
    .split(/\s+/)
    .filter((word) => words(word).length > 0);

/** Whether a query that is not blank contains nothing that could be found. */
export const findsNothing = (query = ''): boolean => query.trim() !== '' && searchWords(query).length === 0;

export const timeOf = (message: EmailMessage): number => Date.parse(message.dateTime);

export const behind = (message: EmailMessage): Position => ({ after: [timeOf(message), message.providerId] });

/** Whether a message comes after a position in a list by time. */
export function isBehind(message: EmailMessage, position: Position): boolean {
  if (typeof position !== 'object' || !('after' in position)) return true;
  const [time, id] = position.after;
  return timeOf(message) < time || (timeOf(message) === time && message.providerId > id);
}

/**
 * Whether a message is one that was looked for. Providers search more loosely than we mean: by seconds or days, and for
 * `ann@x.example` also in `mary.ann@x.example`.
 */
export const isWanted = ({ dateTime, participants }: EmailMessage, { range, addresses }: MailQuery): boolean =>
  (range.start === undefined || dateTime >= range.start) &&
  (range.end === undefined || dateTime < range.end) &&
  (addresses === undefined || participants.some(({ email }) => addresses.includes(email)));

export interface MailAccount {
  account: Account;
  begin: Position;
  /** Opens the account's list at `begin`; `pageSize` rows may be wanted of it. */
  open(pageSize: number): MailSource;
}
