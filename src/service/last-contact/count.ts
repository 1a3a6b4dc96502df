import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Agenda } from '../../providers/agenda.ts';
import type { Account } from '../../providers/content/account.ts';
import type { InteractionSource } from '../../providers/content/interactions.ts';
import type { Range } from '../../providers/content/ranges.ts';
import { failureReasonOf, isLasting, warningOf } from '../../providers/requests/failures.ts';
import { append } from '../../shared/lists.ts';
import { normalEmail } from '../common/detail-kinds.ts';
import type { UserData } from '../runtime/user-data.ts';
import { contactsWith, updateLastSeen } from './apply.ts';
import { counted, dayOf, LOOK_BACK_DAYS, openCounts, sealCounts, startOf } from './counts.ts';
import { type Interaction, inMail, inMeeting } from './participants.ts';
import { listCounting } from './switch.ts';

export interface CountOptions {
  /** End of the counted range, as an ISO 8601 UTC instant. Defaults to now. */
  until?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of days read and the total for an account. */
  onProgress?: ((account: Account, done: number, total: number) => void) | undefined;
}

export interface CountReport {
  accounts: { email: string; since: string; until: string }[];
  /** Number of contacts whose last time changed. */
  changed: number;
  /** `account:<email>: <reason>` for everything that could not be read. */
  warnings: string[];
  /** Whether the count was cancelled. Progress is saved, and the next count resumes there. */
  isCancelled: boolean;
}

/** Days read and saved at a time. An interrupted count resumes after them. */
const DAYS_AT_ONCE = 30;
/** Days before the last count that are read again, because mail and replies to invitations may arrive late. */
const DAYS_AGAIN = 1;
const DAY_MS = 86_400_000;

/**
 * Counts mail and meetings in the enabled accounts since their last count, at most 90 days back, and updates the
 * contacts' last-seen times. Safe to repeat: counting a day again replaces its earlier count.
 */
export async function countContact(data: UserData, agenda: Agenda, options: CountOptions = {}): Promise<CountReport> {
  const { signal, onProgress } = options;
  const { on, own, now } = await data.read(async (context) => ({
    on: (await listCounting(context)).filter(({ isOn }) => isOn),
    own: new Set([context.user.email, ...(await listAccounts(context)).map(({ email }) => email)].map(normalEmail)),
    now: context.now,
  }));
  const until = options.until ?? now;
  const report: CountReport = { accounts: [], changed: 0, warnings: [], isCancelled: false };
  for (const { account, countedUntil } of on) {
    const since = firstDay(countedUntil, until);
    const traces = agenda.traces(account, data.user.time_zone, signal);
    const days = dayOf(until) - dayOf(since) + 1;
    let before = countedUntil;
    try {
      let start = since;
      while (start < until) {
        const range = { start, end: [startOf(dayOf(start) + DAYS_AT_ONCE), until].sort()[0]! };
        signal?.throwIfAborted();
        const { contacted, warnings } = await read(account, traces, range, { own, until });
        append(
          report.warnings,
          warnings.filter((one) => !report.warnings.includes(one)),
        );
        const kept = await keep(data, account, { range, contacted, before });
        if (kept === undefined) break;
        before = kept;
        onProgress?.(account, Math.min(days, dayOf(range.end) - dayOf(since)), days);
        start = range.end;
      }
      if (start >= until) report.accounts.push({ email: account.email, since, until });
    } catch (error) {
      report.isCancelled ||= signal?.aborted === true;
      // Rethrows errors that are not provider failures.
      if (!report.isCancelled) report.warnings.push(warningOf(account, error));
    }
    if (report.isCancelled) break;
  }
  if (on.length > 0) report.changed = await data.write(updateLastSeen);
  return report;
}

/** Start of a count. It is the start of a UTC day, because whole days are counted. */
function firstDay(countedUntil: string | null, until: string): string {
  const furthest = dayOf(until) - LOOK_BACK_DAYS;
  return startOf(countedUntil === null ? furthest : Math.max(furthest, dayOf(countedUntil) - DAYS_AGAIN));
}

interface CountScope {
  own: ReadonlySet<string>;
  until: string;
}

/**
 * Reads the interactions within a range. If the account denies access to either mail or the calendar, the other still
 * counts.
 */
async function read(account: Account, traces: InteractionSource, range: Range, { own, until }: CountScope) {
  const warnings: string[] = [];
  const closed: unknown[] = [];
  const contacted: Interaction[] = [];
  const wroteSince = new Date(Date.parse(range.start) - LOOK_BACK_DAYS * DAY_MS).toISOString();
  const { mail } = traces;
  const parts: (() => Promise<void>)[] = [];
  if (mail && account.capabilities.includes('read_email'))
    parts.push(async () => {
      for (const trace of await mail(range, wroteSince)) append(contacted, inMail(trace, own));
    });
  if (account.capabilities.includes('read_calendar'))
    parts.push(async () => {
      const found = await traces.meetings(range);
      append(warnings, found.warnings);
      for (const meeting of found.meetings) append(contacted, inMeeting(meeting, own, until));
    });
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      if (!isLasting(error) || failureReasonOf(error) === 'reconnect_required') throw error;
      closed.push(error);
    }
  }
  if (closed.length > 0 && closed.length === parts.length) throw closed[0];
  return { contacted, warnings: [...warnings, ...closed.map((error) => warningOf(account, error))] };
}

interface ReadRange {
  range: Range;
  contacted: Interaction[];
  /** End of the counted range when this count started, or null before the first count. */
  before: string | null;
}

/**
 * Adds interactions to the counts and returns the new end of the counted range. Returns undefined if the account was
 * disabled in the meantime or if another count has advanced further.
 */
function keep(data: UserData, { id }: Account, { range, contacted, before }: ReadRange): Promise<string | undefined> {
  return data.write(async (context) => {
    const { db, user, secret } = context;
    const rows = db.selectFrom('contact_counts').where('user_id', '=', user.user_id).where('id', '=', id);
    const row = await rows.selectAll().executeTakeFirst();
    if (!row || row.counted_until !== before) return undefined;
    const addresses = [...new Set(contacted.map(({ address }) => address))];
    const known = new Set((await contactsWith(context, addresses)).keys());
    const counts = counted(openCounts(secret, row), { contacted, ...range }, known);
    const counted_until = [row.counted_until ?? '', range.end].sort()[1]!;
    await db
      .updateTable('contact_counts')
      .set({ counted_until, sealed: sealCounts(secret, row, counts) })
      .where('user_id', '=', user.user_id)
      .where('id', '=', id)
      .execute();
    return counted_until;
  });
}
