import type { Attendee, EmailPerson } from './items.ts';
import type { Range } from './ranges.ts';

// Mail and calendar data that shows who was in contact with whom, and when. It contains people and times, never
// content.

/** A message that the account's owner sent, or received in a conversation after writing in it. */
export interface MailInteraction {
  time: string;
  isSent: boolean;
  from: EmailPerson | null;
  to: EmailPerson[];
  /** Whether it came from a mailing list, a bulk mailing or a program. */
  isAutomatic: boolean;
}

/** An event that is neither canceled nor hidden. */
export interface Meeting {
  start: string;
  end: string;
  isAllDay: boolean;
  organizer: string | null;
  /** Without rooms and, if the calendar identifies the account's owner, without them. */
  people: Attendee[];
  /** The account owner's role, if it is their own calendar and the event contains it. */
  self?: 'organizes' | Attendee['response'];
}

/** One account's interactions. Every function throws a `failure` if the provider refuses. */
export interface InteractionSource {
  /** Undefined for an account without email. `wroteSince` limits the search for the owner's earlier messages. */
  mail: ((range: Range, wroteSince: string) => Promise<MailInteraction[]>) | undefined;
  meetings(range: Range): Promise<{ meetings: Meeting[]; warnings: string[] }>;
}

/** Headers of automatic mail: RFC 2919, RFC 2369, RFC 3834, and their predecessors. */
export const AUTOMATIC_HEADERS = ['List-Id', 'List-Unsubscribe', 'List-Post', 'Precedence', 'Auto-Submitted'];

/** Whether the headers show that a message came from a mailing list, a bulk mailing or a program. */
export const isAutomatic = (headers: readonly { name: string; value: string }[]): boolean =>
  headers.some(({ name, value }) => {
    const header = name.toLowerCase();
    const word = value.trim().toLowerCase();
    if (header === 'auto-submitted') return word !== '' && !/^no\b/.test(word);
    if (header === 'precedence') return /^(bulk|list|junk|auto_reply)\b/.test(word);
    return word !== '' && ['list-id', 'list-unsubscribe', 'list-post'].includes(header);
  });

/**
 * Returns sent messages, and received ones that came after the owner wrote in the same conversation. Earlier ones are
 * covered by the owner's reply. `wroteBefore` lists the conversations in which the owner wrote before the range.
 */
export function onlyReplied(
  read: readonly { conversation: string; trace: MailInteraction }[],
  wroteBefore: ReadonlySet<string>,
): MailInteraction[] {
  const first = new Map<string, string>();
  for (const { conversation, trace } of read) {
    const known = first.get(conversation);
    if (trace.isSent && (known === undefined || trace.time < known)) first.set(conversation, trace.time);
  }
  return read.flatMap(({ conversation, trace }) => {
    const wrote = first.get(conversation);
    const isAnswer = wroteBefore.has(conversation) || (wrote !== undefined && wrote < trace.time);
    return trace.isSent || isAnswer ? [trace] : [];
  });
}
