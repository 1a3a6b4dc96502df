import { record } from '../../identity/users/security-log.ts';
import { KithError } from '../../shared/error.ts';
import type { MessagesRow } from '../../store/job-tables.ts';
import type { Db } from '../../store/store.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Data } from '../data/open-data.ts';
import { cancelJob, findJob, scheduleJob } from '../jobs/jobs.ts';
import { type Channel, checkChannel, openChannel, sealChannel } from './channel.ts';
import { nextMorning, type Schedule } from './next-morning.ts';

/** Job kinds. A user has at most one job of each, so job ids are empty. */
const MORNING = 'morning-message';
export const REMINDERS = 'reminder-messages';

/** A user's message settings. */
export interface MessageSettings {
  /** Local time in the user's time zone, such as `07:00`. */
  time: string;
  channel: Channel;
  /** Whether reminders with a time are sent at that time. */
  reminders: boolean;
  /** Whether the morning message is also sent on days without content. */
  whenEmpty: boolean;
}

/** A user's message settings and their status. */
export interface StoredSettings extends MessageSettings {
  isOn: boolean;
  /** When the next morning message is due. Null if messages are off. */
  nextAt: string | null;
  /** When a failed message is sent again. Null if none failed. */
  retryAt: string | null;
  last: { outcome: 'sent' | 'nothing' | 'failed'; at: string; words: string | null } | null;
}

export const DEFAULT_TIME = '07:00';

const keyOf = (userId: string, kind: string) => ({ userId, kind, id: '' });

export const scheduleOf = (row: MessagesRow, zone: string): Schedule => ({
  zone,
  time: row.at_time,
  beginsAt: row.begins_at,
  sentDay: row.sent_day,
});

export const messagesRow = (db: Db, userId: string): Promise<MessagesRow | undefined> =>
  db.selectFrom('messages').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Reads a user's message settings. Undefined if messages were never set up. */
export async function readSettings(
  { store, secret }: Data,
  { user_id: userId, time_zone: zone }: UserRow,
  now: Date,
): Promise<StoredSettings | undefined> {
  const [row, job] = await store.read('', async (db) => [
    await messagesRow(db, userId),
    await findJob(db, keyOf(userId, MORNING)),
  ]);
  if (!row) return undefined;
  const { outcome, outcome_at, outcome_words } = row;
  return {
    isOn: row.is_on === 1,
    time: row.at_time,
    channel: openChannel(secret, row.sealed),
    reminders: row.with_reminders === 1,
    whenEmpty: row.when_empty === 1,
    nextAt: row.is_on ? nextMorning(scheduleOf(row, zone), now.toISOString()).at : null,
    retryAt: job && job.tries > 0 ? job.due_at : null,
    last: outcome && outcome_at ? { outcome, at: outcome_at, words: outcome_words } : null,
  };
}

/** Saves the settings and turns messages on. Throws 400 with the name of the invalid field. */
export async function saveSettings(
  { store, secret }: Data,
  { user_id: userId, email, time_zone: zone }: UserRow,
  settings: MessageSettings,
  { now, allowHttp }: { now: Date; allowHttp: boolean },
): Promise<void> {
  checkTime(settings.time);
  checkChannel(settings.channel, { allowHttp, ownAddress: email });
  const at = now.toISOString();
  await store.directory(async (db) => {
    const before = await messagesRow(db, userId);
    // Reminders that were due before messages were turned on are not sent.
    const remindersFrom = before?.is_on && before.with_reminders ? {} : { reminders_at: at, reminders_id: '' };
    const columns = {
      is_on: 1 as const,
      at_time: settings.time,
      with_reminders: flag(settings.reminders),
      when_empty: flag(settings.whenEmpty),
      sealed: sealChannel(secret, settings.channel),
      begins_at: before?.is_on && before.at_time === settings.time ? before.begins_at : at,
      ...remindersFrom,
    };
    if (before) await db.updateTable('messages').set(columns).where('user_id', '=', userId).execute();
    else
      await db
        .insertInto('messages')
        .values({ ...BLANK, ...columns, user_id: userId })
        .execute();
    await plan(db, userId, zone, at);
    await record(db, { event: 'message.set', userId, detail: settings.channel.kind });
  });
}

const BLANK = {
  sent_day: null,
  reminders_at: '',
  reminders_id: '',
  outcome: null,
  outcome_at: null,
  outcome_words: null,
  tested_at: null,
};

const flag = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0);

function checkTime(time: string): void {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return;
  throw new KithError('BadRequest', `${time} is not a time of day.`, {
    hint: 'Use hours and minutes, such as 07:00 or 18:30.',
    details: { fields: { time: 'not a time of day' } },
  });
}

/** Turns messages off, and keeps the settings. Returns false if they were already off. */
export const turnOff = ({ store }: Pick<Data, 'store'>, userId: string): Promise<boolean> =>
  store.directory(async (db) => {
    const row = await messagesRow(db, userId);
    if (!row?.is_on) return false;
    await db.updateTable('messages').set({ is_on: 0 }).where('user_id', '=', userId).execute();
    await plan(db, userId, '', '');
    await record(db, { event: 'message.off', userId });
    return true;
  });

/** Reschedules a user's jobs, for example after a time zone change. Does nothing if messages were never set up. */
export const reschedule = ({ store }: Pick<Data, 'store'>, userId: string, zone: string, now: Date): Promise<void> =>
  store.directory((db) => plan(db, userId, zone, now.toISOString()));

async function plan(db: Db, userId: string, zone: string, now: string): Promise<void> {
  const row = await messagesRow(db, userId);
  if (!row) return;
  if (row.is_on)
    await scheduleJob(db, { ...keyOf(userId, MORNING), dueAt: nextMorning(scheduleOf(row, zone), now).at });
  else await cancelJob(db, keyOf(userId, MORNING));
  if (row.is_on && row.with_reminders) await scheduleJob(db, { ...keyOf(userId, REMINDERS), dueAt: now });
  else await cancelJob(db, keyOf(userId, REMINDERS));
}
