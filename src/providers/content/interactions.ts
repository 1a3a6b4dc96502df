import type { Attendee, Person } from './items.ts';
import type { Range } from './ranges.ts';

// What is read of mail and calendars to tell who was in contact with whom, and when: people and times, never what was said.

/** A message that the account's person sent, or got in a conversation in which they had written. */
export interface MailInteraction {
  time: string;
  isSent: boolean;
  from: Person | null;
  to: Person[];
  /** From a list, in bulk, or by a machine. */
  isAutomatic: boolean;
}

/** An event that was neither canceled nor left out by its provider. */
export interface Meeting {
  start: string;
  end: string;
  isAllDay: boolean;
  organizer: string | null;
  /** Without rooms, and without the account's person where their calendar names them. */
  people: Attendee[];
  /** What the account's person has to do with it, where it is in their own calendar and says so. */
  self?: 'organizes' | Attendee['response'];
}

/** One account's traces. Every function throws a `failure` for what the provider refuses. */
export interface InteractionSource {
  /** Undefined for an account without e-mail. `wroteSince` is how far back is looked for what the person wrote before. */
  mail: ((range: Range, wroteSince: string) => Promise<MailInteraction[]>) | undefined;
  meetings(range: Range): Promise<{ meetings: Meeting[]; warnings: string[] }>;
}

/** The headers that tell mail nobody wrote to this reader. RFC 2919, RFC 2369, RFC 3834, and what came before them. */
export const AUTOMATIC_HEADERS = ['List-Id', 'List-Unsubscribe', 'List-Post', 'Precedence', 'Auto-Submitted'];

/** Whether a message is from a list, in bulk, or by a machine, as its headers say. */
export const isAutomatic = (headers: readonly { name: string; value: string }[]): boolean =>
  headers.some(({ name, value }) => {
    const header = name.toLowerCase();
    const word = value.trim().toLowerCase();
    if (header === 'auto-submitted') return word !== '' && !/^no\b/.test(word);
    if (header === 'precedence') return /^(bulk|list|junk|auto_reply)\b/.test(word);
    return word !== '' && ['list-id', 'list-unsubscribe', 'list-post'].includes(header);
  });

/**
 * What the person sent, and what came after they had written in the same conversation. What came before is told by their
 * own answer. `wroteBefore` are the conversations in which they wrote before the range that was read.
 */
export function withAnswersOnly(
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
