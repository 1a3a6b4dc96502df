import { listAccounts } from '../../providers/accounts/accounts.ts';
import type { Provider } from '../../providers/content/account.ts';
import { chunked } from '../../shared/lists.ts';
import type { ContactRow } from '../../store/tables.ts';
import { nextReminder } from '../common/frequency.ts';
import type { Context } from '../runtime/context.ts';
import { later, openCounts, remainingCounts, sealCounts } from './counts.ts';

/** Time of the last interaction and the provider of the account that recorded it. */
type LastInteraction = { time: string; provider: Provider };
type LastInteractions = { mail?: LastInteraction | undefined; met?: LastInteraction | undefined };

/** Contact ids by email address. Several contacts may share an address. */
export async function contactsWith(
  { db, user }: Pick<Context, 'db' | 'user'>,
  addresses: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const part of chunked(addresses)) {
    const rows = await db
      .selectFrom('contact_emails')
      .select(['normal', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where('normal', 'in', part)
      .execute();
    for (const { normal, contact_id } of rows) found.set(normal, [...(found.get(normal) ?? []), contact_id]);
  }
  return found;
}

/**
 * Applies the counted times to the contacts, updating each contact once. Afterwards, the counts keep only addresses
 * that are not contacts. Returns the number of changed contacts.
 */
export async function updateLastSeen(context: Context): Promise<number> {
  const { db, user, secret, now } = context;
  const rows = await db.selectFrom('contact_counts').selectAll().where('user_id', '=', user.user_id).execute();
  const providers = new Map((await listAccounts(context)).map(({ id, provider }) => [id, provider]));
  const all = rows.map((row) => ({ row, counts: openCounts(secret, row), provider: providers.get(row.id)! }));
  const addresses = new Set(
    all.flatMap(({ counts }) => [...Object.keys(counts.times), ...Object.keys(counts.written)]),
  );
  const contactsOf = await contactsWith(context, [...addresses]);
  const lasts = new Map<string, LastInteractions>();
  for (const { counts, provider } of all) {
    for (const [address, times] of Object.entries(counts.times)) {
      for (const contactId of contactsOf.get(address) ?? []) {
        const before = lasts.get(contactId) ?? {};
        const newer = (by: 'mail' | 'met'): LastInteraction | undefined => {
          const time = times[by];
          return time && (!before[by] || time > before[by].time) ? { time, provider } : before[by];
        };
        lasts.set(contactId, { mail: newer('mail'), met: newer('met') });
      }
    }
  }
  const known = new Set(contactsOf.keys());
  for (const { row, counts } of all) {
    await db
      .updateTable('contact_counts')
      .set({ sealed: sealCounts(secret, row, remainingCounts(counts, known, now)) })
      .where('user_id', '=', user.user_id)
      .where('id', '=', row.id)
      .execute();
  }
  return moveForward(context, lasts);
}

const COLUMNS = [
  'id',
  'frequency',
  'last_seen_at',
  'gmail_last_interaction_at',
  'gcal_last_interaction_at',
] as const satisfies (keyof ContactRow)[];

/** Moves the contacts' times forward, never back. A later time set by the user is kept. */
async function moveForward({ db, user, now }: Context, lasts: ReadonlyMap<string, LastInteractions>): Promise<number> {
  let changed = 0;
  for (const part of chunked([...lasts.keys()])) {
    const rows = await db
      .selectFrom('contacts')
      .select(COLUMNS)
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const row of rows) {
      const columns = columnsOf(row, lasts.get(row.id)!, now);
      if (Object.keys(columns).length === 0) continue;
      // `updated_at` stays the same, as with notes, because the contact itself was not edited.
      await db
        .updateTable('contacts')
        .set(columns)
        .where('user_id', '=', user.user_id)
        .where('id', '=', row.id)
        .execute();
      changed++;
    }
  }
  return changed;
}

function columnsOf(
  row: Pick<ContactRow, (typeof COLUMNS)[number]>,
  { mail, met }: LastInteractions,
  now: string,
): Partial<ContactRow> {
  const columns: Partial<ContactRow> = {};
  const isLater = (time: string | undefined, than: string | null) => time !== undefined && (!than || time > than);
  // The other columns describe a specific message or event. Here only the time is known, so they are cleared.
  if (mail && isLater(mail.time, row.gmail_last_interaction_at))
    Object.assign(columns, {
      gmail_last_interaction_at: mail.time,
      gmail_last_interaction_provider: named(mail.provider),
      gmail_last_interaction_provider_id: null,
      gmail_last_interaction_subject: null,
    });
  if (met && isLater(met.time, row.gcal_last_interaction_at))
    Object.assign(columns, {
      gcal_last_interaction_at: met.time,
      gcal_last_interaction_provider: named(met.provider),
      gcal_last_interaction_provider_id: null,
      gcal_last_interaction_title: null,
    });
  const last = mail && met ? later(mail.time, met.time) : (mail ?? met)?.time;
  if (last && isLater(last, row.last_seen_at)) {
    columns.last_seen_at = last;
    if (row.frequency) columns.next_reminder_at = nextReminder(row.frequency, last, now);
  }
  return columns;
}

/** The API has no provider name for calendars connected by URL. */
const named = (provider: Provider) => (provider === 'ICS' ? null : provider);
