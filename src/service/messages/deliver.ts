import { createHash } from 'node:crypto';
import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { MessagesRow } from '../../store/job-tables.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Data } from '../data/open-data.ts';
import { openChannel } from './channel.ts';
import type { MailSettings, Message } from './message.ts';
import { send } from './send.ts';
import { SendFailure } from './send-failure.ts';
import { messagesRow } from './settings.ts';
import { type Briefing, briefingText } from './text.ts';

/** Services and settings for sending messages. */
export interface DeliveryContext extends Data {
  user: UserRow;
  now(): Date;
  /** Returns the `get_briefing` data of a day. */
  briefing(day: string): Promise<Briefing>;
  /** Origin of the web app. Undefined if there is none. */
  origin: string | undefined;
  mail: MailSettings | undefined;
  signal?: AbortSignal | undefined;
}

/** The same id whenever the same message is sent. A hash, so it reveals nothing about the user or the message. */
export const messageId = ({ user_id }: UserRow, kind: Message['kind'], what: string): string =>
  `kith-${kind}-${createHash('sha256').update(`${user_id} ${kind} ${what}`).digest('hex').slice(0, 32)}`;

/** Creates the morning message of a day. `what` distinguishes messages of a kind. */
export function morningMessage(
  { user, origin, now }: DeliveryContext,
  kind: 'morning' | 'test',
  briefing: Briefing,
  what: string,
): Message {
  return {
    id: messageId(user, kind, what),
    kind,
    ...briefingText(briefing, user.time_zone, origin, kind === 'test'),
    content: { day: briefing.from, time_zone: user.time_zone, sent_at: now().toISOString(), briefing },
    link: origin && `${origin}/today`,
  };
}

/**
 * Sends a message and saves the outcome. `columns` are set in the transaction that records it as sent. Failures are
 * logged and thrown again; repeated failures with the same message are logged once.
 */
export async function deliver(
  context: DeliveryContext,
  row: MessagesRow,
  message: Message,
  columns: Partial<MessagesRow>,
): Promise<void> {
  const { store, secret, user, mail, signal, now } = context;
  const channel = openChannel(secret, row.sealed);
  const detail = `${message.kind} by ${channel.kind}`;
  try {
    await send(channel, message, { mail, ownAddress: user.email, signal });
  } catch (error) {
    if (error instanceof SendFailure) await recordFailure(context, detail, error);
    throw error;
  }
  await store.directory(async (db) => {
    await setRow(db, user.user_id, {
      ...columns,
      outcome: 'sent',
      outcome_at: now().toISOString(),
      outcome_words: null,
    });
    await record(db, { event: 'message.sent', userId: user.user_id, detail });
  });
}

/** Saves why a message was not sent, and logs it. */
async function recordFailure(
  { store, user, now }: DeliveryContext,
  detail: string,
  failure: SendFailure,
): Promise<void> {
  const { message, hint, reason } = failure;
  const outcome_words = [message, hint].filter(Boolean).join(' ');
  await store.directory(async (db) => {
    const before = await messagesRow(db, user.user_id);
    const isKnown = before?.outcome === 'failed' && before.outcome_words === outcome_words;
    await setRow(db, user.user_id, { outcome: 'failed', outcome_at: now().toISOString(), outcome_words });
    if (!isKnown) await record(db, { event: 'message.failed', userId: user.user_id, detail: `${detail}: ${reason}` });
  });
}

export const setRow = (db: Db, userId: string, columns: Partial<MessagesRow>): Promise<unknown> =>
  db.updateTable('messages').set(columns).where('user_id', '=', userId).execute();

const BETWEEN_TESTS_MS = 30_000;

/**
 * Sends a day's message now as a test, even if messages are off. It does not replace the morning message. Throws 404 if
 * messages are not set up, and 409 if the last test was less than 30 seconds ago.
 */
export async function sendTest(context: DeliveryContext, day: string): Promise<void> {
  const { store, user, now } = context;
  const at = now();
  const row = await store.directory(async (db) => {
    const found = await messagesRow(db, user.user_id);
    if (!found)
      throw new KithError('NotFound', 'Messages are not set up yet.', {
        hint: 'First choose how to receive them, for example with kith message --mail.',
      });
    const wait = found.tested_at === null ? 0 : Date.parse(found.tested_at) + BETWEEN_TESTS_MS - at.getTime();
    // The destination may belong to someone else.
    if (wait > 0 && wait <= BETWEEN_TESTS_MS)
      throw new KithError('Conflict', `A test message was just sent. Wait ${Math.ceil(wait / 1000)} seconds.`);
    await setRow(db, user.user_id, { tested_at: at.toISOString() });
    return found;
  });
  const message = morningMessage(context, 'test', await context.briefing(day), at.toISOString());
  await deliver(context, row, message, {});
}
